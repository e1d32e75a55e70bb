/** What is derived from a call's key. docs/rules.md#sent-again */
import { createHash } from 'node:crypto'
import { uuidv7 } from 'uuidv7'
import type { Call } from './call.ts'

export const digest = (...parts: readonly string[]) =>
  createHash('sha256').update(parts.join('\n')).digest('hex')

/** The key of a further command of the same call. A repeated call gets the same key. */
export function furtherKey({ key }: Call, step: string): string {
  return key === null ? uuidv7() : digest(key, step)
}

/**
 * The uid of a new row. It is derived from the call's key, so that a repeated call names the same row. Version
 * and variant make it a valid UUID.
 */
export function uidOfNew(call: Call, row: string): string {
  if (call.key === null) return uuidv7()
  return uidFrom(String(call.session.user.id), call.key, row)
}

/** The same parts give the same uid. */
export function uidFrom(...parts: readonly string[]): string {
  const hex = digest(...parts)
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-')
}
