/** The queue by lead: what waits for the user first, what only waits for its turn after. */
import type { OutboxRecord } from '../../db/mirror/schema.ts'

export interface QueueGroup {
  readonly entityUid: string
  /** The entry that the user has to decide about; null when there is none. */
  readonly problem: OutboxRecord | null
  /** In the order of their making, without `problem`. */
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
