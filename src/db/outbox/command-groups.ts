/** Command groups in the queue: they are sent, refused, sent again and discarded whole. docs/sync-protocol.md#groups */
import { unitsOf } from '../../commands/groups.ts'
import type { MirrorDb } from '../schema/mirror.ts'
import type { OutboxRecord } from '../schema/records.ts'
import { queueOf } from './lead-queue.ts'

type InGroup = Pick<OutboxRecord, 'group'>

export const isOfGroup = (one: InGroup, other: InGroup): boolean =>
  one.group !== undefined && one.group === other.group

/** Returns the commands of the record's group, itself among them, oldest first. They are about one lead. */
export async function wholeGroup(db: MirrorDb, record: OutboxRecord): Promise<OutboxRecord[]> {
  if (record.group === undefined) return [record]
  return (await queueOf(db, record.entityUid)).filter((other) => isOfGroup(record, other))
}

/** Returns as many of the first records as `size` allows without dividing a group, at least the first whole group. */
export function cutBetweenGroups<Item extends InGroup>(records: readonly Item[], size: number): Item[] {
  const cut: Item[] = []
  for (const unit of unitsOf(records)) {
    if (cut.length > 0 && cut.length + unit.length > size) break
    cut.push(...unit)
  }
  return cut
}

/** Whether the server carries all of them out in one transaction: a single command, or one group. */
export const isOneUnit = (records: readonly InGroup[]): boolean => unitsOf(records).length === 1
