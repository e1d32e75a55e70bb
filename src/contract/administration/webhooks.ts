/** Webhooks: addresses of other systems that are told of changes. docs/rules.md#webhooks */
import { z } from 'zod'
import { withoutInvisible } from '../../domain/text/invisible.ts'
import { REQUIRED_FIELD } from '../../domain/text/required.ts'
import { WEBHOOK_EVENTS, WEBHOOK_KINDS, WEBHOOK_STATES } from '../../domain/webhooks/events.ts'
import { idNumber, wholeNumber } from '../decimal.ts'
import { routesOf } from '../route.ts'
import { listOf, messageSchema } from '../session.ts'
import { opened, revised } from './managed.ts'

const { get, post, put, remove } = routesOf('Webhooks')
const action = 'webhooks.manage'

const EVENTS = WEBHOOK_EVENTS.map(({ kind }) => kind)

const typed = {
  name: z.string({ error: REQUIRED_FIELD }).overwrite(withoutInvisible).trim().min(1, REQUIRED_FIELD).max(80),
  /** What the server calls is checked by the server: it knows the settings and what names lead to. */
  url: z.string({ error: REQUIRED_FIELD }).trim().min(1, REQUIRED_FIELD).max(2000),
  events: z.array(z.enum(EVENTS)).min(1, 'Escolha ao menos um evento').max(EVENTS.length),
  /** The client's name, cellphone and e-mail leave with each event. */
  with_client: z.boolean(),
}

export const webhookBodySchema = z.object(typed)
export type WebhookBody = z.input<typeof webhookBodySchema>

export const webhookSchema = z.object({
  id: z.uuid(),
  ...typed,
  state: z.enum(WEBHOOK_STATES),
  state_since: z.string(),
  created_at: z.string(),
  /** Since when there were only failures; null: the last try went well, or there was none. */
  failing_since: z.string().nullable(),
  /** Until when the secret before still signs; null: there is one secret. */
  old_secret_until: z.string().nullable(),
  waiting: z.number().int(),
  /** Given up within the last seven days. */
  failed: z.number().int(),
  last_delivered_at: z.string().nullable(),
  ...opened,
})
export type Webhook = z.infer<typeof webhookSchema>

/** The secret is answered when it is made, and never again. */
export const madeWebhookSchema = webhookSchema.extend({ secret: z.string() })
export type MadeWebhook = z.infer<typeof madeWebhookSchema>

export const deliverySchema = z.object({
  id: z.number().int(),
  /** The header `webhook-id`. */
  message_id: z.string(),
  kind: z.enum(WEBHOOK_KINDS),
  /** Number of the lead; null: it is about none, or the lead is gone. */
  lead_id: z.number().int().nullable(),
  state: z.enum(['waiting', 'delivered', 'failed']),
  made_at: z.string(),
  tries: z.number().int(),
  tried_at: z.string().nullable(),
  /** null: it is not tried again. */
  next_try_at: z.string().nullable(),
  took_ms: z.number().int().nullable(),
  /** Of the last answer; null: none. */
  status: z.number().int().nullable(),
  /** Why the last try failed, in a sentence. */
  problem: z.string().nullable(),
})
export type Delivery = z.infer<typeof deliverySchema>

const params = z.object({ id: z.uuid().meta({ title: 'Webhook' }) })
const ofDelivery = z.object({
  id: z.uuid().meta({ title: 'Webhook' }),
  delivery: idNumber.meta({ title: 'Número do envio' }),
})

export const webhooksRoute = get('/webhooks', action, { answer: listOf(webhookSchema) })

export const newWebhookRoute = post('/webhooks', action, {
  confirms: 'always',
  once: true,
  body: webhookBodySchema,
  answer: madeWebhookSchema,
})

export const changeWebhookRoute = put('/webhooks/:id', action, {
  confirms: 'always',
  params,
  body: webhookBodySchema.extend(revised),
  answer: webhookSchema,
})

/** The secret before signs for another day. */
export const renewWebhookSecretRoute = post('/webhooks/:id/secret', action, {
  confirms: 'always',
  once: true,
  params,
  answer: madeWebhookSchema,
})

export const switchWebhookRoute = put('/webhooks/:id/state', action, {
  params,
  body: z.object({ on: z.boolean() }),
  answer: webhookSchema,
})

export const removeWebhookRoute = remove('/webhooks/:id', action, { params, answer: messageSchema })

export const testWebhookRoute = post('/webhooks/:id/test', action, { params, answer: messageSchema })

/** The latest first. */
export const deliveriesRoute = get('/webhooks/:id/deliveries', action, {
  params,
  query: z.object({
    state: z.enum(['waiting', 'delivered', 'failed']).optional(),
    per_page: wholeNumber.pipe(z.number().min(1).max(100)).default(25),
    /** From 1. */
    page: wholeNumber.pipe(z.number().min(1).max(10_000)).default(1),
  }),
  answer: z.object({ data: z.array(deliverySchema), meta: z.object({ total: z.number().int() }) }),
})

/** With the same `webhook-id`: a receiver that has it already does nothing. */
export const sendAgainRoute = post('/webhooks/:id/deliveries/:delivery/send-again', action, {
  params: ofDelivery,
  answer: messageSchema,
})
