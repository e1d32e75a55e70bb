/**
 * Places in the queue of commands that this page gave up. A command that left the queue was accepted, or it is one of these.
 * docs/rules.md#waiting-changes
 */
import type { OutboxRecord } from '../schema/records.ts'

const places = new Set<string>()
const placeOf = (userId: number, seq: number) => `${userId} ${seq}`

export function noteGivenUp(userId: number, records: readonly Pick<OutboxRecord, 'seq'>[]): void {
  for (const { seq } of records) if (seq !== undefined) places.add(placeOf(userId, seq))
}

export const isGivenUp = (userId: number, { seq }: Pick<OutboxRecord, 'seq'>): boolean =>
  seq !== undefined && places.has(placeOf(userId, seq))
