/**
 * Commands that leave the queue without the server's answer: given up by the user, or gone with an erasure. The device notes their
 * places, since any other command that leaves was accepted. docs/rules.md#waiting-changes
 */
import { z } from 'zod'
import { readMeta } from '../mirror/meta.ts'
import type { MirrorDb } from '../schema/mirror.ts'
import type { OutboxRecord } from '../schema/records.ts'
import { dropOutcomeOf } from './last-outcome.ts'

const NAME = 'givenUp'
/** A toast asks within two seconds. */
const KEPT = 500

const places = async (db: MirrorDb): Promise<number[]> =>
  z
    .array(z.number())
    .catch([])
    .parse(await readMeta(db, NAME))

/** In the caller's transaction over `queueTables`. */
export async function dropRecords(db: MirrorDb, records: readonly OutboxRecord[]): Promise<void> {
  const seqs = records.flatMap(({ seq }) => seq ?? [])
  if (seqs.length === 0) return
  await db.outbox.bulkDelete(seqs)
  await db.meta.put({ name: NAME, value: [...(await places(db)), ...seqs].slice(-KEPT) })
  await dropOutcomeOf(db, records)
}

/** Whether one of the commands with these places was given up. Works in a live query, after the reading of the queue. */
export async function isGivenUp(db: MirrorDb, seqs: readonly number[]): Promise<boolean> {
  const dropped = await places(db)
  return seqs.some((seq) => dropped.includes(seq))
}
