import { closeScheduling as closeSchedulingCommand } from '../../../src/commands/close-scheduling.ts'
import { isClosedScheduling } from '../../../src/domain/lead/lead-state.ts'
import { closeSchedulingProblem } from '../../../src/domain/lead/scheduling.ts'
import { defineHandler } from '../handler.ts'

/** Closing a closed scheduling succeeds without a change: two devices of one broker may both do it. */
export const closeScheduling = defineHandler(closeSchedulingCommand, async ({ lead, context }) => {
  if (isClosedScheduling(lead.lead_scheduling)) return { kind: 'nothing' }
  const problem = closeSchedulingProblem(lead, context.user)
  return problem === null ? { kind: 'accept' } : { kind: 'refuse', message: problem.message }
})
