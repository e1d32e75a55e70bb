import { z } from 'zod'
import { changeClient, clientChangesSchema } from '../domain/client/changes.ts'
import { changeLead, leadChangesSchema } from '../domain/lead/changes.ts'
import { defineCommand } from './definition.ts'

/** What a save of the form changed: only those fields, so that others' changes to the rest stay. */
export const formChanges = z.strictObject({
  lead_uid: z.string(),
  changes: leadChangesSchema,
  client_uid: z.string(),
  client: clientChangesSchema.optional(),
  /** The inviter's phone, where the form changed it. */
  inviter_phone: z.string().max(11).optional(),
})

/** 'Salvar' of the lead form. First text, sections 5 'Lead save' and 7 'Lead CRUD'. */
export const updateLead = defineCommand({
  name: 'lead.update',
  version: 1,
  args: formChanges,
  entityUid: (args) => args.lead_uid,
  clientUid: (args) => args.client_uid,
  label: 'Salvar lead',
  apply: (lead, args, { user }) => changeLead(lead, args.changes, user),
  applyClient: (client, args) => (client === null ? null : changeClient(client, args.client ?? {})),
})
