/** The queue by lead: the command that needs a decision, and the others. */
import type { OutboxRecord } from '../../db/schema/records.ts'

export interface QueueGroup {
  readonly entityUid: string
  /** The command that the user must decide about. Null: none. */
  readonly problem: OutboxRecord | null
  /** In the order of their creation, without `problem`. */
  readonly others: readonly OutboxRecord[]
}

const needsDecision = ({ state }: OutboxRecord) => state === 'conflict' || state === 'rejected'

export function queueGroups(records: readonly OutboxRecord[]): QueueGroup[] {
  const byLead = Map.groupBy(records, (record) => record.entityUid)
  return [...byLead].map(([entityUid, entries]) => {
    const problem = entries.find(needsDecision) ?? null
    return { entityUid, problem, others: entries.filter((entry) => entry !== problem) }
  })
}
