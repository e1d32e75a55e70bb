/** Spellings of insurers that none has, and policies that two spellings made twice: docs/rules.md#insurers */
import { z } from 'zod'
import { idNumber } from '../decimal.ts'
import { knownPolicySchema } from '../renewals.ts'
import { defineRoute } from '../route.ts'

const tag = 'Seguradoras'

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
export const insurerSpellingsRoute = defineRoute({
  method: 'GET',
  path: '/insurers/spellings',
  action: 'insurers.manage',
  tag,
  answer: z.object({ data: z.array(insurerSpellingSchema) }),
})

/** One that was decided meanwhile is left as it is. */
export const decideSpellingRoute = defineRoute({
  method: 'PUT',
  path: '/insurers/spellings/:id',
  action: 'insurers.manage',
  tag,
  params: z.object({ id: idNumber.meta({ title: 'Número da grafia' }) }),
  body: z.object({
    /** 'alias': a spelling of the insurer `insurer_id`. 'new': an insurer of this name. 'ignore': it is not asked again. */
    decision: z.enum(['alias', 'new', 'ignore']),
    insurer_id: idNumber.nullable().default(null),
  }),
  answer: z.object({ data: z.array(insurerSpellingSchema) }),
})
export type SpellingDecision = z.infer<(typeof decideSpellingRoute)['body']>

export const policyDoubleSchema = z.object({
  /** Of the newer one. */
  id: z.number().int(),
  policies: z.array(knownPolicySchema).length(2),
})
export type PolicyDouble = z.infer<typeof policyDoubleSchema>

/** Policies that are there twice, under two spellings of an insurer; at most 200. */
export const policyDoublesRoute = defineRoute({
  method: 'GET',
  path: '/lead-temps/doubles',
  action: 'renewals.import',
  tag: 'Renovações',
  answer: z.object({ data: z.array(policyDoubleSchema) }),
})

/** One that was decided meanwhile is left as it is. */
export const decideDoubleRoute = defineRoute({
  method: 'PUT',
  path: '/lead-temps/doubles/:id',
  action: 'renewals.import',
  tag: 'Renovações',
  params: z.object({ id: idNumber.meta({ title: 'Número da mais nova' }) }),
  body: z.object({
    /** 'two': they are two policies. 'same': the policy `keep_id` stays, the other one's lead is cancelled if it is open. */
    decision: z.enum(['two', 'same']),
    keep_id: idNumber.nullable().default(null),
  }),
  answer: z.object({ data: z.array(policyDoubleSchema) }),
})
export type DoubleDecision = z.infer<(typeof decideDoubleRoute)['body']>
