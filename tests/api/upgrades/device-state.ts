/** A browser's IndexedDB as JSON, and back into any IndexedDB: the device of an earlier version, for the rehearsal. */
import { z } from 'zod'

const storeSchema = z.object({
  name: z.string(),
  keyPath: z.union([z.string(), z.array(z.string()), z.null()]),
  autoIncrement: z.boolean(),
  indexes: z.array(
    z.object({
      name: z.string(),
      keyPath: z.union([z.string(), z.array(z.string())]),
      unique: z.boolean(),
      multiEntry: z.boolean(),
    }),
  ),
  /** Keys are needed where the store has no key path. Bytes are objects `{ $bytes }`, in base64, maps `{ $map }`, their entries. */
  records: z.array(z.object({ key: z.unknown(), value: z.unknown() })),
})

export const deviceStateSchema = z.array(
  z.object({ name: z.string(), version: z.number(), stores: z.array(storeSchema) }),
)
export type DeviceState = z.infer<typeof deviceStateSchema>

const bytesSchema = z.strictObject({ $bytes: z.base64() })
const mapSchema = z.strictObject({ $map: z.array(z.tuple([z.unknown(), z.unknown()])) })

/** Bytes and maps again as they were stored. */
function revived(value: unknown): unknown {
  const bytes = bytesSchema.safeParse(value)
  if (bytes.success) return new Uint8Array(Buffer.from(bytes.data.$bytes, 'base64'))
  const map = mapSchema.safeParse(value)
  if (map.success) return new Map(map.data.$map.map(([key, part]) => [revived(key), revived(part)]))
  if (Array.isArray(value)) return value.map(revived)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, revived(part)]))
}

const ended = (transaction: IDBTransaction) =>
  new Promise<void>((resolve, reject) => {
    transaction.oncomplete = () => resolve()
    transaction.onabort = () => reject(transaction.error ?? new Error('aborted'))
  })

function opened(factory: IDBFactory, { name, version, stores }: DeviceState[number]): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = factory.open(name, version)
    request.onupgradeneeded = () => {
      for (const { name: store, keyPath, autoIncrement, indexes } of stores) {
        const made = request.result.createObjectStore(store, { keyPath, autoIncrement })
        for (const { name: index, keyPath: path, unique, multiEntry } of indexes)
          made.createIndex(index, path, { unique, multiEntry })
      }
    }
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error('open'))
  })
}

/** Makes the databases in an IndexedDB that has none of them. */
export async function putDevice(factory: IDBFactory, state: DeviceState): Promise<void> {
  for (const database of state) {
    const db = await opened(factory, database)
    const names = database.stores.map(({ name }) => name)
    const transaction = db.transaction(names, 'readwrite')
    for (const { name, keyPath, records } of database.stores)
      for (const { key, value } of records) {
        const store = transaction.objectStore(name)
        if (keyPath !== null) store.put(revived(value))
        else store.put(revived(value), z.union([z.string(), z.number()]).parse(key))
      }
    await ended(transaction)
    db.close()
  }
}
