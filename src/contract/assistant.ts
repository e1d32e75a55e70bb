/** Calls of the assistant: docs/rules.md#assistant */
import { z } from 'zod'
import { consultedSchema } from '../domain/assistant/consulted.ts'
import { EXCHANGE_FIELDS } from '../domain/assistant/exchange-fields.ts'
import {
  MOST_DESCRIPTION,
  MOST_INSTRUCTIONS,
  MOST_NAME,
  MOST_PROMPT,
  personaKindSchema,
} from '../domain/assistant/personas.ts'
import { partsOf } from '../domain/record/parts.ts'
import { withoutInvisible } from '../domain/text/invisible.ts'
import { revised } from './administration/managed.ts'
import { idNumber } from './decimal.ts'
import { routesOf } from './route.ts'
import { messageSchema } from './session.ts'

const { get, post, put, remove } = routesOf('Assistente')
const action = 'assistant.use'

const sessionId = z.string().trim().min(1, 'Informe a conversa').max(80)
const prompt = z.string().trim().min(1, 'Escreva uma pergunta').max(MOST_PROMPT)
const endPointOrigin = z.string().max(200).default('')

export const personaSchema = z.object({
  id: z.number().int(),
  name: z.string(),
  description: z.string(),
  kind: personaKindSchema,
  instructions: z.string(),
  /** Its words are not those that Farol brings. */
  edited: z.boolean(),
  /** False: it needs a service, which is not configured. */
  available: z.boolean(),
  /** By which a change is refused if the words were changed since. Empty from servers of earlier versions. */
  revision: z.string().default(''),
})
export type PersonaAnswer = z.infer<typeof personaSchema>

export const personasRoute = get('/ai/persona', action, {
  answer: z.object({
    data: z.array(personaSchema),
    /** Names, documents, phones and mails leave for the service as they are. */
    sends_personal_data: z.boolean(),
    /** Host of the service that receives questions and what tools read. Null: there is none. */
    receiver: z.string().nullable().default(null),
  }),
})

export const personaBodySchema = z.strictObject({
  name: z
    .string()
    .overwrite(withoutInvisible)
    .trim()
    .min(1, 'Dê um nome à persona')
    .max(MOST_NAME, `Use até ${MOST_NAME} caracteres`),
  description: z.string().trim().max(MOST_DESCRIPTION, `Use até ${MOST_DESCRIPTION} caracteres`),
  instructions: z.string().trim().max(MOST_INSTRUCTIONS, `Use até ${MOST_INSTRUCTIONS} caracteres`),
})

const personaParams = z.object({ id: idNumber.meta({ title: 'Número da persona' }) })

export const changePersonaRoute = put('/ai/persona/:id', 'assistant.managePersonas', {
  params: personaParams,
  body: personaBodySchema.extend(revised),
  answer: personaSchema,
})

/** Gives the persona back the words that Farol brings. */
export const resetPersonaRoute = remove('/ai/persona/:id', 'assistant.managePersonas', {
  params: personaParams,
  answer: personaSchema,
})

export const exchangeSchema = z.object(partsOf(EXCHANGE_FIELDS, 'answered'))
export type Exchange = z.infer<typeof exchangeSchema>

/** The caller's own, the oldest first. */
export const chatHistoryRoute = get('/ai/chat-history', action, {
  query: z.object({ sessionId, personId: idNumber }),
  answer: z.object({ data: z.array(exchangeSchema) }),
})

export const chatRoute = get('/ai/chat', action, {
  query: z.object({ sessionId, prompt, endPointOrigin, personId: idNumber }),
  answer: messageSchema,
})

/** The same as server-sent events: `chatEventSchema`. */
export const chatStreamRoute = post('/ai/chat', action, {
  body: z.strictObject({ sessionId, prompt, endPointOrigin, personId: idNumber }),
  answer: { file: 'text/event-stream' },
})

/** One event of the stream. `done` and `failed` are the last. */
export const chatEventSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('consulted'), consulted: consultedSchema }),
  z.object({ kind: z.literal('text'), text: z.string() }),
  z.object({ kind: z.literal('done') }),
  z.object({ kind: z.literal('failed'), message: z.string() }),
])
export type ChatEvent = z.infer<typeof chatEventSchema>
