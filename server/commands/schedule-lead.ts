import { schedulingProblem } from '../../src/domain/lead/scheduling.ts'
import type { Handler } from './handler.ts'

export const scheduleLead: Handler<'lead.schedule'> = async ({ lead, args, context }) => {
  const problem = schedulingProblem(lead, {
    user: context.user,
    nowMs: Date.parse(context.occurredAt),
    schedulingDate: args.scheduling_date,
  })
  if (problem === null) return { kind: 'accept' }
  const errors = problem.code === 'past' ? { errors: { scheduling_date: [problem.message] } } : {}
  return { kind: 'refuse', message: problem.message, ...errors }
}
