/** Mentions of a client in other people's rows: docs/rules.md#mentions */
import { z } from 'zod'
import { idNumber } from './decimal.ts'
import { routesOf } from './route.ts'

const { get, post } = routesOf('Dados pessoais')
const params = z.object({ id: idNumber.meta({ title: 'Número do cliente' }) })

const mentionSchema = z.object({
  /** Names the place for `blankMentionsRoute`. */
  key: z.string(),
  table: z.string(),
  /** The field of the lead, or the column of the table. */
  field: z.string(),
  lead: z.object({ uid: z.string(), id: z.number().int().nullable() }).nullable(),
  excerpt: z.object({ before: z.string(), match: z.string(), after: z.string() }),
  /** Further mentions in the same text. */
  more: z.number().int(),
})

const mentionsSchema = z.object({
  mentions: z.array(mentionSchema),
  /** Where the search stopped at its limit; null: everything was read. */
  next: z.string().nullable(),
  /** The limit of one call. */
  seconds: z.number().int(),
})
export type Mentions = z.infer<typeof mentionsSchema>
export type Mention = Mentions['mentions'][number]

/** Where other people's rows mention the client. It changes nothing. */
export const mentionsRoute = get('/clients/:id/personal-data/mentions', 'client.eraseData', {
  params,
  query: z.object({
    /** The `next` of an earlier answer. */
    from: z.string().max(1000).optional(),
  }),
  answer: mentionsSchema,
})

/** Places of one call that blanks. */
export const MOST_BLANKED = 500

/** Blanks the mentions in these places, with all copies. The rest of each text stays. */
export const blankMentionsRoute = post('/clients/:id/personal-data/mentions/blank', 'client.eraseData', {
  confirms: 'always',
  params,
  body: z.object({ keys: z.array(z.string().max(1000)).min(1).max(MOST_BLANKED) }),
  answer: z.object({ blanked: z.number().int() }),
})
