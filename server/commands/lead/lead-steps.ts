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
import { assignableBroker } from '../../queries/assignable-broker.ts'
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

/**
 * A recovered lead whose broker left goes to the user who recovers it, so that a broker works it.
 * docs/rules.md#recovery
 */
export const recover = defineHandler(recoverLead, async ({ tx, lead, after, context }) => {
  const decision = acceptUnless(recoverProblem(lead, context.user))
  if (decision.kind !== 'accept') return decision
  const isWorked = lead.broker_id !== null && (await assignableBroker(tx, lead.broker_id, 'hand'))
  return isWorked ? decision : { kind: 'accept', lead: { ...after.lead, broker_id: context.user.id } }
})
