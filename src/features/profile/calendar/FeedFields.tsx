/** What an address shows: its name, kinds of events, names of clients, alarm. docs/rules.md#calendar */
import { Checkbox, Input, Select, Stack, Switch, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import {
  ALARM_MINUTES,
  alarmWords,
  CALENDAR_KIND_WORDS,
  CALENDAR_KINDS,
  type CalendarChoices,
} from '../../../domain/calendar/choices.ts'

const NO_ALARM = 'none'
const ALARMS = [
  { value: NO_ALARM, label: 'Sem alarme' },
  ...ALARM_MINUTES.map((minutes) => ({ value: String(minutes), label: alarmWords(minutes) })),
]

export function FeedFields({ form }: { readonly form: UseFormReturnType<CalendarChoices> }) {
  const { alarm } = form.values
  return (
    <Stack gap="md">
      <TextInput
        label="Nome"
        description="Onde ele será usado"
        placeholder="Celular"
        required
        maxLength={60}
        data-autofocus
        {...form.getInputProps('name')}
      />
      <Input.Wrapper label="Mostrar" error={form.errors.schedules} component="fieldset" bd={0} p={0} m={0}>
        <Stack gap="sm" mt="xs" mb={form.errors.schedules === undefined ? 0 : 'xs'}>
          {CALENDAR_KINDS.map((kind) => (
            <Checkbox
              key={kind}
              label={CALENDAR_KIND_WORDS[kind]}
              {...form.getInputProps(kind, { type: 'checkbox' })}
              error={undefined}
            />
          ))}
        </Stack>
      </Input.Wrapper>
      <Select
        label="Alarme"
        description="O Google Agenda usa os alarmes dele, e não este"
        data={ALARMS}
        required
        withAsterisk={false}
        value={alarm === null ? NO_ALARM : String(alarm)}
        error={form.errors.alarm}
        onChange={(value) =>
          form.setFieldValue('alarm', ALARM_MINUTES.find((minutes) => String(minutes) === value) ?? null)
        }
      />
      <Switch
        label="Mostrar o nome do cliente"
        description="Os nomes ficam com quem guarda o calendário, como Google, Apple ou Microsoft. Sem eles o evento diz ‘Retorno · lead Nº 2055’."
        {...form.getInputProps('names', { type: 'checkbox' })}
      />
    </Stack>
  )
}
