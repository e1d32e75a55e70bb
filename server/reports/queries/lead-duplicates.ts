/** 'Leads Duplicados' and its release: docs/rules.md#report-lead-duplicates */
import { type RawBuilder, sql, type Transaction } from 'kysely'
import { z } from 'zod'
import { isManagement } from '../../../src/domain/permissions/roles.ts'
import {
  type LeadDuplicate,
  type LeadDuplicates,
  leadDuplicateSchema,
} from '../../../src/domain/reports/lead-duplicates.ts'
import { roleOf } from '../../../src/domain/session/role.ts'
import type { SessionUser } from '../../../src/domain/session/session-user.ts'
import type { DayRange } from '../../../src/domain/time/presets.ts'
import { lockProposal, openRelease } from '../../commands/proposals.ts'
import { notFound, Refusal } from '../../context/refusal.ts'
import type { Database } from '../../db/database.ts'
import type { Reader } from '../../queries/lead-row.ts'
import { foldedSql, nameOrderSql } from '../../queries/name-order.ts'
import { audit } from '../../records/audit.ts'
import { readAsOf } from './as-of.ts'
import { BATCH, type Batch } from './batches.ts'
import { likePart } from './folded.ts'
import { orderSql, type Page } from './lead-pages.ts'
import { allOf, withinSql } from './report-scope.ts'

export interface LeadDuplicatesFilter {
  readonly range: DayRange
  readonly partner: number | undefined
  readonly client: string | undefined
  readonly proposal: string | undefined
}

const ORDERS = {
  proposal: sql`d.proposal`,
  client_name: nameOrderSql(sql`d.client_name`),
  vehicle: nameOrderSql(sql`d.vehicle`),
  partner: nameOrderSql(sql`p.name`),
  user_relead: nameOrderSql(sql`u.name`),
  relead_at: sql`d.relead_at`,
  created_at: sql`d.created_at`,
  released: sql`d.released`,
  released_by: nameOrderSql(sql`r.name`),
} satisfies Partial<Record<keyof LeadDuplicate, RawBuilder<unknown>>>

const conditionOf = (
  user: SessionUser,
  { range, partner, client, proposal }: LeadDuplicatesFilter,
): RawBuilder<boolean> =>
  allOf([
    withinSql(sql`d.created_at`, range),
    ...(isManagement(roleOf(user)) ? [] : [sql<boolean>`d.user_relead = ${user.id}`]),
    ...(partner === undefined ? [] : [sql<boolean>`d.partner_id = ${partner}`]),
    ...(client === undefined || client === ''
      ? []
      : [sql<boolean>`${foldedSql(sql`d.client_name`)} like ${likePart(client)}`]),
    ...(proposal === undefined || proposal === ''
      ? []
      : [sql<boolean>`lower(d.proposal) like ${likePart(proposal)}`]),
  ])

async function readPage(
  db: Reader,
  condition: RawBuilder<boolean>,
  { page, per_page, order = '-created_at' }: Page,
): Promise<{ data: LeadDuplicate[]; total: number }> {
  const { rows } = await sql<{ data: unknown; total: number }>`
    select
      (select count(*)::int from lead_duplicates d where ${condition}) as total,
      coalesce((
        select json_agg(json_build_object(
          'id', s.id, 'proposal', s.proposal, 'client_name', s.client_name, 'vehicle', s.vehicle,
          'partner_id', s.partner_id, 'partner', s.partner, 'user_relead_id', s.user_relead,
          'user_relead', s.tried_by, 'relead_at', s.relead_at, 'created_at', s.created_at, 'released', s.released,
          'released_by_id', s.released_by, 'released_by', s.allowed_by, 'released_at', s.released_at) order by s.place)
        from (
          select d.*, p.name as partner, u.name as tried_by, r.name as allowed_by,
            row_number() over (order by ${orderSql(ORDERS, order, { last: sql`d.id` })}) as place
          from lead_duplicates d
          left join partners p on p.id = d.partner_id
          left join users u on u.id = d.user_relead
          left join users r on r.id = d.released_by
          where ${condition}
          order by place
          limit ${per_page}
          offset ${(page - 1) * per_page}) s), '[]') as data`.execute(db)
  const found = rows[0] ?? { data: [], total: 0 }
  return { data: z.array(leadDuplicateSchema).parse(found.data), total: found.total }
}

export async function readLeadDuplicates(
  db: Reader,
  user: SessionUser,
  filter: LeadDuplicatesFilter,
  asked: Page,
): Promise<LeadDuplicates> {
  const as_of = await readAsOf(db)
  const { data, total } = await readPage(db, conditionOf(user, filter), asked)
  return { as_of, data, meta: { total } }
}

/** All attempts of the filter, in batches. Those that come meanwhile are left out: they would move the others. */
export async function* leadDuplicateBatches(
  db: Reader,
  user: SessionUser,
  filter: LeadDuplicatesFilter,
  order: string | undefined,
): AsyncGenerator<Batch<LeadDuplicate>> {
  const newest = await sql<{ id: number | null }>`select max(id)::int as id from lead_duplicates`.execute(db)
  const condition = allOf([conditionOf(user, filter), sql<boolean>`d.id <= ${newest.rows[0]?.id ?? 0}`])
  for (let page = 1; ; page++) {
    const { data } = await readPage(db, condition, { page, per_page: BATCH, order })
    if (data.length === 0) return
    yield { rows: data, more: 0 }
  }
}

const RELEASED = 'Proposta liberada. O próximo lead com ela será aceito.'
const RELEASED_BEFORE = 'Esta proposta já foi liberada.'
const STILL_OPEN = 'Esta proposta já foi liberada por outra tentativa, e nenhum lead a usou ainda.'

const refused = (message: string) => new Refusal('rule', message)

/** Lets one more lead have the attempt's proposal. Returns the sentence for the user. */
export async function releaseDuplicate(
  tx: Transaction<Database>,
  user: SessionUser,
  { id, at }: { readonly id: number; readonly at: string },
): Promise<string> {
  const proposalOf = tx.selectFrom('lead_duplicates').select(['proposal', 'released']).where('id', '=', id)
  const known = await proposalOf.executeTakeFirst()
  if (known === undefined) throw notFound()
  await lockProposal(tx, known.proposal)
  // Another release may have come first.
  if ((await proposalOf.executeTakeFirst())?.released !== false) throw refused(RELEASED_BEFORE)
  if ((await openRelease(tx, known.proposal)) !== null) throw refused(STILL_OPEN)
  const release = { released: true, released_by: user.id, released_at: at }
  await tx.updateTable('lead_duplicates').set(release).where('id', '=', id).execute()
  await audit(tx, {
    user,
    action: 'update',
    entity: 'lead_duplicates',
    id,
    before: { proposal: known.proposal, released: false },
    after: { proposal: known.proposal, released: true },
  })
  return RELEASED
}
