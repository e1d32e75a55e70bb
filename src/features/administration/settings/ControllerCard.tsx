/** Who is responsible for personal data, as consents name them. docs/rules.md#brokerage */
import { Text, TextInput } from '@mantine/core'
import type { Settings } from '../../../domain/settings/settings.ts'
import { FormCard } from '../../../ui/FormCard.tsx'
import { useSavePart } from './save-parts.ts'
import { useSettingForm } from './useSettingForm.ts'

const NAME = 'controller_name'
const CONTACT = 'controller_contact'

interface ControllerCardProps {
  readonly settings: Settings
  readonly isPart?: boolean
}

export function ControllerCard({ settings, isPart }: ControllerCardProps) {
  const form = useSettingForm(
    { [NAME]: settings.controller_name, [CONTACT]: settings.controller_contact },
    { same: (one, other) => one.trim() === other.trim(), plain: (text) => text.trim() },
  )
  const card = useSavePart({ ...form, title: 'Responsável pelos dados' })
  return (
    <FormCard {...card} isPart={isPart}>
      <Text size="sm" c="dimmed">
        A LGPD pede que o consentimento diga quem trata os dados e onde pedir cópia, correção ou exclusão. Se
        ficar vazio, vale o que a TI definiu no servidor.
      </Text>
      <TextInput
        label="Razão social ou nome"
        placeholder="Corretora Exemplo Ltda., CNPJ 12.345.678/0001-90"
        value={form.values[NAME] ?? ''}
        onChange={(event) => form.change(NAME, event.currentTarget.value)}
        error={form.errors[NAME]}
      />
      <TextInput
        label="Contato para pedidos sobre dados"
        placeholder="privacidade@exemplo.com.br"
        value={form.values[CONTACT] ?? ''}
        onChange={(event) => form.change(CONTACT, event.currentTarget.value)}
        error={form.errors[CONTACT]}
      />
    </FormCard>
  )
}
