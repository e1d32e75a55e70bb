/** The queue by lead: the command that needs a decision, and the others. */
import { isOfGroup } from '../../db/outbox/command-groups.ts'
import type { OutboxRecord } from '../../db/schema/records.ts'

export interface QueueGroup {
  readonly entityUid: string
  /** The command that the user must decide about. Null: none. */
  readonly problem: OutboxRecord | null
  /** Commands of the problem's group: they are sent again or discarded with it. */
  readonly together: readonly OutboxRecord[]
  /** In the order of their creation, without `problem` and `together`. */
  readonly others: readonly OutboxRecord[]
}

const needsDecision = ({ state }: OutboxRecord) => state === 'conflict' || state === 'rejected'

export function queueGroups(records: readonly OutboxRecord[]): QueueGroup[] {
  const byLead = Map.groupBy(records, (record) => record.entityUid)
  return [...byLead].map(([entityUid, entries]) => {
    const problem = entries.find(needsDecision) ?? null
    const rest = entries.filter((entry) => entry !== problem)
    const together = rest.filter((entry) => problem !== null && isOfGroup(problem, entry))
    return { entityUid, problem, together, others: rest.filter((entry) => !together.includes(entry)) }
  })
}
