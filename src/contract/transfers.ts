/** Transfers of leads, and what hangs on a user who leaves: docs/rules.md#transfers */
import { z } from 'zod'
import { TRANSFER_LIMIT } from '../domain/lead/transfer.ts'
import { idNumber } from './decimal.ts'
import { routesOf } from './route.ts'
import { listOf } from './session.ts'

const { get, post, put } = routesOf('Transferências')
const uidParams = z.object({ uid: z.uuid().meta({ title: 'Identificação da transferência' }) })

const toBroker = z.object({ kind: z.literal('broker'), broker_id: z.int32() })
const leaving = z.discriminatedUnion('kind', [
  toBroker,
  z.object({ kind: z.literal('share') }),
  z.object({ kind: z.literal('origin') }),
])
/** How many leads a broker gets. */
const share = z.object({ broker_id: z.int32(), total: z.number().int().min(0).max(TRANSFER_LIMIT) })
const chosenDestination = z.discriminatedUnion('kind', [
  toBroker,
  z.object({ kind: z.literal('share'), shares: z.array(share).max(1000).optional() }),
  z.object({ kind: z.literal('origin') }),
])
const destination = z.discriminatedUnion('kind', [...leaving.options, z.object({ kind: z.literal('stay') })])

/** What happens to a leaving user's leads, rules and mailed views. What is left out stays as it is. */
export const departureSchema = z.object({
  /** Of the transfer, made by the device: the same uid transfers once. */
  uid: z.uuid(),
  /** By status, 1 for leads that wait in Origem. A status that is left out stays. */
  leads: z.array(z.object({ status: z.number().int().min(1).max(5), to: destination })).max(5),
  /** Active rules of lead and broker. */
  rules: z.discriminatedUnion('kind', [
    toBroker,
    z.object({ kind: z.literal('off') }),
    z.object({ kind: z.literal('stay') }),
  ]),
  /** Saved views that are mailed. */
  mailed_views: z.enum(['stop', 'stay']),
})
export type Departure = z.output<typeof departureSchema>

/** Of a transfer that is done. */
export const transferDoneSchema = z.object({
  uid: z.string(),
  moved: z.number().int(),
  /** ISO 8601. Until then it can be undone. */
  undo_until: z.string(),
})

/** Leads that stayed as they are, up to 100 of `left`. */
const leftLeads = {
  left: z.number().int(),
  left_leads: z.array(z.object({ id: z.number().int(), client_name: z.string(), reason: z.string() })),
}

export const hangingSchema = z.object({
  leads: z.array(z.object({ status: z.number().int(), total: z.number().int() })),
  /** Open schedulings of these leads. */
  schedules: z.number().int(),
  rules: z.number().int(),
  mailed_views: z.number().int(),
  sessions: z.number().int(),
  devices: z.array(
    z.object({
      name: z.string().nullable(),
      last_seen_at: z.string(),
      /** Changes that the server gave back and that were not sent again since. */
      returned: z.number().int(),
    }),
  ),
  /** Documents that came without the change that joins them to a lead. */
  documents: z.number().int(),
})
export type Hanging = z.output<typeof hangingSchema>

export const hangingRoute = get('/users/:id/hanging', 'users.manage', {
  params: z.object({ id: idNumber.meta({ title: 'Número do usuário' }) }),
  answer: hangingSchema,
})

const leadsToMove = z.array(z.uuid()).min(1).max(TRANSFER_LIMIT)

/** Who would get how many leads if they were shared out now. It moves nothing. */
export const transferPlanRoute = post('/lead-transfers/plan', 'lead.transfer', {
  reads: true,
  body: z.object({ leads: leadsToMove }),
  answer: z.object({
    /** All who may get leads. */
    shares: z.array(share.extend({ load: z.number().int() })),
    ...leftLeads,
  }),
})
export type TransferPlan = z.output<typeof transferPlanRoute.answer>

/** 409 `conflict`: the uid has moved other leads, or elsewhere. */
export const transferRoute = put('/lead-transfers/:uid', 'lead.transfer', {
  params: uidParams,
  body: z.object({ leads: leadsToMove, to: chosenDestination }),
  answer: transferDoneSchema.extend(leftLeads),
})
export type TransferAnswer = z.output<typeof transferRoute.answer>

/** Transfers that can still be undone, the latest first. */
export const transfersRoute = get('/lead-transfers', 'lead.transfer', {
  answer: listOf(
    transferDoneSchema.extend({
      /** Of `moved`: in Origem, because who was to get them left before their move. */
      unclaimed: z.number().int(),
      made_at: z.string(),
      by: z.string(),
      /** Who left; null: leads were chosen. */
      leaver: z.object({ id: z.number().int(), name: z.string() }).nullable(),
    }),
  ),
})
export type RecentTransfer = z.output<typeof transfersRoute.answer>['data'][number]

/** Gives back the leads that were not changed since. 409 `conflict`: it is too late, or it was undone. */
export const undoTransferRoute = post('/lead-transfers/:uid/undo', 'lead.transfer', {
  confirms: 'account',
  params: uidParams,
  /** `user_left`: the user was changed since, and stays as it is. */
  answer: z.object({ returned: z.number().int(), user_left: z.boolean(), ...leftLeads }),
})
export type UndoneTransfer = z.output<typeof undoTransferRoute.answer>
