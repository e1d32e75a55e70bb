/**
 * The keys of a protected device's store, derived from one data key for each user and device (derive-keys.ts). They exist in the memory of
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
