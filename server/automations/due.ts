/** Lets automations act on instants that have come. docs/rules.md#automations */

import { type RawBuilder, sql } from 'kysely'
import { isEventTrigger, type Trigger } from '../../src/domain/automations/definition.ts'
import { LATE_FOR_MS, occasionNow, type World } from '../../src/domain/automations/occasions.ts'
import { businessCalendar } from '../../src/domain/sla/business-calendar.ts'
import { subtractWorkingMs } from '../../src/domain/sla/working-time.ts'
import { at } from '../../src/domain/time/at.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/domain/time/durations.ts'
import { addDays, saoPauloDay } from '../../src/domain/time/sao-paulo.ts'
import type { Tx } from '../db/database.ts'
import { mayPass } from '../db/may-pass.ts'
import { MANY_TRIES, triedAgain } from '../db/transient.ts'
import type { Rules } from '../feed/rounds.ts'
import type { Reader } from '../queries/lead-row.ts'
import type { ActingContext, Warn } from './events.ts'
import { type Deal, runInTurn } from './run.ts'
import { automationsOn, type StoredAutomation, takesTurn } from './stored.ts'
import { lockStory, type ReadStory, readStories } from './stories.ts'

const PAGE = 500

export const worldOf = ({ settings }: Pick<Rules, 'settings'>): World => ({
  settings,
  calendar: businessCalendar(settings.business_hours),
})

/** The earliest instant from which so much working time passes until `ms`; an instant long ago if no time is worked. */
const workingBefore = (ms: number, span: number, { calendar }: World) =>
  Math.max(subtractWorkingMs(ms, span, calendar), 0)

/** SQL: leads `l` that can be due, and some more: `occasionNow` judges them. */
function candidates(trigger: Trigger, world: World, nowMs: number): RawBuilder<unknown> {
  const { settings, calendar } = world
  const oldestMs = nowMs - LATE_FOR_MS
  switch (trigger.kind) {
    case 'idle': {
      const span = trigger.days * (calendar.endMinutes - calendar.startMinutes) * MINUTE_MS
      const [from, to] = [oldestMs, nowMs].map((ms) => at(workingBefore(ms, span, world)))
      return sql`l.uid in (
        select t.lead_uid from timeline t where t.occurred_at >= ${from} and t.occurred_at <= ${to}
        union
        select c.uid from leads c where c.create_lead_date between ${from} and ${to}
        union
        select p.uid from leads p where p.scheduling_date between ${from} and ${to}
        union
        select s.lead_uid from schedulings s where s.scheduling_date between ${from} and ${to})`
    }
    case 'schedule_late':
      return sql`(l.scheduling_status = 0 and l.scheduling_date > ${at(oldestMs)} and l.scheduling_date <= ${at(nowMs)})`
    case 'deadline_near': {
      const { time_to_capture_lead, time_to_finish_lead, time_to_capture_on_time_renovation } = settings
      const longest = Math.max(time_to_capture_lead, time_to_finish_lead) * HOUR_MS
      const from = Math.min(
        workingBefore(oldestMs, longest, world),
        oldestMs - time_to_capture_on_time_renovation * HOUR_MS,
      )
      return sql`(
        l.create_lead_date >= ${at(from)}
        or l.scheduling_date >= ${at(from)}
        or exists (
          select 1 from schedulings s
          where s.lead_uid = l.uid and s.scheduling_date >= ${at(from)}))`
    }
    case 'renewal_near': {
      const [from, to] = [oldestMs - DAY_MS, nowMs].map((ms) => addDays(saoPauloDay(ms), trigger.days))
      return sql`(l.old_end_of_validity between ${from} and ${to})`
    }
    case 'lead_made':
    case 'status_changed':
      return sql`false`
  }
}

type Due = Pick<StoredAutomation, 'id' | 'trigger' | 'sinceMs'>

/**
 * SQL: it acted on the lead `l` as it is defined now, and nobody did anything since. Its instant is the same then, except the end
 * of the bar, which the settings move, too. A day is left for entries that came late.
 */
const isDone = ({ id, trigger, sinceMs }: Due): RawBuilder<unknown> =>
  trigger.kind === 'deadline_near'
    ? sql`false`
    : sql`exists (
        select 1 from automation_runs r
        where r.automation_id = ${id} and r.lead_uid = l.uid and r.made_at > ${at(sinceMs)} and not exists (
          select 1 from timeline n
          where n.lead_uid = l.uid and n.received_at >= r.made_at - interval '1 day'
            and not coalesce(n.changes ? 'automation', false)))`

