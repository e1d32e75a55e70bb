/**
 * A command's base: the server's values that the device saw in the fields that it changes, by the names of `flatRow`.
 * Fields that an earlier queued command writes are missing. The server's answer to that command completes them.
 */
import type { Client } from '../../domain/client/client.ts'
import { isIdentityField } from '../../domain/client/identity-conflicts.ts'
import { changedFields, flatRow } from '../../domain/lead/conflicts.ts'
import type { Lead } from '../../domain/lead/lead.ts'
import type { MirrorDb } from '../schema/mirror.ts'
import type { OutboxRecord } from '../schema/records.ts'
import type { ContextSource } from './command-context.ts'
import { clientQueueOf, queueOf } from './lead-queue.ts'
import { appendedBy, applyRecord, applyToClient, isCreation, isReplayed } from './replay.ts'

type Flat = Readonly<Record<string, unknown>>

interface Sides {
  /** The server's row, or null when there is none or it is unknown. */
  readonly server: Flat | null
  /** The row on screen before and after the command. */
  readonly before: Flat
  readonly after: Flat
  /**
   * The command writes every field, also those that it does not change: it would undo someone else's change of them.
   */
  readonly isWhole: boolean
  /** The user chose 'Corrigir o cadastro'. */
  readonly isAsked?: boolean
}

/** Returns the fields that the command changes on screen. */
export const writtenFields = ({
  before,
  after,
  isWhole,
}: Omit<Sides, 'server' | 'isAsked'>): readonly string[] =>
  Object.keys(isWhole ? after : changedFields(before, after))

const pick = (row: Flat, fields: readonly string[]) =>
  Object.fromEntries(fields.map((field) => [field, row[field]]))

const PERSON = ['client.name', 'client.cpf']

/**
 * Whom the user saw belongs to a change of what names a person: docs/rules.md#identity-of-a-client. A new name says it by
 * its own base, unless the user was asked.
 */
function withPerson(fields: readonly string[], server: Flat, isAsked: boolean): readonly string[] {
  const names = fields.some(isIdentityField) && (isAsked || !fields.includes('client.name'))
  return names && isFilled(server['client.cpf']) ? [...new Set([...fields, ...PERSON])] : fields
}

const isFilled = (value: unknown) => value !== undefined && value !== ''

/** Returns the base: the server's values of the written fields that no earlier queued command changes. */
export function baseOf(sides: Sides): Record<string, unknown> {
  const { server, before, isAsked = false } = sides
  if (server === null) return {}
  const earlier = new Set(Object.keys(changedFields(server, before)))
  return pick(
    server,
    withPerson(writtenFields(sides), server, isAsked).filter((field) => !earlier.has(field)),
  )
}

/**
 * Completes the lead's part of the bases in its queue from `settled`, the server's row right after the resolved
 * command. `written` are the fields that the resolved command changed, if known: in other fields the row may contain
 * values that the user has never seen.
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
 * Completes the client's part of the bases of all commands that write it. `typed` is the client as the user saw it
 * before this answer: the server may have had the client and kept its own values.
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
 * Adds the values that are known now, so that a later change by someone else shows as a conflict. It adds fields of
 * `writes` too, although the row may contain the wanted value by now: it can change before the command arrives.
 * Removes fields that an earlier command writes: that command was held up when the base was made. What an earlier command
 * only added to a text belongs to the value that is known.
 */
async function complete(
  db: MirrorDb,
  known: Flat,
  queue: readonly OutboxRecord[],
  apply: (record: OutboxRecord) => Omit<Sides, 'server'>,
): Promise<void> {
  const earlier = new Set<string>()
  const seen = { ...known }
  for (const record of queue.filter(isReplayed)) {
    const sides = apply(record)
    const fields = new Set([...writtenFields(sides), ...(record.writes ?? [])])
    const missing = [...fields].filter(
      (field) => field in seen && !earlier.has(field) && !(field in record.base),
    )
    const kept = Object.keys(record.base).filter((field) => !earlier.has(field))
    if (missing.length > 0 || kept.length < Object.keys(record.base).length)
      await db.outbox.put({ ...record, base: { ...pick(record.base, kept), ...pick(seen, missing) } })
    const added = appendedBy(record)
    for (const field of Object.keys(changedFields(sides.before, sides.after)))
      if (!added.includes(field)) earlier.add(field)
      else if (field in seen) seen[field] = sides.after[field]
  }
}
