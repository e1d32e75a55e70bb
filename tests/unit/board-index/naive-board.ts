/** A slow board computed directly from the leads and the domain functions. The index must equal it. */
import type { BoardCounters, BoardSlice, BoardView } from '../../../src/domain/board/board-view.ts'
import { isNew } from '../../../src/domain/board/news.ts'
import { compareCards, compareSchedules } from '../../../src/domain/board/order.ts'
import { appointmentMs } from '../../../src/domain/day/schedulings.ts'
import type { Lead } from '../../../src/domain/lead/lead.ts'
import { schedulingState, sevenDaysEndMs } from '../../../src/domain/lead/scheduling.ts'
import { phoneEnds } from '../../../src/domain/phone/phone.ts'
import { foldText } from '../../../src/domain/text/fold.ts'
import { endOfDayMs, saoPauloDay } from '../../../src/domain/time/sao-paulo.ts'
import { calendar } from '../domain/fixtures.ts'

const TAB_STATES: Record<number, number> = { 1: 1, 2: 2, 3: 2, 4: 2, 5: 2, 6: 3 }

const dueMs = (lead: Lead) => Date.parse(lead.lead_scheduling?.scheduling_date ?? '')
const isScheduled = (lead: Lead) => lead.lead_scheduling?.status === 0 && lead.state !== 3
const isInSevenDays = (lead: Lead, nowMs: number) =>
  dueMs(lead) >= nowMs && dueMs(lead) <= sevenDaysEndMs(nowMs)

const orderKey = (lead: Lead) => ({
  status: lead.status,
  createdMs: Date.parse(lead.create_lead_date),
  endMs: lead.end_lead_date === null ? null : Date.parse(lead.end_lead_date),
  dueMs: isScheduled(lead) ? dueMs(lead) : null,
  uid: lead.uid,
})

const isOwn = (lead: Lead, userId: number) => lead.broker_id === userId && appointmentMs(lead) !== null

/** When, and for whom. */
export interface Asker {
  readonly nowMs: number
  readonly userId: number
}

const digits = (text: string) => text.replace(/\D/g, '')
const plain = (text: string) => foldText(text).replaceAll(/[^a-z0-9]/g, '')

/** What a search finds of a lead, written once more and by regular expressions. */
function isFound(lead: Lead, search: string, leavesOut: boolean): boolean {
  const folded = foldText(search)
  const words = folded.split(' ')
  const name = foldText(lead.client_name)
  if (leavesOut)
    return new RegExp(
      `(^| )${words.map((word) => Array.from(word).join('[^ ]{0,2}')).join('[^ ]* (.* )?')}`,
    ).test(name)
  const isNumber = /^\d+$/.test(plain(search))
  const isPhone = /^\+?[\d\s().-]+$/.test(search)
  const code = plain(search)
  const isCode = code.length >= 4 && /\d/.test(code) && !search.includes('(')
  const policy = /Apólice ([\d-]+)/.exec(lead.additional_information)?.[1] ?? ''
  const codes = [lead.proposal ?? '', lead.product_details.license_plate, policy].map(plain)
  return (
    (isNumber && !search.includes('(') && code.length <= 9 && lead.id === Number(code)) ||
    (/\d/.test(search) && lead.old_number !== null && foldText(lead.old_number) === folded) ||
    (isPhone &&
      phoneEnds(search).some((end) =>
        [lead.client_cellphone, lead.client_phone].some((number) => digits(number).endsWith(end)),
      )) ||
    (isCode && /\d{2}/.test(code) && lead.client_cpf.startsWith(code.toUpperCase())) ||
    (isCode && codes.some((one) => one.length >= 4 && one.startsWith(code))) ||
    (!isNumber && search.length > 1 && (name.includes(folded) || startsWords(name, words)))
  )
}

const startsWords = (name: string, words: readonly string[]) =>
  new RegExp(`(^| )${words.join('[^ ]* (.* )?')}`).test(name)

/** Letters may be left out where no lead at all is found otherwise. */
const leavesOut = (leads: readonly Lead[], search: string) =>
  search.split(' ').some(({ length }) => length >= 4) &&
  !/^[\d\s()+.-]+$/.test(search) &&
  !leads.some((lead) => isFound(lead, search, false))

