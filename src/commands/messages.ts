/** Messages by WhatsApp: docs/rules.md#messages-sent and #suggested-messages */
import { z } from 'zod'
import type { Lead } from '../domain/lead/lead.ts'
import { decideMessageProblem, sendMessageProblem } from '../domain/lead/lifecycle-problems.ts'
import { FOREIGN_NUMBER, isPhoneOf, LONGEST_TEXT } from '../domain/whatsapp/sending.ts'
import { TEMPLATE_FIELD_NAMES } from '../domain/whatsapp/template-fields.ts'
import { defineCommand } from './definition.ts'

const entityUid = (args: { lead_uid: string }) => args.lead_uid

const messageSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('template'),
    template_id: z.int32(),
    /** What the user saw in the text, by the names of the fields. */
    values: z.partialRecord(z.enum(TEMPLATE_FIELD_NAMES), z.string().trim().max(200)),
  }),
  z.strictObject({ kind: z.literal('text'), text: z.string().trim().min(1).max(LONGEST_TEXT) }),
])

const withoutSuggestion = (lead: Lead, uid: string | null): Lead =>
  uid !== null && lead.suggested_message?.uid === uid ? { ...lead, suggested_message: null } : lead

/** Meta's service sends it. The server does that after the command, once for each `message_uid`. */
export const sendMessage = defineCommand({
  name: 'lead.sendMessage',
  version: 1,
  args: z.strictObject({
    lead_uid: z.string(),
    /** Made by the device: the message goes once. */
    message_uid: z.uuid(),
    phone: z.string().max(16),
    message: messageSchema,
    /** The suggestion that it answers. */
    suggestion_uid: z.uuid().nullable().default(null),
  }),
  entityUid,
  label: 'Enviar mensagem',
  problem: (lead, { phone }, { user }) =>
    sendMessageProblem(lead, user) ?? (isPhoneOf(lead, phone) ? null : { message: FOREIGN_NUMBER }),
  apply: (lead, { suggestion_uid }) => withoutSuggestion(lead, suggestion_uid),
})

/** 'Agora não', or opened in the user's own WhatsApp. */
export const decideMessage = defineCommand({
  name: 'lead.decideMessage',
  version: 1,
  args: z.strictObject({
    lead_uid: z.string(),
    suggestion_uid: z.uuid(),
    decision: z.enum(['opened', 'dismissed']),
  }),
  entityUid,
  label: 'Mensagem sugerida',
  problem: (lead, _args, { user }) => decideMessageProblem(lead, user),
  /** Another device decided it, or it was withdrawn. */
  isDone: (lead, { suggestion_uid }) => lead.suggested_message?.uid !== suggestion_uid,
  apply: (lead, { suggestion_uid }) => withoutSuggestion(lead, suggestion_uid),
})
