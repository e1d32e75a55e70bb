/**
 * Every report as its screen binds it, with the rows that it lists and counts in plain TypeScript over the data set: what
 * is proved of one report is proved of all. `scope.test.ts` fails while a report or a call is missing here.
 */
import { attendanceBinding } from '../../../src/contract/reports/attendance.ts'
import { callsBinding } from '../../../src/contract/reports/calls.ts'
import {
  dealershipIndicationsBinding,
  referralsBinding,
} from '../../../src/contract/reports/dealership-indications.ts'
import { newDiagnosisBinding, renewalDiagnosisBinding } from '../../../src/contract/reports/diagnosis.ts'
import { indicatorBinding } from '../../../src/contract/reports/indicator.ts'
import { leadDuplicatesBinding } from '../../../src/contract/reports/lead-duplicates.ts'
import { lostSalesBinding } from '../../../src/contract/reports/lost-sales.ts'
import { processingBinding } from '../../../src/contract/reports/processing.ts'
import { renewalsBinding } from '../../../src/contract/reports/renewals.ts'
import { bindingOf, type ReportBinding } from '../../../src/contract/reports/report-binding.ts'
import { sentProposalsBinding } from '../../../src/contract/reports/sent-proposals.ts'
import type { RouteSpec } from '../../../src/contract/route.ts'
import type { Action } from '../../../src/domain/permissions/actions.ts'
import brokerIndications from '../../../src/domain/reports/plain/broker-indications.ts'
import dealershipMonth from '../../../src/domain/reports/plain/dealership-month.ts'
import inPerson from '../../../src/domain/reports/plain/in-person.ts'
import obligationsReport from '../../../src/domain/reports/plain/obligations.ts'
import origin from '../../../src/domain/reports/plain/origin.ts'
import type { Report, ReportContent } from '../../../src/domain/reports/report.ts'
import type { ReportFilter } from '../../../src/domain/reports/search.ts'
import type { ReportLead } from './data/lead-row.ts'
import { LEADS, type Period } from './data/leads.ts'
import { ATTEMPTS, LIMITS, PROCESSED } from './data/other-rows.ts'
import { BROKERS, type ReportUser, USERS } from './data/people.ts'
import { firstCall, isIn } from './data/reading.ts'

export interface AskedReport {
  readonly user: ReportUser
  readonly filter: ReportFilter
  /** Of the filter; any for a report without dates. */
  readonly period: Period
}

export interface ReportCase {
  /** The report's path; with a word where it has two forms. */
  readonly name: string
  readonly path: string
  readonly action: Action
  readonly report: Omit<Report<never>, 'content'>
  readonly route: Omit<ReportBinding<never>['route'], 'answer'>
  readonly files: ReportBinding<never>['files']
  readonly content: (body: unknown) => ReportContent
  /** Numbers of the rows in the table that the server pages. */
  readonly listed: (asked: AskedReport) => number[]
  /** Leads that its figures count: a figure may open more than the table lists at first. */
  readonly counted: (asked: AskedReport) => readonly ReportLead[]
}

type Is = (lead: ReportLead) => boolean
interface Leads {
  /** The dates of the report; whether the lead counts at all. */
  readonly within: (lead: ReportLead, period: Period) => boolean
  readonly lists?: Is
  /** Whose lead it is, where that is another than its broker. */
  readonly holder?: (lead: ReportLead) => number | null
  /** Leads that the filter of channels is not about. */
  readonly inAnyChannel?: Is
}

export const folded = (text: string) =>
  text
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .toLowerCase()

const isEmpty = (ids: readonly unknown[] | undefined) => ids === undefined || ids.length === 0
const among = (ids: readonly number[] | undefined, id: number | null) =>
  ids === undefined || isEmpty(ids) || (id !== null && ids.includes(id))
const isOne = (asked: number | undefined, value: number | null) => asked === undefined || asked === value
const teamOf = (id: number | null) => USERS.find((user) => user.id === id)?.team ?? null

