/** The timeline in words: who did what, when, with or without a connection, each field before and after. Pure. */
import { commandLabel } from '../../../commands/labels.ts'
import type { TimelineEntry } from '../../../contract/timeline.ts'
import type { OutboxRecord } from '../../../db/schema.ts'
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

export function doneLine(entry: TimelineEntry, names: Names): TimelineLine {
  return {
    key: String(entry.id),
    what: commandLabel(entry.command),
    who: entry.user?.name ?? 'Farol',
    when: formatDateTime(entry.occurred_at),
    late: entry.offline ? `sem conexão, recebido em ${formatDateTime(entry.received_at)}` : null,
    changes: changeWords(entry.changes, names),
    waits: null,
  }
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
        what: commandLabel(record.command),
        who: 'Você',
        when: formatDateTime(record.occurredAt),
        late: null,
        changes: changeWords(changes, names),
        waits: record.state === 'conflict' || record.state === 'rejected' ? 'decision' : 'sending',
      }
    })
}
