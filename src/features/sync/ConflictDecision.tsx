/** The user's decision about fields that somebody else changed too: for all at once, or field by field. */
import { Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { openMirror } from '../../db/mirror/mirror.ts'
import type { OutboxRecord } from '../../db/mirror/schema.ts'
import { canDropFields, resolveConflict } from '../../db/outbox/resolve-outbox.ts'
import { decide } from '../../device/decide.ts'
import type { Names } from '../../domain/lead/field-words.ts'
import { ConflictSides, type Side } from './ConflictSides.tsx'

interface ConflictDecisionProps {
  readonly userId: number
  readonly problem: OutboxRecord
  readonly names: Names
  /** Called just before the decision is executed. */
  readonly onDecide: () => void
}

export function ConflictDecision({ userId, problem, names, onDecide }: ConflictDecisionProps) {
  const [sides, setSides] = useState<ReadonlyMap<string, Side>>(new Map())
  const fields = problem.problem?.fields ?? []
  const resolve = (decision: Parameters<typeof resolveConflict>[2]) => {
    onDecide()
    void decide(() => resolveConflict(openMirror(userId), problem.key, decision))
  }
  if (fields.length === 1)
    return (
      <>
        <ConflictSides fields={fields} names={names} />
        <Group gap="xs">
          <Button onClick={() => resolve('mine')}>Manter o meu valor</Button>
          <Button variant="default" onClick={() => resolve('theirs')}>
            Ficar com o valor atual
          </Button>
        </Group>
      </>
    )

  const theirs = fields.map(({ field }) => field).filter((field) => sides.get(field) === 'theirs')
  const decided = fields.every(({ field }) => sides.has(field))
  const together = theirs.length > 0 && theirs.length < fields.length && !canDropFields(problem, theirs)
  const all = (side: Side) => setSides(new Map(fields.map(({ field }) => [field, side])))
  const confirm = () => {
    if (theirs.length === fields.length) resolve('theirs')
    else resolve(theirs.length === 0 ? 'mine' : { theirs })
  }
  return (
    <Stack gap="sm">
      <ConflictSides
        fields={fields}
        names={names}
        choice={{ sides, choose: (field, side) => setSides((known) => new Map(known).set(field, side)) }}
      />
      {together ? (
        <Text size="sm" role="status">
          Um destes campos só muda junto com outro: escolha o mesmo lado para os dois.
        </Text>
      ) : null}
      <Group gap="xs">
        <Button disabled={!decided || together} onClick={confirm}>
          Confirmar escolhas
        </Button>
        <Button variant="default" onClick={() => all('mine')}>
          Todos os meus
        </Button>
        <Button variant="default" onClick={() => all('theirs')}>
          Todos os atuais
        </Button>
      </Group>
    </Stack>
  )
}
