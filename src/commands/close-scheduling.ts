import { z } from 'zod'
import { isClosedScheduling } from '../domain/lead/lead-state.ts'
import { closeSchedulingProblem } from '../domain/lead/scheduling.ts'
import { SCHEDULING_FIELDS } from '../domain/lead/scheduling-fields.ts'
import { definePlainCommand } from './definition.ts'

/** Closes the open scheduling ('Encerrar Agendamento'): docs/rules.md#schedulings. */
export const closeScheduling = definePlainCommand({
  name: 'lead.closeScheduling',
  version: 1,
  args: z.object({ lead_uid: z.string(), description: SCHEDULING_FIELDS.description.sent.optional() }),
  entityUid: (args) => args.lead_uid,
  label: 'Encerrar agendamento',
  problem: (lead, _args, { user }) => closeSchedulingProblem(lead, user),
  /** Two devices of one broker may both close it. */
  isDone: (lead) => isClosedScheduling(lead.lead_scheduling),
  apply: (lead, args) =>
    lead.lead_scheduling === null
      ? lead
      : {
          ...lead,
          lead_scheduling: {
            ...lead.lead_scheduling,
            description: args.description ?? lead.lead_scheduling.description,
            status: 1,
          },
        },
})
