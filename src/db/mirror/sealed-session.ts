/**
 * The session of a protected user on the disk: token and user are sealed by the store's keys. WebCrypto seals and opens them,
 * so neither runs inside a transaction. docs/security.md#protected-devices
 */
import type { SessionUser } from '../../domain/session/session-user.ts'
import type { DeviceSession, SealedSession } from '../schema/records.ts'
import type { StoreKeys } from '../sealing/keys.ts'

interface Hidden {
  readonly token: string
  readonly user: SessionUser
  readonly deviceId: string
  /** Sealed, although it is public: whoever replaced it would be given the token. */
  readonly sealingKey?: string | undefined
}

const utf8 = new TextEncoder()

const NONCE_BYTES = 12

const how = (iv: Uint8Array<ArrayBuffer>, userId: number) => ({
  name: 'AES-GCM',
  iv,
  additionalData: utf8.encode(`farol session ${userId}`),
})

async function sealed({ bulk, userId }: StoreKeys, text: string): Promise<Uint8Array<ArrayBuffer>> {
  const nonce = crypto.getRandomValues(new Uint8Array(NONCE_BYTES))
  const bytes = new Uint8Array(await crypto.subtle.encrypt(how(nonce, userId), bulk, utf8.encode(text)))
  return Uint8Array.from([...nonce, ...bytes])
}

async function opened({ bulk, userId }: StoreKeys, s: Uint8Array<ArrayBuffer>): Promise<string> {
  const nonce = s.slice(0, NONCE_BYTES)
  return new TextDecoder().decode(await crypto.subtle.decrypt(how(nonce, userId), bulk, s.slice(NONCE_BYTES)))
}

/** Names a token without giving it. */
export async function tokenKeyOf(keys: StoreKeys, token: string): Promise<string> {
  const hmac = { name: 'HMAC', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('raw', keys.blind, hmac, false, ['sign'])
  const name = new Uint8Array(await crypto.subtle.sign('HMAC', key, utf8.encode(`token ${token}`)))
  return Array.from(name, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

export async function sealedPart(
  keys: StoreKeys,
  hidden: Hidden,
): Promise<Pick<SealedSession, 'userId' | 'firstName' | 'tokenKey' | 's'>> {
  const { token, user, deviceId, sealingKey } = hidden
  return {
    userId: user.id,
    firstName: user.name.trim().split(/\s+/)[0] ?? '',
    tokenKey: await tokenKeyOf(keys, token),
    s: await sealed(keys, JSON.stringify({ token, user, deviceId, sealingKey } satisfies Hidden)),
  }
}

/** Rejects when it does not open: it was changed, or another key sealed it. */
export async function openedSession(keys: StoreKeys, stored: SealedSession): Promise<DeviceSession> {
  const { expired, revoked, erase, contact } = stored
  const { sealingKey, ...hidden }: Hidden = JSON.parse(await opened(keys, stored.s))
  return {
    name: 'current',
    mode: 'sealed',
    ...hidden,
    ...(sealingKey === undefined ? {} : { sealingKey }),
    expired,
    ...(revoked === undefined ? {} : { revoked }),
    ...(erase === undefined ? {} : { erase }),
    ...(contact === undefined ? {} : { contact }),
  }
}
