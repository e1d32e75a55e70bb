/** The checks before a lead ends, in order, with their messages: docs/rules.md#finish-checks. */

import { formatDateTime, wholeMinute } from '../time/sao-paulo.ts'
import { CHANNEL } from './channel-rules.ts'
import { type FieldProblem, problemWhen } from './field-problem.ts'
import type { Lead } from './lead.ts'
import { isClosedScheduling } from './lead-state.ts'
import { personalScheduling } from './scheduling.ts'
import { nextStatus } from './status.ts'

export interface FinishQuestion {
  /** The lead as the form has it, still in attendance. */
  readonly lead: Lead
  readonly statusFlow: readonly number[]
  /** Role of the inviter; null where there is none. */
  readonly inviterRole: number | null
  readonly permissions: { readonly can_call: boolean; readonly can_finish: boolean }
  readonly nowMs: number
}

interface FinishProblem extends FieldProblem {
  /** Number of the check, 1 to 8. */
  readonly check: number
}

/** The inviter role that skips the sale checks: docs/rules.md#finish-checks. */
export const SPECIAL_INVITER_ROLE = 6

type Check = (question: FinishQuestion) => readonly FieldProblem[]

const CHECKS: readonly Check[] = [
  contactTypeChange,
  datesInFlowOrder,
  afterScheduling,
  saleAfterContact,
  saleOutcome,
  contactDate,
  proposalShown,
  saleDetails,
]

/** Returns all problems, in order. */
export function finishProblems(question: FinishQuestion): readonly FinishProblem[] {
  return CHECKS.flatMap((check, place) =>
    check(question).map((problem) => ({ check: place + 1, ...problem })),
  )
}

/**
 * Returns all that keeps a lead from its end, in the order of docs/rules.md#finish. Empty: it may end. `save`: the
 * problems of the save that the end includes. The form lists them, the server refuses with them.
 */
export const endProblems = (
  save: readonly FieldProblem[],
  question: FinishQuestion,
): readonly FieldProblem[] => [
  ...save,
  ...finishProblems(question),
  ...quoteContradiction(question.lead),
  ...lossProblems(question.lead),
]

const ENDING_FIELDS = [
  'contact_type',
  'contact_date',
  'quoted_type',
  'quoted_date',
  'sold',
  'sold_type',
  'sold_date',
  'insurance_id',
  'sale_value_cents',
  'commission_percentage',
  'backup_car',
  'pague_menos',
  'lost_sale',
  'competitor_broker',
  'endorsement_date',
] as const satisfies readonly (keyof Lead)[]

/** Returns the fields that the end would miss if they were empty. They have a star in the form. */
export function requiredForEnd(question: FinishQuestion): ReadonlySet<string> {
  const isMissed = (field: string) => {
    const emptied = { ...question, lead: { ...question.lead, [field]: null } }
    return endProblems([], emptied).some((problem) => problem.field === field)
  }
  return new Set(ENDING_FIELDS.filter(isMissed))
}

/** Check 1. */
function contactTypeChange({ lead, statusFlow }: FinishQuestion): readonly FieldProblem[] {
  return problemWhen(
    nextStatus(lead.status, statusFlow) < 5 && lead.contact_type === null,
    'contact_type',
    'Você não tem permissão para finalizar essa lead devido a mudança no tipo de contato!',
  )
}

const CONTACT_STATUS = 3
const QUOTE_STATUS = 4
/** Whether `a` is in a later minute than `b`. The form shows minutes; only other clients send seconds. */
const isAfter = (a: string | null, b: string | null) =>
  a !== null && b !== null && wholeMinute(a) > wholeMinute(b)

/** The contact precedes the quote, unless the channel's flow names the quote first. */
function quoteComesFirst(flow: readonly number[]): boolean {
  const [contact, quote] = [flow.indexOf(CONTACT_STATUS), flow.indexOf(QUOTE_STATUS)]
  return contact >= 0 && quote >= 0 && quote < contact
}

/** Check 2. */
function datesInFlowOrder({ lead, statusFlow }: FinishQuestion): readonly FieldProblem[] {
  if (lead.channel_id === CHANNEL.selfIndication) return []
  return quoteComesFirst(statusFlow)
    ? problemWhen(
        isAfter(lead.quoted_date, lead.contact_date),
        'quoted_date',
        'Data de cotação deve ser menor do que a data de contato',
      )
    : problemWhen(
        isAfter(lead.contact_date, lead.quoted_date),
        'contact_date',
        'Data de contato deve ser menor que a data de cotação',
      )
}

/**
 * Returns the date of the last scheduling that a person closed, to the minute as the form shows it:
 * docs/rules.md#schedulings. A scheduling closed before its date is still in the future and gives no bound: no valid
 * date could be after it.
 */
