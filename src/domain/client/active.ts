/** Whether a client is Ativo: docs/rules.md#list-of-clients. `server/queries/client-list.ts` asks the same in SQL. */
import { addYears } from 'date-fns/addYears'
import { lightFormat } from 'date-fns/lightFormat'
import { CHANNEL } from '../lead/channel-rules.ts'
import type { Lead } from '../lead/lead.ts'
import { DAY_MS } from '../time/durations.ts'
import { saoPauloDay } from '../time/sao-paulo.ts'

type Judged = Pick<
  Lead,
  'sold' | 'end_of_validity' | 'sold_date' | 'end_lead_date' | 'channel_id' | 'create_lead_date'
>

/** YYYY-MM-DD a year after a day. 29/02 becomes 28/02. */
const yearAfter = (day: string) => lightFormat(addYears(new Date(`${day}T12:00:00`), 1), 'yyyy-MM-dd')

/** The end of the policy sold; where it is missing, a year after the sale. null: not known. */
function policyEnd({ end_of_validity, sold_date, end_lead_date }: Judged): string | null {
  if (end_of_validity !== null) return end_of_validity
  const sale = sold_date ?? end_lead_date
  return sale === null ? null : yearAfter(saoPauloDay(Date.parse(sale)))
}

function keepsActive(lead: Judged, nowMs: number): boolean {
  // A new renewal makes its client active for a day.
  if (lead.channel_id === CHANNEL.renewal && Date.parse(lead.create_lead_date) > nowMs - DAY_MS) return true
  const end = lead.sold === 1 ? policyEnd(lead) : null
  const today = saoPauloDay(nowMs)
  return end !== null && end >= today && end <= yearAfter(today)
}

/** `leads`: all of the client that the caller knows. */
export const isActiveClient = (leads: readonly Judged[], nowMs: number): boolean =>
  leads.some((lead) => keepsActive(lead, nowMs))
