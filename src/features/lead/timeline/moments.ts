/** Which entries of a history come after a moment. Pure. */
import type { TimelineEntry } from '../../../contract/timeline.ts'
import type { OutboxRecord } from '../../../db/schema/records.ts'
import type { Written } from '../../../domain/lead/as-it-was.ts'

/** Whether the row on the screen has the command's effect. */
export const isApplied = ({ state }: OutboxRecord): boolean => state === 'queued' || state === 'sending'

export const latestFirst = (waiting: readonly OutboxRecord[]): OutboxRecord[] =>
  waiting.toSorted((a, b) => (b.seq ?? 0) - (a.seq ?? 0))

/** What the commands that wait on this device wrote, the latest first. */
const waitingWrites = (waiting: readonly OutboxRecord[]): readonly Written[] =>
  latestFirst(waiting)
    .filter(isApplied)
    .map(({ base }) => Object.fromEntries(Object.entries(base).map(([field, before]) => [field, { before }])))

/** The entry after which the lead was as at this instant, epoch ms. Null: it is older than the entries that are known. */
export const entryAt = (entries: readonly TimelineEntry[], ms: number): TimelineEntry | null =>
  entries.find(({ received_at }) => Date.parse(received_at) <= ms) ?? null

/** What was written after the entry, the latest first. `entries` are in that order, too. */
export const writtenAfter = (
  entries: readonly TimelineEntry[],
  { id }: Pick<TimelineEntry, 'id'>,
  waiting: readonly OutboxRecord[],
): readonly Written[] => [
  ...waitingWrites(waiting),
  ...entries.filter((entry) => entry.id > id).map(({ changes }) => changes),
]