export function isOwn(
  { id, role, partners = [] }: ReportUser,
  lead: ReportLead,
  holder: number | null,
): boolean {
  if (role <= 2) return true
  if (role === 3) return holder === id
  return role === 4 ? partners.includes(lead.partner_id ?? 0) : lead.inviter_id === id
}

function passes(
  lead: ReportLead,
  {
    empresas,
    estoque,
    corretores,
    equipes,
    canais,
    indicador,
    cliente,
    situacao,
    ligacao,
    texto,
  }: ReportFilter,
  { holder, inAnyChannel }: { readonly holder: number | null; readonly inAnyChannel: boolean },
): boolean {
  return (
    among(empresas, lead.partner_id) &&
    among(estoque, lead.insurance_id) &&
    among(corretores, holder) &&
    among(equipes, teamOf(lead.broker_id)) &&
    (inAnyChannel || among(canais, lead.channel_id)) &&
    isOne(indicador, lead.inviter_id) &&
    isOne(cliente, lead.client.id) &&
    isOne(situacao, lead.status) &&
    isOne(ligacao, firstCall(lead)?.status ?? null) &&
    folded(lead.client.name).includes(folded(texto ?? ''))
  )
}

function countedLeads({ within, holder = ({ broker_id }) => broker_id, inAnyChannel = () => false }: Leads) {
  return ({ user, filter, period }: AskedReport): ReportLead[] =>
    LEADS.filter(
      (lead) =>
        !lead.cancelled &&
        within(lead, period) &&
        isOwn(user, lead, holder(lead)) &&
        passes(lead, filter, { holder: holder(lead), inAnyChannel: inAnyChannel(lead) }),
    )
}

interface Form {
  readonly word?: string
  /** Where the call has another for what else it answers. */
  readonly action?: Action
}

function boundCase<Answer>(
  { report, route, files }: ReportBinding<Answer>,
  rows: Pick<ReportCase, 'listed' | 'counted'>,
  { word, action = actionOf(route) }: Form = {},
): ReportCase {
  return {
    name: word === undefined ? report.path : `${report.path} · ${word}`,
    path: report.path,
    action,
    report,
    route,
    files,
    content: (body) => report.content(route.answer.parse(body)),
    ...rows,
  }
}

function actionOf({ action, path }: RouteSpec): Action {
  if (action === 'public') throw new Error(`${path} is public`)
  return action
}

function leadCase<Answer>(binding: ReportBinding<Answer>, leads: Leads, form?: Form): ReportCase {
  const counted = countedLeads(leads)
  const lists = leads.lists ?? (() => true)
  const listed = (asked: AskedReport) => counted(asked).flatMap((lead) => (lists(lead) ? [lead.id] : []))
  return boundCase(binding, { counted, listed }, form)
}

const rowCase = <Answer>(binding: ReportBinding<Answer>, listed: ReportCase['listed']): ReportCase =>
  boundCase(binding, { listed, counted: () => [] })

const created: Leads['within'] = (lead, period) => isIn(period, lead.create_lead_date)
const proposed: Leads['within'] = (lead, period) => isIn(period, lead.proposal_date ?? lead.create_lead_date)
const captured: Leads['within'] = (lead, period) => isIn(period, lead.capture_date)
const isSold: Is = ({ state, sold }) => state === 3 && sold === 1
const IN_PERSON = 5
const RENEWAL_CHANNELS = [6, 9, 10, 27, 28]
const SELF_INDICATION = 7
const isRenewal: Is = ({ channel_id }) => RENEWAL_CHANNELS.includes(channel_id)
const isSelf: Is = ({ channel_id, inviter_id }) =>
  channel_id === SELF_INDICATION && BROKERS.some((id) => id === inviter_id)
const isEnding: Leads['within'] = (lead, period) => isRenewal(lead) && isIn(period, lead.old_end_of_validity)

