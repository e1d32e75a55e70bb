/**
 * Whether this page has its stores. One that goes into the browser's cache leaves them: what is suspended in the middle of a
 * transaction would hold every other page up for as long as the cache keeps it, and an open database its upgrade.
 */
import { type DBCore, type Dexie, RangeSet } from 'dexie'

const running = new Set<IDBTransaction>()
let absence: PromiseWithResolvers<void> | null = null
let departures = 0

/** From here on until its end; those of this thread's own connections. */
export function follow(transaction: IDBTransaction): void {
  running.add(transaction)
  const end = () => running.delete(transaction)
  transaction.addEventListener('complete', end)
  transaction.addEventListener('abort', end)
}

const isOfBrowser = (trans: unknown): trans is IDBTransaction =>
  typeof IDBTransaction !== 'undefined' && trans instanceof IDBTransaction

/** Called before the database is opened, in a page. */
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

/** What is not stored yet is rolled back: `whilePresent` does it again. `close` closes what is open. */
export function depart(close: () => void): void {
  absence ??= Promise.withResolvers()
  departures += 1
  for (const transaction of running)
    try {
      transaction.abort()
    } catch {
      // It is being stored.
    }
  running.clear()
  close()
}

export function comeBack(): void {
  absence?.resolve()
  absence = null
}

/** What is stored in one transaction, or not at all: cut off by the page's going, it is done again when the page is back. */
export async function whilePresent<Value>(act: () => Promise<Value>): Promise<Value> {
  for (;;) {
    while (absence !== null) await absence.promise
    const before = departures
    try {
      return await act()
    } catch (error) {
      if (before === departures) throw error
    }
  }
}

/** As Dexie does for a page that comes out of the cache (its cache of answers is emptied too): every live query reads anew. */
export function rereadAll(): void {
  dispatchEvent(new CustomEvent('x-storagemutated-1', { detail: { all: new RangeSet(-Infinity, [[]]) } }))
}
