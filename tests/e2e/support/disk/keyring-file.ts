/** The keyring of a closed browser, read from its profile: whoever has the disk and the password opens it like this. */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Keyring, keyringFrom } from '../../../../src/db/keyring/keyring.ts'
import { readText, type SlotFile } from '../../../../src/db/keyring/slots.ts'
import { openByPassword } from '../../../../src/device/keyring/open-keyring.ts'
import { argonByWebAssembly } from '../../../../src/workers/argon2id.ts'

const FOLDER = 'Default/File System'

const refuse = (): never => {
  throw new Error('a file of a closed browser is only read')
}

const slotFile = (bytes: Buffer): SlotFile => ({
  getSize: () => bytes.length,
  read: (buffer, { at }) => (at < bytes.length ? bytes.copy(buffer, 0, at) : 0),
  write: refuse,
  truncate: refuse,
  flush: refuse,
})

/** Returns null when the profile has no keyring of this user. */
export async function keyringIn(profile: string, userId: number): Promise<Keyring | null> {
  const files = await readdir(join(profile, FOLDER), { recursive: true, withFileTypes: true })
  for (const file of files) {
    if (!file.isFile()) continue
    const text = await readText(slotFile(await readFile(join(file.parentPath, file.name))))
    const keyring = keyringFrom(text, userId)
    if (keyring !== null) return keyring
  }
  return null
}

/** Throws when the password does not open it. */
export async function dataKeyIn(keyring: Keyring, password: string): Promise<Uint8Array> {
  const dataKey = await openByPassword(keyring, password, argonByWebAssembly)
  if (dataKey === null) throw new Error('the password opens no keyring of this profile')
  return dataKey
}
