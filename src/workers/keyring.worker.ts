/**
 * Keyring files in the origin private file system. They are written in place, which only a worker may: IndexedDB keeps the
 * bytes of a deleted record on the disk. docs/security.md#protected-devices
 */
import { expose } from 'comlink'
import { type Keyring, keyringFrom, keyringText } from '../db/keyring/keyring.ts'
import { overwrite, readText, writeText } from '../db/keyring/slots.ts'
import { keyringName, userOfKeyring } from '../domain/session/keyring-name.ts'
import type { KeyringApi } from './keyring-bridge.ts'

const isMissing = (error: unknown) => error instanceof Error && error.name === 'NotFoundError'

const root = () => navigator.storage.getDirectory()

/** One at a time in all tabs: a second handle of the same file is refused by the browser. */
const inTurn = <Value>(userId: number, act: () => Promise<Value>): Promise<Value> =>
  navigator.locks.request(`farol-${keyringName(userId)}`, act)

async function withFile<Value>(
  userId: number,
  create: boolean,
  act: (file: FileSystemSyncAccessHandle) => Promise<Value>,
): Promise<Value> {
  const entry = await (await root()).getFileHandle(keyringName(userId), { create })
  const file = await entry.createSyncAccessHandle()
  try {
    return await act(file)
  } finally {
    file.close()
  }
}

async function read(userId: number): Promise<Keyring | null> {
  try {
    return await withFile(userId, false, async (file) => keyringFrom(await readText(file), userId))
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

async function write(keyring: Keyring): Promise<void> {
  const text = keyringText(keyring)
  await withFile(keyring.userId, true, async (file) => {
    await writeText(file, text)
    if ((await readText(file)) !== text) throw new Error('The keyring was not written.')
  })
}

async function destroy(userId: number): Promise<void> {
  try {
    await withFile(userId, false, async (file) => overwrite(file))
    await (await root()).removeEntry(keyringName(userId))
  } catch (error) {
    if (!isMissing(error)) throw error
  }
}

async function users(): Promise<number[]> {
  const found: number[] = []
  for await (const name of (await root()).keys()) {
    const id = userOfKeyring(name)
    if (id !== null) found.push(id)
  }
  return found.sort((a, b) => a - b)
}

const api: KeyringApi = {
  read: (userId) => inTurn(userId, () => read(userId)),
  write: (keyring) => inTurn(keyring.userId, () => write(keyring)),
  destroy: (userId) => inTurn(userId, () => destroy(userId)),
  users,
}

expose(api)
