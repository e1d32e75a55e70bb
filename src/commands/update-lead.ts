import { z } from 'zod'
import { changeClient, clientChangesSchema } from '../domain/client/changes.ts'
import { changeLead, leadChangesSchema } from '../domain/lead/changes.ts'
import { defineCommand } from './definition.ts'
import { clientFields, leadFields, withoutFields } from './drop-fields.ts'
import { saveOfVersion1 } from './earlier-form.ts'

/** What a save of the form changed: only those fields, so that others' changes to the rest stay. */
export const formChanges = z.strictObject({
  lead_uid: z.string(),
  changes: leadChangesSchema,
  client_uid: z.string(),
  client: clientChangesSchema.optional(),
  /** The inviter's phone, where the form changed it. */
  inviter_phone: z.string().max(11).optional(),
})

/** A save without these fields; null when nothing is left of it. */
export function formWithout<Args extends z.infer<typeof formChanges>>(args: Args, fields: readonly string[]) {
  const changes = withoutFields(args.changes, leadFields(fields))
  const client = withoutFields(args.client ?? {}, clientFields(fields))
  return changes === null || client === null ? null : { ...args, changes, client }
}

/** 'Salvar' of the lead form: docs/rules.md#save. */
export const updateLead = defineCommand({
  name: 'lead.update',
  version: 2,
  upcast: saveOfVersion1,
  args: formChanges,
  entityUid: (args) => args.lead_uid,
  clientUid: (args) => args.client_uid,
  label: 'Salvar lead',
  apply: (lead, args, { user }) => changeLead(lead, args.changes, user),
  applyClient: (client, args) => (client === null ? null : changeClient(client, args.client ?? {})),
  dropFields: (args, theirs) => {
    const left = formWithout(args, Object.keys(theirs))
    const isEmpty =
      left !== null && [left.changes, left.client].every((part) => Object.keys(part).length === 0)
    return isEmpty && args.inviter_phone === undefined ? null : left
  },
})
