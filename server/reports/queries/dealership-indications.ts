/** 'Relatório de Indicações': docs/rules.md#report-dealership-indications */
import { type RawBuilder, sql } from 'kysely'
import { scopeOf } from '../../../src/domain/lead/access.ts'
import { isManagement } from '../../../src/domain/permissions/roles.ts'
import {
  type DealershipIndications,
  type InviterSummaryRow,
  inviterTotal,
  type Referrals,
} from '../../../src/domain/reports/dealership-indications.ts'
import { ranked, share } from '../../../src/domain/reports/figures.ts'
import { roleOf } from '../../../src/domain/session/role.ts'
import type { SessionUser } from '../../../src/domain/session/session-user.ts'
import type { DayRange } from '../../../src/domain/time/presets.ts'
import { forbidden } from '../../context/refusal.ts'
import type { Reader } from '../../queries/lead-row.ts'
import { leadsWithClients } from '../../queries/seen-clients.ts'
import { readAsOf } from './as-of.ts'
import { type AskedFigure, countedIn, figureSql, figuresBy, heldFigures } from './figure-leads.ts'
import { leadDetails } from './lead-details.ts'
import type { Page } from './lead-pages.ts'
import { countsByPerson } from './person-counts.ts'
import { allOf, amongSql, countsForSql, mustBeOwn, withinSql } from './report-scope.ts'

export interface DealershipIndicationsFilter {
  readonly range: DayRange
  readonly partners: readonly number[]
  readonly insurances: readonly number[]
  readonly inviter: number | undefined
  readonly client: number | undefined
}

/** What each count counts, over `leads l`. The same conditions open its leads. */
const FIGURES = {
  inviter_all_leads: sql<boolean>`true`,
  indications_on_time: sql<boolean>`l.indication_on_time = 1`,
  indications_not_on_time: sql<boolean>`l.indication_on_time = 0`,
  sold: sql<boolean>`(l.state = 3 and l.sold = 1)`,
}

const INVITER = sql`coalesce(l.inviter_id, 0)`

/** The leads of the filter. Throws 403 for a filter that names what is not the user's. */
async function dealershipIndicationLeads(
  db: Reader,
  user: SessionUser,
  { range, partners, insurances, inviter, client }: DealershipIndicationsFilter,
): Promise<RawBuilder<boolean>> {
  mustBeOwn(user, { partners })
  return allOf([
    countsForSql(user),
    withinSql(sql`coalesce(l.proposal_date, l.create_lead_date)`, range),
    amongSql(sql`l.partner_id`, partners),
    amongSql(sql`l.insurance_id`, insurances),
    amongSql(sql`l.inviter_id`, inviter === undefined ? [] : [inviter]),
    client === undefined ? sql<boolean>`true` : await ofClient(db, user, client),
  ])
}

/** The leads of the filter that a figure counts. */
export const inviterFigureLeads = async (
  db: Reader,
  user: SessionUser,
  filter: DealershipIndicationsFilter,
  asked: AskedFigure,
): Promise<RawBuilder<boolean>> => figureOf(await dealershipIndicationLeads(db, user, filter), asked)

const figureOf = (condition: RawBuilder<boolean>, asked: AskedFigure) =>
  allOf([condition, figureSql(FIGURES, asked, INVITER)])

/** A client has the number under which the user sees it. Throws 403 for a client without a lead of the user's. */
async function ofClient(db: Reader, user: SessionUser, client: number): Promise<RawBuilder<boolean>> {
  const { rows } = await sql<{ uid: string }>`
    select l.uid
    from ${leadsWithClients(scopeOf(user))}
    where ${countsForSql(user)}
      and c.id = ${client}`.execute(db)
  if (rows.length === 0 && !isManagement(roleOf(user))) throw forbidden()
  return sql<boolean>`l.uid = any(${rows.map(({ uid }) => uid)}::uuid[])`
}

export async function readDealershipIndications(
  db: Reader,
  user: SessionUser,
  filter: DealershipIndicationsFilter,
  asked: Page & AskedFigure,
): Promise<DealershipIndications> {
  const as_of = await readAsOf(db)
  const condition = await dealershipIndicationLeads(db, user, filter)
  const detail = figureOf(condition, asked)
  const summaryReport = await readSummary(db, condition)
  const summaryTotal = inviterTotal(summaryReport)
  const counted = countedIn(asked, summaryTotal.inviter_all_leads)
  const { data, total } = await leadDetails(db, user, { condition: detail, counted }, asked)
  const held = await heldFigures(db, { asked, rows: data, figures: figuresBy(FIGURES, INVITER) })
  return { as_of, summaryReport, total: summaryTotal, data, meta: { total }, ...held }
}

async function readSummary(db: Reader, condition: RawBuilder<boolean>): Promise<InviterSummaryRow[]> {
  const counts = await countsByPerson(db, 'inviter_id', { figures: FIGURES, condition })
  const rows = counts.map(({ id, name, ...row }) => ({
    inviter_id: id,
    inviter_name: name ?? 'Sem indicador',
    ...row,
    conversion: share(row.sold, row.inviter_all_leads),
  }))
  return ranked(rows, ({ conversion, sold, inviter_name }) => ({ conversion, sold, name: inviter_name })).map(
    ({ row, place }) => ({ ...row, ranking: place }),
  )
}

/** The same leads without a summary, by days alone. */
export async function readReferrals(
  db: Reader,
  user: SessionUser,
  range: DayRange,
  page: Page,
): Promise<Referrals> {
  const as_of = await readAsOf(db)
  const all = { range, partners: [], insurances: [], inviter: undefined, client: undefined }
  const condition = await dealershipIndicationLeads(db, user, all)
  const { data, total } = await leadDetails(db, user, { condition }, page)
  return { as_of, data, meta: { total } }
}
