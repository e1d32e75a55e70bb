/** The user's decision about fields that were changed elsewhere too: for all at once, or field by field. */
import { Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { openMirror } from '../../db/open.ts'
import { canDropFields, resolveConflict } from '../../db/outbox/resolve-outbox.ts'
import type { OutboxRecord } from '../../db/schema/records.ts'
import { decide } from '../../device/decide.ts'
import { useCorrectedNow } from '../../device/useCorrectedNow.ts'
import { fieldsOfOnePerson } from '../../domain/client/identity-conflicts.ts'
import type { Names } from '../../domain/lead/field-words.ts'
import { bothTexts } from './both-texts.ts'
import { ConflictSides, type Side } from './ConflictSides.tsx'

interface ConflictDecisionProps {
  readonly userId: number
  readonly problem: OutboxRecord
  /** The later commands of the lead. */
  readonly later: readonly OutboxRecord[]
  readonly names: Names
  /** Called just before the decision is executed. */
  readonly onDecide: () => void
}

export function ConflictDecision({ userId, problem, later, names, onDecide }: ConflictDecisionProps) {
  const [sides, setSides] = useState<ReadonlyMap<string, Side>>(new Map())
  const nowMs = useCorrectedNow(userId)
  const fields = problem.problem?.fields ?? []
  const { offers, joined } = bothTexts(problem, { later, userName: names.users.get(userId)?.name })
  const shown = { fields, both: offers, names, hereAt: problem.occurredAt, nowMs }
  const resolve = (decision: Parameters<typeof resolveConflict>[2]) => {
    onDecide()
    void decide(() => resolveConflict(openMirror(userId), problem.key, decision))
  }
  const [only] = fields
  if (only !== undefined && fields.length === 1)
    return (
      <>
        <ConflictSides {...shown} />
        {/* Of two values none is the better one. Of two texts nothing is lost by both. */}
        <Group gap="xs">
          {typeof offers.get(only.field) === 'string' ? (
            <Button onClick={() => resolve({ theirs: [], texts: joined([only.field]) })}>
              Manter os dois textos
            </Button>
          ) : null}
          <Button variant="default" onClick={() => resolve('mine')}>
            Manter o meu valor
          </Button>
          <Button variant="default" onClick={() => resolve('theirs')}>
            Ficar com o valor atual
          </Button>
        </Group>
      </>
    )

  // Nothing is written before 'Confirmar escolhas'.
  const sideOf = (field: string): Side | undefined =>
    sides.get(field) ?? (typeof offers.get(field) === 'string' ? 'both' : undefined)
  const chosen = (side: Side) => fields.map(({ field }) => field).filter((field) => sideOf(field) === side)
  const theirs = chosen('theirs')
  const both = chosen('both')
  const decided = fields.every(({ field }) => sideOf(field) !== undefined)
  const together = theirs.length > 0 && theirs.length < fields.length && !canDropFields(problem, theirs)
  const person = fieldsOfOnePerson(fields.map(({ field }) => field))
  const choose = (field: string, side: Side) => {
    const chosenWith = person.includes(field) ? person : [field]
    setSides((known) => new Map([...known, ...chosenWith.map((each) => [each, side] as const)]))
  }
  const all = (side: Side) => setSides(new Map(fields.map(({ field }) => [field, side])))
  const confirm = () => {
    if (theirs.length === fields.length) resolve('theirs')
    else if (both.length > 0) resolve({ theirs, texts: joined(both) })
    else resolve(theirs.length === 0 ? 'mine' : { theirs })
  }
  return (
    <Stack gap="sm">
      <ConflictSides {...shown} choice={{ sideOf, choose }} />
      {person.length > 0 ? <Text size="sm">Nome e documento são de uma pessoa só: mudam juntos.</Text> : null}
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
