/** Errors of the database after which the same transaction may succeed. */

/** The PostgreSQL error code, from either driver; '' when there is none. */
export function codeOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : ''
}

/** Serialization failure and deadlock. */
export const isTransient = (error: unknown): boolean => ['40001', '40P01'].includes(codeOf(error))
