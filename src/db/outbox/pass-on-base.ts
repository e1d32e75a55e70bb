/**
 * What a discarded command leaves to those behind it: the base that its answer would have brought, and nothing of what it added to a
 * text. Runs inside the caller's transaction over `queueTables`. docs/sync-protocol.md#push-exactly-once-in-order-nothing-lost
 */
import type { Client } from '../../domain/client/client.ts'
import { isClientField } from '../../domain/lead/conflicts.ts'
import type { MirrorDb } from '../schema/mirror.ts'
import type { OutboxRecord } from '../schema/records.ts'
import type { ContextSource } from './command-context.ts'
import { withTexts } from './keep-texts.ts'
import { clientQueueOf, queueOf } from './lead-queue.ts'
import { appendedBy, isReplayed, withoutAdded } from './replay.ts'
import { serverRow } from './server-row.ts'

/**
 * Takes what a discarded command added to a text out of the bases and texts of the commands behind it: they were made of a
 * screen that showed it.
 */
export async function withdrawAdded(
  db: MirrorDb,
  discarded: OutboxRecord,
  source: ContextSource,
): Promise<void> {
  const added = appendedBy(discarded)
  if (added.length === 0) return
  const without = (field: string, value: unknown) =>
    added.includes(field) && typeof value === 'string' ? withoutAdded(value, discarded, source) : value
  const later = (await queueOf(db, discarded.entityUid)).filter(
    ({ seq = 0 }) => seq > (discarded.seq ?? Infinity),
  )
  for (const record of later) {
    const { args } = withTexts(record, (_, field, own) => String(without(field, own))) ?? record
    const base = Object.entries(record.base).map(([field, value]) => [field, without(field, value)])
    await db.outbox.put({ ...record, args, base: Object.fromEntries(base) })
  }
}

/**
 * Completes the bases of commands behind a discarded one: its answer would have brought the values that both write.
 * They get the discarded command's base if the user has seen nothing newer: a pull's newer values were covered by the
 * command's own, or the row has left the device. Otherwise they come from the row, which is on screen since the
 * refusal.
 */
export async function passOnBase(db: MirrorDb, discarded: OutboxRecord): Promise<void> {
  const { entityUid, clientUid, base } = discarded
  const fields = Object.keys(base)
  const isCovered = isReplayed(discarded)
  if (isCovered || (await db.serverLeads.get(entityUid)) === undefined) {
    const ofLead = fields.filter((field) => !isClientField(field))
    await passOn(db, discarded, ofLead, await queueOf(db, entityUid))
  }
  if (clientUid !== null && (isCovered || (await serverClientOf(db, clientUid)) === null))
    await passOn(db, discarded, fields.filter(isClientField), await clientQueueOf(db, clientUid))
}

/**
 * Copies each field to the bases of the commands behind, up to the first that changes the field on screen: commands
 * after that one get the value from its answer. A command before it may have set a field to its present value; a field
 * that a command does not write is ignored in its base.
 */
async function passOn(
  db: MirrorDb,
  { seq: place = Infinity, base }: OutboxRecord,
  fields: readonly string[],
  queue: readonly OutboxRecord[],
): Promise<void> {
  const left = new Set(fields)
  for (const later of queue.filter(({ seq = 0 }) => seq > place)) {
    if (left.size === 0) return
    const passed = Object.fromEntries([...left].map((field) => [field, base[field]]))
    await db.outbox.put({ ...later, base: { ...passed, ...later.base } })
    for (const field of [...(later.writes ?? []), ...appendedBy(later)]) left.delete(field)
  }
}

export async function serverClientOf(db: MirrorDb, uid: string): Promise<Client | null> {
  const [shown, stored] = await Promise.all([db.clients.get(uid), db.serverClients.get(uid)])
  return serverRow(shown, stored)
}
