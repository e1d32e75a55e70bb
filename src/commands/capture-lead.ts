import { z } from 'zod'
import { captureChanges, captureProblem } from '../domain/lead/capture.ts'
import type { Lead } from '../domain/lead/lead.ts'
import { type CommandContext, defineCommand } from './definition.ts'

/** Which lead of the channel is the oldest, the server alone can say: docs/rules.md#oldest-pending-lead. */
const problemOf = (lead: Lead, { user, occurredAt }: CommandContext) =>
  captureProblem(lead, { user, nowMs: Date.parse(occurredAt), oldestPendingUid: lead.uid })

/** Assigns an unclaimed lead to the user, with its scheduling record: docs/rules.md#capture. */
export const captureLead = defineCommand({
  name: 'lead.capture',
  version: 1,
  args: z.object({ lead_uid: z.string() }),
  entityUid: (args) => args.lead_uid,
  label: 'Capturar lead',
  problem: (lead, _args, context) => problemOf(lead, context),
  isDone: (lead, _args, context) => problemOf(lead, context)?.code === 'already_yours',
  apply: (lead, _args, context) => ({ ...lead, ...captureChanges(lead, context) }),
})
