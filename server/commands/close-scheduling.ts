import { closeSchedulingProblem } from '../../src/domain/lead/scheduling.ts'
import type { Handler } from './handler.ts'

/** Closing what is closed already is no failure: two devices of one broker may both do it. */
export const closeScheduling: Handler<'lead.closeScheduling'> = async ({ lead, context }) => {
  if (lead.lead_scheduling?.status === 1) return { kind: 'nothing' }
  const problem = closeSchedulingProblem(lead, context.user)
  return problem === null ? { kind: 'accept' } : { kind: 'refuse', message: problem.message }
}
