/** The background work of all imports and undos of this process. docs/rules.md#any-import */
import { keepLooking, type LoopWatch } from '../base/keep-looking.ts'
import { type BatchContext, carryOut, type Pace } from '../imports/batch-loop.ts'
import { importWork } from '../imports/import-work.ts'
import { endDeadStarts } from '../imports/store-lines.ts'
import { undoWork } from '../imports/undo-work.ts'
import { importRenewalsDue } from '../renewals/import-work.ts'

const EVERY_MS = 1000

/** Imports lists and takes imports back until nothing is left. Throws what the database throws. */
export async function importListsDue(context: BatchContext, pace: Pace): Promise<void> {
  const { store, now } = context
  await store.db.transaction().execute(async (tx) => {
    await endDeadStarts(tx, 'imports', now())
    await endDeadStarts(tx, 'renewal_imports', now())
  })
  await carryOut(context, importWork, pace)
  await carryOut(context, undoWork, pace)
}

/** Looks for work every second. Returns a function that stops after the running batch. */
export function keepImporting(context: BatchContext, watch: LoopWatch): () => Promise<void> {
  return keepLooking(
    EVERY_MS,
    async (stop) => {
      const pace = { pauses: true, stop }
      await importRenewalsDue(context, pace)
      await importListsDue(context, pace)
    },
    watch,
  )
}
