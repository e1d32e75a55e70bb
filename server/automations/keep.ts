/** The loop of automations. docs/rules.md#automations */
import { DAY_MS } from '../../src/domain/time/durations.ts'
import { atMostEvery, keepLooking, type LoopWatch } from '../base/keep-looking.ts'
import type { AppContext } from '../context/app-context.ts'
import { actOnDue } from './due.ts'
import { type ActingContext, actOnEvents } from './events.ts'

const EVERY_MS = 2000
const LOOK_EVERY_MS = 30_000

/** Acts on what happened every two seconds, and on what is due every thirty. Returns a function that stops it. */
export function keepAutomating(context: ActingContext, watch: LoopWatch): () => Promise<void> {
  const look = atMostEvery(LOOK_EVERY_MS, (stop: AbortSignal) => actOnDue(context, watch.warn, stop))
  return keepLooking(
    EVERY_MS,
    async (stop) => {
      try {
        await actOnEvents(context, watch.warn, stop)
      } finally {
        // What is due by the time waits for no entry.
        await look(stop)
      }
    },
    watch,
  )
}

/** Longer than an occasion can be acted on late, so that none is acted on twice. */
const KEEP_DAYS = 90

/** Deletes old lines of the log, and old notices. */
export async function pruneAutomations({
  store: { db },
  now,
}: Pick<AppContext, 'store' | 'now'>): Promise<void> {
  const before = new Date(now() - KEEP_DAYS * DAY_MS).toISOString()
  await db.deleteFrom('automation_runs').where('made_at', '<', before).execute()
  await db.deleteFrom('automation_notices').where('made_at', '<', before).execute()
}
