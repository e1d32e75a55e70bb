/** Quick notes, added below what 'Informações adicionais' has: docs/rules.md#quick-notes. Pure. */
import { type Action, mayRun, NOT_ALLOWED } from '../permissions/actions.ts'
import { isManagement } from '../permissions/roles.ts'
import { roleOf } from '../session/role.ts'
import type { SessionUser } from '../session/session-user.ts'
import { actsOn } from './access.ts'
import { underHeading, type Writing } from './joined-text.ts'
import type { Lead } from './lead.ts'
import { MOST_NOTES } from './notes-length.ts'

/** Characters of one note. */
export const MOST_NOTE = 1000

const COMMAND: Action = 'lead.addNote'

export const NOTED_MESSAGE = 'Nota guardada'
export const NOTES_FULL =
  'As informações adicionais deste lead estão cheias. Resuma-as no formulário antes de anotar.'
const NOT_YOURS = 'Só quem atende este lead pode anotar nele.'

const BETWEEN = '\n\n'

/** Whether the text has the entry as a paragraph of its own. */
const contains = (text: string, entry: string) =>
  `${BETWEEN}${text}${BETWEEN}`.includes(`${BETWEEN}${entry}${BETWEEN}`)

/**
 * Returns the text with the note below it, under its author and time. The same words of the same minute are one note: a row
 * that came before the answer to its command already has it.
 */
export function withNote(text: string, note: Writing): string {
  const before = text.trim()
  const entry = underHeading(note)
  if (contains(before, entry)) return text
  return [before, entry].filter((part) => part !== '').join(BETWEEN)
}

/** Returns the text without the note; the same text where the note is no paragraph of its own. */
export function withoutNote(text: string, note: Writing): string {
  const before = text.trim()
  const entry = underHeading(note)
  if (!contains(before, entry)) return text
  const rest = `${BETWEEN}${before}${BETWEEN}`.replace(`${BETWEEN}${entry}${BETWEEN}`, () => BETWEEN)
  return rest.slice(BETWEEN.length, -BETWEEN.length).trim()
}

/** Returns what was only added below `before`, or null. */
function addedBelow(before: string, text: string): string | null {
  const begin = before.trim() === '' ? '' : `${before.trim()}${BETWEEN}`
  const added = text.trim().slice(begin.length)
  return text.trim().startsWith(begin) && added.startsWith('[') ? added : null
}

/**
 * Returns the typed text with the notes that were added meanwhile below it, or null when something else changed. `before`:
 * the text that the user began with; `fresh`: the text now.
 */
export function typedWithNotes(typed: string, before: string, fresh: string): string | null {
  const added = addedBelow(before, fresh)
  if (added === null) return null
  return contains(typed.trim(), added)
    ? typed
    : [typed.trim(), added].filter((part) => part !== '').join(BETWEEN)
}

const HEADING = /^\[(?<by>[^\]\n]+)\]\n/

export interface LastNote {
  readonly text: string
  /** 'Ana Lima, 18/11/2026 10:42'; null for text without it. */
  readonly by: string | null
}

/** Returns the last paragraph of a lead's notes, or null where there is none. */
export function lastNote(text: string): LastNote | null {
  const all = text.trim()
  if (all === '') return null
  const paragraphs = all.split(/\n{2,}/)
  const begins = paragraphs.findLastIndex((paragraph) => HEADING.test(`${paragraph}\n`))
  const last = begins === -1 ? (paragraphs.at(-1) ?? '') : paragraphs.slice(begins).join('\n')
  const by = HEADING.exec(last)?.groups?.by ?? null
  return { text: by === null ? last : last.replace(HEADING, ''), by }
}

export interface NoteProblem {
  readonly message: string
}

/** Returns why the user may not add a note, or null. Possible after the end as well; in Origem for management alone. */
export function notesProblem(
  lead: Pick<Lead, 'broker_id' | 'state'>,
  user: Pick<SessionUser, 'id' | 'roles' | 'covers'>,
): NoteProblem | null {
  if (!mayRun(COMMAND, user)) return { message: NOT_ALLOWED }
  return isManagement(roleOf(user)) || actsOn(lead, user) ? null : { message: NOT_YOURS }
}

/** Returns why these notes are too long, or null. */
export const fullProblem = (text: string): NoteProblem | null =>
  text.length > MOST_NOTES ? { message: NOTES_FULL } : null
