/** Calls to a lead's client: record one, set its result, undo it: docs/rules.md#calls. */
import { z } from 'zod'
import { CALL_FIELDS } from '../domain/lead/call-fields.ts'
import { ANSWERABLE, countCall, withoutCall } from '../domain/lead/calls.ts'
import { callProblem, callResultProblem, undoCallProblem } from '../domain/lead/lifecycle-problems.ts'
import { isPhone } from '../domain/phone/phone.ts'
import { defineCommand } from './definition.ts'

const aboutLead = z.strictObject({ lead_uid: z.string() })
/** The device creates the call's uid: later commands refer to a call that may still be queued. */
const aboutCall = aboutLead.extend({ call_uid: z.uuid() })
const NO_PHONE = { field: 'phone', message: 'Telefone inválido' }
const entityUid = (args: { lead_uid: string }) => args.lead_uid

/** Records a call that started on this device. Version 1 carried neither `call_uid` nor `way`. */
export const recordLeadCall = defineCommand({
  name: 'lead.recordCall',
  version: 2,
  args: aboutLead.extend({
    phone: CALL_FIELDS.phone.sent,
    call_uid: z.uuid().optional(),
    way: CALL_FIELDS.way.sent,
  }),
  entityUid,
  label: 'Registrar ligação',
  problem: (lead, { phone }, { user }) => callProblem(lead, user) ?? (isPhone(phone) ? null : NO_PHONE),
  apply: (lead, _args, { occurredAt, settings }) => countCall(lead, { date: occurredAt, settings }),
})

/**
 * 'Como foi?': the caller's answer; null takes it back. The lead itself does not change. Version 1 could not take it back.
 */
export const setCallResult = defineCommand({
  name: 'lead.callResult',
  version: 2,
  args: aboutCall.extend({ status: z.literal(ANSWERABLE).nullable() }),
  entityUid,
  label: 'Resultado da ligação',
  problem: (lead, _args, { user }) => callResultProblem(lead, user),
  apply: (lead) => lead,
})

/**
 * 'Desfazer': the call was a mistake. `called_at` lets the device predict the lead; the server recomputes it from the
 * other calls.
 */
export const undoCall = defineCommand({
  name: 'lead.undoCall',
  version: 1,
  args: aboutCall.extend({ called_at: z.iso.datetime() }),
  entityUid,
  label: 'Desfazer ligação',
  problem: (lead, _args, { user }) => undoCallProblem(lead, user),
  apply: (lead, { called_at }) =>
    withoutCall(lead, { date: called_at, givenFlag: lead.first_call_on_time }, null),
})
