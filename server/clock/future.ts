/**
 * What the server does with stored instants of the future, once it trusts its clock: a clock that was ahead has written
 * them. A table for each instant that something waits for, with how far ahead a rule may set it. docs/rules.md#clock
 */
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { LIMIT_NEAR_MS, SOON_MS } from '../../src/domain/notices/notice.ts'
import { cadenceSchema, nextMailAt } from '../../src/domain/reports/views.ts'
import { CONFIRMED_FOR_MS } from '../../src/domain/session/confirmation.ts'
import { CHALLENGE_MS } from '../../src/domain/session/passkeys.ts'
import { CODE_SECONDS, REMEMBERED_MS, STEP_MS } from '../../src/domain/session/second-factor.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/domain/time/durations.ts'
import { LONGEST_ASKED_REST_MS, RETRY_PAUSES_MS } from '../../src/domain/webhooks/tries.ts'
import { TOLERANCE_MS } from '../base/clock/judge.ts'
import type { Database } from '../db/database.ts'
import { readSettings } from '../queries/settings.ts'

interface Awaited {
  readonly table: string
  readonly column: string
  /** How far ahead of the present a rule may set it. */
  readonly mostMs: number
  /** 'now': it counts as of now. 'most': as set now. 'gone': its row goes. */
  readonly becomes: 'now' | 'most' | 'gone'
}

const row = (at: string, mostMs: number, becomes: Awaited['becomes']): Awaited => {
  const [table = '', column = ''] = at.split('.')
  return { table, column, mostMs, becomes }
}

/** The longest window of a limit is a day. */
const LONGEST_WINDOW_MS = DAY_MS
/** Links of mails live a week, answers about CEPs ninety days, a mail waits an hour, a notice a day. */
const LONGEST_LINK_MS = 7 * DAY_MS
const LONGEST_CEP_MS = 90 * DAY_MS

export const AWAITED: readonly Awaited[] = [
  row('automation_runs.made_at', 0, 'now'),
  row('automations.acts_since', 0, 'now'),
  row('cep_cache.expires_at', LONGEST_CEP_MS, 'now'),
  row('client_look_ups.at', 0, 'now'),
  row('command_log.received_at', 0, 'now'),
  row('factor_tries.began_at', 0, 'gone'),
  row('held_indications.received_at', 0, 'now'),
  row('imports.touched_at', 0, 'now'),
  row('kept_answers.expires_at', MINUTE_MS, 'gone'),
  row('renewal_imports.touched_at', 0, 'now'),
  row('mails.created_at', 0, 'now'),
  row('mails.next_try_at', HOUR_MS, 'now'),
  row('message_sendings.next_try_at', HOUR_MS, 'now'),
  row('passkey_challenges.expires_at', CHALLENGE_MS, 'gone'),
  row('password_verifications.expires_at', LONGEST_LINK_MS, 'now'),
  row('push_marks.due_at', Math.max(SOON_MS, LIMIT_NEAR_MS), 'gone'),
  row('push_messages.expires_at', DAY_MS, 'most'),
  row('push_messages.next_try_at', DAY_MS, 'now'),
  row('quiver_answers.fetched_at', 0, 'now'),
  row('rate_limits.ends_at', LONGEST_WINDOW_MS, 'gone'),
  row('remembered_devices.expires_at', REMEMBERED_MS, 'gone'),
  row('screen_settings.changed_at', 0, 'now'),
  row('session_confirmations.expires_at', CONFIRMED_FOR_MS, 'gone'),
  row('sign_in_steps.expires_at', STEP_MS, 'gone'),
  row('user_views.opened_at', 0, 'now'),
  row('webhook_deliveries.ended_at', 0, 'now'),
  row('webhook_deliveries.next_try_at', Math.max(...RETRY_PAUSES_MS), 'now'),
  row('webhooks.failing_since', 0, 'now'),
  row('webhooks.held_until', MINUTE_MS, 'now'),
  row('webhooks.late_since', 0, 'now'),
  row('webhooks.rests_until', LONGEST_ASKED_REST_MS, 'now'),
  row('whatsapp_connection.last_error_at', 0, 'now'),
  row('whatsapp_events.held_until', MINUTE_MS, 'now'),
  row('whatsapp_people.seen_at', 0, 'now'),
  row('whole_exports.alive_at', 0, 'now'),
  row('whole_exports.expires_at', DAY_MS, 'most'),
]

const iso = (ms: number) => new Date(ms).toISOString()

function repair({ table, column, mostMs, becomes }: Awaited, nowMs: number): RawBuilder<unknown> {
  const at = sql.ref(column)
  const isOfFuture = sql`${at} > ${iso(nowMs + mostMs + TOLERANCE_MS)}::timestamptz`
  if (becomes === 'gone') return sql`delete from ${sql.table(table)} where ${isOfFuture}`
  const instead = iso(becomes === 'now' ? nowMs : nowMs + mostMs)
  return sql`update ${sql.table(table)} set ${at} = ${instead}::timestamptz where ${isOfFuture}`
}

/** A session that began in the future begins now, and lives no longer than one that does. */
async function repairSessions(db: Kysely<Database>, nowMs: number, sessionDays: number): Promise<void> {
  const now = iso(nowMs)
  const most = iso(nowMs + sessionDays * DAY_MS)
  const future = iso(nowMs + TOLERANCE_MS)
  await sql`
    update sessions
    set created_at = least(created_at, ${now}::timestamptz), last_seen_at = least(last_seen_at, ${now}::timestamptz),
      expires_at = least(expires_at, ${most}::timestamptz)
    where created_at > ${future}::timestamptz or last_seen_at > ${future}::timestamptz`.execute(db)
}

/** The next mail of a view is at most as far ahead as its cadence says. */
async function repairViews(db: Kysely<Database>, nowMs: number): Promise<void> {
  for (const cadence of cadenceSchema.options) {
    const next_at = nextMailAt(cadence, nowMs)
    await db
      .updateTable('report_mails')
      .set({ next_at })
      .where('cadence', '=', cadence)
      .where('next_at', '>', iso(Date.parse(next_at) + TOLERANCE_MS))
      .execute()
  }
}

/** A code of the future would refuse all codes until then. */
async function repairCodes(db: Kysely<Database>, nowMs: number): Promise<void> {
  const latest = Math.floor((nowMs + TOLERANCE_MS) / 1000 / CODE_SECONDS)
  await db.updateTable('code_apps').set({ last_step: null }).where('last_step', '>', latest).execute()
}

/** Who must set up a second factor has so many days from now, at most. */
async function repairTerms(db: Kysely<Database>, nowMs: number): Promise<void> {
  const { second_factor_days: days } = await readSettings(db)
  await db
    .deleteFrom('second_factor_terms')
    .where('due_at', '>', iso(nowMs + days * DAY_MS + TOLERANCE_MS))
    .execute()
}

/** Takes stored instants of the future back. The clock must be trusted: it would take the past for the future. */
export async function forgetFuture(
  db: Kysely<Database>,
  { nowMs, sessionDays }: { readonly nowMs: number; readonly sessionDays: number },
): Promise<void> {
  for (const awaited of AWAITED) await repair(awaited, nowMs).execute(db)
  await repairSessions(db, nowMs, sessionDays)
  await repairViews(db, nowMs)
  await repairCodes(db, nowMs)
  await repairTerms(db, nowMs)
}
