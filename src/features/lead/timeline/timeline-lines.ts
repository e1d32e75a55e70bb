/** The timeline in words: who did what, when, online or offline, with each field before and after. Pure. */

import { setCallResult } from '../../../commands/lead-calls.ts'
import { commandLabel } from '../../../commands/registry.ts'
import { commandLines, type WrittenLine } from '../../../commands/written-lines.ts'
import type { TimelineEntry } from '../../../contract/timeline.ts'
import type { OutboxRecord } from '../../../db/schema/records.ts'
import { callResultOf, callResultWords } from '../../../domain/lead/calls.ts'
import { fieldLabel, fieldValue, type Names } from '../../../domain/lead/field-words.ts'
import { importedWords } from '../../../domain/lead/imported-words.ts'
import { formatDateTime } from '../../../domain/time/sao-paulo.ts'
import {
  MESSAGE_FIELD,
  messageEntryOf,
  messageWords,
  RECEIVED_ENTRY,
  SENT_ENTRY,
} from '../../../domain/whatsapp/message.ts'
import { isApplied, latestFirst } from './moments.ts'

export interface ChangeWords {
  readonly field: string
  readonly label: string
  readonly before: string
  readonly after: string
}

export interface TimelineLine {
  readonly key: string
  readonly what: string
  readonly who: string
  readonly when: string
  /** 'sem conexão, recebido em …'. Null for an online command. */
  readonly late: string | null
  readonly changes: readonly ChangeWords[]
  /** What the user wrote in a command that is not on the screen, since it waits for a decision; a message's text. */
  readonly written: readonly WrittenLine[]
  /** Number of the other lead of a return: the lost one, or the one as which it came back. docs/rules.md#returning */
  readonly other: { readonly id: number; readonly is: 'lost' | 'back' } | null
  /** State of a command of this device: unsent, or refused and waiting for a decision. Null: on the server. */
  readonly waits: 'sending' | 'decision' | null
}

const REASON = 'reason_to_bring_back'

/** Technical fields, and those that a line shows otherwise. */
const SILENT: ReadonlySet<string> = new Set([
  'version',
  'uid',
  'client_uid',
  'id',
  'returned_from',
  'returned_as',
  'imported_from',
  'automation',
  REASON,
])

/** Whether a line says the field by its label. */
export const isShownField = (field: string): boolean => !SILENT.has(field)

function changeWords(
  changes: Readonly<Record<string, { readonly before: unknown; readonly after: unknown }>>,
  names: Names,
): ChangeWords[] {
  return Object.entries(changes).flatMap(([field, { before, after }]) => {
    if (SILENT.has(field)) return []
    const words = { before: fieldValue(field, before, names), after: fieldValue(field, after, names) }
    return words.before === words.after ? [] : [{ field, label: fieldLabel(field), ...words }]
  })
}

/** A call's result is the line itself. Its field is shown only if it corrects another result. */
function lineOf({
  command,
  changes,
  occurred_at,
}: Pick<TimelineEntry, 'command' | 'changes' | 'occurred_at'>) {
  const { call_result, ...others } = changes
  const source = changes.imported_from?.after
  if (typeof source === 'string') {
    const number = changes.old_number?.after
    return {
      what: importedWords(source, occurred_at, typeof number === 'string' ? number : null),
      changes,
    }
  }
  const message = messageEntryOf(changes[MESSAGE_FIELD]?.after)
  if (message !== null) return { what: messageWords(message, command === SENT_ENTRY), changes: {} }
  const result = callResultOf(call_result?.after)
  if (result === null) return { what: commandLabel(command), changes }
  const corrects = callResultOf(call_result?.before) !== null
  return { what: `Ligação: ${callResultWords(result)}`, changes: corrects ? changes : others }
}

function otherLead({ returned_from, returned_as }: TimelineEntry['changes']): TimelineLine['other'] {
  if (typeof returned_from?.after === 'number') return { id: returned_from.after, is: 'lost' }
  return typeof returned_as?.after === 'number' ? { id: returned_as.after, is: 'back' } : null
}

/** An automation's entry has its name. */
function byAutomation({ automation }: TimelineEntry['changes']): string | null {
  return typeof automation?.after === 'string' ? `por automação “${automation.after}”` : null
}

/** Without a user, only the phone system reports a result, and messages are the client's or the house's number's. */
const NOBODY: ReadonlyMap<string, string> = new Map([
  [setCallResult.name, 'Central telefônica'],
  [SENT_ENTRY, 'Número da casa'],
  [RECEIVED_ENTRY, 'Cliente'],
])

/** The text of a message, where the house keeps it, and the reason of values that were brought back. */
function textLines({ changes }: TimelineEntry): WrittenLine[] {
  const line = (field: string, label: string, words: unknown) =>
    typeof words === 'string' && words !== '' ? [{ key: field, field, label, words }] : []
  return [
    ...line(MESSAGE_FIELD, 'Texto', messageEntryOf(changes[MESSAGE_FIELD]?.after)?.text),
    ...line(REASON, fieldLabel(REASON), changes[REASON]?.after),
  ]
}

const isMessage = ({ command }: TimelineEntry) => command === SENT_ENTRY || command === RECEIVED_ENTRY

export function doneLine(entry: TimelineEntry, names: Names): TimelineLine {
  const { what, changes } = lineOf(entry)
  return {
    key: String(entry.id),
    what,
    who: entry.user?.name ?? byAutomation(entry.changes) ?? NOBODY.get(entry.command) ?? 'Farol',
    when: formatDateTime(entry.occurred_at),
    other: otherLead(entry.changes),
    late: entry.offline
      ? `${isMessage(entry) ? 'chegou ao Farol' : 'sem conexão, recebido'} em ${formatDateTime(entry.received_at)}`
      : null,
    changes: changeWords(changes, names),
    written: textLines(entry),
    waits: null,
  }
}

function waitingWhat({ command, args }: OutboxRecord): string {
  const answered = command === setCallResult.name ? setCallResult.args.safeParse(args).data : undefined
  if (answered === undefined || answered.status === null) return commandLabel(command)
  return `Ligação: ${callResultWords({ status: answered.status, duration: null })}`
}

/** Returns the unconfirmed commands of this device, the latest first, with their changes as far as they are known. */
export function waitingLines(
  records: readonly OutboxRecord[],
  shown: Readonly<Record<string, unknown>>,
  names: Names,
): TimelineLine[] {
  const after = new Map<string, unknown>(Object.entries(shown))
  return latestFirst(records).map((record) => {
    const applied = isApplied(record)
    const changes = Object.fromEntries(
      Object.entries(applied ? record.base : {}).map(([field, before]) => {
        const change = { before, after: after.get(field) }
        after.set(field, before)
        return [field, change]
      }),
    )
    return {
      key: record.key,
      what: waitingWhat(record),
      who: 'Você',
      when: formatDateTime(record.occurredAt),
      late: null,
      other: null,
      changes: changeWords(changes, names),
      written: applied ? [] : commandLines(record, names),
      waits: record.state === 'conflict' || record.state === 'rejected' ? 'decision' : 'sending',
    }
  })
}
