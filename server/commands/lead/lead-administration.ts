/** Management's commands on a lead: docs/rules.md#cancellation, #suspension, #recovery and #deadlines. */
import { cancelLead, setLeadDeadlines, setLeadSuspended } from '../../../src/commands/lead-administration.ts'
import {
  cancelProblem,
  deadlinesProblem,
  suspendProblem,
} from '../../../src/domain/lead/lifecycle-problems.ts'
import { acceptUnless, defineHandler } from '../handler.ts'

/** Cancelling a cancelled lead succeeds without a change: two devices may both do it. */
export const cancel = defineHandler(cancelLead, async ({ lead, context }) =>
  lead.cancelled ? { kind: 'nothing' } : acceptUnless(cancelProblem(lead, context.user)),
)

export const setDeadlines = defineHandler(setLeadDeadlines, async ({ lead, context }) =>
  acceptUnless(deadlinesProblem(lead, context.user)),
)

export const setSuspended = defineHandler(setLeadSuspended, async ({ lead, args, context }) =>
  lead.suspended_lead === args.suspended
    ? { kind: 'nothing' }
    : acceptUnless(suspendProblem(lead, context.user)),
)
