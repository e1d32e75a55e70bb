/** Requests of data subjects, kept and answered by administrators: docs/rules.md#data-requests */
import { z } from 'zod'
import { ANSWER_FIELDS, ASKED_FIELDS } from '../../domain/privacy/request-fields.ts'
import { partsOf } from '../../domain/record/parts.ts'
import { idNumber, numberFrom, rowNumber, wholeNumber } from '../decimal.ts'
import { routesOf } from '../route.ts'
import { messageSchema } from '../session.ts'

const { get, post, put, remove } = routesOf('Privacidade')
const action = 'privacy.manage'
const params = z.object({ id: idNumber.meta({ title: 'Número do pedido' }) })

const person = z.object({ id: z.number().int(), name: z.string() })

const { answered_on, ...answered } = partsOf(ANSWER_FIELDS, 'stored')

export const dataRequestSchema = z.object({
  id: z.number().int(),
  revision: z.number().int(),
  /** Who asks; null where it is no client of the brokerage, or not known to be one. */
  client: person.extend({ uid: z.string(), erased: z.boolean() }).nullable(),
  ...partsOf(ASKED_FIELDS, 'stored'),
  created_by: person.nullable(),
  answered_on,
  answered_by: person.nullable(),
  ...answered,
})
export type DataRequest = z.infer<typeof dataRequestSchema>

export const REQUEST_STATES = ['open', 'answered'] as const

/** Those that wait come first, the oldest of them at the top; then the answered ones, the latest first. */
export const dataRequestsRoute = get('/data-requests', action, {
  query: z.object({
    state: z.enum(REQUEST_STATES).optional(),
    per_page: numberFrom(1, 100).default(10),
    /** From 1. */
    page: wholeNumber.pipe(z.number().min(1)).default(1),
  }),
  answer: z.object({
    data: z.array(dataRequestSchema),
    meta: z.object({ total: z.number().int(), open: z.number().int() }),
  }),
})

export const dataRequestRoute = get('/data-requests/:id', action, { params, answer: dataRequestSchema })

export const dataRequestBodySchema = z.object({
  client_id: rowNumber.nullable().default(null),
  ...partsOf(ASKED_FIELDS, 'sent'),
})

/** Of the request that the form began with. Another one is refused with 409. */
const revision = z.number().int()

/** Each form has one, so that sending again after a lost answer does not store a second row. */
const formUid = z.uuid().optional()

export const createDataRequestRoute = post('/data-requests', action, {
  body: dataRequestBodySchema.extend({ uid: formUid }),
  answer: dataRequestSchema,
})

export const updateDataRequestRoute = put('/data-requests/:id', action, {
  params,
  body: dataRequestBodySchema.extend({ revision }),
  answer: dataRequestSchema,
})

export const requestAnswerSchema = z.object(partsOf(ANSWER_FIELDS, 'sent'))

/** Marks the request as answered by the caller, or changes its answer. */
export const answerDataRequestRoute = put('/data-requests/:id/answer', action, {
  params,
  body: requestAnswerSchema.extend({ revision }),
  answer: dataRequestSchema,
})

/** Deletes the answer, so that the request waits again. */
export const reopenDataRequestRoute = remove('/data-requests/:id/answer', action, {
  params,
  answer: dataRequestSchema,
})

export const removeDataRequestRoute = remove('/data-requests/:id', action, { params, answer: messageSchema })