/** Returns leads that can be due, by their numbers after `after`. */
export const dueStories = (
  db: Reader,
  automation: Due,
  { world, nowMs, after }: { readonly world: World; readonly nowMs: number; readonly after: number },
): Promise<ReadStory[]> =>
  readStories(
    db,
    sql`l.id > ${after} and l.state <> 3 and not l.cancelled and not l.suspended_lead
      and ${candidates(automation.trigger, world, nowMs)} and not ${isDone(automation)}`,
    { limit: PAGE },
  )

/** The leads that are due, the earliest first. */
async function dueLeads(
  { store: { db } }: ActingContext,
  automation: StoredAutomation,
  { world, nowMs }: { readonly world: World; readonly nowMs: number },
): Promise<string[]> {
  const { sinceMs } = automation
  const due: { readonly uid: string; readonly key: string; readonly atMs: number }[] = []
  let after = 0
  for (;;) {
    const stories = await dueStories(db, automation, { world, nowMs, after })
    for (const story of stories) {
      const occasion = occasionNow(automation, story, world, { sinceMs, nowMs })
      if (occasion !== null) due.push({ uid: story.uid, ...occasion })
    }
    const last = stories.at(-1)
    if (last === undefined || stories.length < PAGE) break
    after = last.id
  }
  if (due.length === 0) return []
  const before = await db
    .selectFrom('automation_runs')
    .select(['lead_uid', 'occasion'])
    .where('automation_id', '=', automation.id)
    .where('lead_uid', 'in', sql<string>`(select unnest(${due.map(({ uid }) => uid)}::uuid[]))`)
    .execute()
  const done = new Set(before.map(({ lead_uid, occasion }) => `${lead_uid} ${occasion}`))
  return due
    .filter(({ uid, key }) => !done.has(`${uid} ${key}`))
    .toSorted((one, other) => one.atMs - other.atMs || (one.uid < other.uid ? -1 : 1))
    .map(({ uid }) => uid)
}

/** Judges lead and automation again under the lead's lock: either may have changed. Returns false where the automation is off. */
async function dealWith(
  tx: Tx,
  {
    id,
    uid,
    world,
    nowMs,
  }: { readonly id: string; readonly uid: string; readonly world: World; readonly nowMs: number },
  deal: Deal,
): Promise<boolean> {
  if (!(await takesTurn(tx))) return false
  const automation = (await automationsOn(tx)).find((one) => one.id === id)
  if (automation === undefined) return false
  const story = await lockStory(tx, uid)
  if (story === null) return true
  const occasion = occasionNow(automation, story, world, { sinceMs: automation.sinceMs, nowMs })
  if (occasion === null) return true
  return (await deal({ automation, leadUid: uid, occasion, nowMs }, story)) !== 'paused'
}

interface Look {
  readonly rules: Rules
  readonly warn: Warn
  readonly stop: AbortSignal | undefined
}

async function actOnDueOf(
  context: ActingContext,
  automation: StoredAutomation,
  { rules, warn, stop }: Look,
): Promise<void> {
  const { store, now } = context
  const world = worldOf(rules)
  const nowMs = now()
  for (const uid of await dueLeads(context, automation, { world, nowMs })) {
    if (stop?.aborted === true) return
    const one = { id: automation.id, uid, world, nowMs }
    const goesOn = await runInTurn(
      (deal) =>
        triedAgain(MANY_TRIES, () => store.db.transaction().execute((tx) => dealWith(tx, one, deal(tx)))),
      { rules, warn },
    )
    if (!goesOn) return
  }
}

/** Acts on each lead whose instant has come, each occasion once. Throws what the database throws; the next call goes on there. */
export async function actOnDue(context: ActingContext, warn: Warn, stop?: AbortSignal): Promise<void> {
  const { store, rounds } = context
  const byTime = (await automationsOn(store.db)).filter(({ trigger }) => !isEventTrigger(trigger))
  if (byTime.length === 0) return
  const rules = await rounds.rules(await rounds.ask())
  for (const automation of byTime) {
    if (stop?.aborted === true) return
    try {
      await actOnDueOf(context, automation, { rules, warn, stop })
    } catch (error) {
      if (mayPass(error)) throw error
      // The others have their turn.
      warn(error)
    }
  }
}
