/** Which uploaded files there are, whose, and which of them no lead has taken. */
import { sql } from 'kysely'
import type { Reader } from './lead-row.ts'

export interface UploadedFile {
  readonly uid: string
  readonly user_id: number
  readonly path: string
}

export async function uploadedFile(db: Reader, uid: string): Promise<UploadedFile | null> {
  const files = db.selectFrom('uploaded_files').select(['uid', 'user_id', 'path'])
  return (await files.where('uid', '=', uid).executeTakeFirst()) ?? null
}

/** Documents of one user that no lead has taken. */
export interface WaitingFiles {
  readonly count: number
  /** Of all together. */
  readonly bytes: number
}

/** The file of that uid, whoever's, and what else of this user waits for a lead. */
export async function uploadStanding(
  db: Reader,
  { uid, userId }: { readonly uid: string; readonly userId: number },
): Promise<{ readonly known: UploadedFile | null; readonly waiting: WaitingFiles }> {
  const { rows } = await sql<WaitingFiles & { known: UploadedFile | null }>`
    select (select json_build_object('uid', uid, 'user_id', user_id, 'path', path) from uploaded_files where uid = ${uid}) as known,
      count(*)::int as count, coalesce(sum(size), 0)::float8 as bytes
    from uploaded_files f where user_id = ${userId} and not exists (select 1 from lead_files taken where taken.id = f.uid)`.execute(
    db,
  )
  const { known = null, ...waiting } = rows[0] ?? { count: 0, bytes: 0 }
  return { known, waiting }
}

/** Forgets a file that no lead has taken. Answers where its bytes lie; null when it stays, or never was. */
export async function forgetUntaken(db: Reader, uid: string): Promise<string | null> {
  const { rows } = await sql<{ path: string }>`
    delete from uploaded_files f where uid = ${uid} and not exists (select 1 from lead_files taken where taken.id = f.uid)
    returning path`.execute(db)
  return rows[0]?.path ?? null
}

/** False when another delivery of the same file was faster: then nothing is written. */
export async function recordUpload(
  db: Reader,
  file: UploadedFile & { readonly size: number; readonly created_at: string },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('uploaded_files')
    .values(file)
    .onConflict((conflict) => conflict.column('uid').doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

/**
 * Somebody asks for it: the sweep leaves it for as long as if it had just come. It is written, not only locked, since a
 * sweep that waits for this row judges it anew only then. Answers what is to be joined to a lead; undefined when it is
 * gone, or another's.
 */
export function renewUpload(
  db: Reader,
  { uid, userId, nowMs }: { readonly uid: string; readonly userId: number; readonly nowMs: number },
): Promise<{ readonly size: number; readonly path: string } | undefined> {
  return db
    .updateTable('uploaded_files')
    .set({ created_at: new Date(nowMs).toISOString() })
    .where('uid', '=', uid)
    .where('user_id', '=', userId)
    .returning(['size', 'path'])
    .executeTakeFirst()
}

/** Forgets and answers the files older than `before` that belong to no lead. A lead's former files are its history. */
export async function forgetOrphans(db: Reader, before: string): Promise<readonly { path: string }[]> {
  const { rows } = await sql<{ path: string }>`
    delete from uploaded_files f where f.created_at < ${before}::timestamptz
      and not exists (select 1 from leads where file_path = f.uid::text)
      and not exists (select 1 from lead_files where id = f.uid)
    returning f.path`.execute(db)
  return rows
}
