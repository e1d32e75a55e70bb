/**
 * The ways to a user's data key, and making its keyring. Pure but for the random source: the file, Argon2id and the server
 * are the caller's. docs/security.md#protected-devices
 */

import { toText } from '../../db/bytes/base64url.ts'
import { isOutdated, newArgon } from '../../db/keyring/argon.ts'
import type { Argon, Keyring, Wrap } from '../../db/keyring/keyring.ts'
import { type Bytes, newDataKey, newSalt, newSecret, unwrapKey, wrapKey } from '../../db/keyring/wraps.ts'

/** Argon2id: of a worker in the app. */
export type DeriveArgon = (secret: string, argon: Argon) => Promise<Bytes>

async function passwordWrap(userId: number, dataKey: Bytes, password: string, derive: DeriveArgon) {
  const argon = newArgon()
  const wrap = await wrapKey(dataKey, await derive(password, argon), { userId, way: 'password' })
  return { argon, wrap }
}

export interface NewKeyring {
  readonly keyring: Keyring
  readonly dataKey: Bytes
  readonly serverHalf: Bytes
}

/** A new data key with its wraps by the password and by a new server half. */
export async function makeKeyring(
  userId: number,
  password: string,
  derive: DeriveArgon,
): Promise<NewKeyring> {
  const dataKey = newDataKey()
  const serverHalf = newSecret()
  return {
    keyring: {
      userId,
      secret: toText(newSecret()),
      password: await passwordWrap(userId, dataKey, password, derive),
      passkey: null,
      server: await wrapKey(dataKey, serverHalf, { userId, way: 'server' }),
      pin: null,
    },
    dataKey,
    serverHalf,
  }
}

interface Lost {
  readonly userId: number
  /** What is left of the keyring. */
  readonly server: Wrap
  readonly serverHalf: Bytes
  readonly password: string
}

/** Makes the keyring anew where the browser took its file: what its data key sealed opens again. null: the half is of another key. */
export async function recoverKeyring(
  { userId, server, serverHalf, password }: Lost,
  derive: DeriveArgon,
): Promise<NewKeyring | null> {
  const dataKey = await unwrapKey(server, serverHalf, { userId, way: 'server' })
  if (dataKey === null) return null
  const byPassword = await passwordWrap(userId, dataKey, password, derive)
  const secret = toText(newSecret())
  return {
    keyring: { userId, secret, password: byPassword, passkey: null, server, pin: null },
    dataKey,
    serverHalf,
  }
}

/** Returns null when the password is another, or the keyring has no wrap by one. */
export async function openByPassword(
  { userId, password: known }: Keyring,
  password: string,
  derive: DeriveArgon,
): Promise<Bytes | null> {
  if (known === null) return null
  return unwrapKey(known.wrap, await derive(password, known.argon), { userId, way: 'password' })
}

/** Returns null when the half is not of this keyring. */
export async function openByServerHalf({ userId, server }: Keyring, half: Bytes): Promise<Bytes | null> {
  return server === null ? null : unwrapKey(server, half, { userId, way: 'server' })
}

/** `output`: 32 bytes of the passkey's `prf`. */
export async function openByPasskey({ userId, passkey }: Keyring, output: Bytes): Promise<Bytes | null> {
  return passkey === null ? null : unwrapKey(passkey.wrap, output, { userId, way: 'passkey' })
}

/** Whether the costs of the password's wrap are below the present ones: an unlock by the password then writes it anew. */
export const needsNewPassword = ({ password }: Keyring): boolean =>
  password !== null && isOutdated(password.argon)

/** The keyring with this password: after a sign-in with another one than before, or with higher costs. */
export async function withPassword(
  keyring: Keyring,
  dataKey: Bytes,
  password: string,
  derive: DeriveArgon,
): Promise<Keyring> {
  return { ...keyring, password: await passwordWrap(keyring.userId, dataKey, password, derive) }
}

/** What a passkey of this device is asked with: its salt, and later its output. */
export const newPasskeySalt = (): string => toText(newSalt())

export interface PasskeySecret {
  readonly credential: string
  readonly salt: string
  readonly output: Bytes
}

export async function withPasskey(
  keyring: Keyring,
  dataKey: Bytes,
  { credential, salt, output }: PasskeySecret,
): Promise<Keyring> {
  const wrap = await wrapKey(dataKey, output, { userId: keyring.userId, way: 'passkey' })
  return { ...keyring, passkey: { credential, salt, wrap } }
}

/** What the server compares: HMAC of the slow hash, so that the hash itself stays here. */
export async function pinProof(pin: string, argon: Argon, derive: DeriveArgon): Promise<string> {
  const key = await crypto.subtle.importKey(
    'raw',
    await derive(pin, argon),
    { name: 'HMAC', hash: 'SHA-256' },
    false,
    ['sign'],
  )
  return toText(new Uint8Array(await crypto.subtle.sign('HMAC', key, new TextEncoder().encode('pin'))))
}
