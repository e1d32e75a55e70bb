/**
 * Reads single records without Dexie, whose code is still loading then. It creates and upgrades nothing: a database
 * that is missing is left to Dexie.
 */
import { keepPageStores } from '../access/page-stores.ts'
import { follow } from '../access/presence.ts'
import type { DeviceSession, SealedSession } from '../schema/records.ts'
import { anyHeldKeys } from '../sealing/held-keys.ts'
import { openedSession } from './sealed-session.ts'

/** What the first screen may need of a mirror. Each value is as it was stored: its own module checks it. */
export interface RawRecords {
  /** Values of `meta` records by name. */
  readonly meta: ReadonlyMap<string, unknown>
  /** Values of board blocks by name. */
  readonly blocks: ReadonlyMap<string, unknown>
  /** The number of the journal's last entry, or null when it is empty. */
  readonly lastEntry: number | null
}

const answered = <Value>(request: IDBRequest<Value>): Promise<Value> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error('IndexedDB gave no reason.'))
  })

/** Opens a database in the version that it has. Returns null when it does not exist. */
async function present(name: string): Promise<IDBDatabase | null> {
  const opening = indexedDB.open(name)
  let isMissing = false
  opening.onupgradeneeded = () => {
    isMissing = true
    opening.transaction?.abort()
  }
  try {
    return await answered(opening)
  } catch (error) {
    if (isMissing) return null
    throw error
  }
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

/** Returns the session of this device, or null when nobody is signed in, or nobody is unlocked in this thread. */
export async function rawSession(): Promise<DeviceSession | null> {
  const keys = anyHeldKeys()
  if (keys === null) return found<DeviceSession>('session', 'current')
  const sealed = await found<SealedSession>('sealed', keys.userId)
  return sealed === null ? null : openedSession(keys, sealed)
}

async function found<Session>(store: string, key: IDBValidKey): Promise<Session | null> {
  const stored = await reading('farol-device', [store], (transaction) =>
    answered<Session | undefined>(transaction.objectStore(store).get(key)),
  )
  return stored ?? null
}

/** Returns the records of this user's mirror, or null when it does not exist. Rejects when the store fails. */
export function rawRecords(
  userId: number,
  names: { readonly meta: readonly string[]; readonly blocks: readonly string[] },
): Promise<RawRecords | null> {
  return reading(`farol-${userId}`, ['meta', 'blocks', 'journal'], async (transaction) => {
    const table = (name: string) => transaction.objectStore(name)
    const all = async (keys: readonly string[], store: string, field: string) => {
      const rows = await Promise.all(keys.map((key) => answered<object | undefined>(table(store).get(key))))
      return new Map(
        rows.flatMap((row, place) =>
          row === undefined ? [] : [[keys[place] ?? '', Reflect.get(row, field)]],
        ),
      )
    }
    const [meta, blocks, last] = await Promise.all([
      all(names.meta, 'meta', 'value'),
      all(names.blocks, 'blocks', 'bytes'),
      answered(table('journal').openKeyCursor(null, 'prev')),
    ])
    return { meta, blocks, lastEntry: typeof last?.key === 'number' ? last.key : null }
  })
}
