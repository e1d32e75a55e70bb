import { z } from 'zod'
import { schedulingProblem } from '../domain/lead/scheduling.ts'
import { SCHEDULING_FIELDS } from '../domain/lead/scheduling-fields.ts'
import { definePlainCommand } from './definition.ts'

/** Opens a scheduling: docs/rules.md#schedulings. */
export const scheduleLead = definePlainCommand({
  name: 'lead.schedule',
  version: 1,
  args: z.object({
    lead_uid: z.string(),
    scheduling_date: SCHEDULING_FIELDS.scheduling_date.sent,
    description: SCHEDULING_FIELDS.description.sent,
  }),
  entityUid: (args) => args.lead_uid,
  label: 'Agendar lead',
  problem: (lead, { scheduling_date }, { user, occurredAt }) => {
    const nowMs = Date.parse(occurredAt)
    const problem = schedulingProblem(lead, { user, nowMs, schedulingDate: scheduling_date })
    return problem?.code === 'past' || problem?.code === 'absent'
      ? { ...problem, field: 'scheduling_date' }
      : problem
  },
  apply: (lead, args) => ({
    ...lead,
    lead_scheduling: { scheduling_date: args.scheduling_date, description: args.description, status: 0 },
  }),
})
