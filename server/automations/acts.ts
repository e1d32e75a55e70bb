/** What an automation does to a lead, in the transaction of its run. docs/rules.md#automations */

import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { absentOn } from '../../src/domain/absence/absence.ts'
import { type Act, automationAuthor, scheduledBy } from '../../src/domain/automations/definition.ts'
import type { ActResult, Why } from '../../src/domain/automations/outcomes.ts'
import { asScheduling } from '../../src/domain/automations/story.ts'
import { isFinished, isInOrigin, isOpenScheduling } from '../../src/domain/lead/lead-state.ts'
import type { SessionUser } from '../../src/domain/session/session-user.ts'
import { businessCalendar, nextWorkingDay } from '../../src/domain/sla/business-calendar.ts'
import { at } from '../../src/domain/time/at.ts'
import { dayNumber, dayNumberStartMs } from '../../src/domain/time/day-number.ts'
import { DAY_MS } from '../../src/domain/time/durations.ts'
import { instantOf, saoPauloDay } from '../../src/domain/time/sao-paulo.ts'
import { handleCommand } from '../commands/handle-command.ts'
import type { Tx } from '../db/database.ts'
import type { Rules } from '../feed/rounds.ts'
import { queueNotices } from '../push/queue.ts'
import { type NotSuggested, suggestMessage } from '../whatsapp/suggestions.ts'
import type { ReadStory } from './stories.ts'
import { whoIsTold } from './told.ts'

export interface Acting {
  readonly tx: Tx
  readonly automation: { readonly id: string; readonly name: string }
  readonly story: ReadStory
  /** The key of what it acts on. */
  readonly occasion: string
  readonly rules: Rules
  readonly nowMs: number
}

type Became = Pick<ActResult, 'why' | 'message'>

const DONE: Became = { why: null, message: null }
const left = (why: Why, message: string | null = null): Became => ({ why, message })

/** What the rules of a command ask about its user. It is stored nowhere. */
const standIn = (name: string): SessionUser => ({
  id: 0,
  name: automationAuthor(name),
  login: '',
  email: '',
  phone: '',
  roles: [{ id: 1, name: 'Administrador' }],
  channel_id: 0,
  channel: { id: 0, name: '' },
  partners: [],
  technical_team: null,
})

async function command(
  { tx, automation, story, rules, nowMs }: Acting,
  name: 'lead.schedule' | 'lead.addNote',
  args: object,
): Promise<Became> {
  const request = {
    key: uuidv7(),
    command: name,
    schemaVersion: 1,
    args: { lead_uid: story.uid, ...args },
    base: {},
    occurredAt: at(nowMs),
    dependsOn: null,
    user: standIn(automation.name),
    deviceId: null,
    automation: { name: automation.name },
  }
  const result = await handleCommand(tx, request, { nowMs, rules, foreign: () => {} })
  if (result.outcome === 'applied') return DONE
  if (result.outcome === 'rejected' && result.code === 'erased') return left('erased')
  return left('refused', 'message' in result ? result.message : null)
}

/** Queues a notice for each of them, and the pushes of their devices. */
export async function tell(
  tx: Tx,
  userIds: readonly number[],
  notice: {
    readonly automationId: string
    readonly leadUid: string | null
    readonly text: string
    readonly nowMs: number
  },
): Promise<void> {
  if (userIds.length === 0) return
  const { automationId, leadUid, text, nowMs } = notice
  await tx
    .insertInto('automation_notices')
    .values(
      userIds.map((user_id) => ({
        automation_id: automationId,
        user_id,
        lead_uid: leadUid,
        text,
        made_at: at(nowMs),
      })),
    )
    .execute()
  await queueNotices(
    tx,
    userIds.map((userId) => ({
      userId,
      kind: 'automation' as const,
      leadUid,
      expiresAt: at(nowMs + DAY_MS),
    })),
    nowMs,
  )
}

async function notice(acting: Acting, act: Extract<Act, { kind: 'notice' }>): Promise<Became> {
  const { tx, automation, story, nowMs } = acting
  const brokerId = story.facts.broker_id
  const told = await whoIsTold(tx, { to: act.to, brokerId })
  if (told.length === 0) return left(act.to === 'broker' && brokerId === null ? 'no_broker' : 'nobody')
  await tell(tx, told, { automationId: automation.id, leadUid: story.uid, text: act.text, nowMs })
  return DONE
}

