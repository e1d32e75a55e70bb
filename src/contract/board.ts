/** Board calls and the lead actions of the board: docs/rules.md#board-calls. */
import { z } from 'zod'
import type { FilterQuery } from '../domain/board/board-filters.ts'
import { NUMBER_QUERIES, TEXT_QUERIES } from '../domain/board/field-filters.ts'
import { clientSchema } from '../domain/client/client.ts'
import type { AddressField, PersonField } from '../domain/client/fields.ts'
import { leadSchema } from '../domain/lead/lead.ts'
import { MOST_NOTE } from '../domain/lead/notes.ts'
import { SCHEDULING_FIELDS } from '../domain/lead/scheduling-fields.ts'
import { keysOf, partsOf, rowOf } from '../domain/record/parts.ts'
import { callsSchema } from '../domain/reports/calls.ts'
import { idNumber, numberFrom, wholeNumber } from './decimal.ts'
import { callsQuerySchema } from './reports/calls-query.ts'
import { defineRoute, routesOf } from './route.ts'
import { messageSchema } from './session.ts'
import { timelineEntrySchema } from './timeline.ts'

/** A boolean: '1' or 'true' in a query string, `true` in a body. */
const flag = z
  .union([z.boolean(), z.literal('1'), z.literal('true'), z.literal('0'), z.literal('false')])
  .transform((value) => value === true || value === '1' || value === 'true')
/** A day in São Paulo, YYYY-MM-DD. */
const day = z.iso.date()

const tag = 'Dashboard'
const { get, post } = routesOf(tag)
const actionTag = 'Ações do lead'

export const listCountRoute = get('/leads/list-count', 'board.read', {
  answer: z.object({
    count: z.object({
      leads_status_count: z.array(
        z.object({
          status: z.number().int(),
          total: z.number().int(),
          news: z.number().int(),
          late_scheduling: z.number().int(),
        }),
      ),
      leads_channel_count: z.array(
        z.object({
          id: z.number().int(),
          total: z.number().int(),
          vn: z.number().int(),
          vu: z.number().int(),
          vd: z.number().int(),
        }),
      ),
    }),
    /**
     * Open schedules: all, the late ones, and the ones of the next seven days, as the filters of these names list them.
     */
    agendaments_count: z.object({
      total: z.number().int(),
      late: z.number().int(),
      saven_days: z.number().int(),
    }),
  }),
})

/** Filters of the board's bar. */
const barFilters = {
  /** Anything of a client: number, phone, document, mail, plate, policy, name. */
  search: z.string().max(200).optional(),
  ...rowOf(TEXT_QUERIES, () => z.string().max(200).optional()),
  client_cpf: z.string().max(20).optional(),
  /** The last digits of a number, at least four. */
  client_phone: z.string().max(30).optional(),
  ...rowOf(NUMBER_QUERIES, () => wholeNumber.optional()),
  start_date: day.optional(),
  end_date: day.optional(),
  lead_id: wholeNumber.optional(),
  /** In the system that the lead was imported from. It finds leads that have left the devices, too. */
  old_number: z.string().max(60).optional(),
} satisfies Record<FilterQuery, z.ZodType>

/** Filters of the board. `saven_days` selects the open schedulings of the next seven days, without the late ones. */
export const listBrokerQuerySchema = z.object({
  ...barFilters,
  channel_id: wholeNumber.optional(),
  status: wholeNumber.optional(),
  schedule: flag.optional(),
  saven_days: flag.optional(),
  only_schedules: flag.optional(),
  state: wholeNumber.optional(),
  partner_id: wholeNumber.optional(),
  isStatusFilterButton: flag.optional(),
  insurance_id: wholeNumber.optional(),
  /** The most leads that the answer contains, in the order of the board. */
  limit: numberFrom(1, 2000).default(500),
  offset: numberFrom(0).default(0),
})

/** Names of the client's fields in the lead of the REST API, each with the client's own. */
export const CLIENT_IN_LEAD = {
  client_birth_date: 'birth_date',
  client_Cpf: 'cpf',
  client_Rg: 'rg',
  client_Email: 'mail',
  client_CEP: 'cep',
  client_address_street: 'street',
  client_address_number: 'number',
  client_address_comp: 'comp',
  client_address_district: 'district',
  client_address_city: 'city',
  client_address_state: 'state',
} as const satisfies Readonly<Record<string, PersonField | AddressField>>
const { client_birth_date: _day, ...TEXTS_IN_LEAD } = CLIENT_IN_LEAD

