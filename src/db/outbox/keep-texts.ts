/** Both texts of a conflict kept in one field: docs/rules.md#both-texts. */
import type { ReplaceText } from '../../commands/definition.ts'
import { commands, isCommandName } from '../../commands/registry.ts'
import type { OutboxRecord } from '../schema/records.ts'

/** Returns the text that the command sends in place of the user's own. */
export type KeptText = (record: OutboxRecord, ...text: Parameters<ReplaceText>) => string

/** Returns the record with other free texts, or null when they are too long. A command without any stays as it is. */
export function withTexts(record: OutboxRecord, texts: KeptText): OutboxRecord | null {
  if (!isCommandName(record.command)) return record
  const command = commands[record.command]
  const prepared = command.prepare(record.args)
  if ('errors' in prepared) return record
  const args = prepared.withTexts((field, own) => texts(record, field, own))
  return 'errors' in command.prepare(args) ? null : { ...record, args }
}

/** Whether the command in conflict, and those behind it on its lead, are valid with these texts. */
export const canKeepTexts = (records: readonly OutboxRecord[], texts: KeptText): boolean =>
  records.every((record) => withTexts(record, texts) !== null)
