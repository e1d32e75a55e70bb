/** Copies what the user wrote in commands of one lead. Nothing where they contain no values. */
import { commandsText } from '../../commands/written-lines.ts'
import type { OutboxRecord } from '../../db/schema/records.ts'
import type { Names } from '../../domain/lead/field-words.ts'
import { CopyTextButton } from '../../ui/CopyTextButton.tsx'
import { subjectWords } from './QueueLine.tsx'

interface CopyCommandsProps {
  readonly records: readonly OutboxRecord[]
  readonly names: Names
}

export function CopyCommands({ records, names }: CopyCommandsProps) {
  const [first] = records
  const text = first === undefined ? null : commandsText(subjectWords(first), records, names)
  return text === null ? null : <CopyTextButton text={text} />
}
