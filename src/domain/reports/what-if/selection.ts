/**
 * Which of the device's leads a report counts. The server does the same in SQL (server/reports/calls); a test proves that
 * both choose the same leads. docs/rules.md#what-if
 */
import type { Lead } from '../../lead/lead.ts'
import { isDealership, isManagement, isStaff } from '../../permissions/roles.ts'
import { roleOf } from '../../session/role.ts'
import type { SessionUser } from '../../session/session-user.ts'
import { foldText } from '../../text/fold.ts'
import type { DayRange } from '../../time/presets.ts'
import { endOfDayMs, startOfDayMs } from '../../time/sao-paulo.ts'
import type { ReportFilter } from '../search.ts'
import { instantMs } from './lead.ts'
import type { WhatIfReport } from './what-if-report.ts'

export interface Asked {
  readonly report: WhatIfReport
  readonly user: Pick<SessionUser, 'id' | 'roles'> & {
    readonly partners: readonly { readonly id: number }[]
  }
  readonly range: DayRange
  readonly filter: ReportFilter
}

/** What the catalogues say of brokers and channels. */
export interface Known {
  readonly teamOf: (broker: number) => number | null
  readonly isRenewalChannel: (channel: number) => boolean
}

/** docs/rules.md#reports, 'Whose' */
function isOwn(lead: Lead, user: Asked['user']): boolean {
  const role = roleOf(user)
  if (isManagement(role)) return true
  if (isStaff(role)) return lead.broker_id === user.id
  if (isDealership(role)) return user.partners.some(({ id }) => id === lead.partner_id)
  return lead.inviter_id === user.id
}

const isAmong = (ids: readonly number[] | undefined, id: number | null) =>
  ids === undefined || ids.length === 0 || (id !== null && ids.includes(id))

/** A control that chooses one of several takes the first number of the address. */
const firstOf = (ids: readonly number[] | undefined) => ids?.slice(0, 1)

/** Returns the test of a lead. The result of its first call is not in the row: `ligacao` is left to the caller. */
export function countedIn({ report, user, range, filter }: Asked, known: Known): (lead: Lead) => boolean {
  const [from, to] = [startOfDayMs(range.from), endOfDayMs(range.to)]
  const isWithin = (instant: string | null) => {
    const ms = instantMs(instant)
    return ms !== null && ms >= from && ms <= to
  }
  const isOfDiagnosis = report === 'diagnosis_new' || report === 'diagnosis_renewal'
  const brokers = isOfDiagnosis ? firstOf(filter.corretores) : filter.corretores
  const teams = isOfDiagnosis ? firstOf(filter.equipes) : filter.equipes
  const partners = isOfDiagnosis ? undefined : filter.empresas
  const status = report === 'calls' ? filter.situacao : undefined
  const name = report === 'calls' ? foldText(filter.texto ?? '') : ''
  const isInPeriod = (lead: Lead) => {
    if (!isOfDiagnosis) return isWithin(lead.capture_date)
    const isRenewal = known.isRenewalChannel(lead.channel_id)
    if (report === 'diagnosis_new') return !isRenewal && isWithin(lead.create_lead_date)
    const { old_end_of_validity: end } = lead
    return isRenewal && end !== null && end >= range.from && end <= range.to
  }
  return (lead) =>
    !lead.cancelled &&
    isOwn(lead, user) &&
    isInPeriod(lead) &&
    isAmong(brokers, lead.broker_id) &&
    isAmong(partners, lead.partner_id) &&
    isAmong(teams, lead.broker_id === null ? null : known.teamOf(lead.broker_id)) &&
    (status === undefined || lead.status === status) &&
    (name === '' || foldText(lead.client_name).includes(name))
}