function shows(view: BoardView, lead: Lead, { nowMs, userId }: Asker, leftOut: boolean): boolean {
  if (view.kind === 'schedules')
    return (
      isScheduled(lead) &&
      (!view.sevenDays || isInSevenDays(lead, nowMs)) &&
      (view.whose !== 'own' || isOwn(lead, userId)) &&
      (view.whose !== 'free' || lead.broker_id === null)
    )
  if (view.kind === 'status')
    return (
      lead.status === view.status &&
      lead.state === (TAB_STATES[view.status] ?? lead.state) &&
      lead.channel_id === (view.channelId ?? lead.channel_id) &&
      lead.insurance_id === (view.insuranceId ?? lead.insurance_id)
    )
  const { search, clientName, leadId, oldNumber, cpf, phone, brokerId, startDate, endDate } = view.filters
  const hasNumber =
    (leadId !== undefined && lead.id === leadId) ||
    (oldNumber !== undefined && lead.old_number !== null && foldText(lead.old_number) === foldText(oldNumber))
  const day = saoPauloDay(Date.parse(lead.create_lead_date))
  return (
    (search === undefined || isFound(lead, search, leftOut)) &&
    (clientName === undefined || foldText(lead.client_name).includes(foldText(clientName))) &&
    ((leadId === undefined && oldNumber === undefined) || hasNumber) &&
    (cpf === undefined || lead.client_cpf.startsWith(cpf)) &&
    (phone === undefined ||
      [lead.client_cellphone, lead.client_phone].some((number) =>
        phoneEnds(phone).some((end) => number.endsWith(end)),
      )) &&
    (brokerId === undefined || lead.broker_id === brokerId) &&
    (startDate === undefined || day >= startDate) &&
    (endDate === undefined || day <= endDate)
  )
}

const tally = (numbers: readonly number[]) =>
  Object.fromEntries(
    [...new Set(numbers)].map((one) => [one, numbers.filter((other) => other === one).length]),
  )

export function naiveSlice(leads: readonly Lead[], view: BoardView, asker: Asker): BoardSlice {
  const search = view.kind === 'results' ? view.filters.search : undefined
  const leftOut = search !== undefined && leavesOut(leads, search)
  const todayEndMs = endOfDayMs(saoPauloDay(asker.nowMs))
  const matched = leads.filter((lead) => shows(view, lead, asker, leftOut))
  const inOrder =
    view.kind === 'schedules'
      ? matched.toSorted((a, b) =>
          compareSchedules({ schedulingMs: dueMs(a), uid: a.uid }, { schedulingMs: dueMs(b), uid: b.uid }),
        )
      : matched.toSorted((a, b) => compareCards(orderKey(a), orderKey(b), todayEndMs))
  const pressed = view.kind === 'results' ? view.status : undefined
  const shown = inOrder.filter((lead) => pressed === undefined || lead.status === pressed)
  return {
    uids: shown.map((lead) => lead.uid),
    total: shown.length,
    later:
      view.kind === 'status' && view.status === 1
        ? shown.filter((lead) => isScheduled(lead) && dueMs(lead) > todayEndMs).length
        : 0,
    byStatus: tally(matched.map((lead) => lead.status)),
  }
}

export function naiveCounters(leads: readonly Lead[], { nowMs, userId }: Asker): BoardCounters {
  const scheduled = leads.filter(isScheduled)
  const isLate = (lead: Lead) => schedulingState(lead.lead_scheduling, nowMs) === 'late'
  const origem = leads.filter((lead) => lead.state === 1 && lead.status === 1)
  const channels = [...new Set(origem.map((lead) => lead.channel_id))]
  const count = (some: readonly Lead[], test: (lead: Lead) => boolean) => some.filter(test).length
  return {
    byStatus: Object.fromEntries(
      [1, 2, 3, 4, 5, 6].map((status) => {
        const inTab = leads.filter((lead) => lead.status === status)
        return [
          status,
          {
            total: inTab.length,
            news: count(inTab, (lead) => isNew(lead, nowMs, calendar)),
            lateScheduling: count(inTab, (lead) => isScheduled(lead) && isLate(lead)),
          },
        ]
      }),
    ),
    byChannel: Object.fromEntries(
      channels.map((channel) => {
        const here = origem.filter((lead) => lead.channel_id === channel)
        const insured = (insurance: number) => count(here, (lead) => lead.insurance_id === insurance)
        return [channel, { total: here.length, vn: insured(1), vu: insured(2), vd: insured(3) }]
      }),
    ),
    schedules: {
      pending: scheduled.length,
      late: count(scheduled, isLate),
      nextSevenDays: count(scheduled, (lead) => isInSevenDays(lead, nowMs)),
    },
    own: {
      open: count(leads, (lead) => isOwn(lead, userId)),
      late: count(leads, (lead) => isOwn(lead, userId) && isLate(lead)),
    },
    total: leads.length,
  }
}

export function naiveOldestPending(leads: readonly Lead[]): Record<number, string> {
  const waiting = leads
    .filter((lead) => lead.state === 1 && lead.broker_id === null && !lead.suspended_lead)
    .toSorted(
      (a, b) => Date.parse(a.create_lead_date) - Date.parse(b.create_lead_date) || (a.uid < b.uid ? -1 : 1),
    )
  const oldest: Record<number, string> = {}
  for (const lead of waiting) oldest[lead.channel_id] ??= lead.uid
  return oldest
}
