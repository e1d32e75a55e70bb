/**
 * Whether this page may use its stores. A page leaves them when it goes into the browser's back/forward cache: a
 * suspended transaction would block every other page, and an open database would block its upgrade.
 */
import type { DBCore, Dexie } from 'dexie'

const running = new Set<IDBTransaction>()
let absence: PromiseWithResolvers<void> | null = null
let freezes = 0

/** Tracks a transaction of this thread's own connections until it ends. */
export function follow(transaction: IDBTransaction): void {
  running.add(transaction)
  const end = () => running.delete(transaction)
  transaction.addEventListener('complete', end)
  transaction.addEventListener('abort', end)
}

const isOfBrowser = (trans: unknown): trans is IDBTransaction =>
  typeof IDBTransaction !== 'undefined' && trans instanceof IDBTransaction

/** Tracks all transactions of a page. Call it before the database opens. */
export function followTransactions(db: Dexie): void {
  db.use({
    stack: 'dbcore',
    name: 'presence',
    level: -4,
    create: (core): DBCore => ({
      ...core,
      transaction: (stores, mode, options) => {
        const trans = core.transaction(stores, mode, options)
        if (isOfBrowser(trans)) follow(trans)
        return trans
      },
    }),
  })
}

/** Aborts running transactions and calls `close` to close the databases. `whilePresent` repeats what was aborted. */
export function freeze(close: () => void): void {
  absence ??= Promise.withResolvers()
  freezes += 1
  for (const transaction of running)
    try {
      transaction.abort()
    } catch {
      // The transaction is committing already.
    }
  running.clear()
  close()
}

export function resume(): void {
  absence?.resolve()
  absence = null
}

/** Runs `act`, which writes one transaction or nothing. Repeats it on return if the page's departure aborted it. */
export async function whilePresent<Value>(act: () => Promise<Value>): Promise<Value> {
  for (;;) {
    while (absence !== null) await absence.promise
    const before = freezes
    try {
      return await act()
    } catch (error) {
      if (before === freezes) throw error
    }
  }
}