function lowerBoundMs({ lead, nowMs }: FinishQuestion): number | null {
  const scheduling = personalScheduling(lead)
  if (scheduling === null || !isClosedScheduling(scheduling)) return null
  const bound = Date.parse(wholeMinute(scheduling.scheduling_date))
  return bound > nowMs ? null : bound
}

const BOUND_DATES = [
  { field: 'contact_date', name: 'contato' },
  { field: 'sold_date', name: 'venda' },
  { field: 'quoted_date', name: 'cotação' },
] as const

/** Check 3. */
function afterScheduling(question: FinishQuestion): readonly FieldProblem[] {
  const { lead } = question
  const bound = lowerBoundMs(question)
  if (bound === null || lead.channel_id === CHANNEL.selfIndication) return []
  return BOUND_DATES.flatMap(({ field, name }) => {
    const date = lead[field]
    const message = `Data de ${name} deve ser maior que ${formatDateTime(bound)}`
    return problemWhen(date !== null && Date.parse(date) <= bound, field, message)
  })
}

/** Check 4. */
function saleAfterContact({ lead }: FinishQuestion): readonly FieldProblem[] {
  return problemWhen(
    isAfter(lead.quoted_date, lead.sold_date) || isAfter(lead.contact_date, lead.sold_date),
    'sold_date',
    'Data de venda/não venda deve ser maior do que a data de cotação/contato',
  )
}

/** Check 5. */
function saleOutcome({ lead, inviterRole }: FinishQuestion): readonly FieldProblem[] {
  if (inviterRole === SPECIAL_INVITER_ROLE) return []
  return [
    ...problemWhen(lead.sold === null, 'sold', 'Informe o Status da venda'),
    ...problemWhen(lead.sold === 0 && lead.lost_sale === null, 'lost_sale', 'Informe o Motivo da não venda'),
    ...problemWhen(lead.backup_car === null, 'backup_car', 'Informe se foi oferecido o BackUp car'),
    ...problemWhen(lead.pague_menos === null, 'pague_menos', 'Informe se foi oferecido o Pague Menos'),
  ]
}

/** Check 6. */
function contactDate({ lead, permissions }: FinishQuestion): readonly FieldProblem[] {
  const missing = permissions.can_call && lead.contact_date === null
  return problemWhen(missing, 'contact_date', 'Informe a data do contato')
}

/** Check 7. */
function proposalShown({ lead }: FinishQuestion): readonly FieldProblem[] {
  if (lead.quoted === 0) return []
  return [
    ...problemWhen(lead.quoted_type === null, 'quoted_type', 'Informe a forma que apresentou a proposta'),
    ...problemWhen(lead.quoted_date === null, 'quoted_date', 'Informe a data da cotação'),
  ]
}

/** Check 8: value and commission of a sale; how and when the answer came, for a loss as well. */
function saleDetails({ lead, permissions }: FinishQuestion): readonly FieldProblem[] {
  if (!permissions.can_finish || lead.sold === null) return []
  const sold = lead.sold === 1
  const noValue = lead.sale_value_cents === null || lead.sale_value_cents === 0
  return [
    ...problemWhen(sold && lead.insurance_id === null, 'insurance_id', 'Informe a seguradora'),
    ...problemWhen(sold && noValue, 'sale_value_cents', 'Informe o valor da venda'),
    ...problemWhen(
      sold && lead.commission_percentage === null,
      'commission_percentage',
      'Informe a porcentagem da comissão',
    ),
    ...problemWhen(
      lead.sold_type === null,
      'sold_type',
      'Informe a forma que recebeu a resposta da venda/não venda',
    ),
    ...problemWhen(lead.sold_date === null, 'sold_date', 'Informe a data da venda/não venda'),
  ]
}

/** The user is asked, and may mark the quote and go on: docs/rules.md#finish */
export const NOT_MARKED_QUOTED = 'Este lead tem forma e data de cotação, mas não está marcado como cotado.'

/** Returns a problem for a quote that has form and date but was never marked. Asked after the eight checks. */
export function quoteContradiction(lead: Lead): readonly FieldProblem[] {
  const wrong = lead.quoted === 0 && lead.quoted_type !== null && lead.quoted_date !== null
  return problemWhen(wrong, 'quoted', NOT_MARKED_QUOTED)
}

/** The lost sale of a client who closed with another broker. */
export const CLOSED_WITH_COMPETITOR = 5

/**
 * Returns what the dialogs of a loss still need, after the eight checks: docs/rules.md#losses. The date may be missing
 * if the client did not disclose it (`date_fail`).
 */
export function lossProblems(lead: Lead): readonly FieldProblem[] {
  if (lead.sold !== 0 || lead.lost_sale !== CLOSED_WITH_COMPETITOR) return []
  return [
    ...problemWhen(
      lead.competitor_broker === null,
      'competitor_broker',
      'Informe com qual corretora o cliente fechou',
    ),
    ...problemWhen(
      lead.endorsement_date === null && !lead.date_fail,
      'endorsement_date',
      'Informe o vencimento do seguro',
    ),
  ]
}
