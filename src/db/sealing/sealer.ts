/**
 * Seals and opens records at once, inside a transaction, which would end while WebCrypto works. It also blinds indexed
 * values. One for each connection.
 */
import { gcm } from '@noble/ciphers/aes.js'
import { xchacha20poly1305 } from '@noble/ciphers/chacha.js'
import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { fromText, toText } from '../bytes/base64url.ts'
import type { StoreKeys } from './keys.ts'
import { type Sealing, sealingOfRecord } from './lists.ts'
import { packed, unpacked } from './packing.ts'
import {
  AES_GCM,
  bindingOf,
  columnsOf,
  isSealed,
  NONCE_BYTES,
  openedOf,
  type SealedRecord,
  TAG_BYTES,
  Unreadable,
  XCHACHA,
} from './record.ts'

const utf8 = new TextEncoder()
const text = new TextDecoder()
/** Enough that no two persons share a key. */
const BLIND_BYTES = 16

export class Sealer {
  readonly keys: StoreKeys
  readonly #mac: ReturnType<typeof hmac.create>
  /** Opened records as text, for tables that are read whole again and again. By table, then by nonce and binding. */
  readonly #kept = new Map<string, Map<string, string>>()

  constructor(keys: StoreKeys) {
    this.keys = keys
    this.#mac = hmac.create(sha256, keys.blind)
  }

  /** Returns a text that replaces `value` in the index or key `what`. Equal values have equal texts. */
  blind(what: string, value: string): string {
    const digest = this.#mac
      .clone()
      .update(utf8.encode(`${what} ${value}`))
      .digest()
    return toText(digest.subarray(0, BLIND_BYTES))
  }

  /** Returns the key of an index of personal data. An empty value stays empty. */
  blindKey(column: string, value: unknown, { blind }: Sealing): unknown {
    const written = blind?.[column]
    return written === undefined || typeof value !== 'string' || value === ''
      ? value
      : this.blind(column, written(value))
  }

  /** Returns the record as it is stored. A record that was sealed outside the transaction stays as it is. */
  seal(table: string, record: object): object {
    const sealing = sealingOfRecord(table, record)
    if (sealing === 'clear' || isSealed(record)) return record
    if (sealing.outside === true) throw new Error(`Records of ${table} are sealed before their transaction.`)
    const columns = columnsOf(record, sealing)
    for (const column of Object.keys(sealing.blind ?? {}))
      if (column in columns) columns[column] = this.blindKey(column, columns[column], sealing)
    return { ...columns, s: this.#sealed(table, record, columns, sealing) }
  }

  #sealed(table: string, record: object, columns: object, sealing: Sealing): Uint8Array<ArrayBuffer> {
    // The first reading opens `meta` and blocks without this class. Others: in JavaScript XChaCha is faster than AES.
    const format = sealing.cipher === 'bulk' && table !== 'packs' && table !== 'answers' ? AES_GCM : XCHACHA
    const nonceBytes = NONCE_BYTES[format]
    const plain = format === AES_GCM ? packed(record) : utf8.encode(JSON.stringify(record))
    const s = new Uint8Array(1 + nonceBytes + plain.length + TAG_BYTES)
    const nonce = crypto.getRandomValues(s.subarray(1, 1 + nonceBytes))
    const binding = bindingOf(format, { table, userId: this.keys.userId }, columns, sealing)
    s[0] = format
    if (format === AES_GCM) s.set(gcm(this.keys.bulkBytes, nonce, binding).encrypt(plain), 1 + nonceBytes)
    else xchacha20poly1305(this.keys.row, nonce, binding).encrypt(plain, s.subarray(1 + nonceBytes))
    return s
  }

  /** Seals a text for local storage, which is written where nothing asynchronous runs any more. `what`: its key. */
  sealText(what: string, plain: string): string {
    const nonce = crypto.getRandomValues(new Uint8Array(NONCE_BYTES[XCHACHA]))
    const sealed = xchacha20poly1305(this.keys.row, nonce, this.#bindingOf(what)).encrypt(utf8.encode(plain))
    // A nonce has a length of whole groups, so that one text can follow the other.
    return toText(nonce) + toText(sealed)
  }

  /** Opens what `sealText` sealed. Throws when it does not open. */
  openText(what: string, sealed: string): string {
    const bytes = fromText(sealed)
    const nonce = bytes.subarray(0, NONCE_BYTES[XCHACHA])
    const cipher = xchacha20poly1305(this.keys.row, nonce, this.#bindingOf(what))
    return text.decode(cipher.decrypt(bytes.subarray(nonce.length)))
  }

  #bindingOf(what: string): Uint8Array {
    return utf8.encode(JSON.stringify([XCHACHA, 'text', this.keys.userId, what]))
  }

  /** Opens a stored record. Throws `Unreadable`. */
  open(table: string, stored: object): object {
    const sealing = sealingOfRecord(table, stored)
    if (sealing === 'clear' || sealing.outside === true) return stored
    if (!isSealed(stored)) throw new Unreadable(table, stored)
    try {
      return openedOf(stored, Object(this.#opened(table, stored, sealing)), sealing)
    } catch {
      throw new Unreadable(table, stored)
    }
  }

  #opened(table: string, stored: SealedRecord, sealing: Sealing): unknown {
    const { s } = stored
    const format = s[0]
    if (format !== AES_GCM && format !== XCHACHA) throw new Error('An unknown format.')
    const nonceBytes = NONCE_BYTES[format]
    const nonce = s.subarray(1, 1 + nonceBytes)
    const binding = bindingOf(format, { table, userId: this.keys.userId }, stored, sealing)
    const cipher = s.subarray(1 + nonceBytes)
    if (format === AES_GCM) return unpacked(gcm(this.keys.bulkBytes, nonce, binding).decrypt(cipher))
    const open = () => text.decode(xchacha20poly1305(this.keys.row, nonce, binding).decrypt(cipher))
    if (sealing.keeps === undefined) return JSON.parse(open())
    return JSON.parse(this.#keptText(table, sealing.keeps, String.fromCharCode(...nonce, ...binding), open))
  }

  #keptText(table: string, most: number, key: string, open: () => string): string {
    const kept = this.#kept.get(table) ?? new Map<string, string>()
    this.#kept.set(table, kept)
    const known = kept.get(key)
    const opened = known ?? open()
    // The one that was used last is the last to go.
    kept.delete(key)
    kept.set(key, opened)
    const [oldest] = kept.keys()
    if (kept.size > most && oldest !== undefined) kept.delete(oldest)
    return opened
  }
}
