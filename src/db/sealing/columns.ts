/** Reading the clear columns of sealed records alone. A store without keys finds whole records. */
import Dexie, { type DBCoreGetManyRequest } from 'dexie'
import { countReadings } from './column-readings.ts'

/**
 * Runs `read` inside the current transaction without opening rows: they have their clear columns alone. Nothing else
 * may be read in the transaction meanwhile. Without keys `read` finds whole records.
 */
export async function readColumns<Value>(read: () => PromiseLike<Value>): Promise<Value> {
  const transaction = Dexie.currentTransaction
  if (!transaction) throw new Error('Reading columns needs a running transaction.')
  const trans = transaction.idbtrans
  countReadings(trans, 1)
  try {
    return await read()
  } finally {
    countReadings(trans, -1)
  }
}

/** Asks a layer below for the clear columns of records alone. */
export interface ColumnsRequest extends DBCoreGetManyRequest {
  readonly columns: true
}
