/** What requests and incidents have in common: who writes, and the row that is written. */
import type { Transaction } from 'kysely'
import { z } from 'zod'
import type { SessionUser } from '../../../src/domain/session/session-user.ts'
import { notFound } from '../../context/refusal.ts'
import type { Database } from '../../db/database.ts'
import type { PrivacyTables } from '../../db/privacy-tables.ts'
import { rowForAudit } from '../../records/audit.ts'

export type Row = Readonly<Record<string, unknown>>

export interface By {
  readonly user: SessionUser
  readonly nowMs: number
}

export const FUTURE = 'A data não pode ser depois de hoje'

/** Returns the row, locked until the end. Throws Refusal `not_found`. */
export async function lockedRow(
  tx: Transaction<Database>,
  table: keyof PrivacyTables,
  id: number,
): Promise<Row> {
  const row = z
    .record(z.string(), z.unknown())
    .nullable()
    .parse(await rowForAudit(tx, table, id))
  if (row === null) throw notFound()
  return row
}

/** As the audit keeps it: uids and the count of changes say nothing to its reader. */
export function plain(row: Row | null): Row | null {
  if (row === null) return null
  const { revision: _r, uid: _u, client_uid: _c, created_at: _a, ...rest } = row
  return rest
}

/** The number of the row that a form brought before. */
export async function idOfUid(
  tx: Transaction<Database>,
  table: keyof PrivacyTables,
  uid: string,
): Promise<number> {
  const { id } = await tx.selectFrom(table).select('id').where('uid', '=', uid).executeTakeFirstOrThrow()
  return id
}
