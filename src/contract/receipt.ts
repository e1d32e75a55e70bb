/** The receipt of an indication, by its code and without login: docs/rules.md#receipt */
import { z } from 'zod'
import { followedLeadSchema, receiptStepSchema } from '../domain/notices/receipt-notices.ts'
import { routesOf } from './route.ts'
import { listOf } from './session.ts'

const { get, post, put } = routesOf('Indicação externa')

/** In the body, not in the address: no log of a server or a proxy has the code. 404 for any code that opens nothing. */
export const receiptRoute = post('/receipt', 'public', {
  reads: true,
  body: z.object({ code: z.string().max(60) }),
  answer: z.object({
    /** As who indicated wrote it. */
    name: z.string(),
    steps: z.array(receiptStepSchema),
    as_of: z.string(),
    brokerage: z.object({ name: z.string().nullable(), logo: z.string().nullable() }),
  }),
})
export type ReceiptAnswer = z.infer<typeof receiptRoute.answer>

/**
 * What the user's own indications reached in the last 30 days, while the client's consent lasts. For the bell. The leads of its
 * scope alone: one that was cancelled has left it.
 */
export const receiptNewsRoute = get('/receipt-news', 'receipts.follow', {
  answer: listOf(followedLeadSchema),
})

const mailChoice = z.object({ on: z.boolean() })

/** Whether the user is told by mail of what becomes of the own indications. */
export const receiptMailsRoute = get('/receipt-mails', 'receipts.follow', { answer: mailChoice })

/** Switched on again, it tells of what is reached from then on. */
export const setReceiptMailsRoute = put('/receipt-mails', 'receipts.follow', {
  body: mailChoice,
  answer: mailChoice,
})