/** A lead of the REST API: the synced row, the names behind its numbers, and the client, nested and field by field. */
export const leadAnswerSchema = leadSchema.extend({
  channel: z.object({ id: z.number().int(), name: z.string() }).nullable(),
  inviter: z.object({ id: z.number().int(), name: z.string(), role_id: z.number().int() }).nullable(),
  inviter_Phone: z.string(),
  broker: z.object({ id: z.number().int(), name: z.string() }).nullable(),
  partner: z.object({ id: z.number().int(), name: z.string() }).nullable(),
  insurance: z.object({ id: z.number().int(), name: z.string() }).nullable(),
  client: clientSchema,
  // Answers that a device kept earlier lack them; screens read the nested client.
  client_birth_date: day.nullable().default(null),
  ...rowOf(keysOf(TEXTS_IN_LEAD), () => z.string().default('')),
  /** Name of its PDF; null: it has none. */
  arquivo_oc: z.string().nullable().default(null),
  /** The status that follows; the last one follows itself. */
  next_status: z.number().int().nullable().default(null),
  /** Plain decimal: docs/rules.md#documents-phones-money. */
  sale_value: z.string().nullable(),
})
export const listBrokerSchema = z.object({ leads: z.array(leadAnswerSchema), total: z.number().int() })

/** The board's list; with `isCallReport` the report of calls, which has names of its own. */
export const listBrokerRoute = get('/leads/list-broker', 'board.read', {
  query: z.discriminatedUnion('isCallReport', [
    callsQuerySchema,
    listBrokerQuerySchema.extend({ isCallReport: z.literal(['0', 'false']).optional() }),
  ]),
  answer: z.union([listBrokerSchema, callsSchema]),
})
/** The same filters as a body. */
export const leadsListRoute = post('/leads/list', 'board.read', {
  reads: true,
  body: z.object({ filters: listBrokerQuerySchema.partial() }),
  answer: listBrokerSchema,
})
export const referralsRoute = get('/leads/referrals', 'referrals.read', {
  query: listBrokerQuerySchema,
  answer: listBrokerSchema,
})

/** The lead that a broker must capture first in that channel, or null. */
export const olderRoute = get('/leads/older', 'board.read', {
  query: z.object({ channel_id: wholeNumber }),
  answer: z.object({ lead: z.object({ id: z.number().int(), uid: z.string() }).nullable() }),
})

export const leadIdParamsSchema = z.object({ id: idNumber.meta({ title: 'Número do lead' }) })

export const leadRoute = get('/leads/:id', 'lead.read', {
  params: leadIdParamsSchema,
  answer: leadAnswerSchema,
})

/** The entries, latest first. */
export const timelineRoute = get('/leads/:id/timeline', 'lead.readHistory', {
  params: leadIdParamsSchema,
  answer: z.object({ data: z.array(timelineEntrySchema) }),
})

export const leadChannelRoute = get('/leadChannel/:id', 'lead.read', {
  params: leadIdParamsSchema,
  answer: z.object({
    lead: z.object({
      id: z.number().int(),
      attendance_flow: z.object({ status_flow: z.array(z.number().int()) }),
    }),
  }),
})

export const nextStatusRoute = get('/leads/next-status/:id', 'lead.read', {
  params: leadIdParamsSchema,
  answer: z.object({ var_id: z.number().int(), value: z.string() }),
})

export const leadPermissionsRoute = get('/leads-permissions/:id', 'lead.read', {
  params: leadIdParamsSchema,
  answer: z.object({
    can_call: z.boolean(),
    can_finish: z.boolean(),
    can_negociate: z.boolean(),
    can_quote: z.object({
      able_to_quote: z.boolean(),
      quote_type: z.union([z.literal(1), z.literal(2)]).nullable(),
    }),
  }),
})

export const captureRoute = defineRoute({
  method: 'PUT',
  path: '/capture-lead/:id',
  action: 'lead.capture',
  tag: actionTag,
  params: leadIdParamsSchema,
  answer: leadAnswerSchema,
})

/** `status` 0 opens a scheduling; 1 closes it, or records a contact as the capture does. */
export const schedulingRoute = defineRoute({
  method: 'POST',
  path: '/leads/scheduling',
  action: 'lead.schedule',
  tag: actionTag,
  body: z.object({ lead_id: idNumber, ...partsOf(SCHEDULING_FIELDS, 'sent') }),
  answer: messageSchema,
})

/** Adds a note to the lead: docs/rules.md#quick-notes */
export const noteRoute = defineRoute({
  method: 'POST',
  path: '/leads/:id/notes',
  action: 'lead.addNote',
  tag: actionTag,
  params: leadIdParamsSchema,
  body: z.strictObject({ note: z.string().trim().min(1, 'Escreva a nota.').max(MOST_NOTE) }),
  answer: messageSchema,
})

export const cancelRoute = defineRoute({
  method: 'PUT',
  path: '/cancel-lead/:id',
  action: 'lead.cancel',
  tag: actionTag,
  params: leadIdParamsSchema,
  answer: messageSchema,
})
