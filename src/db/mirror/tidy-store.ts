/**
 * Chromium keeps the databases of a site in one sorted store. At its beginning it stores undo records of transactions.
 * Every opening of the store skips the dead ones one by one until the browser compacts that part: some ten thousand
 * after a first sync has drained its chunks. Two ordinary operations trigger that compaction; in other browsers they
 * have no effect and cost little (docs/decisions/007-the-store-is-tidied.md).
 */
import type { MirrorDb } from './mirror.ts'

/** A file of the store is compacted with those below it after this many reads skipped it: some 130 for the largest. */
const READINGS = 150
const ROUNDS = 3
/** A key that does not exist: every file is searched for it. */
const NOBODY = 'nobody'

/** `pause` gives the browser time to compact, some hundred milliseconds a call. Stops early when `signal` aborts. */
export async function tidyStore(
  { device, scratch }: MirrorDb,
  pause: () => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  // Deleting a database makes the browser compact its remains, with everything that was written last.
  await scratch.open()
  await scratch.delete()
  for (let round = 0; round < ROUNDS; round++) {
    await pause()
    if (signal.aborted) return
    // The device database is the first of this site, so its keys are next to the undo records.
    await device.table<unknown, string>('session').bulkGet(Array<string>(READINGS).fill(NOBODY))
  }
}
