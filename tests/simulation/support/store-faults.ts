/** Faults of a tab's IndexedDB: the tab dies between any two operations, or the disk is full. */
import Dexie, { type DBCore, type DBCoreTable, type DBCoreTransaction, type Middleware } from 'dexie'
import { WRITER } from '../../../src/db/access/writer.ts'
import type { MetaRecord } from '../../../src/db/schema/records.ts'

/** Shared by the tabs of a tablet. */
export interface Disk {
  full: boolean
  /** Number of writes that a full disk still accepts, so that it can fill up within a transaction. */
  room: number
}

export class StoreFaults {
  readonly #disk: Disk
  readonly #hasScreen: boolean
  dead = false
  /** Operations until the tab dies; negative: it does not die. */
  dieIn = -1
  /** Number of open transactions. */
  busy = 0
  /** True while the test reads; no fault occurs then. */
  looking = false

  constructor(disk: Disk, hasScreen: boolean) {
    this.#disk = disk
    this.#hasScreen = hasScreen
  }

  check(writes: boolean): Error | null {
    if (this.looking) return null
    // A screen reads at moments that a seed does not repeat, so beside one only writes count.
    const counts = writes || !this.#hasScreen
    if (!this.dead && counts && this.dieIn >= 0 && this.dieIn-- === 0) this.dead = true
    if (this.dead) return new Error('the tab is dead')
    if (!this.#disk.full || !writes || this.#disk.room-- > 0) return null
    return new DOMException('no space', 'QuotaExceededError')
  }
}

/** Stored names of the tables whose rows have versions. */
const VERSIONED = ['leads', 'bases', 'clients', 'clientBases']

/** Called with the rows written to a versioned table, after their transaction has committed. */
/** `cleared`: the table was emptied, as by a revoked session. */
export type RowsWritten = (table: string, rows: readonly unknown[] | 'cleared') => void

function whenEnded(transaction: DBCoreTransaction, ended: (committed: boolean) => void): void {
  if (!('addEventListener' in transaction) || typeof transaction.addEventListener !== 'function')
    throw new Error('expected a transaction of IndexedDB')
  transaction.addEventListener('complete', () => ended(true))
  transaction.addEventListener('abort', () => ended(false))
}

/** Returns the middleware with the faults. It is below the product's middlewares, so their operations can fail too. */
export function faulty(faults: StoreFaults): Middleware<DBCore> {
  // No async functions here: Dexie counts native promises to follow a transaction and would count these too.
  const guard = <Answer>(writes: boolean, act: () => Promise<Answer>): Promise<Answer> => {
    const error = faults.check(writes)
    return error === null ? act() : Dexie.Promise.reject(error)
  }
  const tableOf = (table: DBCoreTable): DBCoreTable => ({
    ...table,
    get: (request) => guard(false, () => table.get(request)),
    getMany: (request) => guard(false, () => table.getMany(request)),
    query: (request) => guard(false, () => table.query(request)),
    openCursor: (request) => guard(false, () => table.openCursor(request)),
    count: (request) => guard(false, () => table.count(request)),
    mutate: (request) => guard(request.type === 'put' || request.type === 'add', () => table.mutate(request)),
  })
  return {
    stack: 'dbcore',
    name: 'faults',
    level: -3,
    create: (core: DBCore): DBCore => ({
      ...core,
      transaction: (stores, mode, options) => {
        const transaction = core.transaction(stores, mode, options)
        faults.busy += 1
        whenEnded(transaction, () => {
          faults.busy -= 1
        })
        return transaction
      },
      table: (name) => tableOf(core.table(name)),
    }),
  }
}

/** The range of `clear`, which deletes every key. */
const ANY_KEY = 3

/** Returns the middleware that reports written rows. It is above the product's middlewares and sees staged rows too. */
export function watched(onRows: RowsWritten): Middleware<DBCore> {
  const written = new WeakMap<DBCoreTransaction, (() => void)[]>()
  const tableOf = (table: DBCoreTable): DBCoreTable => ({
    ...table,
    mutate: (request) =>
      table.mutate(request).then((answer) => {
        if (request.type === 'put' || request.type === 'add')
          written.get(request.trans)?.push(() => onRows(table.name, request.values))
        else if (request.type === 'deleteRange' && request.range.type === ANY_KEY)
          written.get(request.trans)?.push(() => onRows(table.name, 'cleared'))
        return answer
      }),
  })
  return {
    stack: 'dbcore',
    name: 'watched',
    create: (core: DBCore): DBCore => ({
      ...core,
      transaction: (stores, mode, options) => {
        const transaction = core.transaction(stores, mode, options)
        const reports: (() => void)[] = []
        written.set(transaction, reports)
        whenEnded(transaction, (committed) => {
          if (committed) for (const report of reports) report()
        })
        return transaction
      },
      table: (name) => (VERSIONED.includes(name) ? tableOf(core.table(name)) : core.table(name)),
    }),
  }
}

/** The lock of a device and the name in its fence, as one thread sees them. */
export interface Turn {
  readonly holdsLock: () => boolean
  /** Whether this thread was the last one that wrote its name into the fence. */
  readonly isLastWriter: () => boolean
  readonly claimed: () => void
}

/**
 * Returns the middleware that reports each committed write of an engine that neither holds the lock nor is the last one
 * in the fence. A thief that cannot store its name on a full disk writes nothing else, so the robbed engine may.
 */
export function ofTheWriter(turn: Turn, onTrespass: (table: string) => void): Middleware<DBCore> {
  const watched = new WeakSet<DBCoreTransaction>()
  return {
    stack: 'dbcore',
    name: 'of the writer',
    level: -5,
    create: (core: DBCore): DBCore => ({
      ...core,
      table: (name) => {
        const table = core.table(name)
        return {
          ...table,
          mutate: (request) => {
            const claims = name === 'meta' && request.type === 'put' && request.values.some(isClaim)
            if (!watched.has(request.trans)) {
              watched.add(request.trans)
              whenEnded(request.trans, (committed) => {
                if (!committed) return
                if (!turn.holdsLock() && (claims || !turn.isLastWriter())) onTrespass(name)
                if (claims) turn.claimed()
              })
            }
            return table.mutate(request)
          },
        }
      },
    }),
  }
}

const isClaim = (row: MetaRecord) => row.name === WRITER
