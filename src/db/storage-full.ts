/** The disk is full: recognised by name, since the error comes wrapped by Dexie or bare. */

export class StorageFull extends Error {
  readonly code = 'storage_full'
  constructor() {
    super(
      'O armazenamento deste aparelho está cheio. Libere espaço e tente de novo; nada do que já estava salvo foi perdido.',
    )
  }
}

/** Dexie wraps it once or twice: as the inner error of an aborted transaction, among the failures of a bulk write. */
export function isQuotaError(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false
  if ('name' in error && error.name === 'QuotaExceededError') return true
  if ('inner' in error && isQuotaError(error.inner)) return true
  return 'failures' in error && Array.isArray(error.failures) && error.failures.some(isQuotaError)
}
