/** What an automation would have done over the last month, by the judge of the live run. docs/rules.md#automations */

import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { DryRun } from '../../src/contract/administration/automations.ts'
import { isEventTrigger } from '../../src/domain/automations/definition.ts'
import { type Judged, type Occasion, occasionsOf } from '../../src/domain/automations/occasions.ts'
import { at } from '../../src/domain/time/at.ts'
import { DAY_MS } from '../../src/domain/time/durations.ts'
import type { Database } from '../db/database.ts'
import { readSettings } from '../queries/settings.ts'
import { worldOf } from './due.ts'
import { readStories } from './stories.ts'

const MONTH_MS = 30 * DAY_MS
const MOST_LISTED = 50
const PAGE = 1000
/** The latest leads; more are not read for an answer that somebody waits for. */
const MOST_LEADS = 30_000

/** SQL: leads `l` that can have had an occasion since then. */
function among({ trigger }: Judged, sinceMs: number): RawBuilder<unknown> {
  if (isEventTrigger(trigger))
    return sql`exists (
      select 1 from timeline t
      where t.lead_uid = l.uid and t.received_at > ${at(sinceMs)}
        and (t.changes ? 'status' or t.changes ? 'create_lead_date'))`
  const open = sql`(l.state <> 3 or l.end_lead_date > ${at(sinceMs)})`
  return trigger.kind === 'renewal_near' ? sql`(${open} and l.old_end_of_validity is not null)` : open
}

export interface FoundOccasion extends Occasion {
  readonly leadUid: string
  readonly leadId: number
}

/** Returns all occasions since then, the earliest first, and whether all leads were read. */
export async function occasionsBetween(
  db: Kysely<Database>,
  judged: Judged,
  { sinceMs, untilMs }: { readonly sinceMs: number; readonly untilMs: number },
): Promise<{ readonly found: readonly FoundOccasion[]; readonly isWhole: boolean }> {
  const world = worldOf({ settings: await readSettings(db) })
  const found: FoundOccasion[] = []
  let read = 0
  let after = 0
  for (;;) {
    const stories = await readStories(db, sql`l.id > ${after} and ${among(judged, sinceMs)}`, { limit: PAGE })
    for (const story of stories)
      for (const occasion of occasionsOf(judged, story, world, { sinceMs, untilMs }))
        found.push({ ...occasion, leadUid: story.uid, leadId: story.id })
    read += stories.length
    const last = stories.at(-1)
    const isWhole = last === undefined || stories.length < PAGE
    if (isWhole || read >= MOST_LEADS)
      return {
        found: found.toSorted((one, other) => one.atMs - other.atMs || one.leadId - other.leadId),
        isWhole,
      }
    after = last.id
  }
}

/** Returns how often it would have acted, and the latest leads. */
export async function dryRun(db: Kysely<Database>, judged: Judged, nowMs: number): Promise<DryRun> {
  const sinceMs = nowMs - MONTH_MS
  const { found, isWhole } = await occasionsBetween(db, judged, { sinceMs, untilMs: nowMs })
  return {
    since: at(sinceMs),
    until: at(nowMs),
    times: found.length,
    leads: new Set(found.map(({ leadUid }) => leadUid)).size,
    is_whole: isWhole,
    data: found
      .toReversed()
      .slice(0, MOST_LISTED)
      .map(({ leadId, atMs }) => ({ lead_id: leadId, at: at(atMs) })),
  }
}
