/** The rows of exports: asked, taken by a server, ended. docs/rules.md#export-of-everything */
import { type Kysely, sql } from 'kysely'
import type { WholeExport } from '../../src/contract/export.ts'
import { KEPT_FOR_MS } from '../../src/domain/export/whole-export.ts'
import { MINUTE_MS } from '../../src/domain/time/durations.ts'
import type { Database, Tx } from '../db/database.ts'

type Db = Kysely<Database>
/** A server that was not heard of for so long has stopped. */
const DEAD_AFTER_MS = MINUTE_MS
/** An export that stops its server each time must not do so for ever. */
const MOST_TRIES = 3
const TOO_OFTEN = 'O servidor não conseguiu terminar a exportação em três tentativas. Avise quem cuida dele.'

const iso = (ms: number) => new Date(ms).toISOString()

const ONE = (db: Db) =>
  db
    .selectFrom('whole_exports as e')
    .innerJoin('users as u', 'u.id', 'e.user_id')
    .select([
      'e.id',
      'e.state',
      'e.asked_at',
      'e.done',
      'e.total',
      'e.ended_at',
      'e.problem',
      'e.file',
      'e.bytes',
      'e.rows',
      'e.expires_at',
      'u.id as user_id',
      'u.name as user_name',
    ])

type Row = Awaited<ReturnType<ReturnType<typeof ONE>['executeTakeFirstOrThrow']>>

function told({ file, user_id, user_name, ...row }: Row): WholeExport {
  return { ...row, user: { id: user_id, name: user_name }, available: file !== null }
}

/** The latest export; null: none was requested. */
export async function latestExport(db: Db): Promise<WholeExport | null> {
  const row = await ONE(db).orderBy('e.id', 'desc').limit(1).executeTakeFirst()
  return row === undefined ? null : told(row)
}

/** Asks for an export. Returns its number; null where one waits or runs already. */
export async function askExport(
  tx: Tx,
  { userId, nowMs }: { readonly userId: number; readonly nowMs: number },
): Promise<number | null> {
  const row = await tx
    .insertInto('whole_exports')
    .values({ user_id: userId, state: 'waiting', asked_at: iso(nowMs) })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

/** The name of the file; null: it is deleted, or there is none. */
export async function fileOfExport(db: Db, id: number, nowMs: number): Promise<string | null> {
  const row = await db
    .selectFrom('whole_exports')
    .select('file')
    .where('id', '=', id)
    .where('expires_at', '>', iso(nowMs))
    .executeTakeFirst()
  return row?.file ?? null
}

export interface Taken {
  readonly id: number
  /** The number of the try. A server that takes the export anew gets a higher one. */
  readonly tries: number
}

const own = (db: Db, { id, tries }: Taken) =>
  db
    .updateTable('whole_exports')
    .where('id', '=', id)
    .where('tries', '=', tries)
    .where('state', '=', 'running')

/** Takes the export that waits, or one whose server has stopped. null: there is none. */
export async function takeExport(db: Db, nowMs: number): Promise<Taken | null> {
  const { rows } = await sql<Taken>`
    update whole_exports
    set state = 'running', alive_at = ${iso(nowMs)}, tries = tries + 1, done = 0, total = 0
    where id = (
      select id from whole_exports
      where state = 'waiting' or (state = 'running' and alive_at < ${iso(nowMs - DEAD_AFTER_MS)})
      order by id
      limit 1
      for update skip locked)
    returning id, tries`.execute(db)
  const [taken] = rows
  if (taken === undefined || taken.tries <= MOST_TRIES) return taken ?? null
  await failExport(db, taken, { problem: TOO_OFTEN, nowMs })
  return null
}

/** Writes how far the export is, and that this server is alive. */
export async function noteProgress(
  db: Db,
  taken: Taken,
  { done, total, nowMs }: { readonly done: number; readonly total: number; readonly nowMs: number },
): Promise<void> {
  await own(db, taken)
    .set({ done, total, alive_at: iso(nowMs) })
    .execute()
}

/** Puts it back: this server stops, and the next start begins anew. */
export async function giveBackExport(db: Db, taken: Taken): Promise<void> {
  await own(db, taken)
    .set({ state: 'waiting', tries: taken.tries - 1 })
    .execute()
}

export async function failExport(
  db: Db,
  taken: Taken,
  { problem, nowMs }: { readonly problem: string; readonly nowMs: number },
): Promise<void> {
  await own(db, taken)
    .set({ state: 'failed', problem, ended_at: iso(nowMs) })
    .execute()
}

/** Ends it with its file; the files of earlier exports are of no use any more. False: another server has taken it. */
export async function endExport(
  db: Db,
  taken: Taken,
  {
    file,
    bytes,
    rows,
    nowMs,
  }: { readonly file: string; readonly bytes: number; readonly rows: number; readonly nowMs: number },
): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const { numUpdatedRows } = await own(tx, taken)
      .set({
        state: 'done',
        file,
        bytes,
        rows,
        ended_at: iso(nowMs),
        expires_at: iso(nowMs + KEPT_FOR_MS),
        done: sql`total`,
      })
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return false
    await tx.updateTable('whole_exports').set({ file: null }).where('id', '<', taken.id).execute()
    return true
  })
}

/** Forgets the files whose time is over. */
export async function expireExports(db: Db, nowMs: number): Promise<void> {
  await db
    .updateTable('whole_exports')
    .set({ file: null })
    .where('file', 'is not', null)
    .where('expires_at', '<=', iso(nowMs))
    .execute()
}

/** The files that rows still name, and whether one is being written. */
export async function namedFiles(
  db: Db,
): Promise<{ readonly files: ReadonlySet<string>; readonly runs: boolean }> {
  const rows = await db
    .selectFrom('whole_exports')
    .select(['file', 'state'])
    .where((where) => where.or([where('file', 'is not', null), where('state', '=', 'running')]))
    .execute()
  return {
    files: new Set(rows.flatMap(({ file }) => (file === null ? [] : [file]))),
    runs: rows.some(({ state }) => state === 'running'),
  }
}
