/** The steps between capture and end, each with its rule: docs/rules.md#steps. */
import {
  advanceLead,
  markLeadQuoted,
  negotiateLead,
  recoverLead,
  sellLeadPending,
} from '../../../src/commands/lead-steps.ts'
import {
  advanceProblem,
  negotiateProblem,
  pendingSellProblem,
  quoteStepProblem,
  recoverProblem,
} from '../../../src/domain/lead/lifecycle-problems.ts'
import { acceptUnless, defineHandler } from '../handler.ts'

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
