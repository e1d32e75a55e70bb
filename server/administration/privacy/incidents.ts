/** The register of security incidents. Nothing is deleted: the law keeps it for five years. docs/rules.md#incidents */
import { randomUUID } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import {
  type Incident,
  type incidentBodySchema,
  incidentSchema,
} from '../../../src/contract/administration/incidents.ts'
import { INCIDENT_FIELDS } from '../../../src/domain/privacy/incident-fields.ts'
import { keysOf, partsOf } from '../../../src/domain/record/parts.ts'
import type { SessionUser } from '../../../src/domain/session/session-user.ts'
import { saoPauloDay } from '../../../src/domain/time/sao-paulo.ts'
import { notFound, Refusal, refusedField } from '../../context/refusal.ts'
import type { Tx } from '../../db/database.ts'
import type { Reader } from '../../queries/lead-row.ts'
import { audit } from '../../records/audit.ts'
import { nameless } from './nameless.ts'
import { type By, FUTURE, idOfUid, lockedRow, plain, type Row } from './rows.ts'

type Body = z.output<typeof incidentBodySchema>

const TEXTS = keysOf(partsOf(INCIDENT_FIELDS, 'isText'))
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

/** Throws Refusal `not_found` for an unknown number. */
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

async function note(tx: Tx, user: SessionUser, { id, before }: { id: number; before: Row | null }) {
  const rows = nameless(
    { before: plain(before), after: plain(await lockedRow(tx, 'security_incidents', id)) },
    TEXTS,
  )
  const action = before === null ? 'create' : 'update'
  await audit(tx, { user, action, entity: 'security_incidents', id, ...rows })
}

/** What the same form brought before is returned as it is now. */
export async function createIncident(
  tx: Tx,
  { user, nowMs }: By,
  { uid = randomUUID(), ...body }: Body & { uid?: string | undefined },
): Promise<Incident> {
  check(body, nowMs)
  const created = await tx
    .insertInto('security_incidents')
    .values({ ...body, uid, created_by: user.id, created_at: new Date(nowMs).toISOString() })
    .onConflict((conflict) => conflict.column('uid').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (created === undefined) return readIncident(tx, await idOfUid(tx, 'security_incidents', uid))
  await note(tx, user, { id: created.id, before: null })
  return readIncident(tx, created.id)
}

export async function updateIncident(
  tx: Tx,
  { user, nowMs }: By,
  { id, revision, ...body }: Body & { id: number; revision: number },
): Promise<Incident> {
  const before = await lockedRow(tx, 'security_incidents', id)
  if (before.revision !== revision) throw new Refusal('conflict', CHANGED)
  check(body, nowMs)
  await tx
    .updateTable('security_incidents')
    .set({ ...body, revision: sql`revision + 1` })
    .where('id', '=', id)
    .execute()
  await note(tx, user, { id, before })
  return readIncident(tx, id)
}
