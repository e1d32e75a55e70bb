/** Which transactions read clear columns alone at the moment: columns.ts, and the layer that opens records. */
import type { DBCoreTransaction } from 'dexie'

/** How many readings of columns run in a transaction. */
const columnReadings = new WeakMap<DBCoreTransaction, number>()

export const readsColumns = (trans: DBCoreTransaction): boolean => (columnReadings.get(trans) ?? 0) > 0

export function countReadings(trans: DBCoreTransaction, by: number): void {
  columnReadings.set(trans, (columnReadings.get(trans) ?? 0) + by)
}
