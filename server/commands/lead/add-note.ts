import { addNote as addNoteCommand } from '../../../src/commands/add-note.ts'
import { fullProblem, notesProblem } from '../../../src/domain/lead/notes.ts'
import { acceptUnless, defineHandler } from '../handler.ts'

export const addNote = defineHandler(addNoteCommand, async ({ lead, after, context }) =>
  acceptUnless(notesProblem(lead, context.user) ?? fullProblem(after.lead.additional_information)),
)
