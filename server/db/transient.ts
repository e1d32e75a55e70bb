/** Errors of the database after which the same transaction may succeed. */

/** The PostgreSQL error code, from either driver; '' when there is none. */
export function codeOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : ''
}

/** A kept plan whose tables a migration has changed. The same statement under another name succeeds. */
export const isOutdatedPlan = (error: unknown): boolean =>
  codeOf(error) === '0A000' && error instanceof Error && error.message.includes('cached plan')

/** Serialization failure, deadlock, and a plan that a migration made outdated. */
export const isTransient = (error: unknown): boolean =>
  ['40001', '40P01'].includes(codeOf(error)) || isOutdatedPlan(error)

/** A deadlock costs one of both a second, and a busy server may meet several in a row. */
export const MANY_TRIES = 8

/**
 * Runs one whole transaction, and runs it again after a transient error, at most `tries` times in all. Rejects with the
 * last error. A transaction that locks in another order than one beside it needs this: one of both is tried again.
 */
export async function triedAgain<Value>(tries: number, act: () => Promise<Value>): Promise<Value> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await act()
    } catch (error) {
      if (!isTransient(error) || attempt >= tries) throw error
    }
  }
}
