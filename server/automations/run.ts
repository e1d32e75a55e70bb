/** One occasion of one lead: once, with its guards, its acts and its line of the log in one transaction. docs/rules.md#automations */

import { sql } from 'kysely'
import { MOST_AN_HOUR, MOST_OF_LEAD_AN_HOUR } from '../../src/domain/automations/definition.ts'
import type { Occasion } from '../../src/domain/automations/occasions.ts'
import type { ActResult, Why } from '../../src/domain/automations/outcomes.ts'
import { at } from '../../src/domain/time/at.ts'
import { HOUR_MS } from '../../src/domain/time/durations.ts'
import type { Tx } from '../db/database.ts'
import { mayPass } from '../db/may-pass.ts'
import type { Rules } from '../feed/rounds.ts'
import { perform } from './acts.ts'
import { pauseAutomation } from './stop.ts'
import type { StoredAutomation } from './stored.ts'
import { type ReadStory, readStories } from './stories.ts'

export interface Run {
  readonly automation: StoredAutomation
  readonly leadUid: string
  readonly occasion: Occasion
  readonly nowMs: number
}

/** Claims the occasion. Returns its line of the log, or null: it was acted on before. */
async function claim(
  tx: Tx,
  { automation, leadUid, occasion, nowMs }: Run,
  results: readonly ActResult[],
): Promise<number | null> {
  const row = await tx
    .insertInto('automation_runs')
    .values({
      automation_id: automation.id,
      lead_uid: leadUid,
      occasion: occasion.key,
      made_at: at(nowMs),
      results: JSON.stringify(results),
      acted: false,
    })
    .onConflict((conflict) => conflict.columns(['automation_id', 'lead_uid', 'occasion']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

const allLeft = ({ automation }: Run, why: Why): ActResult[] =>
  automation.acts.map(({ kind }) => ({ act: kind, why, message: null }))

/** Logs that nothing came of it, for a reason outside the lead. */
async function logLeft(tx: Tx, run: Run, why: Why): Promise<void> {
  await claim(tx, run, allLeft(run, why))
}

async function actedWithinHour(tx: Tx, { automation, leadUid, nowMs }: Run) {
  const { rows } = await sql<{ ofAutomation: number; ofLead: number }>`
    select count(*) filter (where automation_id = ${automation.id})::int as "ofAutomation",
      count(*) filter (where lead_uid = ${leadUid})::int as "ofLead"
    from automation_runs
    where acted and made_at > ${at(nowMs - HOUR_MS)}
      and (automation_id = ${automation.id} or lead_uid = ${leadUid})`.execute(tx)
  return rows[0] ?? { ofAutomation: 0, ofLead: 0 }
}

/**
 * Acts, unless it has acted on this occasion before. `paused`: it acted too often, and is switched off. The lead of `story` is
 * locked.
 */
export async function runOccasion(
  tx: Tx,
  run: Run,
  { story, rules }: { readonly story: ReadStory; readonly rules: Rules },
): Promise<'acted' | 'left' | 'before' | 'paused'> {
  const { automation, nowMs } = run
  const recent = await actedWithinHour(tx, run)
  if (recent.ofAutomation >= MOST_AN_HOUR) {
    await pauseAutomation(tx, automation, nowMs)
    return 'paused'
  }
  const isBusy = recent.ofLead >= MOST_OF_LEAD_AN_HOUR
  const id = await claim(tx, run, isBusy ? allLeft(run, 'busy_lead') : [])
  if (id === null) return 'before'
  if (isBusy) return 'left'
  const results: ActResult[] = []
  let present = story
  for (const [place, act] of automation.acts.entries()) {
    // The act before may have written.
    if (place > 0) [present = present] = await readStories(tx, sql`l.uid = ${story.uid}`, { limit: 1 })
    results.push(
      await perform({ tx, automation, story: present, occasion: run.occasion.key, rules, nowMs }, act),
    )
  }
  const acted = results.some(({ why }) => why === null)
  await tx
    .updateTable('automation_runs')
    .set({ results: JSON.stringify(results), acted })
    .where('id', '=', id)
    .execute()
  return acted ? 'acted' : 'left'
}

/** What is done with an occasion. */
export type Deal = (run: Run, story: ReadStory) => Promise<unknown>

/**
 * Runs the occasions that `inTurn` finds, in its transaction. One that fails by itself would fail for ever, and hold up all that
 * follow: it is logged as failed, in another turn. Throws what the database throws.
 */
export async function runInTurn<Ended>(
  inTurn: (deal: (tx: Tx) => Deal) => Promise<Ended>,
  { rules, warn }: { readonly rules: Rules; readonly warn: (error: unknown) => void },
): Promise<Ended> {
  try {
    return await inTurn((tx) => (run, story) => runOccasion(tx, run, { story, rules }))
  } catch (error) {
    if (mayPass(error)) throw error
    warn(error)
    return inTurn((tx) => (run) => logLeft(tx, run, 'failed'))
  }
}
