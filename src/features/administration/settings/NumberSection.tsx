/** The numbers of a section, each with its unit, its default and what it changes. */
import { NumberInput, SimpleGrid } from '@mantine/core'
import '@mantine/core/styles/NumberInput.layer.css'
import {
  type SettingLine,
  type SettingSection,
  settingDefault,
} from '../../../domain/settings/setting-lines.ts'
import type { Settings } from '../../../domain/settings/settings.ts'
import { formatNumber } from '../../../domain/text/formats.ts'
import { FormCard } from '../../../ui/FormCard.tsx'
import { useSavePart } from './save-parts.ts'
import { plainNumber, type TypedNumber } from './typed-number.ts'
import { useSettingForm } from './useSettingForm.ts'

interface NumberSectionProps {
  readonly section: SettingSection
  readonly settings: Settings
}

function words({ key, effect }: SettingLine): string {
  const standard = settingDefault(key)
  return standard === null ? effect : `${effect}. Padrão: ${formatNumber(standard)}`
}

export function NumberSection({ section: { title, lines }, settings }: NumberSectionProps) {
  const current = Object.fromEntries(
    lines.map(({ key }): [string, TypedNumber] => [key, settings[key] ?? '']),
  )
  const form = useSettingForm(current, {
    same: (one, other) => plainNumber(one) === plainNumber(other),
    plain: plainNumber,
  })
  const card = useSavePart({ ...form, title })
  return (
    <FormCard {...card}>
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
            onChange={(value) => form.change(line.key, value)}
            error={form.errors[line.key]}
          />
        ))}
      </SimpleGrid>
    </FormCard>
  )
}
