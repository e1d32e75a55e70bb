import { z } from 'zod'
import { defineCommand } from './definition.ts'

/** Closes the open scheduling ('Encerrar Agendamento'): docs/rules.md#schedulings. */
export const closeScheduling = defineCommand({
  name: 'lead.closeScheduling',
  version: 1,
  args: z.object({ lead_uid: z.string(), description: z.string().max(2000).optional() }),
  entityUid: (args) => args.lead_uid,
  label: 'Encerrar agendamento',
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
