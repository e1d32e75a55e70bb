/**
 * Taking an import back as work of the background: rows that were not changed since are removed, the others stay and
 * are listed with the reason. docs/rules.md#taking-back
 */
import { sql } from 'kysely'
import type { KeptRow } from '../../src/contract/imports.ts'
import { type ClientChanges, changeClient, clientChangesSchema } from '../../src/domain/client/changes.ts'
import type { Tx } from '../db/database.ts'
import { insertRows } from '../db/insert-rows.ts'
import { aliasesAmong } from '../queries/client-aliases.ts'
import { lockClients } from '../queries/lead-row.ts'
import { audit } from '../records/audit.ts'
import { forCause } from '../records/history-cause.ts'
import type { BatchWork } from './batch-loop.ts'
import { completeClient } from './complete-client.ts'
import { keptReason, MERGED } from './kept-reasons.ts'
import { forgetKeys, forgetKeysOf } from './keys.ts'
import { IMPORT_ENTRY } from './leads.ts'
import { withoutTouching } from './records.ts'
import { referredRows } from './references.ts'
import type { UndoRecord, UndoRun } from './undo-run.ts'

const ADDRESS = 'client.address.'
const CLIENT = 'client.'

/** 'client.mail' and 'client.address.cep' as blank fields. */
function blanksOf(fields: readonly string[]): ClientChanges {
  const blank = (field: string) => (field === 'birth_date' ? null : '')
  const address = fields
    .filter((field) => field.startsWith(ADDRESS))
    .map((field) => field.slice(ADDRESS.length))
  const own = fields.filter((field) => !field.startsWith(ADDRESS)).map((field) => field.slice(CLIENT.length))
  return clientChangesSchema.parse({
    ...Object.fromEntries(own.map((field) => [field, blank(field)])),
    address: Object.fromEntries(address.map((field) => [field, ''])),
  })
}

/**
 * Gives clients back the blanks that an import completed. docs/rules.md#taking-back For clients that were not changed
 * since, according to their records.
 */
async function putBack({ tx, userId, nowMs }: UndoRun, records: readonly UndoRecord[]): Promise<void> {
  const fieldsOf = new Map(
    records.flatMap(({ uid, fields }): [string, readonly string[]][] =>
      uid === null ? [] : [[uid, fields]],
    ),
  )
  const uids = [...fieldsOf.keys()]
  if (uids.length === 0) return
  await withoutTouching(tx, uids, async () => {
    for (const before of await lockClients(tx, uids)) {
      const after = changeClient(before, blanksOf(fieldsOf.get(before.uid) ?? []))
      await completeClient(tx, { before, after, userId, occurredAt: new Date(nowMs).toISOString() })
    }
  })
}

interface KeptRecord {
  readonly record: UndoRecord
  readonly reason: string
}

const NOT_REMOVED = 'O banco de dados não deixou remover'

const takeUndo = (tx: Tx) =>
  tx
    .selectFrom('imports')
    .select(['id', 'list', sql<number>`coalesce(undone_by, user_id)`.as('user_id')])
    .where('state', '=', 'undoing')
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()

/** Leads go before their clients: a client that is put back gives its leads new versions. */
const ORDER = ['lead', 'client', 'user', 'partner'] as const
/** Whole histories refer to users without an index for it, and a deletion looks through each of them. */
const MOST: Readonly<Record<KeptRow['kind'], number>> = { lead: 200, client: 200, user: 5, partner: 20 }

/** The latest row comes first. */
async function nextRecords(tx: Tx, importId: number, count: number): Promise<readonly UndoRecord[]> {
  for (const kind of ORDER) {
    const rows = await tx
      .selectFrom('imported_records')
      .select(['id', 'kind', 'uid', 'num', 'line', 'made', 'fields'])
      .where('import_id', '=', importId)
      .where('kind', '=', kind)
      .orderBy('id', 'desc')
      .limit(Math.min(count, MOST[kind]))
      .execute()
    if (rows.length > 0) return rows
  }
  return []
}

const TABLES = {
  lead: { table: 'leads', key: 'uid', type: 'uuid' },
  client: { table: 'clients', key: 'uid', type: 'uuid' },
  user: { table: 'users', key: 'id', type: 'int' },
  partner: { table: 'partners', key: 'id', type: 'int' },
} as const

/** The row's own, and what Farol itself writes about it. A user who only got an invitation was never here. */
const OWN_TABLES: Readonly<Record<KeptRow['kind'], readonly string[]>> = {
  lead: ['timeline', 'push_marks', 'push_messages'],
  client: [],
  user: ['user_roles', 'user_partners', 'password_verifications', 'mails'],
  partner: [],
}

const keyOf = ({ uid, num }: UndoRecord): string | number => uid ?? num ?? 0

/** Locks the rows and returns those that are as the import wrote them, and the ones that were changed since. */
async function standing(tx: Tx, kind: KeptRow['kind'], records: readonly UndoRecord[]) {
  const { table, key } = TABLES[kind]
  const ids = records.map(({ id }) => id)
  const column = kind === 'lead' || kind === 'client' ? 'uid' : 'num'
  const { rows } = await sql<{ id: number; same: boolean }>`
    select r.id, t.version = r.version as same
    from ${sql.table(table)} t
    join imported_records r on r.${sql.ref(column)} = t.${sql.ref(key)}
    where r.id = any(${ids}::bigint[])
    order by t.${sql.ref(key)}
    for update of t`.execute(tx)
  return new Map(rows.map(({ id, same }) => [id, same]))
}

interface Judged {
  readonly going: readonly UndoRecord[]
  readonly kept: readonly KeptRecord[]
}

