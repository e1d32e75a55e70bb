/** Deriving the keys of a store from its data key. */
import { loadSealing } from './code.ts'
import type { StoreKeys } from './keys.ts'

const KEY_BITS = 256

/** `dataKey`: 32 random bytes. The same data key always gives the same keys. A store can be opened by them at once. */
export async function deriveKeys(dataKey: Uint8Array, userId: number): Promise<StoreKeys> {
  const root = await crypto.subtle.importKey('raw', new Uint8Array(dataKey), 'HKDF', false, ['deriveBits'])
  const derived = async (label: string) => {
    const info = new TextEncoder().encode(`farol store ${label}`)
    const how = { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info }
    return new Uint8Array(await crypto.subtle.deriveBits(how, root, KEY_BITS))
  }
  const labels = [derived('bulk'), derived('row'), derived('blind')] as const
  const [bulkBytes, row, blind] = await Promise.all([...labels, loadSealing()])
  const bulk = await crypto.subtle.importKey('raw', bulkBytes, 'AES-GCM', false, ['encrypt', 'decrypt'])
  return { userId, bulk, bulkBytes, row, blind }
}
