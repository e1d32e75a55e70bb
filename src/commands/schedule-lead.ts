import { z } from 'zod'
import { defineCommand } from './definition.ts'

/** Opens a scheduling: docs/rules.md#schedulings. */
export const scheduleLead = defineCommand({
  name: 'lead.schedule',
  version: 1,
  args: z.object({
    lead_uid: z.string(),
    scheduling_date: z.iso.datetime({ offset: true }),
    description: z.string().max(2000),
  }),
  entityUid: (args) => args.lead_uid,
  label: 'Agendar lead',
  apply: (lead, args) => ({
    ...lead,
    lead_scheduling: { scheduling_date: args.scheduling_date, description: args.description, status: 0 },
  }),
})
