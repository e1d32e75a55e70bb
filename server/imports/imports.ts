/** The imports of lists as rows: starting, watching, and taking one back. docs/rules.md#any-import */
import { sql } from 'kysely'
import type { DataImport, DataImportChoices, KeptRow } from '../../src/contract/imports.ts'
import type { ImportList } from '../../src/domain/imports/lists.ts'
import { DAY_MS } from '../../src/domain/time/durations.ts'
import { notFound, Refusal, refusedField } from '../context/refusal.ts'
import type { Tx } from '../db/database.ts'
import { requireAssignable } from '../queries/assignable-broker.ts'
import type { Reader } from '../queries/lead-row.ts'
import { audit } from '../records/audit.ts'
import { type Asking, lockImport, type NewImport } from './lifecycle.ts'
import { endDeadStarts, runningAsConflict } from './store-lines.ts'

const NOT_ENDED = 'A importação ainda está em andamento. Espere até que ela termine, ou cancele-a.'
const TOO_LATE = 'Uma importação só pode ser desfeita em até sete dias depois do fim.'

/** Until when an import can be taken back, from its end. */
export const UNDO_DAYS = 7

const iso = (ms: number) => new Date(ms).toISOString()

/** What the whole file is given must be there, and be usable now. */
async function requireChoices(db: Tx, choices: DataImportChoices): Promise<void> {
  const { rows } = await sql<{ field: string; message: string }>`
    select 'channel_id' as field, 'Escolha um canal ativo' as message
    where ${choices.channel_id}::int is not null
      and not exists (select 1 from channels where id = ${choices.channel_id} and active)
    union all
    select 'inviter_id', 'Escolha um indicador ativo'
    where ${choices.inviter_id}::int is not null
      and not exists (select 1 from users where id = ${choices.inviter_id} and status = 1)
    union all
    select 'partner_id', 'Escolha uma concessionária ativa'
    where ${choices.partner_id}::int is not null
      and not exists (select 1 from partners where id = ${choices.partner_id} and active)
    union all
    select 'insurance_id', 'Escolha um seguro ativo'
    where ${choices.insurance_id}::int is not null
      and not exists (select 1 from insurances where id = ${choices.insurance_id} and active)`.execute(db)
  const [wrong] = rows
  if (wrong !== undefined) throw refusedField(wrong.field, wrong.message)
  if (choices.broker_id !== null) await requireAssignable(db, choices.broker_id)
}

/**
 * Makes the import that `storeLines` gets its lines for. Returns its number. Throws Refusal `conflict` while another import or
 * undo runs.
 */
export async function beginImport(tx: Tx, asked: NewImport<DataImportChoices, ImportList>): Promise<number> {
  const { user, fileName, choices, list, read, nowMs } = asked
  await requireChoices(tx, choices)
  await endDeadStarts(tx, 'imports', nowMs)
  const started = {
    list,
    source: choices.source,
    file_name: fileName,
    total: read.good.length,
    refused: read.refused.length,
    blank: read.blank,
  }
  const { id } = await tx
    .insertInto('imports')
    .values({
      ...started,
      choices: JSON.stringify(choices),
      user_id: user.id,
      created_at: iso(nowMs),
      touched_at: iso(nowMs),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
    .catch(runningAsConflict)
  await audit(tx, { user, action: 'create', entity: 'imports', id, before: null, after: started })
  return id
}

/** Begins to take an ended import back. Repeating it changes nothing. Throws Refusal. */
export async function startUndo(
  tx: Tx,
  { user, id, nowMs }: Asking & { readonly id: number },
): Promise<void> {
  const { ended_at, ...before } = await lockImport(tx, { imports: 'imports', id })
  if (before.state === 'undoing' || before.state === 'undone') return
  if (ended_at === null) throw new Refusal('conflict', NOT_ENDED)
  if (Date.parse(ended_at) + UNDO_DAYS * DAY_MS < nowMs) throw new Refusal('conflict', TOO_LATE)
  // A line that waits was never written.
  await tx.deleteFrom('import_decisions').where('import_id', '=', id).execute()
  await sql`
    update imports
    set state = 'undoing', undone_by = ${user.id},
      undo_total = (select count(*) from imported_records r where r.import_id = imports.id)
    where id = ${id}`
    .execute(tx)
    .catch(runningAsConflict)
  const after = { ...before, state: 'undoing' }
  await audit(tx, { user, action: 'update', entity: 'imports', id, before, after })
}

const SHOWN = 20

/** The latest imports, the newest first; with `id` only that one. */
export async function readImports(
  db: Reader,
  nowMs: number,
  id: number | null = null,
): Promise<DataImport[]> {
  const { rows } = await sql<DataImport>`
    select i.id, i.state, i.list, i.source, i.file_name, json_build_object('id', u.id, 'name', u.name) as user,
      (select count(*)::int from import_decisions d where d.import_id = i.id) as undecided,
      i.total, i.done, i.made, i.updated, i.existing, i.refused, i.blank, i.created_at, i.ended_at,
      case when i.state in ('done', 'cancelled') and i.made + i.updated > 0
        and i.ended_at + make_interval(days => ${UNDO_DAYS}) >= ${iso(nowMs)}
        then i.ended_at + make_interval(days => ${UNDO_DAYS}) end as undo_until,
      i.undo_total, i.undo_done, i.removed, i.kept
    from imports i
    join users u on u.id = i.user_id
    where ${id === null ? sql`true` : sql`i.id = ${id}`}
    order by i.id desc
    limit ${SHOWN}`.execute(db)
  return rows
}

export async function readImport(db: Reader, nowMs: number, id: number): Promise<DataImport> {
  const [found] = await readImports(db, nowMs, id)
  if (found === undefined) throw notFound()
  return found
}

export const readRefusals = (db: Reader, id: number) =>
  db
    .selectFrom('import_refusals')
    .select(['line', 'old_number', 'reason'])
    .where('import_id', '=', id)
    .orderBy('line')
    .execute()

const MOST_KEPT_SHOWN = 1000

/** What stayed after an undo, as it is now; at most 1,000 rows. */
export async function readKept(db: Reader, id: number): Promise<KeptRow[]> {
  const { rows } = await sql<KeptRow>`
    select k.kind, coalesce(c.id, l.id, u.id, p.id) as id, coalesce(c.name, lc.name, u.name, p.name) as name,
      k.line, k.reason
    from import_kept k
    left join clients c on k.kind = 'client'
      and c.uid = coalesce((select a.client_uid from client_aliases a where a.uid = k.uid), k.uid)
    left join leads l on k.kind = 'lead' and l.uid = k.uid
    left join clients lc on lc.uid = l.client_uid
    left join users u on k.kind = 'user' and u.id = k.num
    left join partners p on k.kind = 'partner' and p.id = k.num
    where k.import_id = ${id}
      and coalesce(c.id, l.id, u.id, p.id) is not null
    order by k.line, k.kind
    limit ${MOST_KEPT_SHOWN}`.execute(db)
  return rows
}
