/**
 * A command's base: the server's values that the device saw in the fields which it changes, by the names of `flatRow`.
 * What an earlier command of the queue writes is left out until that one is settled: the server's answer to it will say.
 */
import type { Client } from '../../domain/client/client.ts'
import { changedFields, flatRow } from '../../domain/lead/conflicts.ts'
import type { Lead } from '../../domain/lead/lead.ts'
import type { MirrorDb } from '../mirror/mirror.ts'
import type { OutboxRecord } from '../mirror/schema.ts'
import type { ContextSource } from './command-context.ts'
import { clientQueueOf, queueOf } from './lead-queue.ts'
import { applyRecord, applyToClient, isCreation, isReplayed } from './replay.ts'

type Flat = Readonly<Record<string, unknown>>

interface Sides {
  /** What the server has; null: nothing, or nobody here knows. */
  readonly server: Flat | null
  /** What is shown before and after the command. */
  readonly before: Flat
  readonly after: Flat
  /** It writes every field, also those that it leaves as they were: somebody's change of one of them would be undone. */
  readonly isWhole: boolean
}

/** The fields that the command changes on what is shown. */
export const writtenFields = ({ before, after, isWhole }: Omit<Sides, 'server'>): readonly string[] =>
  Object.keys(isWhole ? after : changedFields(before, after))

const pick = (row: Flat, fields: readonly string[]) =>
  Object.fromEntries(fields.map((field) => [field, row[field]]))

export function baseOf(sides: Sides): Record<string, unknown> {
  const { server, before } = sides
  if (server === null) return {}
  const earlier = new Set(Object.keys(changedFields(server, before)))
  return pick(
    server,
    writtenFields(sides).filter((field) => !earlier.has(field)),
  )
}

/**
 * The lead's part of its queue's bases, from `settled`: the server's row right after what was settled. `written`, where it
 * is known, are the fields that this one changed: in others the row may hold what the user has never seen.
 */
export async function completeLeadBases(
  db: MirrorDb,
  settled: Lead,
  source: ContextSource,
  written?: readonly string[],
): Promise<void> {
  let shown = settled
  const row = flatRow(settled, null)
  const known = pick(
    row,
    Object.keys(row).filter((field) => written?.includes(field) ?? true),
  )
  await complete(db, known, await queueOf(db, settled.uid), (record) => {
    const before = shown
    shown = applyRecord(shown, record, source) ?? shown
    return { before: flatRow(before, null), after: flatRow(shown, null), isWhole: false }
  })
}

/**
 * The client's part, of all commands that write it. `typed`: what the user saw of the client until this answer; the server
 * may have known it and have kept its own values.
 */
export async function completeClientBases(
  db: MirrorDb,
  settled: Client,
  source: ContextSource,
  typed: Client | null = null,
): Promise<void> {
  let shown = settled
  const known = { ...flatRow(null, settled), ...(typed && flatRow(null, typed)) }
  await complete(db, known, await clientQueueOf(db, settled.uid), (record) => {
    const before = shown
    shown = applyToClient(shown, record, source) ?? shown
    return { before: flatRow(null, before), after: flatRow(null, shown), isWhole: isCreation(record) }
  })
}

/**
 * Fills in the values that are known now, so that a change which someone else makes from here on shows as a conflict, also
 * of a field that stands by now as the command wants it: somewhere else it may not;
 * and takes out those that an earlier command writes, which waited itself when the base was made.
 */
async function complete(
  db: MirrorDb,
  known: Flat,
  queue: readonly OutboxRecord[],
  apply: (record: OutboxRecord) => Omit<Sides, 'server'>,
): Promise<void> {
  const earlier = new Set<string>()
  for (const record of queue.filter(isReplayed)) {
    const sides = apply(record)
    const fields = new Set([...writtenFields(sides), ...(record.writes ?? [])])
    const missing = [...fields].filter(
      (field) => field in known && !earlier.has(field) && !(field in record.base),
    )
    const kept = Object.keys(record.base).filter((field) => !earlier.has(field))
    if (missing.length > 0 || kept.length < Object.keys(record.base).length)
      await db.outbox.put({ ...record, base: { ...pick(record.base, kept), ...pick(known, missing) } })
    for (const field of Object.keys(changedFields(sides.before, sides.after))) earlier.add(field)
  }
}
