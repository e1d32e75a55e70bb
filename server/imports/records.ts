/**
 * What an import wrote. A row whose version is still the recorded one was not changed since: docs/rules.md#taking-back
 */
import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'
import { insertRows } from '../db/insert-rows.ts'

export interface WrittenRow {
  readonly kind: 'client' | 'lead' | 'user' | 'partner'
  readonly uid: string | null
  readonly num: number | null
  readonly line: number
  readonly made: boolean
  /** Blank fields that were completed, by their flat names. */
  readonly fields: readonly string[]
}

/** Records rows with the version of this transaction. A row that this import wrote before keeps what it was. */
export async function recordRows(tx: Tx, importId: number, rows: readonly WrittenRow[]): Promise<void> {
  const [persons, others] = [rows.filter(({ uid }) => uid !== null), rows.filter(({ uid }) => uid === null)]
  await insertRows(
    tx,
    'imported_records',
    others.map((row) => ({ import_id: importId, ...row })),
  )
  if (persons.length === 0) return
  await sql`
    insert into imported_records (import_id, kind, uid, line, made, fields)
    select ${importId}, kind, uid, line, made, fields
    from json_to_recordset(${JSON.stringify(persons)}::json)
      as r (kind text, uid uuid, line int, made boolean, fields text[])
    on conflict (import_id, uid) where uid is not null do update set
      version = excluded.version,
      fields = array(select distinct f from unnest(imported_records.fields || excluded.fields) f order by f)`.execute(
    tx,
  )
}

/**
 * Runs a change of these clients, which gives their leads new versions, and leaves the leads as untouched as they were: it is
 * the import that touches them. Their locks make a command that writes one meanwhile a touch.
 */
export async function withoutTouching<Result>(
  tx: Tx,
  clientUids: readonly string[],
  change: () => Promise<Result>,
): Promise<Result> {
  if (clientUids.length === 0) return change()
  const { rows } = await sql<{ id: number }>`
    select r.id
    from leads l
    join imported_records r on r.uid = l.uid and r.version = l.version
    where l.client_uid = any(${[...clientUids]}::uuid[])
    order by l.uid
    for update of l`.execute(tx)
  const result = await change()
  await sql`
    update imported_records set version = pg_current_xact_id()
    where id = any(${rows.map(({ id }) => id)}::bigint[])`.execute(tx)
  return result
}
