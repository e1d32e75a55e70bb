/** Whether this device has keyrings. Every sign-in asks: it needs neither a worker nor the code of a keyring. */
import { isKeyringName, keyringName } from '../../domain/session/keyring-name.ts'
import { protectionObstacle } from './protection-obstacle.ts'

/** A browser that refuses its file system, as some private windows do, has no keyring. */
export async function hasKeyring(userId: number): Promise<boolean> {
  if (protectionObstacle() !== null) return false
  const found = navigator.storage
    .getDirectory()
    .then((directory) => directory.getFileHandle(keyringName(userId)))
  return found.then(
    () => true,
    () => false,
  )
}

/** Of any user. */
export async function hasAnyKeyring(): Promise<boolean> {
  if (protectionObstacle() !== null) return false
  const directory = await navigator.storage.getDirectory().catch(() => null)
  if (directory === null) return false
  for await (const name of directory.keys()) if (isKeyringName(name)) return true
  return false
}
