/**
 * The line of life of an indication, for who indicated: what was reached, never by whom, and nothing of the client.
 * docs/rules.md#receipt
 */
import { isFinished } from '../lead/lead-state.ts'
import type { BusinessCalendar } from '../sla/business-calendar.ts'
import { workingSpanInWords } from '../sla/span-words.ts'
import { workingMsBetween } from '../sla/working-time.ts'
import { DAY_MS, MINUTE_MS } from '../time/durations.ts'
import type { ReceiptStepName } from './receipt-steps.ts'

/** A receipt opens no longer than this after the end: the attendance that the consent is about is over. */
export const RECEIPT_OPEN_DAYS = 90

/** What of a lead the line is made of. Instants are ISO 8601. */
export interface ReceiptFacts {
  readonly create_lead_date: string
  readonly first_call_date: string | null
  readonly contact_date: string | null
  readonly state: number
  readonly status: number
  readonly quoted: number | null
  readonly quoted_date: string | null
  readonly sold: number | null
  readonly cancelled: boolean
  readonly end_lead_date: string | null
}

export interface ReceiptStep {
  readonly step: ReceiptStepName
  /** Null: it was reached, and no instant is known. */
  readonly at: string | null
  /** 'Primeiro contato em 2 h'. */
  readonly text: string
}

/** A step that a person reached by telephone, WhatsApp or form. The earlier of two instants counts. */
function contactedAt({ first_call_date: called, contact_date: contact }: ReceiptFacts): string | null {
  if (called === null || contact === null) return called ?? contact
  return Date.parse(contact) < Date.parse(called) ? contact : called
}

/** From 'Whatsapp/Ligou' on somebody of the brokerage has written or called; 7 is a tab of the board, not a step. */
const WITH_CONTACT = [3, 5]

const isQuoted = ({ quoted, sold }: ReceiptFacts) => quoted === 1 || sold === 1

const hasContact = (facts: ReceiptFacts): boolean =>
  contactedAt(facts) !== null || isQuoted(facts) || WITH_CONTACT.includes(facts.status)

/**
 * Returns working milliseconds from the indication to the first contact; null: there is none, its instant is not known, or it
 * was dated before the indication.
 */
export function firstContactMs(facts: ReceiptFacts, calendar: BusinessCalendar): number | null {
  const at = contactedAt(facts)
  const [from, to] = [Date.parse(facts.create_lead_date), Date.parse(at ?? '')]
  return to >= from ? workingMsBetween(from, to, calendar) : null
}

/** 'em 2 h'. A contact between two working days took no working time, and one that was dated before the indication none at all. */
function contactWords(facts: ReceiptFacts, calendar: BusinessCalendar): string {
  const worked = firstContactMs(facts, calendar)
  if (worked === null) return 'feito'
  if (worked >= MINUTE_MS) return `em ${workingSpanInWords(worked, calendar)}`
  const byClock = Date.parse(contactedAt(facts) ?? '') - Date.parse(facts.create_lead_date)
  return byClock < MINUTE_MS ? 'em menos de 1 min' : 'fora do expediente'
}

const ENDED = { closed: 'Fechada', lost: 'Não fechou desta vez', cancelled: 'Encerrada' } as const

/** How it ended; null: it has not. */
export function endOf(facts: ReceiptFacts): keyof typeof ENDED | null {
  const { sold, cancelled } = facts
  if (!isFinished(facts)) return null
  if (cancelled) return 'cancelled'
  return sold === 1 ? 'closed' : 'lost'
}

/** Returns the steps that are reached now, in their order. A lead that went back has the fewer. */
export function receiptSteps(facts: ReceiptFacts, calendar: BusinessCalendar): ReceiptStep[] {
  const steps: ReceiptStep[] = [{ step: 'received', at: facts.create_lead_date, text: 'Recebida' }]
  if (hasContact(facts)) {
    const text = `Primeiro contato ${contactWords(facts, calendar)}`
    steps.push({ step: 'contacted', at: contactedAt(facts), text })
  }
  if (isQuoted(facts)) steps.push({ step: 'quoted', at: facts.quoted_date, text: 'Cotada' })
  const end = endOf(facts)
  if (end !== null) steps.push({ step: end, at: facts.end_lead_date, text: ENDED[end] })
  return steps
}

/** Whether the receipt of this lead still opens. */
export function isReceiptOpen(facts: ReceiptFacts, nowMs: number): boolean {
  if (endOf(facts) === null || facts.end_lead_date === null) return true
  return nowMs - Date.parse(facts.end_lead_date) < RECEIPT_OPEN_DAYS * DAY_MS
}
