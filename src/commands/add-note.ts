import { z } from 'zod'
import type { Lead } from '../domain/lead/lead.ts'
import { fullProblem, MOST_NOTE, notesProblem, withNote, withoutNote } from '../domain/lead/notes.ts'
import { type CommandContext, definePlainCommand } from './definition.ts'

const entryOf = (
  { note, at }: { readonly note: string; readonly at?: string },
  { occurredAt, user }: CommandContext,
) => ({ text: note, who: user.name, at: at ?? occurredAt })

const notedText = (
  { additional_information }: Pick<Lead, 'additional_information'>,
  args: Parameters<typeof entryOf>[0],
  context: CommandContext,
) => withNote(additional_information, entryOf(args, context))

/** '+ Nota': docs/rules.md#quick-notes. It changes nothing that others wrote, so it is never in conflict with them. */
export const addNote = definePlainCommand({
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
  problem: (lead, args, context) =>
    notesProblem(lead, context.user) ?? fullProblem(notedText(lead, args, context)),
  apply: (lead, args, context) => ({ ...lead, additional_information: notedText(lead, args, context) }),
})
