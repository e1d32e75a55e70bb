/** The row of an import, of a list or of expiring policies: made, read, and its refused lines. docs/rules.md#any-import */
import { type RawBuilder, sql } from 'kysely'
import { notFound, refusedField } from '../context/refusal.ts'
import type { Tx } from '../db/database.ts'
import type { Reader } from '../queries/lead-row.ts'
import { audit } from '../records/audit.ts'
import type { Asking, OneImport } from './lifecycle.ts'
import type { ReadUpload } from './line-packer.ts'
import { endDeadStarts, runningAsConflict } from './store-lines.ts'
import { IMPORT_TABLES, type Imports } from './tables.ts'

const CHOICES = [
  ['channel_id', 'channels', sql`active`, 'Escolha um canal ativo'],
  ['inviter_id', 'users', sql`status = 1`, 'Escolha um indicador ativo'],
  ['partner_id', 'partners', sql`active`, 'Escolha uma concessionária ativa'],
  ['insurance_id', 'insurances', sql`active`, 'Escolha um seguro ativo'],
] as const

/** What the whole file is given must be there, and be usable now. */
export async function requireUsable(
  tx: Tx,
  choices: { readonly [Field in (typeof CHOICES)[number][0]]?: number | null },
  lock = sql``,
): Promise<void> {
  for (const [field, table, usable, message] of CHOICES) {
    const id = choices[field] ?? null
    if (id === null) continue
    const found =
      await sql`select id from ${sql.table(table)} where id = ${id} and ${usable} ${lock}`.execute(tx)
    if (found.rows.length === 0) throw refusedField(field, message)
  }
}

/** A new import as its table gets it. */
export interface NewImport<Choices, List> extends Asking {
  readonly fileName: string
  readonly choices: Choices
  readonly list: List
  readonly read: ReadUpload
}

/**
 * Makes the import that `storeLines` gets its lines for, with its entry in the audit. Returns its number. Throws Refusal
 * `conflict` while another import or undo runs. `own`: the columns that its table has besides; the audit gets no `unaudited` one.
 */
export async function makeImport(
  tx: Tx,
  imports: Imports,
  { user, fileName, read: { good, refused, blank }, nowMs }: NewImport<unknown, unknown>,
  { own, unaudited }: { readonly own: object; readonly unaudited?: object },
): Promise<number> {
  await endDeadStarts(tx, imports, nowMs)
  const started = { ...own, file_name: fileName, total: good.length, refused: refused.length, blank }
  const at = new Date(nowMs).toISOString()
  const row = {
    ...started,
    ...unaudited,
    state: 'preparing',
    user_id: user.id,
    created_at: at,
    touched_at: at,
  }
  const { rows } = await sql<{ id: number }>`
    insert into ${sql.table(imports)} (${sql.join(Object.keys(row).map((column) => sql.ref(column)))})
    values (${sql.join(Object.values(row))})
    returning id`
    .execute(tx)
    .catch(runningAsConflict)
  const { id } = theOne(rows)
  await audit(tx, { user, action: 'create', entity: imports, id, before: null, after: started })
  return id
}

const SHOWN = 20

/** The latest imports, the newest first; with `id` only that one. `own`: the columns that their table has besides. */
export async function latestImports<Row>(
  db: Reader,
  { imports, id }: { readonly imports: Imports; readonly id: number | null },
  own: RawBuilder<Row>,
): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select i.id, i.state, i.file_name, json_build_object('id', u.id, 'name', u.name) as user,
      (select count(*)::int from ${sql.table(IMPORT_TABLES[imports].decisions)} d where d.import_id = i.id) as undecided,
      i.total, i.done, i.made, i.updated, i.refused, i.blank, i.created_at, i.ended_at, ${own}
    from ${sql.table(imports)} i
    join users u on u.id = i.user_id
    where ${id === null ? sql`true` : sql`i.id = ${id}`}
    order by i.id desc
    limit ${SHOWN}`.execute(db)
  return rows
}

/** Throws Refusal `not_found`. */
export function theOne<Row>([found]: readonly Row[]): Row {
  if (found === undefined) throw notFound()
  return found
}

export async function readRefusals<One extends Imports>(db: Reader, one: OneImport<One>) {
  const { imports, id }: OneImport = one
  const { refusals, reference } = IMPORT_TABLES[imports]
  type Reference = Record<(typeof IMPORT_TABLES)[One]['reference'], string>
  const { rows } = await sql<{ line: number; reason: string } & Reference>`
    select line, ${sql.ref(reference)}, reason from ${sql.table(refusals)}
    where import_id = ${id}
    order by line`.execute(db)
  return rows
}
