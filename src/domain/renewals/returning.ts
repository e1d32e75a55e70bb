/** Leads lost to another broker that come back before the insurance there ends: docs/rules.md#returning */

import { isFormField, type LeadFields } from '../lead/changes.ts'
import { CHANNEL } from '../lead/channel-rules.ts'
import { emptyLeadFields } from '../lead/creation.ts'
import { LEAD_FIELDS } from '../lead/fields.ts'
import { CLOSED_WITH_COMPETITOR } from '../lead/finish-checks.ts'
import type { Lead } from '../lead/lead.ts'
import { isFinished } from '../lead/lead-state.ts'
import { MOST_NOTES } from '../lead/notes-length.ts'
import { cutText } from '../record/cut-text.ts'
import { keysOf, partsOf, picked } from '../record/parts.ts'
import type { Settings } from '../settings/settings.ts'
import { addDays, anniversary, formatDate, formatDay, saoPauloDay } from '../time/sao-paulo.ts'

/** A server that was off makes up for a return until so many days after the end of the insurance. */
export const LATE_DAYS = 15

export type ReturnSetting = Pick<Settings, 'lost_leads_return_days'>

type Loss = Pick<
  Lead,
  'state' | 'sold' | 'lost_sale' | 'cancelled' | 'date_fail' | 'endorsement_date' | 'end_lead_date'
>

/**
 * Returns the end (YYYY-MM-DD) of the insurance that the client took elsewhere; null: the lead never returns. Insurances
 * run a year: a date that had passed when the lead was lost means its next anniversary.
 */
export function endElsewhere(lead: Loss): string | null {
  const { endorsement_date: day, end_lead_date: lostAt } = lead
  if (!isFinished(lead) || lead.cancelled || lead.sold !== 0 || lead.lost_sale !== CLOSED_WITH_COMPETITOR)
    return null
  if (day === null || lead.date_fail || lostAt === null) return null
  const lostOn = saoPauloDay(Date.parse(lostAt))
  if (day > lostOn) return day
  const year = Number(lostOn.slice(0, 4))
  const thisYear = anniversary(day, year)
  return thisYear > lostOn ? thisYear : anniversary(day, year + 1)
}

/** The ends of insurances whose leads are back by `today`: from the last that is made up for to the newest. */
export const returningEnds = ({ lost_leads_return_days: days }: ReturnSetting, today: string) =>
  days === 0 ? null : { from: addDays(today, -LATE_DAYS), until: addDays(today, days) }

/** Returns the end of the insurance elsewhere if the lead is to be back by `today`, else null. */
export function dueReturn(lead: Loss, setting: ReturnSetting, today: string): string | null {
  const ends = returningEnds(setting, today)
  const end = endElsewhere(lead)
  return ends !== null && end !== null && ends.from <= end && end <= ends.until ? end : null
}

/** Returns the first day (YYYY-MM-DD) on which a lead of that end returns. */
export const returnDay = (end: string, { lost_leads_return_days: days }: ReturnSetting): string =>
  addDays(end, -days)

function notes(lost: Pick<Lead, 'id' | 'end_lead_date' | 'additional_information'>, end: string): string {
  const lostOn = lost.end_lead_date === null ? '' : ` em ${formatDate(lost.end_lead_date)}`
  const about = `Perdido para outra corretora${lostOn} (lead ${lost.id ?? ''}). Vencimento do seguro de lá: ${formatDay(end)}.`
  const all = [about, lost.additional_information].filter((text) => text !== '').join('\n\n')
  return cutText(all, MOST_NOTES)
}

const KEPT = keysOf(partsOf(LEAD_FIELDS, 'returns'))
const KEPT_IN_FORM = KEPT.filter(isFormField)
const KEPT_BESIDES = KEPT.filter((field) => !isFormField(field))

/** What the lead that comes back keeps of the lost one besides the fields of the form. */
export const keptBesides = (lost: Lead) => picked(lost, KEPT_BESIDES)

/** The fields of the lead that comes back. It has no inviter, no broker and no proposal. */
export const returnedLeadFields = (lost: Lead, end: string, nowIso: string): LeadFields => ({
  ...emptyLeadFields({ id: 0 }, nowIso),
  channel_id: CHANNEL.lostRenewal,
  inviter_id: null,
  ...picked(lost, KEPT_IN_FORM),
  insurance_expiration: Number(end.slice(5, 7)),
  proposal_date: null,
  additional_information: notes(lost, end),
  old_end_of_validity: end,
})

interface Promised {
  readonly settings: ReturnSetting
  readonly channels: ReadonlyMap<number, { readonly active: boolean }>
}

/** What the question for the end of the insurance promises; null: nothing returns. */
export function returnPromise({ settings, channels }: Promised): string | null {
  const { lost_leads_return_days: days } = settings
  if (days === 0 || channels.get(CHANNEL.lostRenewal)?.active !== true) return null
  const before = days === 1 ? '1 dia' : `${days} dias`
  return `Na renovação este lead volta a ser procurado: ${before} antes, como um lead novo.`
}
