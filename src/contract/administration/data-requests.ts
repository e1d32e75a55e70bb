/** Requests of data subjects, kept and answered by administrators: docs/rules.md#data-requests */
import { z } from 'zod'
import { REQUEST_KINDS, REQUEST_OUTCOMES, REQUEST_WAYS } from '../../domain/privacy/data-requests.ts'
import { withoutInvisible } from '../../domain/text/invisible.ts'
import { idNumber, numberFrom, rowNumber, wholeNumber } from '../decimal.ts'
import { defineRoute } from '../route.ts'
import { messageSchema, REQUIRED_FIELD } from '../session.ts'

const tag = 'Privacidade'
const action = 'privacy.manage'
const params = z.object({ id: idNumber.meta({ title: 'Número do pedido' }) })

const day = z.iso.date({ error: 'Use uma data válida' })
const person = z.object({ id: z.number().int(), name: z.string() })

export const dataRequestSchema = z.object({
  id: z.number().int(),
  revision: z.number().int(),
  /** Who asks; null where it is no client of the brokerage, or not known to be one. */
  client: person.extend({ uid: z.string(), erased: z.boolean() }).nullable(),
  name: z.string(),
  contact: z.string(),
  kind: z.enum(REQUEST_KINDS),
  came_by: z.enum(REQUEST_WAYS),
  details: z.string(),
  /** Days of São Paulo. */
  received_on: z.string(),
  created_by: person.nullable(),
  /** null: it waits. */
  answered_on: z.string().nullable(),
  answered_by: person.nullable(),
  outcome: z.enum(REQUEST_OUTCOMES).nullable(),
  answer: z.string(),
})
export type DataRequest = z.infer<typeof dataRequestSchema>

export const REQUEST_STATES = ['open', 'answered'] as const

/** Those that wait come first, the oldest of them at the top; then the answered ones, the latest first. */
export const dataRequestsRoute = defineRoute({
  method: 'GET',
  path: '/data-requests',
  action,
  tag,
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

export const dataRequestRoute = defineRoute({
  method: 'GET',
  path: '/data-requests/:id',
  action,
  tag,
  params,
  answer: dataRequestSchema,
})

export const dataRequestBodySchema = z.object({
  client_id: rowNumber.nullable().default(null),
  name: z
    .string({ error: REQUIRED_FIELD })
    .overwrite(withoutInvisible)
    .trim()
    .min(1, REQUIRED_FIELD)
    .max(200),
  contact: z.string().trim().max(200).default(''),
  kind: z.enum(REQUEST_KINDS, { error: REQUIRED_FIELD }),
  came_by: z.enum(REQUEST_WAYS, { error: REQUIRED_FIELD }),
  details: z.string().trim().max(5000).default(''),
  received_on: day,
})

/** Of the request that the form began with. Another one is refused with 409. */
const revision = z.number().int()

/** Each form has one, so that sending again after a lost answer does not store a second row. */
const formUid = z.uuid().optional()

export const createDataRequestRoute = defineRoute({
  method: 'POST',
  path: '/data-requests',
  action,
  tag,
  body: dataRequestBodySchema.extend({ uid: formUid }),
  answer: dataRequestSchema,
})

export const updateDataRequestRoute = defineRoute({
  method: 'PUT',
  path: '/data-requests/:id',
  action,
  tag,
  params,
  body: dataRequestBodySchema.extend({ revision }),
  answer: dataRequestSchema,
})

export const requestAnswerSchema = z.object({
  answered_on: day,
  outcome: z.enum(REQUEST_OUTCOMES, { error: REQUIRED_FIELD }),
  answer: z.string({ error: REQUIRED_FIELD }).trim().min(1, REQUIRED_FIELD).max(5000),
})

/** Marks the request as answered by the caller, or changes its answer. */
export const answerDataRequestRoute = defineRoute({
  method: 'PUT',
  path: '/data-requests/:id/answer',
  action,
  tag,
  params,
  body: requestAnswerSchema.extend({ revision }),
  answer: dataRequestSchema,
})

/** Deletes the answer, so that the request waits again. */
export const reopenDataRequestRoute = defineRoute({
  method: 'DELETE',
  path: '/data-requests/:id/answer',
  action,
  tag,
  params,
  answer: dataRequestSchema,
})

export const removeDataRequestRoute = defineRoute({
  method: 'DELETE',
  path: '/data-requests/:id',
  action,
  tag,
  params,
  answer: messageSchema,
})
