/** Lets automations act on what happened, in the order of the journal. docs/rules.md#automations */
import { isEventTrigger } from '../../src/domain/automations/definition.ts'
import { occasionOfEntry } from '../../src/domain/automations/occasions.ts'
import type { AppContext } from '../context/app-context.ts'
import type { Tx } from '../db/database.ts'
import { MANY_TRIES, triedAgain } from '../db/transient.ts'
import type { Rules } from '../feed/rounds.ts'
import { type Deal, runInTurn } from './run.ts'
import { automationsOn, takesTurn } from './stored.ts'
import { lockStory } from './stories.ts'

export type ActingContext = Pick<AppContext, 'store' | 'now' | 'rounds'>

/**
 * Deals with the earliest entry that waits, and removes it, in one transaction: a kill leaves both or neither. Returns false where
 * none waits, or another server has its turn.
 */
async function dealWithNext(tx: Tx, nowMs: number, deal: Deal): Promise<boolean> {
  if (!(await takesTurn(tx))) return false
  const hearing = (await automationsOn(tx)).filter(({ trigger }) => isEventTrigger(trigger))
  if (hearing.length === 0) {
    await tx.deleteFrom('automation_events').execute()
    return false
  }
  const entry = await tx
    .selectFrom('automation_events')
    .select(['entry_id', 'lead_uid'])
    .orderBy('entry_id')
    .limit(1)
    .executeTakeFirst()
  if (entry === undefined) return false
  for (const automation of hearing) {
    // Read anew for each: the one before may have written.
    const story = await lockStory(tx, entry.lead_uid)
    if (story === null) break
    const occasion = occasionOfEntry(automation, story, entry.entry_id)
    if (occasion !== null && occasion.atMs > automation.sinceMs)
      await deal({ automation, leadUid: story.uid, occasion, nowMs }, story)
  }
  await tx.deleteFrom('automation_events').where('entry_id', '=', entry.entry_id).execute()
  return true
}

function next({ store: { db }, now }: ActingContext, rules: Rules, warn: Warn): Promise<boolean> {
  const nowMs = now()
  return runInTurn(
    (deal) =>
      triedAgain(MANY_TRIES, () => db.transaction().execute((tx) => dealWithNext(tx, nowMs, deal(tx)))),
    { rules, warn },
  )
}

export type Warn = (error: unknown) => void
/** So long a look deals with entries before what is due by the time has its turn. */
const LOOK_MS = 15_000

/** Deals with what waits, for a while. Throws what the database throws; the next call goes on there. */
export async function actOnEvents(context: ActingContext, warn: Warn, stop?: AbortSignal): Promise<void> {
  const waits = context.store.db.selectFrom('automation_events').select('entry_id').limit(1)
  if ((await waits.executeTakeFirst()) === undefined) return
  const rules = await context.rounds.rules(await context.rounds.ask())
  const until = performance.now() + LOOK_MS
  while (stop?.aborted !== true && performance.now() < until) if (!(await next(context, rules, warn))) return
}
