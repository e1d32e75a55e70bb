/**
 * Requests of data subjects: read, written and answered. The audit records every change. docs/rules.md#data-requests
 */
import { randomUUID } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import {
  type DataRequest,
  type dataRequestBodySchema,
  dataRequestSchema,
  type REQUEST_STATES,
  type requestAnswerSchema,
} from '../../../src/contract/administration/data-requests.ts'
import { ERASED_NAME } from '../../../src/domain/client/erasure.ts'
import { REQUEST_FIELDS } from '../../../src/domain/privacy/request-fields.ts'
import { keysOf, partsOf } from '../../../src/domain/record/parts.ts'
import type { SessionUser } from '../../../src/domain/session/session-user.ts'
import { saoPauloDay } from '../../../src/domain/time/sao-paulo.ts'
import { notFound, Refusal, refusedField } from '../../context/refusal.ts'
import type { Tx } from '../../db/database.ts'
import { clientOfNumber } from '../../queries/clients.ts'
import { erasedRefusal, requireNotErased } from '../../queries/erasures.ts'
import type { Reader } from '../../queries/lead-row.ts'
import { audit } from '../../records/audit.ts'
import { nameless } from './nameless.ts'
import { type By, FUTURE, idOfUid, lockedRow, plain, type Row } from './rows.ts'

type Body = z.output<typeof dataRequestBodySchema>
type RequestAnswer = z.output<typeof requestAnswerSchema>

const TEXTS = keysOf(partsOf(REQUEST_FIELDS, 'isText'))
const BEFORE_REQUEST = 'A resposta não pode ser antes do pedido'
const UNKNOWN = 'Valor desconhecido'
const CHANGED =
  'Outra pessoa alterou este pedido enquanto você editava. Confira os valores atuais e salve de novo.'

async function select(
  db: Reader,
  { condition, page }: { condition: RawBuilder<unknown>; page?: { limit: number; offset: number } },
): Promise<DataRequest[]> {
  const person = (alias: string) => sql`
    case when ${sql.ref(`${alias}.id`)} is not null
      then jsonb_build_object('id', ${sql.ref(`${alias}.id`)}, 'name', ${sql.ref(`${alias}.name`)}) end`
  const { rows } = await sql<{ row: unknown }>`
    select to_jsonb(r) || jsonb_build_object(
      'created_by', ${person('c')}, 'answered_by', ${person('a')},
      'client', case when k.id is not null then jsonb_build_object('id', k.id, 'uid', k.uid, 'name', k.name,
        'erased', exists (select 1 from client_erasures e where e.client_uid = k.uid)) end) as row
    from data_requests r
    left join users c on c.id = r.created_by
    left join users a on a.id = r.answered_by
    left join clients k on k.uid = r.client_uid
    where ${condition}
    order by r.answered_on desc nulls first,
      case when r.answered_on is null then r.received_on end, r.received_on desc, r.id
    limit ${page?.limit ?? 1}
    offset ${page?.offset ?? 0}`.execute(db)
  return z.array(dataRequestSchema).parse(rows.map(({ row }) => row))
}

/** Throws Refusal `not_found` for an unknown number. */
export async function readDataRequest(db: Reader, id: number): Promise<DataRequest> {
  const [request] = await select(db, { condition: sql`r.id = ${id}` })
  if (request === undefined) throw notFound()
  return request
}

export async function listDataRequests(
  db: Reader,
  { state, ...page }: { state?: (typeof REQUEST_STATES)[number] | undefined; limit: number; offset: number },
): Promise<{ data: DataRequest[]; meta: { total: number; open: number } }> {
  const condition = state === undefined ? sql`true` : sql`(r.answered_on is null) = ${state === 'open'}`
  const { rows } = await sql<{ total: number; open: number }>`
    select (count(*) filter (where ${condition}))::int as total,
      (count(*) filter (where r.answered_on is null))::int as open
    from data_requests r`.execute(db)
  const { total = 0, open = 0 } = rows[0] ?? {}
  return { data: await select(db, { condition, page }), meta: { total, open } }
}

async function columnsOf(tx: Tx, { user, nowMs }: By, { client_id, ...body }: Body) {
  if (body.received_on > saoPauloDay(nowMs)) throw refusedField('received_on', FUTURE)
  if (client_id === null) return { ...body, client_uid: null }
  const client = await clientOfNumber(tx, user, client_id)
  if (client === null) throw refusedField('client_id', UNKNOWN)
  // Waits for an erasure under way, which holds the client.
  await sql`select 1 from clients where uid = ${client.uid} for key share`.execute(tx)
  // A form that was open meanwhile would write the person's data again.
  await requireNotErased(tx, client.uid)
  return { ...body, client_uid: client.uid }
}

