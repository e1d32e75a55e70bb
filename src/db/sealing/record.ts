/** The form of a sealed record: its clear columns, and `s`: format, nonce, ciphertext with its tag. */
import type { Sealing } from './lists.ts'

export interface SealedRecord {
  readonly s: Uint8Array<ArrayBuffer>
}

export const isSealed = (record: object): record is SealedRecord =>
  's' in record && record.s instanceof Uint8Array

/** The first byte of `s`: the cipher, and the form of what it seals. */
export const XCHACHA = 1
export const AES_GCM = 2

export const NONCE_BYTES = { [XCHACHA]: 24, [AES_GCM]: 12 } as const
export const TAG_BYTES = 16

/** A record that does not open: it was changed, moved or torn, or another key sealed it. Never the same as missing. */
export class Unreadable extends Error {
  readonly code = 'unreadable'
  readonly table: string
  readonly record: object
  constructor(table: string, record: object) {
    super(`A record of ${table} does not open.`)
    this.table = table
    this.record = record
  }
}

const utf8 = new TextEncoder()

/** Where a record is. */
export interface Place {
  readonly table: string
  readonly userId: number
}

/** The clear columns and blinded indexes of a record, as they are stored. */
export function columnsOf(record: object, { clear, blind = {} }: Sealing): Record<string, unknown> {
  const columns: Record<string, unknown> = {}
  for (const column of [...clear, ...Object.keys(blind)])
    if (column in record) columns[column] = Reflect.get(record, column)
  return columns
}

/** The associated data: a record that was moved to another place, or whose clear columns were changed, does not open. */
export function bindingOf(format: number, { table, userId }: Place, columns: object, sealing: Sealing) {
  const { clear, blind = {}, unbound } = sealing
  const bound = [...clear, ...Object.keys(blind)].filter((column) => column !== unbound)
  const values = bound.map((column) => Reflect.get(columns, column) ?? null)
  return utf8.encode(JSON.stringify([format, table, userId, values]))
}

/** The record again, from what was sealed: all of it. The unbound column is as it is stored. */
export function openedOf(stored: object, hidden: object, { unbound }: Sealing): object {
  return unbound === undefined || !(unbound in stored)
    ? hidden
    : { ...hidden, [unbound]: Reflect.get(stored, unbound) }
}
