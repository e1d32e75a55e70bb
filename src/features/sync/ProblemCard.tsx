/** A command that the server did not take: why, who has the lead, both values, what to do; and the work that came after. */
import { Alert, Button, Group, Paper, Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconRefresh, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { openMirror } from '../../db/mirror.ts'
import type { OutboxRecord } from '../../db/schema.ts'
import { discardCommand, discardLead, resolveConflict, retryCommand } from '../../db/settle.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { ConflictSides } from './ConflictSides.tsx'
import { DISCARD_WARNING, decide } from './decide.ts'
import type { Names } from './field-words.ts'
import { QueueLine, subjectWords } from './QueueLine.tsx'

interface ProblemCardProps {
  readonly userId: number
  readonly problem: OutboxRecord
  readonly later: readonly OutboxRecord[]
  readonly names: Names
}

type Discarding = 'one' | 'all'

export function ProblemCard({ userId, problem, later, names }: ProblemCardProps) {
  const [discarding, setDiscarding] = useState<Discarding | null>(null)
  const db = openMirror(userId)
  const { key } = problem
  const fields = problem.problem?.fields ?? []
  const holder = problem.problem?.holder ?? null

  const discard = () => {
    const all = discarding === 'all'
    setDiscarding(null)
    void decide(() => (all ? discardLead(db, key) : discardCommand(db, key)))
  }

  return (
    <Paper withBorder p="md" component="article" aria-label={subjectWords(problem)}>
      <Stack gap="sm">
        <Text fw={600} size="lg" component="h3">
          {subjectWords(problem)}
        </Text>
        <QueueLine record={problem} names={names} />
        <Alert color={problem.state === 'conflict' ? 'orange' : 'red'} icon={<IconAlertTriangle />}>
          <ProblemWords problem={problem} />
          {holder === null ? null : (
            <Text mt={4}>
              O lead está com <strong>{holder.name}</strong>.
            </Text>
          )}
        </Alert>
        {fields.length > 0 ? <ConflictSides fields={fields} names={names} /> : null}
        {fields.length > 0 ? (
          <Group gap="xs">
            <Button onClick={() => void decide(() => resolveConflict(db, key, 'mine'))}>
              Manter o meu valor
            </Button>
            <Button variant="default" onClick={() => void decide(() => resolveConflict(db, key, 'theirs'))}>
              Ficar com o valor atual
            </Button>
          </Group>
        ) : (
          <Group gap="xs">
            <Button
              variant="default"
              leftSection={<IconRefresh size={16} />}
              onClick={() => void decide(() => retryCommand(db, key))}
            >
              Tentar de novo
            </Button>
            <Button
              variant="subtle"
              color="red"
              leftSection={<IconTrash size={16} />}
              onClick={() => setDiscarding('one')}
            >
              Descartar
            </Button>
          </Group>
        )}
        {later.length > 0 ? (
          <Stack gap="sm">
            <Text size="sm" c="dimmed">
              Feito depois neste lead e guardado até você decidir:
            </Text>
            {later.map((record) => (
              <QueueLine key={record.key} record={record} names={names} />
            ))}
            <Group>
              <Button variant="subtle" color="red" onClick={() => setDiscarding('all')}>
                Descartar tudo deste lead
              </Button>
            </Group>
          </Stack>
        ) : null}
      </Stack>
      <ConfirmDialog
        opened={discarding !== null}
        title={discarding === 'all' ? 'Descartar tudo deste lead?' : 'Descartar esta alteração?'}
        confirm="Descartar"
        danger
        onConfirm={discard}
        onClose={() => setDiscarding(null)}
      >
        {DISCARD_WARNING}
      </ConfirmDialog>
    </Paper>
  )
}

/** The server's sentence, and those of its fields. */
function ProblemWords({ problem }: { problem: OutboxRecord }) {
  const message = problem.problem?.message ?? 'O servidor não aceitou esta alteração.'
  const others = Object.values(problem.problem?.errors ?? {})
    .flat()
    .filter((sentence) => sentence !== message)
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
