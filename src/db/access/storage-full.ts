/** A full disk. The error is recognised by its name: Dexie wraps some of these errors. */

const MESSAGE = 'O armazenamento deste aparelho está cheio. Libere espaço e tente de novo'
/** The message for writes after which nothing can be claimed about data that was stored before. */
export const NO_ROOM = `${MESSAGE}.`

export class StorageFull extends Error {
  readonly code = 'storage_full'
  constructor() {
    super(`${MESSAGE}; nada do que já estava salvo foi perdido.`)
  }
}

/** Returns StorageFull for a quota error, else the error itself. */
export function asStorageFull(error: unknown): unknown {
  return isQuotaError(error) ? new StorageFull() : error
}

/** The result of an operation that failed because the disk is full. */
export interface FoundFull {
  readonly kind: 'storage_full'
  readonly message: string
}

/** Returns the result for a quota error. Throws any other error unchanged. */
export function foundFull(error: unknown): FoundFull {
  if (isQuotaError(error)) return { kind: 'storage_full', message: new StorageFull().message }
  throw error
}

/** Dexie wraps the error: as `inner` of an aborted transaction, or in the `failures` of a bulk write. */
export function isQuotaError(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false
  if ('name' in error && error.name === 'QuotaExceededError') return true
  if ('inner' in error && isQuotaError(error.inner)) return true
  return 'failures' in error && Array.isArray(error.failures) && error.failures.some(isQuotaError)
}
