/** What the referrer's own indications reached: docs/rules.md#receipt */
import { z } from 'zod'
import { RECEIPT_STEPS } from '../indication/receipt-steps.ts'
import { leadName, type Notice } from './notice.ts'

export const receiptStepSchema = z.object({
  step: z.enum(RECEIPT_STEPS),
  /** null: it was reached, and no instant is known. */
  at: z.string().nullable(),
  /** In words: 'Primeiro contato em 2 h'. */
  text: z.string(),
})

/** A lead that the user referred, with the fields that its referrer may see. */
export const followedLeadSchema = z.object({
  uid: z.string(),
  client_uid: z.string(),
  id: z.number().int().nullable(),
  client_name: z.string(),
  /** It came by the user's link, whose notices tell of all but the quote. */
  by_link: z.boolean(),
  steps: z.array(receiptStepSchema),
})
export type FollowedLead = z.infer<typeof followedLeadSchema>

/** One for each step after the indication itself. */
export const receiptNotices = (leads: readonly FollowedLead[]): Notice[] =>
  leads.flatMap(({ uid, id, client_name: name, by_link: byLink, steps }) =>
    steps.flatMap(({ step, at, text }): Notice[] => {
      if (at === null || step === 'received' || (byLink && step !== 'quoted')) return []
      const atMs = Date.parse(at)
      return [
        {
          key: `receipt:${uid}:${step}`,
          kind: 'receipt',
          atMs,
          momentMs: atMs,
          title: `${leadName(id)} · ${name}`,
          text,
          note: '',
          isUrgent: false,
          target: { to: 'referrals' },
        },
      ]
    }),
  )
