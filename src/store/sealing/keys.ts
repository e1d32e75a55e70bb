/**
 * The keys of a protected device's store, derived from one data key for each user and device. They exist in the memory of
 * threads only (held-keys.ts). docs/security.md#protected-devices
 */

/** Structured clone passes them to workers and to the service worker. */
export interface StoreKeys {
  readonly userId: number
  /** AES-256-GCM for large records, outside transactions. */
  readonly bulk: CryptoKey
  /** The same key as bytes, for what a transaction itself must open: WebCrypto is asynchronous, and would end it. */
  readonly bulkBytes: Uint8Array<ArrayBuffer>
  /** XChaCha20-Poly1305 for rows, inside transactions. */
  readonly row: Uint8Array<ArrayBuffer>
  /** HMAC-SHA-256 for indexed values that would name a person. */
  readonly blind: Uint8Array<ArrayBuffer>
}

const KEY_BITS = 256

/** `dataKey`: 32 random bytes. The same data key always gives the same keys. */
export async function deriveKeys(dataKey: Uint8Array, userId: number): Promise<StoreKeys> {
  const root = await crypto.subtle.importKey('raw', new Uint8Array(dataKey), 'HKDF', false, ['deriveBits'])
  const derived = async (label: string) => {
    const info = new TextEncoder().encode(`farol store ${label}`)
    const how = { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info }
    return new Uint8Array(await crypto.subtle.deriveBits(how, root, KEY_BITS))
  }
  const [bulkBytes, row, blind] = await Promise.all([derived('bulk'), derived('row'), derived('blind')])
  const bulk = await crypto.subtle.importKey('raw', bulkBytes, 'AES-GCM', false, ['encrypt', 'decrypt'])
  return { userId, bulk, bulkBytes, row, blind }
}
