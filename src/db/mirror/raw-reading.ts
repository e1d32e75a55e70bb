/**
 * Reads single records without Dexie, whose code is still loading then. It creates and upgrades nothing: a database
 * that is missing is left to Dexie. What opens sealed records is loaded on a protected device alone, where src/begin.ts has
 * asked for it already.
 */
import { keepPageStores } from '../access/page-stores.ts'
import { follow } from '../access/presence.ts'
import type { DeviceSession, SealedSession } from '../schema/records.ts'
import { anyHeldKeys, keysToOpen } from '../sealing/held-keys.ts'
import type { StoreKeys } from '../sealing/keys.ts'
import { mirrorName } from '../sealing/mirror-name.ts'
import { answered, present } from './raw-database.ts'

const sealedReading = () => import('./sealed-reading.ts')

/** What the first screen may need of a mirror. Each value is as it was stored: its own module checks it. */
export interface RawRecords {
  /** Values of `meta` records by name. */
  readonly meta: ReadonlyMap<string, unknown>
  /** Values of board blocks by name. */
  readonly blocks: ReadonlyMap<string, unknown>
  /** The number of the journal's last entry, or null when it is empty. */
  readonly lastEntry: number | null
}

/**
 * Runs `read` in one transaction, and closes the database. A page that is suspended meanwhile aborts and closes both
 * (page-stores.ts): the reading rejects.
 */
async function reading<Value>(
  name: string,
  stores: readonly string[],
  read: (transaction: IDBTransaction) => Promise<Value>,
): Promise<Value | null> {
  const db = await present(name)
  if (db === null) return null
  const close = () => db.close()
  db.onversionchange = close
  const forget = keepPageStores({ close, open: async () => undefined, reread: () => undefined })
  try {
    const transaction = db.transaction([...stores])
    follow(transaction)
    return await read(transaction)
  } finally {
    forget()
    close()
  }
}

/** Returns the session of this device, or null when no user is signed in, or none is unlocked in this thread. */
export async function rawSession(): Promise<DeviceSession | null> {
  const keys = anyHeldKeys()
  if (keys === null) return found<DeviceSession>('session', 'current')
  const sealed = await found<SealedSession>('sealed', keys.userId)
  if (sealed === null) return null
  return (await sealedReading()).openedSession(keys, sealed)
}

async function found<Session>(store: string, key: IDBValidKey): Promise<Session | null> {
  const stored = await reading('farol-device', [store], (transaction) =>
    answered<Session | undefined>(transaction.objectStore(store).get(key)),
  )
  return stored ?? null
}

/** A row as it is stored, or undefined. */
type Row = object | undefined

/** Returns the records of this user's mirror, or null when it does not exist. Rejects when the store fails. */
export async function rawRecords(
  userId: number,
  names: { readonly meta: readonly string[]; readonly blocks: readonly string[] },
): Promise<RawRecords | null> {
  const keys = keysToOpen(userId)
  const tables = ['meta', 'blocks', 'journal']
  const rows = await reading(mirrorName(userId, keys !== null), tables, async (transaction) => {
    const table = (name: string) => transaction.objectStore(name)
    const all = (store: 'meta' | 'blocks') =>
      Promise.all(names[store].map((key) => answered<Row>(table(store).get(key))))
    const [meta, blocks, last] = await Promise.all([
      all('meta'),
      all('blocks'),
      answered(table('journal').openKeyCursor(null, 'prev')),
    ])
    return { meta, blocks, lastEntry: typeof last?.key === 'number' ? last.key : null }
  })
  if (rows === null) return null
  const [meta, blocks] = await Promise.all([
    valuesOf(rows.meta, names.meta, (row) => opened(keys, 'meta', row, 'value')),
    valuesOf(rows.blocks, names.blocks, (row) => opened(keys, 'blocks', row, 'bytes')),
  ])
  return { meta, blocks, lastEntry: rows.lastEntry }
}

/** A queue as it is stored: of a protected device with its clear columns alone to be read. */
export interface RawQueue {
  readonly records: readonly object[]
  /** The value of the `meta` record of that name, or undefined. */
  readonly meta: unknown
}

/** Returns the queue of a database of any user, locked or not, or null when it does not exist. Rejects when the store fails. */
export const rawQueue = (database: string, name: string): Promise<RawQueue | null> =>
  reading(database, ['outbox', 'meta'], async (transaction) => {
    const [records, meta] = await Promise.all([
      answered<object[]>(transaction.objectStore('outbox').getAll()),
      answered<Row>(transaction.objectStore('meta').get(name)),
    ])
    return { records, meta: meta === undefined ? undefined : Reflect.get(meta, 'value') }
  })

async function valuesOf(
  rows: readonly Row[],
  names: readonly string[],
  read: (row: object) => Promise<unknown>,
): Promise<ReadonlyMap<string, unknown>> {
  const values = await Promise.all(rows.map(async (row) => (row === undefined ? undefined : read(row))))
  return new Map(names.flatMap((name, place) => (rows[place] === undefined ? [] : [[name, values[place]]])))
}

async function opened(keys: StoreKeys | null, table: string, row: object, field: string): Promise<unknown> {
  return keys === null
    ? Reflect.get(row, field)
    : (await sealedReading()).openedValue(keys, table, row, field)
}
