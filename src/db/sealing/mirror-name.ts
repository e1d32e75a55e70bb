/** The sealed database of a user has a name of its own: a clear one is never sealed in place. */
export const mirrorName = (userId: number, isSealed: boolean) =>
  isSealed ? `farol-p-${userId}` : `farol-${userId}`

const NAME = /^farol-(p-)?(\d+)$/

/** Returns whose database it is, or null for another one. */
export function mirrorOwner(name: string): { readonly userId: number; readonly isSealed: boolean } | null {
  const [, sealed, id] = NAME.exec(name) ?? []
  return id === undefined ? null : { userId: Number(id), isSealed: sealed !== undefined }
}
