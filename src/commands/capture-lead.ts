import { z } from 'zod'
import { captureChanges } from '../domain/lead/capture.ts'
import { defineCommand } from './definition.ts'

/** Assigns an unclaimed lead to the user, with its scheduling record: docs/rules.md#capture. */
export const captureLead = defineCommand({
  name: 'lead.capture',
  version: 1,
  args: z.object({ lead_uid: z.string() }),
  entityUid: (args) => args.lead_uid,
  label: 'Capturar lead',
  apply: (lead, _args, context) => ({ ...lead, ...captureChanges(lead, context) }),
})
