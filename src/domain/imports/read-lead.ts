/** Reads a line of 'Leads'. docs/rules.md#any-import */
import { MOST_NOTES } from '../lead/notes-length.ts'
import { readPercent } from '../money/percent.ts'
import { type AmountSigns, centsInColumn } from '../spreadsheet/amount-signs.ts'
import { type Cell, textOf } from '../spreadsheet/cells.ts'
import { dayOf } from '../spreadsheet/day-cells.ts'
import { cutText } from '../text/cut.ts'
import { addDays, saoPauloDay } from '../time/sao-paulo.ts'
import { LEAD_DAYS } from './day-fields.ts'
import { type LeadDate, momentsOf, orderedDates } from './lead-dates.ts'
import type { LEAD_LIST_FIELDS } from './lead-fields.ts'
import { type LineCells, oldNumberOf } from './line-cells.ts'
import {
  brokerOf,
  chosenOne,
  type Found,
  type ImportDefaults,
  inviterOf,
  type NameFinder,
  shown,
} from './names.ts'
import { clientOfLine } from './read-client.ts'
import type { LeadResult, LeadRow } from './rows.ts'
import { resultOf } from './words.ts'

export type LeadLine = LineCells<(typeof LEAD_LIST_FIELDS)[number]['name']>

export interface Known {
  readonly finder: NameFinder
  readonly defaults: ImportDefaults
  /** Of the columns of amounts. */
  readonly signs: Readonly<Record<'sale_value' | 'commission_value', AmountSigns>>
  readonly nowMs: number
}

const ENDED: ReadonlySet<LeadResult> = new Set(['sold', 'lost', 'cancelled'])
const ENDS: ReadonlySet<LeadDate> = new Set(['ended_at', 'sold_at', 'lost_at'])
const RESULT_WORDS = { sold: 'Vendido', lost: 'Perdido', cancelled: 'Cancelado' } as const

/** A result that the file does not say follows from the dates that it does. */
function resultOfLine({ text, has, reasons }: LeadLine): LeadResult {
  const written = text('result')
  if (written === '') {
    if (has('sold_at')) return 'sold'
    if (has('lost_at')) return 'lost'
    if (has('ended_at')) reasons.push('Encerrado sem resultado: vendido, perdido ou cancelado')
    return 'open'
  }
  const result = resultOf(written)
  if (result === null) reasons.push(`Resultado desconhecido: ‘${shown(written)}’`)
  return result ?? 'open'
}

function saleOf({ cell, has, reasons, notes }: LeadLine, { signs }: Known, isSold: boolean) {
  const none = { sale_value_cents: null, commission_percentage: null }
  if (!isSold) {
    if (has('sale_value')) notes.push('Valor deixado de fora: o lead não foi vendido')
    return none
  }
  const value = centsInColumn(cell('sale_value'), signs.sale_value)
  if (value === null) reasons.push('Valor da venda inválido')
  const cents = value === '' ? null : value
  const commission = commissionOf(cell('commission'))
  const amount = centsInColumn(cell('commission_value'), signs.commission_value)
  const ofAmount =
    typeof amount === 'number' && cents !== null && cents > 0
      ? Math.round((amount / cents) * 10_000) / 100
      : null
  const percentage = commission ?? ofAmount
  const fits = percentage !== null && percentage <= 100
  if ((has('commission') && commission === null) || (percentage !== null && !fits))
    notes.push('Comissão inválida no arquivo')
  return { sale_value_cents: cents, commission_percentage: fits ? percentage : null }
}

/** '15%', '0,5%' and 15. null for what is none, and for '0,15' and 0.15, which may be a percentage or a fraction. */
function commissionOf(cell: Cell): number | null {
  const percent = readPercent(textOf(cell))
  if (percent === null) return null
  const { value, isMarked } = percent
  return isMarked || value === 0 || value >= 1 ? value : null
}

const FIRST_END = '1990-01-01'
/** Days until the end of a policy. Software writes 31/12/9999 for none. */
const LONGEST_TERM = 60 * 366

/** A day that only says more of the lead: what is none is left out and noted. */
function dayOfLine({ cell, notes }: LeadLine, name: 'end_of_validity' | 'endorsement_date', nowMs: number) {
  const today = saoPauloDay(nowMs)
  const read = dayOf(cell(name), today, LEAD_DAYS[name])
  const isEnd = read === null || read === '' || (read >= FIRST_END && read <= addDays(today, LONGEST_TERM))
  const day = isEnd ? read : null
  if (day === null)
    notes.push(
      name === 'end_of_validity'
        ? 'Fim da vigência inválido no arquivo'
        : 'Fim na outra corretora inválido no arquivo',
    )
  return day || null
}

