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
