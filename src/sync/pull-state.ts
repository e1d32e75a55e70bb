/** Where the pull stands: one record of `meta`, read and written inside the transactions that use it. */
import { z } from 'zod'
import type { MirrorDb } from '../db/mirror/mirror.ts'

const pullStateSchema = z.object({
  cursor: z.string().nullable(),
  generation: z.number().int(),
  /** A reset is under way: at its end, rows of older generations go. */
  sweeping: z.boolean(),
  /** Rows of the present run, and how many it will bring; for a progress bar. */
  done: z.number().int(),
  expected: z.number().int().nullable(),
  /** When the last run ended, epoch ms of the device. */
  lastSyncAt: z.number().nullable(),
  /**
   * Newest version of a lead that the answer to a command brought: pulls bring each version once, in their order, so only up
   * to here can a page be older than what is stored. null: unknown, kept by a version of the app that did not note it.
   */
  answered: z.number().int().nullable().default(null),
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
}
const NAME = 'pullState'

export async function readPullState(db: MirrorDb): Promise<PullState> {
  const parsed = pullStateSchema.safeParse((await db.meta.get(NAME))?.value)
  return parsed.success ? parsed.data : START
}

export async function writePullState(db: MirrorDb, state: PullState): Promise<void> {
  await db.meta.put({ name: NAME, value: state })
}

/** Inside the transaction that takes these versions of leads from the answer to a command. */
export async function noteAnswered(db: MirrorDb, versions: readonly number[]): Promise<void> {
  if (versions.length === 0) return
  const state = await readPullState(db)
  const newest = Math.max(...versions)
  if (state.answered !== null && newest > state.answered)
    await writePullState(db, { ...state, answered: newest })
}
