/** Calls to a lead's client: recorded, answered for, taken back. docs/rules.md#calls */
import { z } from 'zod'
import { ANSWERABLE, CALL_WAYS, countCall, withoutCall } from '../domain/lead/calls.ts'
import { defineCommand } from './definition.ts'

const aboutLead = z.strictObject({ lead_uid: z.string() })
/** The device's own name of the call: what follows names it, though the call itself may still be queued. */
const aboutCall = aboutLead.extend({ call_uid: z.uuid() })
const entityUid = (args: { lead_uid: string }) => args.lead_uid

/** A call that was started from here. Version 1 named neither the call nor its way. */
export const recordLeadCall = defineCommand({
  name: 'lead.recordCall',
  version: 2,
  args: aboutLead.extend({
    phone: z.string().max(11),
    call_uid: z.uuid().optional(),
    way: z.enum(CALL_WAYS).optional(),
  }),
  entityUid,
  label: 'Registrar ligação',
  apply: (lead, _args, { occurredAt, settings }) => countCall(lead, { date: occurredAt, settings }),
})

/** 'Como foi?', as the caller answers. The lead itself stays as it is. */
export const setCallResult = defineCommand({
  name: 'lead.callResult',
  version: 1,
  args: aboutCall.extend({ status: z.literal(ANSWERABLE) }),
  entityUid,
  label: 'Resultado da ligação',
  apply: (lead) => lead,
})

/** 'Desfazer': the call was a slip. `called_at` is what the device shows until the server has looked at the others. */
export const undoCall = defineCommand({
  name: 'lead.undoCall',
  version: 1,
  args: aboutCall.extend({ called_at: z.iso.datetime() }),
  entityUid,
  label: 'Desfazer ligação',
  apply: (lead, { called_at }) =>
    withoutCall(lead, { date: called_at, givenFlag: lead.first_call_on_time }, null),
})
