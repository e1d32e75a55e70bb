/**
 * Seals and opens large records by WebCrypto: several times faster than JavaScript, but asynchronous, so never inside a
 * transaction. The first reading uses it, so it loads no library.
 */
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
  Unreadable,
} from './record.ts'

const NONCE = NONCE_BYTES[AES_GCM]

type Keys = Pick<StoreKeys, 'userId' | 'bulk'>

/** Seals bytes that are bound to `additionalData`. */
export async function sealedBytes(
  { bulk }: Keys,
  bytes: Uint8Array<ArrayBuffer>,
  additionalData: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array<ArrayBuffer>> {
  const iv = crypto.getRandomValues(new Uint8Array(NONCE))
  const sealed = await crypto.subtle.encrypt({ name: 'AES-GCM', iv, additionalData }, bulk, bytes)
  const s = new Uint8Array(1 + NONCE + sealed.byteLength)
  s[0] = AES_GCM
  s.set(iv, 1)
  s.set(new Uint8Array(sealed), 1 + NONCE)
  return s
}

/** Rejects when the bytes do not open. */
export async function openedBytes(
  { bulk }: Keys,
  s: Uint8Array<ArrayBuffer>,
  additionalData: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array<ArrayBuffer>> {
  const iv = s.subarray(1, 1 + NONCE)
  const how = { name: 'AES-GCM', iv, additionalData }
  return new Uint8Array(await crypto.subtle.decrypt(how, bulk, s.subarray(1 + NONCE)))
}

function sealingOfBulk(table: string, record: object): Sealing {
  const sealing = sealingOfRecord(table, record)
  if (sealing === 'clear' || sealing.cipher !== 'bulk') throw new Error(`${table} is not sealed by bulk.`)
  return sealing
}

/** Returns the record as it is stored. The layer writes it as it is. */
export async function sealBulk(keys: Keys, table: string, record: object): Promise<SealedRecord> {
  const sealing = sealingOfBulk(table, record)
  const columns = columnsOf(record, sealing)
  const binding = bindingOf(AES_GCM, { table, userId: keys.userId }, columns, sealing)
  const s = await sealedBytes(keys, packed(record), binding)
  return { ...columns, s }
}

/** Opens a record as it is stored. A clear record is returned as it is. Throws `Unreadable`. */
export async function openBulk(keys: Keys, table: string, stored: object): Promise<object> {
  const sealing = sealingOfRecord(table, stored)
  if (sealing === 'clear') return stored
  if (!isSealed(stored) || stored.s[0] !== AES_GCM) throw new Unreadable(table, stored)
  const binding = bindingOf(AES_GCM, { table, userId: keys.userId }, stored, sealing)
  try {
    const hidden = unpacked(await openedBytes(keys, stored.s, binding))
    return openedOf(stored, Object(hidden), sealing)
  } catch {
    throw new Unreadable(table, stored)
  }
}
