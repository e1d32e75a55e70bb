import { isDatabaseGone } from './database-gone.ts'
import { isDiskFull } from './disk-full.ts'
import { codeOf, isTransient } from './transient.ts'

/** A transaction in a state that forbids it, resources that lack, a lock, an operator who broke it off. */
const NOT_NOW = /^(25|53|55|57)[0-9A-Z]{3}$/

/**
 * True when the database can't do anything like it at present: gone, full, busy. The same work may succeed later. Any other error
 * is of the work itself and comes again, so a loop must not wait for it.
 */
export const mayPass = (error: unknown): boolean =>
  isDatabaseGone(error) || isTransient(error) || isDiskFull(error) || NOT_NOW.test(codeOf(error))
