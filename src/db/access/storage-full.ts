/** The disk is full: recognised by name, since the error comes wrapped by Dexie or bare. */

const MESSAGE = 'O armazenamento deste aparelho está cheio. Libere espaço e tente de novo'
/** Where nobody can say what of the user's is on the device: it may be nothing yet, or nothing any more. */
export const NO_ROOM = `${MESSAGE}.`

export class StorageFull extends Error {
  readonly code = 'storage_full'
  constructor() {
    super(`${MESSAGE}; nada do que já estava salvo foi perdido.`)
  }
}

/** What a write that failed throws: StorageFull, or the error as it was. */
export function asStorageFull(error: unknown): unknown {
  return isQuotaError(error) ? new StorageFull() : error
}

/** What an attempt that found the disk full answers. */
export interface FoundFull {
  readonly kind: 'storage_full'
  readonly message: string
}

/** Throws every other error as it was. */
export function foundFull(error: unknown): FoundFull {
  if (isQuotaError(error)) return { kind: 'storage_full', message: new StorageFull().message }
  throw error
}

/** Dexie wraps it once or twice: as the inner error of an aborted transaction, among the failures of a bulk write. */
export function isQuotaError(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false
  if ('name' in error && error.name === 'QuotaExceededError') return true
  if ('inner' in error && isQuotaError(error.inner)) return true
  return 'failures' in error && Array.isArray(error.failures) && error.failures.some(isQuotaError)
}
