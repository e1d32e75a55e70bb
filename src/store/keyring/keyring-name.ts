/** The name of a user's keyring file. */

const NAME = /^keyring-(\d+)$/

export const keyringName = (userId: number): string => `keyring-${userId}`

/** Returns the user of a keyring file's name, or null for another file. */
export function userOfKeyring(name: string): number | null {
  const id = NAME.exec(name)?.[1]
  return id === undefined ? null : Number(id)
}
