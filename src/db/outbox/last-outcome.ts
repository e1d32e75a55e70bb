/**
 * The last outcome of this device, which can be taken back for as long as the server lets: docs/rules.md#outcomes. It holds values of
 * a lead, so it goes with the commands that it names, with an erasure of the person, and with a sign-out.
 */
import { z } from 'zod'
import { inverseSchema } from '../../commands/groups.ts'
import { readMeta } from '../mirror/meta.ts'
import type { MirrorDb } from '../schema/mirror.ts'
import type { OutboxRecord } from '../schema/records.ts'
import { lastCallSchema } from '../session/last-call.ts'

const NAME = 'lastOutcome'

const lastOutcomeSchema = z.object({
  call: lastCallSchema,
  clientName: z.string(),
  /** What was done, in words. */
  done: z.string(),
  /** When, by the corrected clock of the device. */
  madeAt: z.string(),
  /** Places in the queue of its commands. */
  seqs: z.array(z.number()),
  inverses: z.array(inverseSchema),
})
export type LastOutcome = z.infer<typeof lastOutcomeSchema>

/** Null: there is none, or it was taken back or given up. Works in a live query. */
export async function lastOutcome(db: MirrorDb): Promise<LastOutcome | null> {
  return lastOutcomeSchema.safeParse(await readMeta(db, NAME)).data ?? null
}

/** Null: the one before can't be taken back any more, and this one has no inverses. */
export async function keepOutcome(db: MirrorDb, outcome: LastOutcome | null): Promise<void> {
  if (outcome === null) await db.meta.delete(NAME)
  else await db.meta.put({ name: NAME, value: outcome })
}

/** Drops it if one of its commands has left the queue without the server's answer. In the caller's transaction. */
export async function dropOutcomeOf(
  db: MirrorDb,
  records: readonly Pick<OutboxRecord, 'seq'>[],
): Promise<void> {
  const outcome = await lastOutcome(db)
  if (outcome !== null && records.some(({ seq }) => seq !== undefined && outcome.seqs.includes(seq)))
    await keepOutcome(db, null)
}

/** Drops it if it is about one of these leads, which were erased or have left the device. In the caller's transaction. */
export async function dropOutcomeAbout(db: MirrorDb, uids: readonly string[]): Promise<void> {
  const outcome = await lastOutcome(db)
  if (outcome !== null && uids.includes(outcome.call.lead_uid)) await keepOutcome(db, null)
}
