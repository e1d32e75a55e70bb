/** The state of the pull: one record of `meta`, read and written inside the transactions that use it. */
import { z } from 'zod'
import type { MirrorDb } from '../db/schema/mirror.ts'
import { PULL_STATE } from '../db/schema/records.ts'

const pullStateSchema = z.object({
  cursor: z.string().nullable(),
  generation: z.number().int(),
  /** A reset is running. Its end deletes rows of older generations. */
  sweeping: z.boolean(),
  /** Rows stored in this run, and rows expected, for a progress bar. */
  done: z.number().int(),
  expected: z.number().int().nullable(),
  /** When the last run ended, epoch ms of the device's clock. */
  lastSyncAt: z.number().nullable(),
  /**
   * The newest version of a lead from the answer to a command. Pulls deliver each version once and in order, so a page
   * can be older than a stored row only up to this version. null: unknown, because an earlier app version did not store
   * it.
   */
  answered: z.number().int().nullable().default(null),
  /** What the server had seen at the latest answer to commands. A restored server has not. */
  seen: z.string().nullable().default(null),
})
export type PullState = z.infer<typeof pullStateSchema>

const START: PullState = {
  cursor: null,
  generation: 1,
  sweeping: false,
  done: 0,
  expected: null,
  lastSyncAt: null,
  answered: 0,
  seen: null,
}

export async function readPullState(db: MirrorDb): Promise<PullState> {
  const parsed = pullStateSchema.safeParse((await db.meta.get(PULL_STATE))?.value)
  return parsed.success ? parsed.data : START
}

export async function writePullState(db: MirrorDb, state: PullState): Promise<void> {
  await db.meta.put({ name: PULL_STATE, value: state })
}

/** Records what the server had seen when it answered. Runs inside the transaction that stores the answer. */
export async function noteSeen(db: MirrorDb, seen: string | undefined): Promise<void> {
  if (seen !== undefined) await writePullState(db, { ...(await readPullState(db)), seen })
}

/** Records the versions of leads from an answer. Runs inside the transaction that stores those leads. */
export async function noteAnswered(db: MirrorDb, versions: readonly number[]): Promise<void> {
  if (versions.length === 0) return
  const state = await readPullState(db)
  const newest = Math.max(...versions)
  if (state.answered !== null && newest > state.answered)
    await writePullState(db, { ...state, answered: newest })
}
