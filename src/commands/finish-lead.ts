import { changeClient } from '../domain/client/changes.ts'
import { changeLead } from '../domain/lead/changes.ts'
import { finish } from '../domain/lead/lifecycle.ts'
import { defineCommand } from './definition.ts'
import { formChanges, formWithout } from './update-lead.ts'

/** 'Finalizar': saves what the form changed and ends the lead. First text, section 4 'Finish'. */
export const finishLead = defineCommand({
  name: 'lead.finish',
  version: 1,
  args: formChanges,
  entityUid: (args) => args.lead_uid,
  clientUid: (args) => args.client_uid,
  label: 'Finalizar lead',
  apply: (lead, args, context) => finish(changeLead(lead, args.changes, context.user), context),
  applyClient: (client, args) => (client === null ? null : changeClient(client, args.client ?? {})),
  giveWay: (args, theirs) => formWithout(args, Object.keys(theirs)),
})
