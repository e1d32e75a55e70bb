/** Counts the statements that a piece of work sends to the database, in all functions that it calls. */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { LogEvent } from 'kysely'

export interface StatementCount {
  statements: number
}

const work = new AsyncLocalStorage<StatementCount>()

/** The ends of a transaction cost a way to the database, but no change adds them unseen. */
const FRAMES = new Set(['begin', 'commit', 'rollback'])

/** Runs the work. What it sends from then on is added to `count`. */
export const counting = <T>(count: StatementCount, run: () => T): T => work.run(count, run)

/** Kysely's log of a database whose statements are counted. */
export function countStatement({ query }: LogEvent): void {
  const count = work.getStore()
  if (count !== undefined && !FRAMES.has(query.sql)) count.statements += 1
}
