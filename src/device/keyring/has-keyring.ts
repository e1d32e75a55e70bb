/** Whether this device is protected for a user. Every sign-in asks: it needs neither a worker nor the code of a keyring. */
import { keyringName } from '../../domain/session/keyring-name.ts'
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
