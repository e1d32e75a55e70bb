/** 'Suspeitas': indications of a flood by an inviter's link, which wait for a look. docs/rules.md#suspicious-indications */
import { z } from 'zod'
import { routesOf } from './route.ts'
import { listOf, messageSchema } from './session.ts'

const { get, post } = routesOf('Indicação externa')

export const heldIndicationSchema = z.object({
  uid: z.uuid(),
  received_at: z.string(),
  inviter: z.object({ id: z.number().int(), name: z.string() }),
  /** As they were sent. */
  name: z.string(),
  phone: z.string(),
  insurance: z.string(),
})
export type HeldIndication = z.infer<typeof heldIndicationSchema>

/** The latest first. */
export const heldIndicationsRoute = get('/held-indications', 'heldIndications.decide', {
  answer: listOf(heldIndicationSchema),
})

/** Brings them to the board, or discards them for good. */
export const decideHeldRoute = post('/held-indications/decide', 'heldIndications.decide', {
  body: z.object({
    decision: z.enum(['accept', 'discard']),
    /** null: all that wait. */
    uids: z.array(z.uuid()).min(1).max(1000).nullable(),
  }),
  answer: messageSchema.extend({
    decided: z.number().int(),
    made: z.number().int(),
    refused: z.number().int(),
  }),
})
export type HeldDecision = z.output<typeof decideHeldRoute.body>