const isOf = (text: string | undefined, value: string) => folded(value).includes(folded(text ?? ''))

const limitsWithin = (period: Period) =>
  LIMITS.flatMap((limit) => {
    const lead = LEADS.find(({ uid }) => uid === limit.lead_uid)
    return lead !== undefined && isIn(period, limit.since_day) ? [{ ...limit, lead }] : []
  })

/** Its place among all proposals, without gaps. */
const numberInRegister = (id: number) =>
  LIMITS.filter((limit) => limit.kind === 'answer' && limit.id <= id).length

export const OF_DEALERSHIP = leadCase(referralsBinding, { within: proposed }, { word: 'of a dealership' })

export const EVERY_REPORT: readonly ReportCase[] = [
  leadCase(bindingOf(brokerIndications), { within: created }),
  leadCase(dealershipIndicationsBinding, { within: proposed }),
  OF_DEALERSHIP,
  leadCase(bindingOf(dealershipMonth), { within: created }),
  leadCase(attendanceBinding, { within: captured }),
  leadCase(indicatorBinding, { within: created }),
  leadCase(lostSalesBinding, {
    within: (lead, period) => lead.state === 3 && isIn(period, lead.end_lead_date),
    lists: ({ sold }) => sold === 0,
  }),
  leadCase(callsBinding, { within: captured }, { action: 'report.calls' }),
  leadCase(bindingOf(origin), { within: created }),
  leadCase(bindingOf(inPerson), {
    within: (lead, period) => isIn(period, lead.contact_date),
    lists: (lead) =>
      lead.contact_type === IN_PERSON ||
      (lead.quoted === 1 && lead.quoted_type === IN_PERSON) ||
      (isSold(lead) && lead.sold_type === IN_PERSON),
  }),
  leadCase(renewalsBinding, {
    within: (lead, period) => isEnding(lead, period) || (isSelf(lead) && created(lead, period)),
    lists: isRenewal,
    holder: (lead) => (isSelf(lead) ? lead.inviter_id : (lead.broker_id ?? lead.previous_broker_id)),
    inAnyChannel: isSelf,
  }),
  leadCase(renewalDiagnosisBinding, { within: isEnding }, { word: 'renewals' }),
  leadCase(
    newDiagnosisBinding,
    { within: (lead, period) => !isRenewal(lead) && created(lead, period) },
    { word: 'new' },
  ),
  rowCase(leadDuplicatesBinding, ({ user, filter: { empresas, texto, proposta }, period }) =>
    ATTEMPTS.filter(
      (row) =>
        isIn(period, row.created_at) &&
        (user.role <= 2 || row.user_relead === user.id) &&
        among(empresas, row.partner_id) &&
        isOf(texto, row.client_name) &&
        isOf(proposta, row.proposal),
    ).map(({ id }) => id),
  ),
  rowCase(processingBinding, ({ filter: { mes = '202611', corretores, canais, texto = '', situacao } }) =>
    PROCESSED.filter(
      (row) =>
        row.reference_month.startsWith(mes) &&
        among(corretores, row.broker_id) &&
        among(canais, row.channel_id) &&
        isOne(situacao, row.update_status) &&
        isOf(texto, row.client_info.client_name),
    ).map(({ id }) => id),
  ),
  rowCase(bindingOf(obligationsReport), ({ user, filter: { corretores }, period }) =>
    limitsWithin(period)
      .filter(
        ({ lead }) =>
          !lead.cancelled && isOwn(user, lead, lead.broker_id) && among(corretores, lead.broker_id),
      )
      .map(({ id }) => id),
  ),
  rowCase(sentProposalsBinding, ({ period }) =>
    limitsWithin(period).flatMap(({ id, kind }) => (kind === 'answer' ? [numberInRegister(id)] : [])),
  ),
]

/** As rows of `test.each`: the name, then the report. */
export const BY_NAME = EVERY_REPORT.map((report) => [report.name, report] as const)