function requireRevision(row: Row, revision: number): void {
  if (row.revision !== revision) throw new Refusal('conflict', CHANGED)
}

async function note(
  tx: Tx,
  user: SessionUser,
  { id, ...rows }: { id: number; before: Row | null; after: Row | null },
): Promise<void> {
  const isNew = rows.before === null
  const action = isNew ? 'create' : rows.after === null ? 'delete' : 'update'
  const kept = nameless({ before: plain(rows.before), after: plain(rows.after) }, TEXTS)
  await audit(tx, { user, action, entity: 'data_requests', id, ...kept })
}

/** What the same form brought before is returned as it is now. */
export async function createDataRequest(
  tx: Tx,
  by: By,
  { uid = randomUUID(), ...body }: Body & { uid?: string | undefined },
): Promise<DataRequest> {
  const columns = await columnsOf(tx, by, body)
  const created = await tx
    .insertInto('data_requests')
    .values({ ...columns, uid, created_by: by.user.id, created_at: new Date(by.nowMs).toISOString() })
    .onConflict((conflict) => conflict.column('uid').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (created === undefined) return readDataRequest(tx, await idOfUid(tx, 'data_requests', uid))
  const { id } = created
  await note(tx, by.user, { id, before: null, after: await lockedRow(tx, 'data_requests', id) })
  return readDataRequest(tx, id)
}

type Change = Partial<Omit<Parameters<typeof columnsOf>[2], 'client_id'>> & {
  readonly client_uid?: string | null
  readonly answered_on?: string | null
  readonly answered_by?: number | null
  readonly outcome?: RequestAnswer['outcome'] | null
  readonly answer?: string
}

async function write(
  tx: Tx,
  by: By,
  { id, before, change }: { id: number; before: Row; change: Change },
): Promise<DataRequest> {
  await tx
    .updateTable('data_requests')
    .set({ ...change, revision: sql`revision + 1` })
    .where('id', '=', id)
    .execute()
  await note(tx, by.user, { id, before, after: await lockedRow(tx, 'data_requests', id) })
  return readDataRequest(tx, id)
}

export async function updateDataRequest(
  tx: Tx,
  by: By,
  { id, revision, ...body }: Body & { id: number; revision: number },
): Promise<DataRequest> {
  // The client's lock comes first, as in an erasure.
  const change = await columnsOf(tx, by, body)
  const before = await lockedRow(tx, 'data_requests', id)
  // Others than the client's own were found by their texts.
  if (before.name === ERASED_NAME) throw erasedRefusal()
  if (typeof before.client_uid === 'string') await requireNotErased(tx, before.client_uid)
  requireRevision(before, revision)
  if (typeof before.answered_on === 'string' && before.answered_on < change.received_on)
    throw refusedField('received_on', BEFORE_REQUEST)
  return write(tx, by, { id, before, change })
}

export async function answerDataRequest(
  tx: Tx,
  by: By,
  { id, revision, ...answer }: RequestAnswer & { id: number; revision: number },
): Promise<DataRequest> {
  const before = await lockedRow(tx, 'data_requests', id)
  requireRevision(before, revision)
  if (answer.answered_on > saoPauloDay(by.nowMs)) throw refusedField('answered_on', FUTURE)
  if (answer.answered_on < String(before.received_on)) throw refusedField('answered_on', BEFORE_REQUEST)
  return write(tx, by, { id, before, change: { ...answer, answered_by: by.user.id } })
}

const UNANSWERED = { answered_on: null, answered_by: null, outcome: null, answer: '' } as const

/** A request that waits stays as it is. */
export async function reopenDataRequest(tx: Tx, by: By, id: number): Promise<DataRequest> {
  const before = await lockedRow(tx, 'data_requests', id)
  if (before.answered_on === null) return readDataRequest(tx, id)
  return write(tx, by, { id, before, change: UNANSWERED })
}

export async function removeDataRequest(tx: Tx, { user }: By, id: number): Promise<void> {
  const before = await lockedRow(tx, 'data_requests', id)
  await tx.deleteFrom('data_requests').where('id', '=', id).execute()
  await note(tx, user, { id, before, after: null })
}
