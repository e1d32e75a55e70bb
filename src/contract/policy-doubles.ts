/** Policies that two spellings of an insurer made twice: docs/rules.md#insurers */
import { z } from 'zod'
import { idNumber } from './decimal.ts'
import { knownPolicySchema } from './renewals.ts'
import { routesOf } from './route.ts'

const { get, put } = routesOf('Renovações')

export const policyDoubleSchema = z.object({
  /** Of the newer one. */
  id: z.number().int(),
  policies: z.array(knownPolicySchema).length(2),
})
export type PolicyDouble = z.infer<typeof policyDoubleSchema>

/** Policies that are there twice, under two spellings of an insurer; at most 200. */
export const policyDoublesRoute = get('/lead-temps/doubles', 'renewals.import', {
  answer: z.object({ data: z.array(policyDoubleSchema) }),
})

/** One that was decided meanwhile is left as it is. */
export const decideDoubleRoute = put('/lead-temps/doubles/:id', 'renewals.import', {
  params: z.object({ id: idNumber.meta({ title: 'Número da mais nova' }) }),
  body: z.object({
    /** 'two': they are two policies. 'same': the policy `keep_id` stays, the other one's lead is cancelled if it is open. */
    decision: z.enum(['two', 'same']),
    keep_id: idNumber.nullable().default(null),
  }),
  answer: z.object({ data: z.array(policyDoubleSchema) }),
})
export type DoubleDecision = z.infer<(typeof decideDoubleRoute)['body']>
