/** The key that seals the server's halves: DEVICE_KEYS_KEY, or a file of the embedded database. docs/operations.md#device-keys */
import { randomBytes } from 'node:crypto'
import { closeSync, linkSync, mkdirSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { setting } from '../environment.ts'

const KEY_BYTES = 32
const keySentence = (name: string) =>
  `${name} precisa ser 32 bytes em Base64, como os de openssl rand -base64 32`
const BEFORE_ALONE = 'DEVICE_KEYS_KEY_BEFORE precisa de DEVICE_KEYS_KEY'

/** In DATA_DIR. */
export const KEY_FILE = 'device-keys.key'

function keyOf(text: string): Buffer | null {
  const bytes = Buffer.from(text.trim(), 'base64')
  return bytes.length === KEY_BYTES && /^[A-Za-z0-9+/_-]{43}=?$/.test(text.trim()) ? bytes : null
}

const keySetting = (name: string, words: { readonly about: string; readonly otherwise: string }) =>
  setting(
    z
      .string()
      .refine((text) => keyOf(text) !== null, keySentence(name))
      .optional(),
    { group: 'people', ...words },
  )

export const deviceKeysEnvironment = {
  DEVICE_KEYS_KEY: keySetting('DEVICE_KEYS_KEY', {
    about:
      'Seals the server’s half of the keys of protected devices, and the secrets of code apps, 32 bytes in Base64: [device keys](operations.md#device-keys). All processes of an installation have the same.',
    otherwise:
      'the embedded database makes one in `DATA_DIR`; with `DATABASE_URL` no device can be protected, and code apps are stored as they are',
  }),
  DEVICE_KEYS_KEY_BEFORE: keySetting('DEVICE_KEYS_KEY_BEFORE', {
    about:
      'The key that `DEVICE_KEYS_KEY` replaces. The next start seals anew what it sealed; afterwards it is not needed.',
    otherwise: 'none',
  }),
}

const deviceKeysEnvironmentSchema = z.object(deviceKeysEnvironment)

type Given = z.infer<typeof deviceKeysEnvironmentSchema>

const keyIn = (text: string | undefined): Buffer | null => (text === undefined ? null : keyOf(text))

/** null: not set. */
export const deviceKeysConfig = (given: Given) => ({
  deviceKeysKey: keyIn(given.DEVICE_KEYS_KEY),
  deviceKeysKeyBefore: keyIn(given.DEVICE_KEYS_KEY_BEFORE),
})

/** What is wrong with the keys together; null: nothing. */
export const deviceKeysProblem = (given: Given): string | null =>
  given.DEVICE_KEYS_KEY_BEFORE !== undefined && given.DEVICE_KEYS_KEY === undefined ? BEFORE_ALONE : null

interface Places {
  readonly deviceKeysKey: Buffer | null
  readonly databaseUrl: string | null
  readonly dataDir: string
}

const hasCode = (error: unknown, code: string) =>
  error instanceof Error && 'code' in error && error.code === code

function inFile(path: string): Buffer | null {
  try {
    const key = keyOf(readFileSync(path, 'utf8'))
    if (key === null) throw new Error(`${path} holds no key: ${keySentence(KEY_FILE)}`)
    return key
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null
    throw error
  }
}

/** The key that is there; null: none is. Makes nothing. */
export const knownMasterKey = ({ deviceKeysKey, databaseUrl, dataDir }: Places): Buffer | null =>
  deviceKeysKey ?? (databaseUrl === null ? inFile(join(dataDir, KEY_FILE)) : null)

/**
 * The key, which the first start of an embedded database makes. null with another database and no DEVICE_KEYS_KEY: its
 * processes may run on several machines, and must have the same.
 */
export function masterKey(places: Places): Buffer | null {
  const known = knownMasterKey(places)
  if (known !== null || places.databaseUrl !== null) return known
  const path = join(places.dataDir, KEY_FILE)
  const made = `${path}.${process.pid}`
  mkdirSync(places.dataDir, { recursive: true })
  rmSync(made, { force: true })
  // For the owner alone, and never half written under its name.
  const file = openSync(made, 'wx', 0o600)
  writeSync(file, `${randomBytes(KEY_BYTES).toString('base64')}\n`)
  closeSync(file)
  try {
    linkSync(made, path)
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error
  } finally {
    rmSync(made)
  }
  return inFile(path)
}
