/** The disk is full: recognised by name, since the error comes wrapped by Dexie or bare. */

export class StorageFull extends Error {
  readonly code = 'storage_full'
  constructor() {
    super(
      'O armazenamento deste aparelho está cheio. Libere espaço e tente de novo; nada do que já estava salvo foi perdido.',
    )
  }
}

export function isQuotaError(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error.name === 'QuotaExceededError') return true
  const inner = 'inner' in error ? error.inner : undefined
  return inner instanceof Error && inner.name === 'QuotaExceededError'
}
