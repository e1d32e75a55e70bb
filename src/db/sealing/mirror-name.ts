/** The sealed database of a user has a name of its own: a clear one is never sealed in place. */
export const mirrorName = (userId: number, isSealed: boolean) =>
  isSealed ? `farol-p-${userId}` : `farol-${userId}`
