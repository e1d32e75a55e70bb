/** The connection to WhatsApp, what Meta sends, and who wrote without a lead. docs/rules.md#whatsapp */
import { z } from 'zod'
import { partsOf } from '../domain/record/parts.ts'
import { withoutInvisible } from '../domain/text/invisible.ts'
import { REQUIRED_FIELD } from '../domain/text/required.ts'
import { CONNECTION_STATES, MOST_NUMBERS } from '../domain/whatsapp/connection.ts'
import { STRANGER_FIELDS } from '../domain/whatsapp/stranger-fields.ts'
import { revised } from './administration/managed.ts'
import { idNumber } from './decimal.ts'
import { routesOf } from './route.ts'
import { listOf, messageSchema } from './session.ts'

const { get, post, put, remove } = routesOf('WhatsApp')
const action = 'whatsapp.manage'

const NO_ID = 'Só números, como a Meta mostra'
const metaId = z
  .string({ error: REQUIRED_FIELD })
  .trim()
  .min(1, REQUIRED_FIELD)
  .regex(/^\d{5,30}$/, NO_ID)
const secret = z.string().overwrite(withoutInvisible).trim().max(1000)

const whatsAppNumberSchema = z.object({
  phone_number_id: metaId,
  /** Digits with the country's code. */
  display_number: z
    .string({ error: REQUIRED_FIELD })
    .overwrite((text) => text.replaceAll(/\D/g, ''))
    .min(1, REQUIRED_FIELD)
    .regex(/^\d{10,15}$/, 'Informe o número com o 55'),
  /** Whose it is; null: the house's. */
  user_id: z.number().int().nullable(),
})
export type WhatsAppNumberLine = z.output<typeof whatsAppNumberSchema>

export const whatsAppBodySchema = z
  .object({
    waba_id: metaId,
    /** Blank: the stored one stays. */
    token: secret,
    app_secret: secret,
    /** The text of messages is kept in the history of leads. */
    keeps_text: z.boolean(),
    numbers: z.array(whatsAppNumberSchema).min(1, 'Informe ao menos um número').max(MOST_NUMBERS),
  })
  .superRefine(({ numbers }, context) => {
    for (const [place, { phone_number_id }] of numbers.entries())
      if (numbers.findIndex((one) => one.phone_number_id === phone_number_id) !== place)
        context.addIssue({
          code: 'custom',
          path: ['numbers', place, 'phone_number_id'],
          message: 'Este número já está na lista',
        })
  })
export type WhatsAppBody = z.input<typeof whatsAppBodySchema>

export const whatsAppSchema = z.object({
  waba_id: z.string(),
  keeps_text: z.boolean(),
  numbers: z.array(whatsAppNumberSchema.extend({ owner: z.string().nullable() })),
  state: z.enum(CONNECTION_STATES),
  state_since: z.string(),
  /** When Meta last confirmed the address; null: not yet. */
  verified_at: z.string().nullable(),
  last_event_at: z.string().nullable(),
  /** In a sentence; null: nothing went wrong. */
  last_problem: z.string().nullable(),
  last_problem_at: z.string().nullable(),
  /** Events that wait for their turn. */
  waiting: z.number().int(),
  /** Messages of an imported history, which were left out. */
  history_ignored: z.number().int(),
  /** What Meta asks for beside the address. */
  verify_token: z.string(),
  revision: z.string(),
})
export type WhatsApp = z.output<typeof whatsAppSchema>

export const whatsAppRoute = get('/whatsapp', action, {
  answer: z.object({ data: whatsAppSchema.nullable(), callback_url: z.string() }),
})

export const saveWhatsAppRoute = put('/whatsapp', action, {
  confirms: 'always',
  body: whatsAppBodySchema.safeExtend(revised),
  answer: whatsAppSchema,
})

/** What came in stays in the histories. */
export const endWhatsAppRoute = remove('/whatsapp', action, { answer: messageSchema })

export const strangerSchema = z.object({
  id: z.number().int(),
  ...partsOf(STRANGER_FIELDS, 'stored'),
  /** The house's number that was written to. */
  own_number: z.string(),
  owner: z.object({ id: z.number().int(), name: z.string() }).nullable(),
})
export type Stranger = z.output<typeof strangerSchema>

/** The latest first. Management sees all, others those of their own numbers. */
export const strangersRoute = get('/whatsapp/strangers', 'whatsapp.strangers', {
  answer: listOf(strangerSchema),
})

export const ignoreStrangerRoute = put('/whatsapp/strangers/:id/ignored', 'whatsapp.strangers', {
  params: z.object({ id: idNumber.meta({ title: 'Número da conversa' }) }),
  answer: messageSchema,
})

/** Meta asks it once, when the address is registered. */
export const verifyWebhookRoute = get('/webhooks/whatsapp', 'public', {
  query: z.object({
    'hub.mode': z.string().max(40),
    'hub.verify_token': z.string().max(200),
    'hub.challenge': z.string().regex(/^[\w-]{1,200}$/),
  }),
  answer: { file: 'text/plain' },
})

/** Signed by the app's secret. */
export const receiveWebhookRoute = post('/webhooks/whatsapp', 'public', {
  body: z.looseObject({ object: z.string().optional(), entry: z.array(z.unknown()).optional() }),
  answer: messageSchema,
})
