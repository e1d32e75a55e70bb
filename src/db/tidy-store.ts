/**
 * Chromium keeps the databases of a site in one sorted store, and notes at its beginning how to undo each write of a
 * transaction. Dead notes are passed one by one whenever the store is opened, until the browser happens to compact that
 * end of it: after the rows of a first sync have left their packs, some ten thousands (docs/performance.md, 'Opening again').
 * Two things that the browser does by itself make it do so now; elsewhere they do nothing and cost little.
 */
import type { MirrorDb } from './mirror.ts'

/** A file of the store that so many readings had to pass is compacted with those below it: some 130 for the largest. */
const READINGS = 150
const ROUNDS = 3
const NOBODY = 'nobody'

/** `pause` lets the browser compact, some hundred milliseconds each time. Only for when there is nothing else to do. */
export async function tidyStore({ device, scratch }: MirrorDb, pause: () => Promise<void>): Promise<void> {
  // What a database leaves that is deleted is compacted, with everything that was written last.
  await scratch.open()
  await scratch.delete()
  for (let round = 0; round < ROUNDS; round++) {
    await pause()
    // Of the databases of this site the device's is the first: its keys stand beside the notes.
    await device.table<unknown, string>('session').bulkGet(Array<string>(READINGS).fill(NOBODY))
  }
}
