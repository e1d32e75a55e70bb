/** 'Então': what an automation does, in its order. */
import { Button, Group, Paper, Select, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { ACTS, type Act, MOST_ACTS, NEW_ACTS } from '../../../domain/automations/definition.ts'
import { DEFINITION_NAMES as NAMES } from '../../../domain/automations/fields.ts'
import type { MessageTemplate } from '../../../domain/catalogue/catalogue.ts'
import { IdSelect } from '../../../ui/IdSelect.tsx'
import { WholeNumber } from './WholeNumber.tsx'

const KINDS = ACTS.map(({ kind, label }) => ({ value: kind, label }))
const TO = [
  { value: 'broker', label: 'O corretor do lead' },
  { value: 'managers', label: 'Os gerentes' },
]
const TEXTS = {
  notice: { label: 'O que dizer', most: 200 },
  schedule: { label: 'Para quê', most: 200 },
  note: { label: 'Nota', most: 500 },
} as const

interface ActFieldsProps {
  readonly value: Act
  readonly templates: readonly MessageTemplate[]
  readonly onChange: (value: Act) => void
  readonly errorOf: (field: string) => React.ReactNode
}

function Details({ value, templates, onChange, errorOf }: ActFieldsProps) {
  if (value.kind === 'notice')
    return (
      <Select
        label={NAMES['acts.to']}
        required
        data={TO}
        value={value.to}
        onChange={(to) => onChange({ ...value, to: to === 'managers' ? 'managers' : 'broker' })}
      />
    )
  if (value.kind === 'schedule')
    return (
      <Group grow align="flex-start" gap="sm">
        <WholeNumber
          label="Em quantos dias úteis"
          most={60}
          value={value.days}
          onChange={(days) => onChange({ ...value, days })}
          error={errorOf('days')}
        />
        <TextInput
          type="time"
          label={NAMES['acts.time']}
          required
          value={value.time}
          onChange={({ currentTarget: { value: time } }) => onChange({ ...value, time })}
          error={errorOf('time')}
        />
      </Group>
    )
  if (value.kind === 'whatsapp')
    return (
      <IdSelect
        label={NAMES['acts.template']}
        description="O corretor vê a sugestão no lead, e envia ou dispensa."
        required
        choices={templates.filter(({ active }) => active)}
        value={value.template === 0 ? null : value.template}
        onChange={(template) => onChange({ ...value, template: template ?? 0 })}
        error={errorOf('template')}
      />
    )
  return value.kind === 'webhook' ? (
    <Text size="sm" c="dimmed">
      Vai aos webhooks ligados que recebem ‘Automação agiu’.
    </Text>
  ) : null
}

function ActField({ value, templates, onChange, errorOf }: ActFieldsProps) {
  const choose = (chosen: string | null) => {
    const kind = ACTS.find((line) => line.kind === chosen)?.kind
    if (kind === undefined) return
    const next = NEW_ACTS[kind]
    onChange('text' in next && 'text' in value ? { ...next, text: value.text } : next)
  }
  return (
    <Stack gap="sm">
      <Select label={NAMES['acts.kind']} required data={KINDS} value={value.kind} onChange={choose} />
      <Details value={value} templates={templates} onChange={onChange} errorOf={errorOf} />
      {'text' in value ? (
        <Textarea
          label={TEXTS[value.kind].label}
          required
          autosize
          minRows={1}
          maxLength={TEXTS[value.kind].most}
          value={value.text}
          onChange={({ currentTarget: { value: text } }) => onChange({ ...value, text })}
          error={errorOf('text')}
        />
      ) : null}
    </Stack>
  )
}

interface ActListProps {
  readonly value: readonly Act[]
  readonly templates: readonly MessageTemplate[]
  readonly onChange: (value: Act[]) => void
  /** Of a field of the act at a place, or of the list as a whole. */
  readonly errorOf: (field: string) => React.ReactNode
}

export function ActList({ value, templates, onChange, errorOf }: ActListProps) {
  return (
    <Stack gap="sm">
      {value.map((act, place) => (
        // An act has no name of its own: its place is what it is known by.
        // oxlint-disable-next-line react/no-array-index-key
        <Paper key={place} withBorder p="sm" role="group" aria-label={`Ação ${place + 1}`}>
          <ActField
            value={act}
            templates={templates}
            onChange={(next) => onChange(value.map((one, other) => (other === place ? next : one)))}
            errorOf={(field) => errorOf(`${place}.${field}`)}
          />
          {value.length > 1 ? (
            <Button
              mt="sm"
              size="xs"
              variant="default"
              aria-label={`Tirar a ação ${place + 1}`}
              onClick={() => onChange(value.filter((_, other) => other !== place))}
            >
              Tirar
            </Button>
          ) : null}
        </Paper>
      ))}
      {value.length < MOST_ACTS ? (
        <Button
          variant="default"
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={() => onChange([...value, NEW_ACTS.notice])}
          style={{ alignSelf: 'flex-start' }}
        >
          Outra ação
        </Button>
      ) : null}
    </Stack>
  )
}
