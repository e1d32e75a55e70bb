/**
 * Keyring files in this thread, which may neither write in place nor start a worker that may. It reads the device's secret, and
 * removes a file. docs/security.md#keys-of-a-device
 */

import { keyringFrom } from '../db/keyring/keyring.ts'
import { readText, SLOT_BYTES } from '../db/keyring/slots.ts'
import { keyringName, userOfKeyring } from '../domain/session/keyring-name.ts'

/** Browsers without such files have no keyring. */
const root = async (): Promise<FileSystemDirectoryHandle | null> =>
  'getDirectory' in navigator.storage ? navigator.storage.getDirectory().catch(() => null) : null

/** The users who have a keyring here, each with the device's secret. One that cannot be read is left out. */
export async function deviceSecrets(): Promise<ReadonlyMap<number, string>> {
  const secrets = new Map<number, string>()
  const directory = await root()
  if (directory === null) return secrets
  for await (const [name, handle] of directory.entries()) {
    const userId = userOfKeyring(name)
    if (userId === null || handle.kind !== 'file' || !('getFile' in handle)) continue
    const file = await handle.getFile()
    const bytes = new Uint8Array(await file.arrayBuffer())
    const text = await readText({
      read: (buffer, { at }) => {
        const part = bytes.subarray(at, at + buffer.length)
        buffer.set(part)
        return part.length
      },
    })
    const keyring = keyringFrom(text, userId)
    if (keyring !== null) secrets.set(userId, keyring.secret)
  }
  return secrets
}

/** Replaces the file's content, and removes it. The blocks of the disk that it had may keep it for a while. */
export async function destroyKeyring(userId: number): Promise<void> {
  const directory = await root()
  if (directory === null) return
  const name = keyringName(userId)
  try {
    const file = await directory.getFileHandle(name)
    const writing = await file.createWritable()
    await writing.write(crypto.getRandomValues(new Uint8Array(2 * SLOT_BYTES)))
    await writing.close()
    await directory.removeEntry(name)
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'NotFoundError') throw error
  }
}
