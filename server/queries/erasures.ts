/** Clients whose personal data was erased: docs/rules.md#personal-data */
import { type RawBuilder, sql, type Transaction } from 'kysely'
import { z } from 'zod'
import { ERASED_MESSAGE } from '../../src/domain/client/erasure.ts'
import { Refusal } from '../context/refusal.ts'
import type { Database } from '../db/database.ts'
import type { Reader } from './lead-row.ts'

/** The code and the sentence with which a command about an erased client is refused. */
export const ERASED_REFUSAL = { code: 'erased', message: ERASED_MESSAGE } as const

/** Returns the condition that the erasure `e` is of this client. `uid` may be an alias. */
export const erasureOf = (uid: RawBuilder<string>) => sql<boolean>`(
  e.client_uid = ${uid}
  or e.client_uid = (select a.client_uid from client_aliases a where a.uid = ${uid}))`

/** When the data of this client was erased; null: it was not. `uid` may be an alias. */
export async function erasedAt(db: Reader, uid: string): Promise<string | null> {
  const { rows } = await sql<{ at: string }>`
    select e.at
    from client_erasures e
    where ${erasureOf(sql<string>`${uid}`)}`.execute(db)
  return rows[0]?.at ?? null
}

/** The answer to a call about an erased client. */
export const erasedRefusal = () => new Refusal(ERASED_REFUSAL.code, ERASED_REFUSAL.message)

/** Throws Refusal `erased` when the data of this client was erased. `uid` may be an alias. */
export async function requireNotErased(db: Reader, uid: string): Promise<void> {
  if ((await erasedAt(db, uid)) !== null) throw erasedRefusal()
}

/** Returns all uids of the erasures between two versions. They are few, and contain no personal data. */
export async function erasedBetween(db: Reader, from: number, high: number): Promise<string[]> {
  const { rows } = await sql<{ uid: string }>`
    select unnest(e.uids)::text as uid
    from client_erasures e
    where e.version >= ${String(from)}::xid8
      and e.version < ${String(high)}::xid8`.execute(db)
  return rows.map(({ uid }) => uid)
}

const uploadSchema = z.object({ file_uid: z.uuid() })

/** Takes back the file of a command that was refused as erased. The housekeeping removes its bytes. */
export async function forgetUploadOf(
  tx: Transaction<Database>,
  args: unknown,
  userId: number,
): Promise<void> {
  const upload = uploadSchema.safeParse(args)
  if (!upload.success) return
  await sql`
    with gone as (
      delete from uploaded_files f
      where f.uid = ${upload.data.file_uid}
        and f.user_id = ${userId}
        and not exists (select 1 from lead_files taken where taken.id = f.uid)
      returning f.path)
    insert into erased_files (path) select path from gone
    on conflict do nothing`.execute(tx)
}

/** Which of these clients were erased. No uid may be an alias. */
export async function erasedAmong(db: Reader, uids: readonly string[]): Promise<ReadonlySet<string>> {
  if (uids.length === 0) return new Set()
  const rows = await db
    .selectFrom('client_erasures')
    .select('client_uid')
    .where('client_uid', 'in', [...uids])
    .execute()
  return new Set(rows.map(({ client_uid }) => client_uid))
}
