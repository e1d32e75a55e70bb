/** Spellings of insurers that none has: docs/rules.md#insurers */
import { z } from 'zod'
import { idNumber } from '../decimal.ts'
import { routesOf } from '../route.ts'

const { get, put } = routesOf('Seguradoras')

export const insurerSpellingSchema = z.object({
  id: z.number().int(),
  /** As the first file wrote it. */
  spelling: z.string(),
  /** The insurer that it may be; null: none is near. */
  proposed: z.object({ id: z.number().int(), name: z.string() }).nullable(),
  seen_at: z.string(),
})
export type InsurerSpelling = z.infer<typeof insurerSpellingSchema>

/** The latest first; at most 200. */
export const insurerSpellingsRoute = get('/insurers/spellings', 'insurers.manage', {
  answer: z.object({ data: z.array(insurerSpellingSchema) }),
})

/** One that was decided meanwhile is left as it is. */
export const decideSpellingRoute = put('/insurers/spellings/:id', 'insurers.manage', {
  params: z.object({ id: idNumber.meta({ title: 'Número da grafia' }) }),
  body: z.object({
    /** 'alias': a spelling of the insurer `insurer_id`. 'new': an insurer of this name. 'ignore': it is not asked again. */
    decision: z.enum(['alias', 'new', 'ignore']),
    insurer_id: idNumber.nullable().default(null),
  }),
  answer: z.object({ data: z.array(insurerSpellingSchema) }),
})
export type SpellingDecision = z.infer<(typeof decideSpellingRoute)['body']>
