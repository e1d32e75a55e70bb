/** Names by which every page knows a protected device: the files that have its users' keys, in the origin's own file system. docs/security.md#keys-of-a-device */

const NAME = /^keyring-(\d+)$/

export const keyringName = (userId: number): string => `keyring-${userId}`

/** Returns the user of a keyring file's name, or null for another file. */
export function userOfKeyring(name: string): number | null {
  const id = NAME.exec(name)?.[1]
  return id === undefined ? null : Number(id)
}

export const isKeyringName = (name: string): boolean => userOfKeyring(name) !== null

/** In local storage: this device stays protected when its last user has signed out. src/db/session/device-mode.ts */
export const PROTECTED_FLAG = 'farol_protected'
