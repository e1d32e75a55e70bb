/**
 * What pages and the service worker say about the keys of an unlocked store. The keys move by structured clone, and lie in
 * memory only. docs/security.md#protected-devices
 */
import type { StoreKeys } from './keys.ts'

/** Between the tabs of one browser. */
export const KEY_CHANNEL = 'farol-keys'

export type KeyTalk =
  /** A page that starts asks the others. */
  | { readonly talk: 'ask' }
  /** An unlocked page answers, or hands its keys to the service worker. */
  | { readonly talk: 'hold'; readonly keys: StoreKeys }
  /** The service worker has none. `isAlone`: no other page is open that could have them. */
  | { readonly talk: 'none'; readonly isAlone: boolean }
  /** The device is locked: everybody forgets the keys. */
  | { readonly talk: 'lock' }

const isBytes = (value: unknown): boolean => value instanceof Uint8Array

function isKeys(value: unknown): value is StoreKeys {
  if (typeof value !== 'object' || value === null) return false
  const { userId, bulk, bulkBytes, row, blind }: Partial<Record<keyof StoreKeys, unknown>> = value
  return (
    typeof userId === 'number' &&
    bulk instanceof CryptoKey &&
    isBytes(bulkBytes) &&
    isBytes(row) &&
    isBytes(blind)
  )
}

/** Returns null for anything else: the service worker gets other messages, too. */
export function keyTalkFrom(value: unknown): KeyTalk | null {
  if (typeof value !== 'object' || value === null) return null
  const { talk, keys, isAlone }: { talk?: unknown; keys?: unknown; isAlone?: unknown } = value
  if (talk === 'ask' || talk === 'lock') return { talk }
  if (talk === 'none') return { talk, isAlone: isAlone === true }
  return talk === 'hold' && isKeys(keys) ? { talk, keys } : null
}