/** So many working days (YYYY-MM-DD) after an instant. */
function workingDayAfter(nowMs: number, days: number, { settings }: Rules): string {
  const calendar = businessCalendar(settings.business_hours)
  let day = dayNumber(nowMs)
  for (let count = 0; count < days; count++) day = nextWorkingDay(day, calendar)
  return saoPauloDay(dayNumberStartMs(day))
}

/** The day, or the first working one after the leave on which it would be nobody's return. docs/rules.md#absences */
async function dayOfSomebody({ tx, rules }: Acting, brokerId: number, wanted: string): Promise<string> {
  const absences = await tx
    .selectFrom('absences')
    .select(['id', 'from_day', 'to_day', 'substitute_id'])
    .where('user_id', '=', brokerId)
    .where('state', '<>', 'over')
    .execute()
  let day = wanted
  for (
    let leave = absentOn({ absences }, day);
    leave?.substitute_id === null;
    leave = absentOn({ absences }, day)
  )
    day = workingDayAfter(Date.parse(instantOf(leave.to_day, '12:00')), 1, rules)
  return day
}

async function schedule(acting: Acting, act: Extract<Act, { kind: 'schedule' }>): Promise<Became> {
  const { facts } = acting.story
  if (isFinished(facts)) return left('ended')
  if (facts.broker_id === null) return left('no_broker')
  if (isInOrigin(facts)) return left('not_captured')
  // What a person agreed on is never overwritten.
  if (isOpenScheduling(asScheduling(facts.lead_scheduling))) return left('scheduled')
  const wanted = workingDayAfter(acting.nowMs, act.days, acting.rules)
  const day = await dayOfSomebody(acting, facts.broker_id, wanted)
  return command(acting, 'lead.schedule', {
    scheduling_date: instantOf(day, act.time),
    description: scheduledBy(act.text, acting.automation.name),
  })
}

async function webhook({ tx, automation, story, nowMs }: Acting): Promise<Became> {
  const { rows } = await sql<{ id: number }>`
    insert into webhook_deliveries (webhook_id, event_id, kind, lead_uid, facts, made_at, next_try_at)
    select w.id, e.event_id, 'automation.acted', l.uid,
      webhook_facts(l) || jsonb_build_object('occurred_at', ${at(nowMs)}::text, 'automation', ${automation.name}::text),
      ${at(nowMs)}, ${at(nowMs)}
    from webhooks w
    cross join (select ${randomUUID()}::uuid as event_id) e
    join leads l on l.uid = ${story.uid}
    where w.state = 'on' and 'automation.acted' = any(w.events)
    order by w.id
    for key share of w
    returning id`.execute(tx)
  return rows.length === 0 ? left('no_webhook') : DONE
}

const NOT_SUGGESTED: Readonly<Record<NotSuggested, Why>> = {
  'opt-out': 'opted_out',
  erased: 'erased',
  'no-lead': 'failed',
  ended: 'ended',
  'no-broker': 'no_broker',
  'no-template': 'no_template',
  exists: 'suggested',
}

async function whatsapp(acting: Acting, act: Extract<Act, { kind: 'whatsapp' }>): Promise<Became> {
  const { tx, automation, story, occasion, nowMs } = acting
  const not = await suggestMessage(tx, {
    leadUid: story.uid,
    templateId: act.template,
    reason: `Automação: ${automation.name}`,
    key: `automation:${automation.id}:${occasion}`,
    nowMs,
  })
  return not === null ? DONE : left(NOT_SUGGESTED[not])
}

async function became(acting: Acting, act: Act): Promise<Became> {
  switch (act.kind) {
    case 'notice':
      return notice(acting, act)
    case 'schedule':
      return schedule(acting, act)
    case 'note':
      return command(acting, 'lead.addNote', { note: act.text })
    case 'whatsapp':
      return whatsapp(acting, act)
    case 'webhook':
      return webhook(acting)
  }
}

/** Does one act. Returns what became of it; throws what the database throws. */
export async function perform(acting: Acting, act: Act): Promise<ActResult> {
  return { act: act.kind, ...(await became(acting, act)) }
}
