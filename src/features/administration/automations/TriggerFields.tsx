/** 'Quando': what an automation waits for. */
import { Checkbox, Select, Stack, Text } from '@mantine/core'
import '@mantine/core/styles/Checkbox.layer.css'
import { NEW_TRIGGERS, TRIGGERS, type Trigger } from '../../../domain/automations/definition.ts'
import { DEFINITION_NAMES } from '../../../domain/automations/fields.ts'
import { triggerHelp } from '../../../domain/automations/sentence.ts'
import { ORIGIN, SCHEDULES_TAB, STATUSES } from '../../../domain/lead/status.ts'
import { IdSelect } from '../../../ui/IdSelect.tsx'
import { WholeNumber } from './WholeNumber.tsx'

const MOVES = STATUSES.filter(({ status }) => status !== ORIGIN && status !== SCHEDULES_TAB).map(
  ({ status: id, label: name }) => ({ id, name }),
)
const KINDS = TRIGGERS.map(({ kind, label }) => ({ value: kind, label }))

interface TriggerFieldsProps {
  readonly value: Trigger
  readonly onChange: (value: Trigger) => void
  readonly errorOf: (field: string) => React.ReactNode
}

function Details({ value, onChange, errorOf }: TriggerFieldsProps) {
  switch (value.kind) {
    case 'status_changed':
      return (
        <IdSelect
          label="Para o status"
          placeholder="Qualquer um"
          choices={MOVES}
          keepOrder
          value={value.to}
          onChange={(to) => onChange({ ...value, to })}
          error={errorOf('to')}
        />
      )
    case 'idle':
      return (
        <WholeNumber
          label="Por quantos dias úteis"
          most={60}
          value={value.days}
          onChange={(days) => onChange({ ...value, days })}
          error={errorOf('days')}
        />
      )
    case 'deadline_near':
      return (
        <WholeNumber
          label="Quantas horas antes"
          most={200}
          value={value.hours}
          onChange={(hours) => onChange({ ...value, hours })}
          error={errorOf('hours')}
        />
      )
    case 'renewal_near':
      return (
        <WholeNumber
          label="Quantos dias antes"
          most={180}
          value={value.days}
          onChange={(days) => onChange({ ...value, days })}
          error={errorOf('days')}
        />
      )
    case 'lead_made':
    case 'schedule_late':
      return null
  }
}

export function TriggerFields(props: TriggerFieldsProps) {
  const { value, onChange } = props
  const choose = (chosen: string | null) => {
    const kind = TRIGGERS.find((line) => line.kind === chosen)?.kind
    if (kind !== undefined) onChange(NEW_TRIGGERS[kind])
  }
  return (
    <Stack gap="sm">
      <Select label={DEFINITION_NAMES.trigger} required data={KINDS} value={value.kind} onChange={choose} />
      <Details {...props} />
      {'bulk' in value ? (
        <Checkbox
          label="Também por importação e transferência em massa"
          checked={value.bulk}
          onChange={({ currentTarget: { checked: bulk } }) => onChange({ ...value, bulk })}
        />
      ) : null}
      <Text size="sm" c="dimmed">
        {triggerHelp(value)}
      </Text>
    </Stack>
  )
}
