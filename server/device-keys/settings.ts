/** The key that seals the server's halves: DEVICE_KEYS_KEY, or a file of the embedded database. docs/operations.md#device-keys */
import { randomBytes } from 'node:crypto'
import { closeSync, linkSync, mkdirSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { setting } from '../environment.ts'

const KEY_BYTES = 32
const KEY = 'DEVICE_KEYS_KEY precisa ser 32 bytes em Base64, como os de openssl rand -base64 32'

/** In DATA_DIR. */
export const KEY_FILE = 'device-keys.key'

function keyOf(text: string): Buffer | null {
  const bytes = Buffer.from(text.trim(), 'base64')
  return bytes.length === KEY_BYTES && /^[A-Za-z0-9+/_-]{43}=?$/.test(text.trim()) ? bytes : null
}

export const deviceKeysEnvironment = {
  DEVICE_KEYS_KEY: setting(
    z
      .string()
      .refine((text) => keyOf(text) !== null, KEY)
      .optional(),
    {
      group: 'people',
      about:
        'Seals the server’s half of the keys of protected devices, 32 bytes in Base64: [device keys](operations.md#device-keys). All processes of an installation have the same.',
      otherwise:
        'the embedded database makes one in `DATA_DIR`; with `DATABASE_URL` no device can be protected',
    },
  ),
}

const deviceKeysEnvironmentSchema = z.object(deviceKeysEnvironment)

/** DEVICE_KEYS_KEY; null: not set. */
export const deviceKeysConfig = (given: z.infer<typeof deviceKeysEnvironmentSchema>): Buffer | null =>
  given.DEVICE_KEYS_KEY === undefined ? null : keyOf(given.DEVICE_KEYS_KEY)

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
    if (key === null) throw new Error(`${path} holds no key: ${KEY}`)
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
