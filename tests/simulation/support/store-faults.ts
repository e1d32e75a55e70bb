/** What the IndexedDB of a tab may do: die between any two steps, with everything in memory; find the disk full. */
import Dexie, { type DBCore, type DBCoreTable, type DBCoreTransaction, type Middleware } from 'dexie'

/** Shared by the tabs of a tablet. */
export interface Disk {
  full: boolean
  /** Writes that a full disk still takes: it is full in the middle of a transaction too. */
  room: number
}

export class StoreFaults {
  readonly #disk: Disk
  dead = false
  /** Steps until the tab dies; negative: it lives. */
  dieIn = -1
  /** Transactions and operations that have not ended. */
  busy = 0
  /** The test looks: nothing happens to it. */
  looking = false

  constructor(disk: Disk) {
    this.#disk = disk
  }

  check(writes: boolean): Error | null {
    if (this.looking) return null
    if (!this.dead && this.dieIn >= 0 && this.dieIn-- === 0) this.dead = true
    if (this.dead) return new Error('the tab is dead')
    if (!this.#disk.full || !writes || this.#disk.room-- > 0) return null
    return new DOMException('no space', 'QuotaExceededError')
  }
}

/** Tables whose rows have versions. */
const VERSIONED = ['leads', 'bases', 'clients', 'clientBases']

/** Told of each row that is written to one of them, once its transaction is done. */
export type RowsWritten = (table: string, rows: readonly unknown[]) => void

function whenEnded(transaction: DBCoreTransaction, ended: (committed: boolean) => void): void {
  if (!('addEventListener' in transaction) || typeof transaction.addEventListener !== 'function')
    throw new Error('not a transaction of IndexedDB')
  transaction.addEventListener('complete', () => ended(true))
  transaction.addEventListener('abort', () => ended(false))
}

/** Below the product's own layers: what they do to a row happens to a store that may refuse it. */
export function faulty(faults: StoreFaults): Middleware<DBCore> {
  // No async functions: Dexie follows a transaction by counting the promises of the language, and takes these for its caller's.
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

/** Above them: rows as the product writes them, staged or not. */
export function watched(onRows: RowsWritten): Middleware<DBCore> {
  const written = new WeakMap<DBCoreTransaction, (() => void)[]>()
  const tableOf = (table: DBCoreTable): DBCoreTable => ({
    ...table,
    mutate: (request) =>
      table.mutate(request).then((answer) => {
        if (request.type === 'put' || request.type === 'add')
          written.get(request.trans)?.push(() => onRows(table.name, request.values))
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
        const told: (() => void)[] = []
        written.set(transaction, told)
        whenEnded(transaction, (committed) => {
          if (committed) for (const tell of told) tell()
        })
        return transaction
      },
      table: (name) => (VERSIONED.includes(name) ? tableOf(core.table(name)) : core.table(name)),
    }),
  }
}

/** Told of each transaction that stored something for an engine which had no turn: one writer was promised. */
export function ofTheHolder(holds: () => boolean, onTrespass: (table: string) => void): Middleware<DBCore> {
  const watched = new WeakSet<DBCoreTransaction>()
  return {
    stack: 'dbcore',
    name: 'of the holder',
    level: -5,
    create: (core: DBCore): DBCore => ({
      ...core,
      table: (name) => {
        const table = core.table(name)
        return {
          ...table,
          mutate: (request) => {
            if (!watched.has(request.trans)) {
              watched.add(request.trans)
              whenEnded(request.trans, (committed) => {
                if (committed && !holds()) onTrespass(name)
              })
            }
            return table.mutate(request)
          },
        }
      },
    }),
  }
}
