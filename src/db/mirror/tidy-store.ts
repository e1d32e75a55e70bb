/**
 * Chromium keeps the databases of a site in one sorted store, and notes at its beginning how to undo each write of a
 * transaction. Dead notes are passed one by one whenever the store is opened, until the browser happens to compact that
 * end of it: after the rows of a first sync have left their chunks, some ten thousands. Two things that the browser does by
 * itself make it do so now; elsewhere they do nothing and cost little (docs/decisions/007-the-store-is-tidied.md).
 */
import type { MirrorDb } from './mirror.ts'

/** A file of the store that so many readings had to pass is compacted with those below it: some 130 for the largest. */
const READINGS = 150
const ROUNDS = 3
/** A key that is nowhere: it is looked for in every file. */
const NOBODY = 'nobody'

/** `pause` lets the browser compact, some hundred milliseconds each time. Leaves off where it is when `signal` aborts. */
export async function tidyStore(
  { device, scratch }: MirrorDb,
  pause: () => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  // What a database leaves that is deleted is compacted, with everything that was written last.
  await scratch.open()
  await scratch.delete()
  for (let round = 0; round < ROUNDS; round++) {
    await pause()
    if (signal.aborted) return
    // Of the databases of this site the device's is the first: its keys stand beside the notes.
    await device.table<unknown, string>('session').bulkGet(Array<string>(READINGS).fill(NOBODY))
  }
}