/** Names that the file has are found, or are a reason. */
function namesOf(line: LeadLine, { finder, defaults }: Known, isOpen: boolean) {
  const { text, reasons } = line
  const idOf = (found: Found) => {
    if ('reason' in found) reasons.push(found.reason)
    return 'reason' in found ? null : found.id
  }
  const { unknown } = defaults
  const channel = text('channel')
  const partner = text('partner')
  const channel_id = idOf(
    chosenOne({
      label: 'Canal',
      text: channel,
      found: finder.channel(channel),
      fallback: defaults.channel_id,
      unknown,
    }),
  )
  if (channel_id === null && channel === '') reasons.push('Sem canal: escolha um em ‘Canal, se faltar’')
  return {
    channel_id: channel_id ?? 0,
    broker_id: idOf(brokerOf(finder, text('broker'), { isOpen, defaults })),
    inviter_id: idOf(inviterOf(finder, text('inviter'), defaults)),
    partner_id: idOf(
      chosenOne({
        label: 'Concessionária',
        text: partner,
        found: finder.partner(partner),
        fallback: defaults.partner_id,
        unknown,
      }),
    ),
    // What is no line of insurance is a product's name.
    insurance_id: finder.insurance(text('product'))[0]?.id ?? defaults.insurance_id,
  }
}

/** A reason that the catalogue lacks is kept as a note of the lead. */
function reasonOf({ text }: LeadLine, finder: NameFinder, result: LeadResult) {
  const written = result === 'lost' ? text('lost_reason') : ''
  const lost_sale = finder.lostReason(written)[0]?.id ?? null
  const remark = lost_sale === null && written !== '' ? `Motivo da não venda: ${written}` : ''
  return { lost_sale, remark }
}

/** Returns the line as a lead; null where it is refused: `line.reasons` says why. */
export function readLead(line: LeadLine, known: Known): LeadRow | null {
  const { text, cell, has, reasons, notes } = line
  const { nowMs, finder } = known
  const old_number = oldNumberOf(line)
  const client = clientOfLine(line, nowMs)
  const written = resultOfLine(line)
  const isEnded = ENDED.has(written)
  const today = saoPauloDay(nowMs)
  const { sold_at, lost_at, ...moments } = momentsOf({
    // Systems write the day on which an open lead is hoped to end.
    cell: (name) => (isEnded || !ENDS.has(name) ? cell(name) : null),
    today,
    reasons,
  })
  const end = written === 'sold' ? (sold_at ?? moments.ended_at) : (lost_at ?? moments.ended_at ?? sold_at)
  if (!isEnded && has('result') && has('ended_at'))
    notes.push('Data de encerramento deixada de fora: o lead está aberto')
  // A day that is none has its own reason.
  const hasNoEnd = !has('ended_at') && !has('sold_at') && !(has('lost_at') && written !== 'sold')
  if ((written === 'sold' || written === 'lost' || written === 'cancelled') && end === null && hasNoEnd)
    reasons.push(`${RESULT_WORDS[written]} sem data de encerramento`)
  const dates = orderedDates({ ...moments, ended_at: end }, reasons)
  const isAttended = dates.captured_at ?? dates.first_call_at ?? dates.proposal_at
  const result = written === 'open' && isAttended !== null ? 'negotiating' : written
  const names = namesOf(line, known, !isEnded)
  if (result === 'negotiating' && names.broker_id === null && !has('broker'))
    reasons.push('Em negociação sem corretor: escolha um para as linhas sem corretor')
  const { lost_sale, remark } = reasonOf(line, finder, result)
  const information = [text('additional_information'), remark].filter((part) => part !== '').join('\n')
  const row = {
    old_number,
    client,
    ...dates,
    result,
    lost_sale,
    ...names,
    product: text('product'),
    ...saleOf(line, known, result === 'sold'),
    insurer: text('insurer'),
    end_of_validity: dayOfLine(line, 'end_of_validity', nowMs),
    endorsement_date: dayOfLine(line, 'endorsement_date', nowMs),
    additional_information: cutText(information, MOST_NOTES),
    notes,
  }
  return reasons.length > 0 ? null : row
}
