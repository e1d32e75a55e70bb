/**
 * What lies in a user's keyring file: the data key of this device, wrapped once for each way to unlock it. Nothing in it
 * opens the store without a password, a passkey or the server's half. docs/security.md#protected-devices
 */
import { z } from 'zod'

const bytes = z.base64url()

/** What the Argon2id of a password takes. It lies beside the wrap, so that a later unlock may raise it. */
const argonSchema = z.object({
  salt: bytes,
  memoryKib: z.int().positive(),
  passes: z.int().positive(),
  lanes: z.int().positive(),
})
export type Argon = z.infer<typeof argonSchema>

/** A sealed data key: nonce and ciphertext of AES-GCM. */
const wrapSchema = z.object({ nonce: bytes, sealed: bytes })
export type Wrap = z.infer<typeof wrapSchema>

const keyringSchema = z.object({
  userId: z.int(),
  /** By it the locked device proves to the server which one it is. It opens nothing here. */
  secret: bytes,
  /** By the password. null after a sign-out with work that stays: only the server's half opens it then. */
  password: z.object({ argon: argonSchema, wrap: wrapSchema }).nullable(),
  passkey: z.object({ credential: z.string(), salt: bytes, wrap: wrapSchema }).nullable(),
  /** By the half that lies on the server. */
  server: wrapSchema.nullable(),
  /** What the PIN's proof costs. The PIN itself opens nothing here: the server answers its half to the proof. */
  pin: argonSchema.nullable(),
})
export type Keyring = z.infer<typeof keyringSchema>

/** Returns null for a text of no keyring of this user: the file was damaged, or another's was put in its place. */
export function keyringFrom(text: string | null, userId: number): Keyring | null {
  if (text === null) return null
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return null
  }
  const parsed = keyringSchema.safeParse(value)
  return parsed.success && parsed.data.userId === userId ? parsed.data : null
}

export const keyringText = (keyring: Keyring): string => JSON.stringify(keyring)

/** Returns what a sign-out leaves where unsent work stays: the next sign-in of this user opens it by the server's half. */
export const onlyServerWrap = (keyring: Keyring): Keyring => ({
  ...keyring,
  password: null,
  passkey: null,
  pin: null,
})
