/** When an automation acts on a lead: the one judge of the live run and of the dry run. docs/rules.md#automations */

import { clockOf } from '../lead/channel-rules.ts'
import { isFinished, isInOrigin, isOpenScheduling } from '../lead/lead-state.ts'
import { IMPORT_NOTE } from '../renewals/renewal-lead.ts'
import type { Settings } from '../settings/settings.ts'
import type { BusinessCalendar } from '../sla/business-calendar.ts'
import { limitMs, slaInputOf } from '../sla/progress.ts'
import { addWorkingMs, subtractWorkingMs } from '../sla/working-time.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../time/durations.ts'
import { addDays, startOfDayMs } from '../time/sao-paulo.ts'
import { type Conditions, type Definition, includesBulk, isEventTrigger, type Trigger } from './definition.ts'
import {
  asScheduling,
  beginsStory,
  isBulk,
  type LeadFacts,
  type LeadMoment,
  type LeadStory,
  momentsOf,
} from './story.ts'

export interface World {
  readonly settings: Settings
  readonly calendar: BusinessCalendar
}

/** Each is acted on once. */
export interface Occasion {
  /** The same whenever it is judged. Without what automations write, so that none makes another. */
  readonly key: string
  /** Epoch ms. */
  readonly atMs: number
}

/** After a pause of the server an instant is still acted on so long after it. */
export const LATE_FOR_MS = 7 * DAY_MS

/** The part of an automation that says when and for which leads. */
export type Judged = Pick<Definition, 'trigger' | 'conditions'>

const isIn = (list: readonly number[], id: number | null) =>
  list.length === 0 || (id !== null && list.includes(id))

/** Whether the lead meets all conditions. */
export function meets(facts: LeadFacts, conditions: Conditions): boolean {
  const { channels, insurances, partners, brokers, least_cents: least, most_cents: most } = conditions
  const value = facts.sale_value_cents
  return (
    isIn(channels, facts.channel_id) &&
    isIn(insurances, facts.insurance_id) &&
    isIn(partners, facts.partner_id) &&
    isIn(brokers, facts.broker_id) &&
    (least === null || (value !== null && value >= least)) &&
    (most === null || (value !== null && value <= most))
  )
}

/** Ended, cancelled or suspended: no time comes for it. */
const isOver = (facts: LeadFacts) => isFinished(facts) || facts.cancelled || facts.suspended_lead

function isEventOf(trigger: Trigger, { entry, facts }: LeadMoment): boolean {
  if (entry === null || entry.isByAutomation || (isBulk(entry) && !includesBulk(trigger))) return false
  if (trigger.kind === 'lead_made') return beginsStory(entry)
  if (trigger.kind !== 'status_changed' || beginsStory(entry)) return false
  return 'status' in entry.changes && (trigger.to === null || facts.status === trigger.to)
}

/** The instant that the trigger waits for, while the lead is as it is at this moment; null: there is none. */
function instantOf(trigger: Trigger, moment: LeadMoment, { settings, calendar }: World): Occasion | null {
  const { facts, activityMs, scheduling, isScheduledByAutomation } = moment
  if (isOver(facts)) return null
  switch (trigger.kind) {
    case 'idle': {
      // Who has agreed on a return is not idle before it.
      const dueMs =
        scheduling !== null && isOpenScheduling(scheduling) ? Date.parse(scheduling.scheduling_date) : 0
      const fromMs = Math.max(activityMs, dueMs)
      const dayMs = (calendar.endMinutes - calendar.startMinutes) * MINUTE_MS
      return { key: `idle:${fromMs}`, atMs: addWorkingMs(fromMs, trigger.days * dayMs, calendar) }
    }
    case 'schedule_late': {
      const present = facts.lead_scheduling
      if (present === null || isScheduledByAutomation || !isOpenScheduling(present)) return null
      if (present.description === IMPORT_NOTE) return null
      const atMs = Date.parse(present.scheduling_date)
      return { key: `late:${atMs}`, atMs }
    }
    case 'deadline_near': {
      const input = slaInputOf({
        state: isInOrigin(facts) ? 1 : 2,
        status: facts.status,
        channel_id: facts.channel_id,
        create_lead_date: facts.create_lead_date,
        lead_scheduling: asScheduling(scheduling),
      })
      const endMs = limitMs(input, settings, calendar)
      if (endMs === null) return null
      const beforeMs = trigger.hours * HOUR_MS
      const atMs =
        clockOf(facts.channel_id) === 'countdown'
          ? endMs - beforeMs
          : subtractWorkingMs(endMs, beforeMs, calendar)
      return { key: `limit:${endMs}`, atMs }
    }
    case 'renewal_near': {
      const end = facts.old_end_of_validity
      if (end === null) return null
      const atMs = startOfDayMs(addDays(end, -trigger.days)) + calendar.startMinutes * MINUTE_MS
      return { key: `end:${end}`, atMs }
    }
    case 'lead_made':
    case 'status_changed':
      return null
  }
}

/** The instant is acted on from `sinceMs` on, and not long after it. */
const isDue = (
  { atMs }: Occasion,
  { sinceMs, nowMs }: { readonly sinceMs: number; readonly nowMs: number },
) => atMs > sinceMs && atMs <= nowMs && atMs > nowMs - LATE_FOR_MS

/** Returns the occasion of one entry of the journal, or null. */
export function occasionOfEntry(
  { trigger, conditions }: Judged,
  story: LeadStory,
  entryId: number,
): Occasion | null {
  const moment = momentsOf(story).find(({ entry }) => entry?.id === entryId)
  if (moment === undefined || !isEventOf(trigger, moment) || !meets(moment.facts, conditions)) return null
  return { key: `entry:${entryId}`, atMs: moment.fromMs }
}

/** Returns the occasion that is due now by the time, or null. `sinceMs`: what was before is not acted on. */
export function occasionNow(
  { trigger, conditions }: Judged,
  story: LeadStory,
  world: World,
  now: { readonly sinceMs: number; readonly nowMs: number },
): Occasion | null {
  const moment = momentsOf(story).at(-1)
  if (moment === undefined) return null
  const instant = instantOf(trigger, moment, world)
  return instant !== null && isDue(instant, now) && meets(moment.facts, conditions) ? instant : null
}

/** Returns all occasions that a run from `sinceMs` to `untilMs` would have acted on, the earliest first. */
export function occasionsOf(
  judged: Judged,
  story: LeadStory,
  world: World,
  { sinceMs, untilMs }: { readonly sinceMs: number; readonly untilMs: number },
): Occasion[] {
  const { trigger, conditions } = judged
  const moments = momentsOf(story)
  if (isEventTrigger(trigger))
    return moments.flatMap((moment) =>
      moment.entry !== null &&
      moment.fromMs > sinceMs &&
      moment.fromMs <= untilMs &&
      isEventOf(trigger, moment) &&
      meets(moment.facts, conditions)
        ? [{ key: `entry:${moment.entry.id}`, atMs: moment.fromMs }]
        : [],
    )
  const found = new Map<string, Occasion>()
  for (const [place, moment] of moments.entries()) {
    const endMs = moments[place + 1]?.fromMs ?? untilMs + 1
    const instant = instantOf(trigger, moment, world)
    if (instant === null || found.has(instant.key) || !meets(moment.facts, conditions)) continue
    // It may come about after its instant, as by a condition that is met later.
    const atMs = Math.max(instant.atMs, moment.fromMs, sinceMs + 1)
    if (atMs < endMs && atMs <= untilMs && isDue(instant, { sinceMs, nowMs: atMs }))
      found.set(instant.key, { key: instant.key, atMs })
  }
  return [...found.values()]
}