/** Returns the completed clients with a lead that stays or was worked since. Such a lead needs the completed data. */
async function workedClients({ tx, importId }: UndoRun, uids: readonly string[]): Promise<Set<string>> {
  if (uids.length === 0) return new Set()
  const { rows } = await sql<{ uid: string }>`
    select distinct l.client_uid as uid
    from leads l
    where l.client_uid = any(${[...uids]}::uuid[])
      and (
        exists (select 1 from import_kept k where k.import_id = ${importId} and k.uid = l.uid)
        or exists (select 1 from imported_records r where r.import_id > ${importId} and r.uid = l.uid)
        or exists (
          select 1
          from timeline t
          join imports i on i.id = ${importId}
          where t.lead_uid = l.uid
            and t.received_at >= i.created_at
            and t.command not in (${IMPORT_ENTRY}, 'client.update')))`.execute(tx)
  return new Set(rows.map(({ uid }) => uid))
}

/** Which of the rows go. A row that is gone already is neither. */
async function judge(run: UndoRun, kind: KeptRow['kind'], records: readonly UndoRecord[]): Promise<Judged> {
  const { tx } = run
  const isSame = await standing(tx, kind, records)
  const there = records.filter(({ id }) => isSame.has(id))
  // The values of a merged client live on in another one.
  const merged = await aliasesAmong(
    tx,
    records.flatMap(({ id, uid }) => (isSame.has(id) ? [] : (uid ?? []))),
  )
  const made = there.filter((record) => record.made)
  const referred = await referredRows(tx, {
    table: TABLES[kind].table,
    type: TABLES[kind].type,
    keys: made.map(keyOf),
    except: OWN_TABLES[kind],
  })
  const worked = await workedClients(
    run,
    there.flatMap(({ uid, made: isMade }) => (isMade || uid === null ? [] : [uid])),
  )
  const going: UndoRecord[] = []
  const kept: KeptRecord[] = records
    .filter(({ uid }) => merged.has(uid ?? ''))
    .map((record) => ({ record, reason: MERGED }))
  for (const record of there) {
    const tables = record.made ? (referred.get(keyOf(record)) ?? []) : []
    const changed = isSame.get(record.id) !== true
    const isWorked = worked.has(record.uid ?? '')
    if (!changed && !isWorked && tables.length === 0) going.push(record)
    else kept.push({ record, reason: keptReason(kind, { made: record.made, changed, isWorked, tables }) })
  }
  return { going, kept }
}

/** Removes the rows. Triggers notify the devices. */
async function remove(run: UndoRun, kind: KeptRow['kind'], records: readonly UndoRecord[]): Promise<void> {
  const { tx, list, userId } = run
  const { table, key, type } = TABLES[kind]
  const keys = records.map(keyOf)
  if (kind === 'user' || kind === 'partner') {
    const { rows } = await sql<{ id: number; name: string }>`
      select id, name from ${sql.table(table)} where id = any(${keys}::int[]) order by id`.execute(tx)
    for (const { id, name } of rows)
      await audit(tx, {
        user: { id: userId },
        action: 'delete',
        entity: kind === 'user' ? 'users' : 'partners',
        id,
        before: { name },
        after: null,
      })
  }
  if (kind === 'user')
    await tx
      .deleteFrom('mails')
      .where(
        'user_id',
        'in',
        records.flatMap(({ num }) => num ?? []),
      )
      .execute()
  await forCause(tx, 'import_undo', () =>
    sql`
      delete from ${sql.table(table)} where ${sql.ref(key)} = any(${keys}::${sql.raw(`${type}[]`)})`.execute(
      tx,
    ),
  )
  await forgetKeys(
    tx,
    { uids: records.flatMap(({ uid }) => uid ?? []), nums: records.flatMap(({ num }) => num ?? []) },
    list,
  )
}

async function settle(
  { tx, importId }: UndoRun,
  records: readonly UndoRecord[],
  { going, kept }: Judged,
): Promise<void> {
  await insertRows(
    tx,
    'import_kept',
    kept.map(({ record: { kind, uid, num, line }, reason }) => ({
      import_id: importId,
      kind,
      uid,
      num,
      line,
      reason,
    })),
  )
  await sql`delete from imported_records where id = any(${records.map(({ id }) => id)}::bigint[])`.execute(tx)
  await sql`
    update imports
    set undo_done = undo_done + ${records.length}, removed = removed + ${going.length}, kept = kept + ${kept.length}
    where id = ${importId}`.execute(tx)
}

/** One batch of the undo that runs. */
export const undoWork: BatchWork = async ({ tx, count, refuse, nowMs }) => {
  const undoing = await takeUndo(tx)
  if (undoing === undefined) return false
  const run: UndoRun = { tx, importId: undoing.id, list: undoing.list, userId: undoing.user_id, nowMs }
  const records = await nextRecords(tx, run.importId, count)
  const [first] = records
  if (first === undefined) {
    if (await forgetKeysOf(tx, run.importId)) return true
    await tx.updateTable('imports').set({ state: 'undone' }).where('id', '=', run.importId).execute()
    return true
  }
  if (refuse) {
    await settle(run, records, {
      going: [],
      kept: records.map((record) => ({ record, reason: NOT_REMOVED })),
    })
    return true
  }
  const judged = await judge(run, first.kind, records)
  const made = judged.going.filter((record) => record.made)
  if (made.length > 0) await remove(run, first.kind, made)
  await putBack(
    run,
    judged.going.filter((record) => !record.made),
  )
  await settle(run, records, judged)
  return true
}
