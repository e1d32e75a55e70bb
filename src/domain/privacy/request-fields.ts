/**
 * The fields of a data subject's request, each declared once, in the order of the wire: docs/rules.md#data-requests. What a call
 * sends and answers, what the forms have and begin with, their names, the columns, what an erasure takes and what the audit
 * leaves out follow. What only the server says of them: `server/records/data-requests.ts`.
 */
import { z } from 'zod'
import { withoutInvisible } from '../text/invisible.ts'
import { REQUIRED_FIELD } from '../text/required.ts'
import { REQUEST_KINDS, REQUEST_OUTCOMES, REQUEST_WAYS } from './data-requests.ts'

/**
 * `sent`: as a call brings it. `stored`: in the table and in answers. `typed`: in a form and its drafts. `empty`: of a new form.
 * `asked`: in the form, where that is not the label, or the name alone is another record's. `mentions` and `shown`:
 * `src/domain/client/personal-tables.ts`.
 */
const text = (most: number) =>
  ({
    sent: z.string().trim().max(most).default(''),
    stored: z.string(),
    typed: z.string(),
    empty: '',
    isText: true,
  }) as const
const required = { error: REQUIRED_FIELD }
const choice = <const Value extends string>(values: readonly Value[]) =>
  ({
    sent: z.enum(values, required),
    stored: z.enum(values),
    typed: z.enum(values).nullable(),
    empty: null,
  }) as const
/** Days of São Paulo. */
const day = {
  sent: z.iso.date({ error: 'Use uma data válida' }),
  stored: z.string(),
  typed: z.string().nullable(),
} as const

export const ASKED_FIELDS = {
  name: {
    ...text(200),
    sent: z.string(required).overwrite(withoutInvisible).trim().min(1, REQUIRED_FIELD).max(200),
    asked: 'Quem pediu',
  },
  contact: { ...text(200), label: 'Contato', asked: 'Contato para a resposta', shown: 'Contato' },
  kind: { ...choice(REQUEST_KINDS), label: 'Pedido', asked: 'O que pediu', shown: 'Pedido' },
  came_by: { ...choice(REQUEST_WAYS), label: 'Como chegou' },
  details: {
    ...text(5000),
    asked: 'O pedido, em palavras',
    mentions: 'O pedido, em palavras',
    shown: 'Observações',
  },
  received_on: { ...day, label: 'Recebido em', shown: 'Data' },
} as const

const outcome = choice(REQUEST_OUTCOMES)
export const ANSWER_FIELDS = {
  /** null: it waits. */
  answered_on: { ...day, stored: day.stored.nullable(), label: 'Respondido em', shown: 'Respondido em' },
  outcome: { ...outcome, stored: outcome.stored.nullable(), label: 'Resultado' },
  answer: {
    ...text(5000),
    sent: z.string(required).trim().min(1, REQUIRED_FIELD).max(5000),
    label: 'Resposta',
    asked: 'Como foi respondido',
    mentions: 'Resposta',
    shown: 'Resposta',
  },
} as const

export const REQUEST_FIELDS = { ...ASKED_FIELDS, ...ANSWER_FIELDS }
