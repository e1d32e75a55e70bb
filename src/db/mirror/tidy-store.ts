/**
 * Makes Chromium compact its store after a first sync (docs/decisions/007-the-store-is-tidied.md). Chromium keeps the
 * databases of a site in one sorted store, and the undo records of transactions at its beginning. Ended transactions
 * leave deleted records there: some ten thousand after a first sync has drained its chunks. Every opening of the store
 * passes them one by one until the browser compacts that part. Two ordinary operations below trigger that. In other
 * browsers they have no effect and cost little.
 */
import type { MirrorDb } from '../schema/mirror.ts'

/** Fruitless reads a round. The browser compacts a file of the store after many of them: some 130 for the largest. */
const READINGS = 150
const ROUNDS = 3
/** A key that does not exist: every file is searched for it. */
const NOBODY = 'nobody'

/** `pause` gives the browser time to compact, some hundred milliseconds a call. Stops early when `signal` aborts. */
export async function tidyStore(
  { device, newScratch }: MirrorDb,
  pause: () => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  // Deleting a database makes the browser compact its remains, with everything that was written last.
  const scratch = newScratch()
  await scratch.open()
  await scratch.delete()
  for (let round = 0; round < ROUNDS; round++) {
    await pause()
    if (signal.aborted) return
    // The device database is the first of this site, so its keys are next to the undo records.
    await device.table<unknown, string>('session').bulkGet(Array<string>(READINGS).fill(NOBODY))
  }
}
