/**
 * A command that waits, was refused or is in conflict, in words: each field with its value, as the form shows them.
 * Every screen that shows such a command reads it here: docs/rules.md#the-queue.
 */
import { fieldLabel, fieldValue, type Names } from '../domain/lead/field-words.ts'
import { formatDateTime } from '../domain/time/sao-paulo.ts'
import { commandLabel } from './registry.ts'
import { type QueuedArgs, type WrittenField, writtenFields } from './written-fields.ts'

export interface WrittenLine {
  /** Unique among the lines: two lines of an indication have fields of one name. */
  readonly key: string
  readonly field: string
  readonly label: string
  readonly words: string
}

export const linesOf = (fields: readonly WrittenField[], names: Names): WrittenLine[] =>
  fields.map(({ field, value }, place) => ({
    key: `${field} ${place}`,
    field,
    label: fieldLabel(field),
    words: fieldValue(field, value, names),
  }))

/** Returns the fields of the command. Empty for a command without values, such as a capture. */
export const commandLines = (command: QueuedArgs, names: Names): WrittenLine[] =>
  linesOf(writtenFields(command), names)

/** Returns a text to copy: the title, then 'Field: value' by line. */
export const linesText = (title: string, lines: readonly WrittenLine[]): string =>
  [title, ...lines.map(({ label, words }) => `${label}: ${words}`)].join('\n')

interface QueuedCommand extends QueuedArgs {
  /** Epoch ms. */
  readonly queuedAt: number
}

/** Returns the values of several commands of one lead as a text to copy; null when none has any. */
export function commandsText(
  subject: string,
  commands: readonly QueuedCommand[],
  names: Names,
): string | null {
  const parts = commands.flatMap((command) => {
    const lines = commandLines(command, names)
    const title = `${commandLabel(command.command)}, ${formatDateTime(command.queuedAt)}`
    return lines.length === 0 ? [] : [linesText(title, lines)]
  })
  return parts.length === 0 ? null : [subject, ...parts].join('\n\n')
}
