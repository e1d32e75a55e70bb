import { z } from 'zod'
import { MOST_NOTE, withNote, withoutNote } from '../domain/lead/notes.ts'
import { type CommandContext, defineCommand } from './definition.ts'

const entryOf = (
  { note, at }: { readonly note: string; readonly at?: string },
  { occurredAt, user }: CommandContext,
) => ({ text: note, who: user.name, at: at ?? occurredAt })

/** '+ Nota': docs/rules.md#quick-notes. It changes nothing that others wrote, so it is never in conflict with them. */
export const addNote = defineCommand({
  name: 'lead.addNote',
  version: 1,
  args: z.strictObject({
    lead_uid: z.string(),
    note: z.string().trim().min(1, 'Escreva a nota.').max(MOST_NOTE),
    /** The time above the note, as its author saw it. Absent: when it happened, as far as the server believes it. */
    at: z.iso.datetime().exactOptional(),
  }),
  entityUid: (args) => args.lead_uid,
  label: 'Anotar',
  appends: ['additional_information'],
  stamped: (args, occurredAt) => ({ ...args, at: occurredAt }),
  withdrawn: (text, args, context) => withoutNote(text, entryOf(args, context)),
  apply: (lead, args, context) => ({
    ...lead,
    additional_information: withNote(lead.additional_information, entryOf(args, context)),
  }),
})
