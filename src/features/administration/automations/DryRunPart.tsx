/** What an automation would have done over the last 30 days, asked anew for each change of it. docs/rules.md#automations */
import { Alert, Anchor, Button, Group, List, Loader, Text } from '@mantine/core'
import '@mantine/core/styles/List.layer.css'
import { useDebouncedValue } from '@mantine/hooks'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { type DryRun, dryRunRoute } from '../../../contract/administration/automations.ts'
import { useAnswer } from '../../../device/useAnswer.ts'
import { type Definition, definitionSchema, MOST_AN_HOUR } from '../../../domain/automations/definition.ts'
import type { SessionUser } from '../../../domain/session/session-user.ts'
import { counted } from '../../../domain/text/counted.ts'
import { formatDateTime } from '../../../domain/time/sao-paulo.ts'
import lines from '../../../ui/LineLink.module.css'

/** Typing asks once. */
const PAUSE_MS = 500
const FIRST = 5

/** Returns 'Teria agido 41 vezes nos últimos 30 dias, em 38 leads.' */
export function dryRunWords({ times, leads, is_whole: isWhole }: DryRun): string {
  if (times === 0) return 'Não teria agido nos últimos 30 dias.'
  const atLeast = isWhole ? '' : 'ao menos '
  return `Teria agido ${atLeast}${counted(times, 'vez', 'vezes')} nos últimos 30 dias, em ${counted(leads, 'lead', 'leads')}.`
}

interface DryRunPartProps {
  readonly user: SessionUser
  readonly definition: Pick<Definition, 'trigger' | 'conditions'>
}

export function DryRunPart({ user, definition }: DryRunPartProps) {
  const { trigger, conditions } = definition
  const [asked] = useDebouncedValue(JSON.stringify({ trigger, conditions }), PAUSE_MS)
  const [all, setAll] = useState(false)
  const body = definitionSchema.pick({ trigger: true, conditions: true }).safeParse(JSON.parse(asked)).data
  const answer = useAnswer(user.id, dryRunRoute, body === undefined ? null : { body }, {
    what: 'experimentar a automação',
    keeps: false,
  })
  const found = answer.value
  if (body === undefined)
    return (
      <Text size="sm" c="dimmed">
        Preencha os campos para ver quantas vezes ela teria agido.
      </Text>
    )
  if (answer.problem !== null)
    return (
      <Alert color="red" role="alert">
        {answer.problem.words}
      </Alert>
    )
  if (found === undefined)
    return (
      <Group gap="xs" role="status">
        <Loader size="xs" aria-hidden />
        <Text size="sm">Experimentando nos últimos 30 dias…</Text>
      </Group>
    )
  const shown = all ? found.data : found.data.slice(0, FIRST)
  return (
    <div>
      <Text fw={600} role="status">
        {dryRunWords(found)}
      </Text>
      {found.times > MOST_AN_HOUR * 5 ? (
        <Text size="sm" c="dimmed">
          É muito: confira as condições. Com mais de {MOST_AN_HOUR} ações em uma hora ela se pausa sozinha.
        </Text>
      ) : null}
      <List size="sm" mt="xs" listStyleType="none" spacing={4} aria-label="Leads em que teria agido">
        {shown.map(({ lead_id: id, at }) => (
          <List.Item key={`${id} ${at}`}>
            <Anchor
              size="sm"
              underline="always"
              className={lines.link}
              renderRoot={(props) => (
                <Link to="/" search={{ lead: id }} target="_blank" rel="noopener" {...props} />
              )}
            >
              Lead {id}
            </Anchor>
            , {formatDateTime(at)}
          </List.Item>
        ))}
      </List>
      {shown.length < found.data.length ? (
        <Button mt="xs" size="xs" variant="default" onClick={() => setAll(true)}>
          Ver os {found.data.length} últimos
        </Button>
      ) : null}
    </div>
  )
}
