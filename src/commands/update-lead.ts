import { z } from 'zod'
import { clientChangesSchema } from '../domain/client/changes.ts'
import { changeLead, leadChangesSchema } from '../domain/lead/changes.ts'
import { updateProblem } from '../domain/lead/lifecycle-problems.ts'
import { defineCommand, type ReplaceText } from './definition.ts'
import { clientFields, leadFields, withoutFields, writtenOrIdentity } from './drop-fields.ts'
import { saveOfVersion1 } from './earlier-form.ts'
import { clientWriteOf, identityArgs, savedClient, savedClientUid, withSavedClient } from './saved-client.ts'

/** The changes of a save of the form. It carries only changed fields, so other users' changes to the rest remain. */
export const formChanges = z.strictObject({
  lead_uid: z.string(),
  changes: leadChangesSchema,
  client_uid: z.string(),
  client: clientChangesSchema.optional(),
  /** The inviter's phone, when the form changed it. */
  inviter_phone: z.string().max(11).optional(),
  ...identityArgs,
})

/** Returns a save without these fields, or null when `withoutFields` of lead or client returns null. */
export function formWithout<Args extends z.infer<typeof formChanges>>(args: Args, fields: readonly string[]) {
  const changes = withoutFields(args.changes, leadFields(fields))
  const client = withoutFields(args.client ?? {}, writtenOrIdentity(args.client ?? {}, clientFields(fields)))
  return changes === null || client === null ? null : { ...args, changes, client }
}

/** Whether the save changes no field of lead and client any more. */
export const changesNothing = ({ changes, client }: { readonly changes: object; readonly client: object }) =>
  [changes, client].every((part) => Object.keys(part).length === 0)

/** Returns a save with other free texts. Those that it does not write stay absent. */
export function formWithTexts<Args extends z.infer<typeof formChanges>>(args: Args, replace: ReplaceText) {
  const { additional_information: note, product_details: product } = args.changes
  return {
    ...args,
    changes: {
      ...args.changes,
      ...(note === undefined ? {} : { additional_information: replace('additional_information', note) }),
      ...(product?.details === undefined
        ? {}
        : { product_details: { ...product, details: replace('product_details.details', product.details) } }),
    },
  }
}

/** 'Salvar' of the lead form: docs/rules.md#save. */
export const updateLead = defineCommand({
  name: 'lead.update',
  version: 2,
  upcast: saveOfVersion1,
  args: formChanges,
  entityUid: (args) => args.lead_uid,
  clientUid: savedClientUid,
  writesClient: clientWriteOf,
  label: 'Salvar lead',
  problem: (lead, _args, { user }) => updateProblem(lead, user),
  apply: (lead, args, { user }) => withSavedClient(changeLead(lead, args.changes, user), args),
  applyClient: savedClient,
  withTexts: formWithTexts,
  dropFields: (args, theirs) => {
    const left = formWithout(args, Object.keys(theirs))
    return left !== null && changesNothing(left) && args.inviter_phone === undefined ? null : left
  },
})
