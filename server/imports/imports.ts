/** The imports of lists as rows: starting, watching, and taking one back. docs/rules.md#any-import */
import { sql } from 'kysely'
import type { DataImport, DataImportChoices, KeptRow } from '../../src/contract/imports.ts'
import type { ImportList } from '../../src/domain/imports/lists.ts'
import { DAY_MS } from '../../src/domain/time/durations.ts'
import { Refusal } from '../context/refusal.ts'
import type { Tx } from '../db/database.ts'
import { requireAssignable } from '../queries/assignable-broker.ts'
import type { Reader } from '../queries/lead-row.ts'
import { audit } from '../records/audit.ts'
import { latestImports, makeImport, type NewImport, requireUsable, theOne } from './import-row.ts'
import { type Asking, lockImport } from './lifecycle.ts'
import { runningAsConflict } from './store-lines.ts'

const NOT_ENDED = 'A importação ainda está em andamento. Espere até que ela termine, ou cancele-a.'
const TOO_LATE = 'Uma importação só pode ser desfeita em até sete dias depois do fim.'

/** Until when an import can be taken back, from its end. */
export const UNDO_DAYS = 7

/** Begins the import of a list: see `makeImport`. */
export async function beginImport(tx: Tx, asked: NewImport<DataImportChoices, ImportList>): Promise<number> {
  const { choices, list } = asked
  await requireUsable(tx, choices)
  if (choices.broker_id !== null) await requireAssignable(tx, choices.broker_id)
  const own = { list, source: choices.source }
  return makeImport(tx, 'imports', asked, { own, unaudited: { choices: JSON.stringify(choices) } })
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

const columns = (nowMs: number) => sql<DataImport>`
  i.list, i.source, i.existing, i.undo_total, i.undo_done, i.removed, i.kept,
  case when i.state in ('done', 'cancelled') and i.made + i.updated > 0
    and i.ended_at + make_interval(days => ${UNDO_DAYS}) >= ${new Date(nowMs).toISOString()}
    then i.ended_at + make_interval(days => ${UNDO_DAYS}) end as undo_until`

/** The latest imports, the newest first; with `id` only that one. */
export const readImports = (db: Reader, nowMs: number, id: number | null = null): Promise<DataImport[]> =>
  latestImports(db, { imports: 'imports', id }, columns(nowMs))

export const readImport = async (db: Reader, nowMs: number, id: number): Promise<DataImport> =>
  theOne(await readImports(db, nowMs, id))

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
