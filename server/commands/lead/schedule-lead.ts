import { scheduleLead as scheduleLeadCommand } from '../../../src/commands/schedule-lead.ts'
import { schedulingProblem } from '../../../src/domain/lead/scheduling.ts'
import { defineHandler } from '../handler.ts'

export const scheduleLead = defineHandler(scheduleLeadCommand, async ({ lead, args, context }) => {
  const problem = schedulingProblem(lead, {
    user: context.user,
    nowMs: Date.parse(context.occurredAt),
    schedulingDate: args.scheduling_date,
  })
  if (problem === null) return { kind: 'accept' }
  const errors = problem.code === 'past' ? { errors: { scheduling_date: [problem.message] } } : {}
  return { kind: 'refuse', message: problem.message, ...errors }
})
