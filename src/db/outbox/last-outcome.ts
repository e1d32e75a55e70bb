/**
 * The last acts of this device in 'Meu dia', outcomes and quick times, which can be taken back for as long as the server lets:
 * docs/rules.md#outcomes. They hold values of leads, so they go with the commands that they name, with an erasure of the person,
 * and with a sign-out.
 */
import { z } from 'zod'
import { inverseSchema } from '../../commands/groups.ts'
import { readMeta } from '../mirror/meta.ts'
import type { MirrorDb } from '../schema/mirror.ts'
import type { OutboxRecord } from '../schema/records.ts'
import { lastCallSchema } from '../session/last-call.ts'

const NAME = 'lastOutcome'

/** As many as toasts may still offer to take back. */
const KEPT = 5

const lastOutcomeSchema = z.object({
  /** Of the act: the call's, where it is the outcome of one. */
  uid: z.string(),
  lead_uid: z.string(),
  /** The call that asks again once it is taken back. */
  call: lastCallSchema.nullable(),
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

/** What a screen keeps of an act: the values are in the store alone. */
export type OutcomeName = Pick<LastOutcome, 'uid' | 'lead_uid'>

/** The newest first. An earlier version kept one, without a list. */
const lastOutcomes = async (db: MirrorDb): Promise<readonly LastOutcome[]> =>
  lastOutcomeSchema.array().safeParse(await readMeta(db, NAME)).data ?? []

const keepAll = async (db: MirrorDb, outcomes: readonly LastOutcome[]): Promise<void> => {
  if (outcomes.length === 0) await db.meta.delete(NAME)
  else await db.meta.put({ name: NAME, value: outcomes.slice(0, KEPT) })
}

/** Null: there is none, or it was taken back or given up. Works in a live query. */
export async function lastOutcome(db: MirrorDb): Promise<LastOutcome | null> {
  return (await lastOutcomes(db))[0] ?? null
}

export async function outcomeNamed(db: MirrorDb, uid: string): Promise<LastOutcome | null> {
  return (await lastOutcomes(db)).find((one) => one.uid === uid) ?? null
}

/** In the caller's transaction. Null: this one has no inverses, and no line may offer an earlier one as the last. */
export async function keepOutcome(db: MirrorDb, outcome: LastOutcome | null): Promise<void> {
  if (outcome === null) return keepAll(db, [])
  const others = (await lastOutcomes(db)).filter(({ lead_uid }) => lead_uid !== outcome.lead_uid)
  await keepAll(db, [outcome, ...others])
}

/** In the caller's transaction. */
async function dropOutcomes(db: MirrorDb, drops: (outcome: LastOutcome) => boolean): Promise<void> {
  const outcomes = await lastOutcomes(db)
  const rest = outcomes.filter((one) => !drops(one))
  if (rest.length < outcomes.length) await keepAll(db, rest)
}

export const dropOutcome = (db: MirrorDb, uid: string): Promise<void> =>
  dropOutcomes(db, (one) => one.uid === uid)

/** Drops those of which a command has left the queue without the server's answer. In the caller's transaction. */
export const dropOutcomeOf = (db: MirrorDb, records: readonly Pick<OutboxRecord, 'seq'>[]): Promise<void> =>
  dropOutcomes(db, ({ seqs }) => records.some(({ seq }) => seq !== undefined && seqs.includes(seq)))

/** Drops those about these leads, which were erased or have left the device. In the caller's transaction. */
export const dropOutcomeAbout = (db: MirrorDb, uids: readonly string[]): Promise<void> =>
  dropOutcomes(db, ({ lead_uid }) => uids.includes(lead_uid))
