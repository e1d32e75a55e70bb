/**
 * By what a line is known in a later file: the source with the old number, the person's name with a contact, or the line
 * itself. Only digests of what a person is called and reached by are kept. docs/rules.md#any-import
 */
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { ClientFields } from '../../src/domain/client/changes.ts'
import type { ImportList } from '../../src/domain/imports/lists.ts'
import { foldText } from '../../src/domain/text/fold.ts'
import type { Tx } from '../db/database.ts'
import type { ImportRun } from './run.ts'

const digest = (text: string) => createHash('sha256').update(text).digest('base64url')

/** null: the line has no old number. */
export const numberKey = (source: string, oldNumber: string): string | null =>
  oldNumber === '' ? null : `number:${JSON.stringify([foldText(source), foldText(oldNumber)])}`

/** null: the person has no contact. The key includes the name because a family may share a mail or phone. */
export function personKey({ name, mail, cellphone, phone }: ClientFields): string | null {
  const contact = cellphone || phone || foldText(mail)
  return contact === '' ? null : `person:${digest(`${foldText(name)}|${contact}`)}`
}

/** What a line itself says, whatever is chosen for the file. */
export const lineKey = (said: object): string => `line:${digest(foldText(JSON.stringify(said)))}`

export interface KnownRow {
  readonly key: string
  readonly uid: string | null
  readonly num: number | null
}

/** Returns the rows of these keys. For a client that became another one's alias it returns the other one. */
export async function knownRows(
  tx: Tx,
  list: ImportList,
  keys: readonly (string | null)[],
): Promise<Map<string, KnownRow>> {
  const wanted = [...new Set(keys.flatMap((key) => key ?? []))]
  const { rows } = await sql<KnownRow>`
    select k.key, coalesce((select a.client_uid from client_aliases a where a.uid = k.uid), k.uid) as uid, k.num
    from import_keys k
    where k.list = ${list}
      and k.key = any(${wanted}::text[])`.execute(tx)
  return new Map(rows.map((row) => [row.key, row]))
}

/** Stores the rows of keys. A key whose row is gone gets the new one. */
export async function keepKeys(
  { tx, importId }: Pick<ImportRun, 'tx' | 'importId'>,
  list: ImportList,
  rows: readonly KnownRow[],
): Promise<void> {
  const byKey = new Map(rows.toReversed().map((row) => [row.key, row]))
  if (byKey.size === 0) return
  await sql`
    insert into import_keys (list, key, uid, num, import_id)
    select ${list}, key, uid, num, ${importId}
    from json_to_recordset(${JSON.stringify([...byKey.values()])}::json) as r (key text, uid uuid, num int)
    on conflict (list, key) do update set
      uid = excluded.uid,
      num = excluded.num,
      import_id = case when import_keys.import_id = excluded.import_id then excluded.import_id end`.execute(
    tx,
  )
}

/** Forgets the keys of rows that are gone, so that the same line counts as new again. */
export async function forgetKeys(
  tx: Tx,
  gone: { readonly uids: readonly string[]; readonly nums: readonly number[] },
  list: ImportList,
): Promise<void> {
  await sql`
    delete from import_keys
    where uid = any(${[...gone.uids]}::uuid[]) or (list = ${list} and num = any(${[...gone.nums]}::int[]))`.execute(
    tx,
  )
}

const KEYS_AT_ONCE = 2000

/**
 * Forgets keys that only an undone import used, except the keys of rows that stay. False: none is left. A known client
 * may have got a key although it was not changed.
 */
export async function forgetKeysOf(tx: Tx, importId: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from import_keys
    where ctid = any(array(
      select k.ctid
      from import_keys k
      where k.import_id = ${importId}
        and not exists (
          select 1 from import_kept t where t.import_id = ${importId} and (t.uid = k.uid or t.num = k.num))
      limit ${KEYS_AT_ONCE}))`.execute(tx)
  return (numAffectedRows ?? 0n) > 0n
}
