/** The numbers of a section, each with its unit, its default and what it changes. */
import { NumberInput, SimpleGrid } from '@mantine/core'
import '@mantine/core/styles/NumberInput.layer.css'
import {
  type NumberSetting,
  type SettingLine,
  type SettingSection,
  settingDefault,
} from '../../../domain/settings/setting-lines.ts'
import type { Settings } from '../../../domain/settings/settings.ts'
import { FormCard } from '../../../ui/FormCard.tsx'
import { useSettingForm } from './useSettingForm.ts'

type Numbers = Partial<Record<NumberSetting, number | null>>

interface NumberSectionProps {
  readonly section: SettingSection
  readonly settings: Settings
}

const number = new Intl.NumberFormat('pt-BR')

function words({ key, effect }: SettingLine): string {
  const standard = settingDefault(key)
  return standard === null ? effect : `${effect}. Padrão: ${number.format(standard)}`
}

export function NumberSection({ section: { title, lines }, settings }: NumberSectionProps) {
  const current: Numbers = Object.fromEntries(lines.map(({ key }) => [key, settings[key]]))
  // A field that was emptied stays in the body, so that it is refused; one that never had a value does not.
  const form = useSettingForm(current, (values) =>
    Object.fromEntries(
      lines.flatMap(({ key }) => (values[key] === current[key] ? [] : [[key, values[key]]])),
    ),
  )
  return (
    <FormCard
      title={title}
      dirty={form.dirty}
      busy={form.busy}
      problem={form.problem}
      onSave={() => void form.save()}
      onCancel={form.cancel}
    >
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
        {lines.map((line) => (
          <NumberInput
            key={line.key}
            label={`${line.label} (${line.unit})`}
            description={words(line)}
            decimalSeparator=","
            thousandSeparator="."
            allowDecimal={!line.isWhole}
            decimalScale={2}
            allowNegative={false}
            hideControls
            value={form.values[line.key] ?? ''}
            onChange={(value) =>
              form.change({ ...form.values, [line.key]: typeof value === 'number' ? value : null })
            }
            error={form.errors[line.key]}
          />
        ))}
      </SimpleGrid>
    </FormCard>
  )
}
