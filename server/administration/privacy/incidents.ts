/** The register of security incidents. Nothing is deleted: the law keeps it for five years. docs/rules.md#incidents */
import { type RawBuilder, sql, type Transaction } from 'kysely'
import { z } from 'zod'
import {
  type Incident,
  type incidentBodySchema,
  incidentSchema,
} from '../../../src/contract/administration/incidents.ts'
import type { SessionUser } from '../../../src/domain/session/session-user.ts'
import { saoPauloDay } from '../../../src/domain/time/sao-paulo.ts'
import type { Database } from '../../db/database.ts'
import { HttpError, notFound, refusedField } from '../../http/errors.ts'
import type { Reader } from '../../queries/lead-row.ts'
import { audit, rowForAudit } from '../audit.ts'
import { nameless } from './nameless.ts'

type Tx = Transaction<Database>
type Body = z.output<typeof incidentBodySchema>
type Row = Readonly<Record<string, unknown>>

interface By {
  readonly user: SessionUser
  readonly nowMs: number
}

const TEXTS = [
  'description',
  'measures_before',
  'measures_after',
  'risks',
  'delay_reasons',
  'measures_taken',
  'dpo_contact',
  'subjects_told_how',
  'anpd_protocol',
  'anpd_not_told_reason',
]
const FUTURE = 'A data não pode ser depois de hoje'
const KNOWN_BEFORE = 'O incidente não pode ser conhecido antes de acontecer'
const TOLD_BEFORE = 'A comunicação não pode ser antes do conhecimento'
const CHANGED =
  'Outra pessoa alterou este incidente enquanto você editava. Confira os valores atuais e salve de novo.'
const OPEN = sql<boolean>`(i.anpd_told_on is null and i.anpd_not_told_reason = '')`

async function select(
  db: Reader,
  { condition, page }: { condition: RawBuilder<unknown>; page?: { limit: number; offset: number } },
): Promise<Incident[]> {
  const { rows } = await sql<{ row: unknown }>`
    select to_jsonb(i) || jsonb_build_object('created_by',
      case when u.id is not null then jsonb_build_object('id', u.id, 'name', u.name) end) as row
    from security_incidents i
    left join users u on u.id = i.created_by
    where ${condition}
    order by i.known_on desc, i.id desc
    limit ${page?.limit ?? 1}
    offset ${page?.offset ?? 0}`.execute(db)
  return z.array(incidentSchema).parse(rows.map(({ row }) => row))
}

/** Throws the 404 of an unknown number. */
export async function readIncident(db: Reader, id: number): Promise<Incident> {
  const [incident] = await select(db, { condition: sql`i.id = ${id}` })
  if (incident === undefined) throw notFound()
  return incident
}

export async function listIncidents(
  db: Reader,
  page: { limit: number; offset: number },
): Promise<{ data: Incident[]; meta: { total: number; open: number } }> {
  const { rows } = await sql<{ total: number; open: number }>`
    select count(*)::int as total, (count(*) filter (where ${OPEN}))::int as open
    from security_incidents i`.execute(db)
  const { total = 0, open = 0 } = rows[0] ?? {}
  return { data: await select(db, { condition: sql`true`, page }), meta: { total, open } }
}

function check({ occurred_on, known_on, subjects_told_on, anpd_told_on }: Body, nowMs: number): void {
  const today = saoPauloDay(nowMs)
  const days = { occurred_on, known_on, subjects_told_on, anpd_told_on }
  for (const [field, day] of Object.entries(days))
    if (day !== null && day > today) throw refusedField(field, FUTURE)
  if (occurred_on !== null && known_on < occurred_on) throw refusedField('known_on', KNOWN_BEFORE)
  for (const [field, day] of Object.entries({ subjects_told_on, anpd_told_on }))
    if (day !== null && day < known_on) throw refusedField(field, TOLD_BEFORE)
}

/** The row, locked until the end. Throws 404. */
async function lockedRow(tx: Tx, id: number): Promise<Row> {
  const row = z
    .record(z.string(), z.unknown())
    .nullable()
    .parse(await rowForAudit(tx, 'security_incidents', id))
  if (row === null) throw notFound()
  return row
}

async function note(tx: Tx, user: SessionUser, { id, before }: { id: number; before: Row | null }) {
  const plain = (row: Row | null) => {
    if (row === null) return null
    const { revision: _r, created_at: _a, ...rest } = row
    return rest
  }
  const rows = nameless({ before: plain(before), after: plain(await lockedRow(tx, id)) }, TEXTS)
  const action = before === null ? 'create' : 'update'
  await audit(tx, { user, action, entity: 'security_incidents', id, ...rows })
}

export async function createIncident(tx: Tx, { user, nowMs }: By, body: Body): Promise<Incident> {
  check(body, nowMs)
  const { id } = await tx
    .insertInto('security_incidents')
    .values({ ...body, created_by: user.id, created_at: new Date(nowMs).toISOString() })
    .returning('id')
    .executeTakeFirstOrThrow()
  await note(tx, user, { id, before: null })
  return readIncident(tx, id)
}

export async function updateIncident(
  tx: Tx,
  { user, nowMs }: By,
  { id, revision, ...body }: Body & { id: number; revision: number },
): Promise<Incident> {
  const before = await lockedRow(tx, id)
  if (before.revision !== revision) throw new HttpError(409, 'conflict', CHANGED)
  check(body, nowMs)
  await tx
    .updateTable('security_incidents')
    .set({ ...body, revision: sql`revision + 1` })
    .where('id', '=', id)
    .execute()
  await note(tx, user, { id, before })
  return readIncident(tx, id)
}
