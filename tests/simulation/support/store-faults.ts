/** What the IndexedDB of a tab may do: die between any two steps, with everything in memory; find the disk full. */
import Dexie, { type DBCore, type DBCoreTable, type DBCoreTransaction, type Middleware } from 'dexie'

/** Shared by the tabs of a tablet. */
export interface Disk {
  full: boolean
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
    return this.#disk.full && writes ? new DOMException('no space', 'QuotaExceededError') : null
  }
}

/** Told of each row that is written to the leads or their bases, once its transaction is done. */
export type RowsWritten = (table: 'leads' | 'bases', rows: readonly unknown[]) => void

function whenEnded(transaction: DBCoreTransaction, ended: (committed: boolean) => void): void {
  if (!('addEventListener' in transaction) || typeof transaction.addEventListener !== 'function')
    throw new Error('not a transaction of IndexedDB')
  transaction.addEventListener('complete', () => ended(true))
  transaction.addEventListener('abort', () => ended(false))
}

export function faulty(faults: StoreFaults, onRows: RowsWritten): Middleware<DBCore> {
  const written = new WeakMap<DBCoreTransaction, (() => void)[]>()
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
    mutate: (request) =>
      guard(request.type === 'put' || request.type === 'add', () =>
        table.mutate(request).then((answer) => {
          const { name } = table
          if ((name === 'leads' || name === 'bases') && (request.type === 'put' || request.type === 'add'))
            written.get(request.trans)?.push(() => onRows(name, request.values))
          return answer
        }),
      ),
  })
  return {
    stack: 'dbcore',
    name: 'faults',
    create: (core: DBCore): DBCore => ({
      ...core,
      transaction: (stores, mode, options) => {
        const transaction = core.transaction(stores, mode, options)
        const told: (() => void)[] = []
        written.set(transaction, told)
        faults.busy += 1
        whenEnded(transaction, (committed) => {
          faults.busy -= 1
          if (committed) for (const tell of told) tell()
        })
        return transaction
      },
      table: (name) => tableOf(core.table(name)),
    }),
  }
}
