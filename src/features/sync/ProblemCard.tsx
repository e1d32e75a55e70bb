/**
 * A command that the server refused: what was typed, reason, holder of the lead, both values, decision, and the later
 * commands.
 */
import { Alert, Button, Group, Paper, Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconPencil, IconRefresh, IconTrash } from '@tabler/icons-react'
import { openMirror } from '../../db/open.ts'
import { isAuthors } from '../../db/outbox/anew.ts'
import { retryCommand } from '../../db/outbox/resolve-outbox.ts'
import type { OutboxRecord } from '../../db/schema/records.ts'
import { decide } from '../../device/decide.ts'
import { useCorrectedNow } from '../../device/useCorrectedNow.ts'
import type { Discarding } from '../../device/useDiscarding.tsx'
import { ownConflictWords } from '../../domain/lead/conflict-words.ts'
import type { Names } from '../../domain/lead/field-words.ts'
import { ConflictDecision } from './ConflictDecision.tsx'
import { CopyCommands } from './CopyCommands.tsx'
import { entryOf, QueueLine, subjectWords } from './QueueLine.tsx'

interface ProblemCardProps {
  readonly userId: number
  readonly problem: OutboxRecord
  /** Of its group. */
  readonly together: readonly OutboxRecord[]
  readonly later: readonly OutboxRecord[]
  readonly names: Names
  readonly onDiscard: Discarding['ask']
  /** Called after a decision that removes the card, while the card still exists. */
  readonly onDecide: () => void
  /** Opens a refused save in the form again. Absent where there is no form for it. */
  readonly onCorrect?: ((key: string) => void) | undefined
}

/** Commands of a form: the user can correct the values and send them again. */
const FORM_COMMANDS: readonly string[] = [
  'lead.update',
  'lead.finish',
  'lead.create',
  'indication.create',
  'indication.external',
]

export function ProblemCard(props: ProblemCardProps) {
  const { userId, problem, together, later, names, onDiscard, onDecide, onCorrect } = props
  const db = openMirror(userId)
  const { key } = problem
  const fields = problem.problem?.fields ?? []
  const holder = problem.problem?.holder ?? null
  const retry = () => {
    onDecide()
    void decide(() => retryCommand(db, key))
  }

  return (
    <Paper
      withBorder
      p="md"
      component="article"
      aria-label={subjectWords(problem)}
      data-entry={entryOf(problem)}
      tabIndex={-1}
    >
      <Stack gap="sm">
        <Text fw={640} size="lg" component="h3">
          {subjectWords(problem)}
        </Text>
        <QueueLine
          record={problem}
          names={names}
          shownElsewhere={new Set(fields.map(({ field }) => field))}
        />
        <Alert color={problem.state === 'conflict' ? 'orange' : 'red'} icon={<IconAlertTriangle />}>
          <ProblemWords userId={userId} problem={problem} />
          {holder === null ? null : (
            <Text mt={4}>
              O lead está com <strong>{holder.name}</strong>.
            </Text>
          )}
        </Alert>
        {fields.length > 0 ? (
          <ConflictDecision
            key={key}
            userId={userId}
            problem={problem}
            later={later}
            names={names}
            onDecide={onDecide}
          />
        ) : (
          <Group gap="xs">
            {onCorrect !== undefined && FORM_COMMANDS.includes(problem.command) && !isAuthors(problem) ? (
              <Button leftSection={<IconPencil size={16} />} onClick={() => onCorrect(key)}>
                Corrigir e enviar de novo
              </Button>
            ) : null}
            <Button variant="default" leftSection={<IconRefresh size={16} />} onClick={retry}>
              {problem.handed === undefined || isAuthors(problem) ? 'Tentar de novo' : 'Enviar como meu'}
            </Button>
            <Button
              variant="subtle"
              color="red"
              leftSection={<IconTrash size={16} />}
              onClick={() => onDiscard(problem, 'one')}
            >
              Descartar alteração
            </Button>
          </Group>
        )}
        {together.length > 0 ? (
          <Stack gap="sm">
            <Text size="sm" c="dimmed">
              Feito junto, tudo ou nada:
            </Text>
            {together.map((record) => (
              <QueueLine key={record.key} record={record} names={names} />
            ))}
          </Stack>
        ) : null}
        {later.length > 0 ? (
          <Stack gap="sm">
            <Text size="sm" c="dimmed">
              Feito depois neste lead e guardado até você decidir:
            </Text>
            {later.map((record) => (
              <QueueLine key={record.key} record={record} names={names} />
            ))}
          </Stack>
        ) : null}
        <Group gap="xs">
          <CopyCommands records={[problem, ...together, ...later]} names={names} />
          {later.length > 0 ? (
            <Button variant="subtle" color="red" onClick={() => onDiscard(problem, 'lead')}>
              Descartar tudo deste lead
            </Button>
          ) : null}
        </Group>
      </Stack>
    </Paper>
  )
}

/** The server's message, with both times if the user made both changes, and the field messages that it lacks. */
function ProblemWords({ userId, problem }: Pick<ProblemCardProps, 'userId' | 'problem'>) {
  const nowMs = useCorrectedNow(userId)
  const changes = problem.problem?.fields.map(({ last }) => last) ?? []
  const own = ownConflictWords(changes, { hereAt: problem.occurredAt, nowMs })
  const message = own ?? problem.problem?.message ?? 'O servidor não aceitou esta alteração.'
  const others = Object.values(problem.problem?.errors ?? {})
    .flat()
    .filter((sentence) => !message.includes(sentence))
  return (
    <>
      <Text>{message}</Text>
      {others.map((sentence) => (
        <Text key={sentence} size="sm">
          {sentence}
        </Text>
      ))}
    </>
  )
}
