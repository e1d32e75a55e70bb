/**
 * Above a lead's form or view, or where the lead was before another user got it: a command that the server refused,
 * what was typed, and the decision. Without problems nothing is shown.
 */

import { useLiveQuery } from 'dexie-react-hooks'
import { openMirror } from '../../db/open.ts'
import { wholeQueue } from '../../db/outbox/queue-order.ts'
import type { OutboxRecord } from '../../db/schema/records.ts'
import { useCatalogues } from '../../device/useCatalogues.ts'
import { useDiscarding } from '../../device/useDiscarding.tsx'
import { NO_NAMES } from '../../domain/lead/field-words.ts'
import { useEntryFocus } from '../../ui/useEntryFocus.ts'
import { ProblemCard } from './ProblemCard.tsx'
import { ProblemInSight } from './ProblemInSight.tsx'
import { entryOf } from './QueueLine.tsx'
import { queueGroups } from './queue-groups.ts'

/** A lead by its uid, or by its number where the device has no longer its row. */
export type SubjectLead = { readonly uid: string } | { readonly id: number }

interface LeadProblemsProps {
  readonly userId: number
  readonly lead: SubjectLead
  readonly onCorrect: (key: string) => void
}

const SIGHT = {
  conflict: { kind: 'conflict', words: 'Uma alteração deste lead está em conflito.' },
  rejected: { kind: 'rejected', words: 'O servidor não aceitou uma alteração deste lead.' },
} as const

const NO_RECORDS: readonly OutboxRecord[] = []

export function LeadProblems({ userId, lead, onCorrect }: LeadProblemsProps) {
  const records = useLiveQuery(async () => wholeQueue(openMirror(userId)), [userId], NO_RECORDS)
  const names = useCatalogues(userId) ?? NO_NAMES
  const focus = useEntryFocus()
  const discarding = useDiscarding(userId, { onConfirmed: (record) => focus.leave(entryOf(record)) })
  const group = queueGroups(records).find(({ entityUid, problem: refused }) =>
    'uid' in lead ? entityUid === lead.uid : refused?.subject.leadId === lead.id,
  )
  const problem = group?.problem ?? null
  return (
    // No box of its own: the line of ProblemInSight is sticky within the whole dialog.
    <div data-entries style={{ display: 'contents' }}>
      {group === undefined || problem === null ? null : (
        <ProblemInSight key={problem.key} {...SIGHT[problem.state === 'conflict' ? 'conflict' : 'rejected']}>
          <ProblemCard
            userId={userId}
            problem={problem}
            together={group.together}
            later={group.others}
            names={names}
            onDiscard={discarding.ask}
            onDecide={() => focus.leave(entryOf(problem))}
            onCorrect={onCorrect}
          />
        </ProblemInSight>
      )}
      {discarding.dialog}
    </div>
  )
}
