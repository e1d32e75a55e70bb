/** The uploaded files. A file is waiting until a command attaches it to a lead. */
import { sql } from 'kysely'
import type { Reader } from './lead-row.ts'

export interface UploadedFile {
  readonly uid: string
  readonly user_id: number
  readonly path: string
  readonly size: number
}

export async function uploadedFile(db: Reader, uid: string): Promise<UploadedFile | null> {
  const files = db.selectFrom('uploaded_files').select(['uid', 'user_id', 'path', 'size'])
  return (await files.where('uid', '=', uid).executeTakeFirst()) ?? null
}

/** Returns the file's uid if it is, or was, the lead's file; else null. */
export async function fileOfLead(db: Reader, leadUid: string, uid: string): Promise<string | null> {
  const files = db.selectFrom('lead_files').select('id').where('id', '=', uid).where('lead_uid', '=', leadUid)
  return (await files.executeTakeFirst())?.id ?? null
}

/** One user's files that are not attached to a lead. */
export interface WaitingFiles {
  readonly count: number
  /** Sum of all their sizes. */
  readonly bytes: number
}

/** Returns the file with this uid, of any user, and the sum of this user's waiting files. */
export async function uploadStanding(
  db: Reader,
  { uid, userId }: { readonly uid: string; readonly userId: number },
): Promise<{ readonly known: UploadedFile | null; readonly waiting: WaitingFiles }> {
  const { rows } = await sql<WaitingFiles & { known: UploadedFile | null }>`
    select
      (
        select json_build_object('uid', uid, 'user_id', user_id, 'path', path, 'size', size)
        from uploaded_files
        where uid = ${uid}
      ) as known,
      count(*)::int as count,
      coalesce(sum(size), 0)::float8 as bytes
    from uploaded_files f
    where user_id = ${userId}
      and not exists (select 1 from lead_files taken where taken.id = f.uid)`.execute(db)
  const { known = null, ...waiting } = rows[0] ?? { count: 0, bytes: 0 }
  return { known, waiting }
}

/** Deletes the row of a waiting file and returns its path in the store; null when it is attached or unknown. */
export async function forgetUntaken(db: Reader, uid: string): Promise<string | null> {
  const { rows } = await sql<{ path: string }>`
    delete from uploaded_files f
    where uid = ${uid}
      and not exists (select 1 from lead_files taken where taken.id = f.uid)
    returning path`.execute(db)
  return rows[0]?.path ?? null
}

/** Inserts the row. Returns false, without a change, when another delivery of the same file was faster. */
export async function recordUpload(
  db: Reader,
  file: UploadedFile & { readonly created_at: string },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('uploaded_files')
    .values(file)
    .onConflict((conflict) => conflict.column('uid').doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

/**
 * Restarts the time after which the sweep deletes the file. Returns the file, or undefined when it is gone or another
 * user's. It writes the row instead of locking it: a sweep that waits for a row reads it again only when it has
 * changed.
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

/** Deletes and returns the files older than `before` without a lead. A lead's former files stay as its history. */
export async function forgetOrphans(db: Reader, before: string): Promise<readonly { path: string }[]> {
  const { rows } = await sql<{ path: string }>`
    delete from uploaded_files f
    where f.created_at < ${before}::timestamptz
      and not exists (select 1 from leads where file_path = f.uid::text)
      and not exists (select 1 from lead_files where id = f.uid)
    returning f.path`.execute(db)
  return rows
}
