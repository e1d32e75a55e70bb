/** The timeline in words: who did what, when, with or without a connection, each field before and after. Pure. */

import { setCallResult } from '../../../commands/lead-calls.ts'
import { commandLabel } from '../../../commands/registry.ts'
import type { TimelineEntry } from '../../../contract/timeline.ts'
import type { OutboxRecord } from '../../../db/mirror/schema.ts'
import { callResultOf, callResultWords } from '../../../domain/lead/calls.ts'
import { fieldLabel, fieldValue, type Names } from '../../../domain/lead/field-words.ts'
import { formatDateTime } from '../../../domain/time/sao-paulo.ts'

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
  /** 'sem conexão, recebido em …'; null when it was done online. */
  readonly late: string | null
  readonly changes: readonly ChangeWords[]
  /** Of this device alone: on its way, or not taken by the server and the user's to decide. */
  readonly waits: 'sending' | 'decision' | null
}

/** Bookkeeping that follows from what is shown anyway. */
const SILENT: ReadonlySet<string> = new Set(['version', 'uid', 'client_uid', 'id'])

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

/** What a call came to is the line itself; the field says more only where it corrects another. */
function lineOf({ command, changes }: Pick<TimelineEntry, 'command' | 'changes'>) {
  const { call_result, ...others } = changes
  const result = callResultOf(call_result?.after)
  if (result === null) return { what: commandLabel(command), changes }
  const corrects = callResultOf(call_result?.before) !== null
  return { what: `Ligação: ${callResultWords(result)}`, changes: corrects ? changes : others }
}

/** Only the phone system tells a result without being a user. */
const nobody = (command: string) => (command === setCallResult.name ? 'Central telefônica' : 'Farol')

export function doneLine(entry: TimelineEntry, names: Names): TimelineLine {
  const { what, changes } = lineOf(entry)
  return {
    key: String(entry.id),
    what,
    who: entry.user?.name ?? nobody(entry.command),
    when: formatDateTime(entry.occurred_at),
    late: entry.offline ? `sem conexão, recebido em ${formatDateTime(entry.received_at)}` : null,
    changes: changeWords(changes, names),
    waits: null,
  }
}

function waitingWhat({ command, args }: OutboxRecord): string {
  const answered = command === setCallResult.name ? setCallResult.args.safeParse(args).data : undefined
  if (answered === undefined) return commandLabel(command)
  return `Ligação: ${callResultWords({ ...answered, duration: null })}`
}

/** Commands of this device that the server has not confirmed, the latest first; what each changed, as far as it is known. */
export function waitingLines(
  records: readonly OutboxRecord[],
  shown: Readonly<Record<string, unknown>>,
  names: Names,
): TimelineLine[] {
  const after = new Map<string, unknown>(Object.entries(shown))
  return records
    .toSorted((a, b) => (b.seq ?? 0) - (a.seq ?? 0))
    .map((record) => {
      const applied = record.state === 'queued' || record.state === 'sending'
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
        changes: changeWords(changes, names),
        waits: record.state === 'conflict' || record.state === 'rejected' ? 'decision' : 'sending',
      }
    })
}
