/** What a user's store has on the disk, without the layer that opens it. */
import { heldKeys } from '../../../src/db/sealing/held-keys.ts'
import { nameOf } from './mirror-of.ts'

const asked = <Value>(request: IDBRequest<Value>) =>
  new Promise<Value>((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })

/** Bytes as the letters that they would be, so that a text in them is found. */
const readable = (_key: string, value: unknown): unknown =>
  value instanceof Uint8Array ? new TextDecoder('latin1').decode(value) : value

/** Whether the suite's stores are those of a protected device. */
export const isSealed = (userId: number): boolean => heldKeys(userId) !== null

/** Every record of every table, in one text. */
export async function rawText(userId: number): Promise<string> {
  const db = await asked(indexedDB.open(nameOf(userId)))
  const tables = [...db.objectStoreNames]
  const transaction = db.transaction(tables)
  const all = await Promise.all(tables.map((table) => asked(transaction.objectStore(table).getAll())))
  db.close()
  return JSON.stringify(all, readable)
}
