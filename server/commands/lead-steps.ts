/** The steps between capture and end: each asks its rule. First text, section 4. */
import {
  advanceLead,
  markLeadQuoted,
  negotiateLead,
  recordLeadCall,
  recoverLead,
  sellLeadPending,
} from '../../src/commands/lead-steps.ts'
import {
  advanceProblem,
  callProblem,
  negotiateProblem,
  pendingSellProblem,
  quoteStepProblem,
  recoverProblem,
} from '../../src/domain/lead/lifecycle-problems.ts'
import { isPhone } from '../../src/domain/phone/phone.ts'
import { acceptUnless, defineHandler } from './handler.ts'

export const negotiate = defineHandler(negotiateLead, async ({ lead, context }) =>
  acceptUnless(negotiateProblem(lead, context.user)),
)

export const pendingSell = defineHandler(sellLeadPending, async ({ lead, context }) =>
  acceptUnless(pendingSellProblem(lead, context.user)),
)

export const advance = defineHandler(advanceLead, async ({ lead, context }) =>
  acceptUnless(advanceProblem(lead, context.user, context.statusFlow)),
)

export const markQuoted = defineHandler(markLeadQuoted, async ({ lead, context }) =>
  acceptUnless(quoteStepProblem(lead, context.user)),
)

export const recover = defineHandler(recoverLead, async ({ lead, context }) =>
  acceptUnless(recoverProblem(lead, context.user)),
)

const NO_PHONE = 'Telefone inválido'

/** Every call is a record of its own, whether or not it changes the lead. What it came to is not known yet. */
export const recordCall = defineHandler(recordLeadCall, async ({ tx, lead, args, context }) => {
  const problem = callProblem(lead, context.user)
  if (problem !== null) return { kind: 'refuse', message: problem.message }
  if (!isPhone(args.phone)) return { kind: 'refuse', message: NO_PHONE, errors: { phone: [NO_PHONE] } }
  return {
    kind: 'accept',
    also: async () => {
      await tx
        .insertInto('calls')
        .values({
          lead_uid: lead.uid,
          user_id: context.user.id,
          date: context.occurredAt,
          status: null,
          phone: args.phone,
        })
        .execute()
      return { call: { before: null, after: args.phone } }
    },
  }
})
