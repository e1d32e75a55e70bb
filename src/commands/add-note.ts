import { z } from 'zod'
import { MOST_NOTE, withNote } from '../domain/lead/notes.ts'
import { defineCommand } from './definition.ts'

/** '+ Nota': docs/rules.md#quick-notes. It changes nothing that others wrote, so it is never in conflict with them. */
export const addNote = defineCommand({
  name: 'lead.addNote',
  version: 1,
  args: z.strictObject({
    lead_uid: z.string(),
    note: z.string().trim().min(1, 'Escreva a nota.').max(MOST_NOTE),
  }),
  entityUid: (args) => args.lead_uid,
  label: 'Anotar',
  appends: ['additional_information'],
  apply: (lead, { note }, { occurredAt, user }) => ({
    ...lead,
    additional_information: withNote(lead.additional_information, {
      text: note,
      who: user.name,
      at: occurredAt,
    }),
  }),
})
