/** Management commands on a lead: docs/rules.md#cancellation, #suspension, #recovery and #deadlines. */
import { z } from 'zod'
import { cancel, setDeadlines } from '../domain/lead/lifecycle.ts'
import { cancelProblem, deadlinesProblem, suspendProblem } from '../domain/lead/lifecycle-problems.ts'
import { definePlainCommand } from './definition.ts'

const entityUid = (args: { lead_uid: string }) => args.lead_uid
/** Absent if the deadline is not judged yet. The command then leaves it unjudged. */
const onTime = z.union([z.literal(0), z.literal(1)]).exactOptional()

export const cancelLead = definePlainCommand({
  name: 'lead.cancel',
  version: 1,
  args: z.strictObject({ lead_uid: z.string() }),
  entityUid,
  label: 'Cancelar lead',
  problem: (lead, _args, { user }) => cancelProblem(lead, user),
  /** Two devices may both cancel it. */
  isDone: (lead) => lead.cancelled,
  apply: (lead, _args, context) => cancel(lead, context),
})

export const setLeadDeadlines = definePlainCommand({
  name: 'lead.setDeadlines',
  version: 1,
  args: z.strictObject({
    lead_uid: z.string(),
    capture_on_time: onTime,
    first_call_on_time: onTime,
    indication_on_time: onTime,
    attendance_on_time: onTime,
  }),
  entityUid,
  label: 'Alterar prazos',
  problem: (lead, _args, { user }) => deadlinesProblem(lead, user),
  apply: (lead, { lead_uid: _uid, ...deadlines }) => setDeadlines(lead, deadlines),
})

export const setLeadSuspended = definePlainCommand({
  name: 'lead.setSuspended',
  version: 1,
  args: z.strictObject({ lead_uid: z.string(), suspended: z.boolean() }),
  entityUid,
  label: 'Suspender ou liberar lead',
  problem: (lead, _args, { user }) => suspendProblem(lead, user),
  isDone: (lead, args) => lead.suspended_lead === args.suspended,
  apply: (lead, args) => ({ ...lead, suspended_lead: args.suspended }),
})
