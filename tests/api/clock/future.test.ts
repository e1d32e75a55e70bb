/** No stored instant of the future is trusted: what a clock that was ahead has written. docs/rules.md#clock */
import { mkdtemp, readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { Registry } from 'prom-client'
import { beforeAll, expect, test } from 'vitest'
import { addBackupGauge } from '../../../server/backup/runs.ts'
import { backUpIfDue } from '../../../server/backup/schedule.ts'
import { createClock, verdictLine } from '../../../server/clock/clock.ts'
import { AWAITED, forgetFuture } from '../../../server/clock/future.ts'
import { backupProbe } from '../../../server/health/findings/standby.ts'
import { openSession } from '../../../server/session/tokens.ts'
import { confirmClockRoute, findingsRoute } from '../../../src/contract/administration/findings.ts'
import { nextMailAt } from '../../../src/domain/reports/views.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../src/domain/time/durations.ts'
import { removeFolder } from '../../support/remove-folder.ts'
import { describeDatabase, type TestStore } from '../support/databases.ts'
import { inHouse } from '../support/in-house.ts'
import { ADMIN, BRUNA } from '../support/people.ts'
import type { TestServer } from '../support/server.ts'
import { ShiftedHouse } from './shifted-house.ts'

const AHEAD = 400 * DAY_MS
const iso = (ms: number) => new Date(ms).toISOString()

/** Instants that tell what happened or is to happen. Nothing of the server waits for one of the future. */
const TELLS: readonly string[] = `
  automation_notices.made_at automations.created_at automations.state_since
  audit_log.at backup_checks.checked_at backup_runs.began_at backup_runs.ended_at calls.date cep_cache.fetched_at chat_history.created_at
  calendar_entries.changed_at calendar_feeds.created_at calendar_feeds.last_used_at
  client_aliases.created_at client_distinctions.decided_at client_erasures.at client_merges.merged_at
  client_merges.undone_at clients.created_at clock_memory.at code_apps.confirmed_at command_log.occurred_at
  creation_log.created_at data_requests.created_at device_keys.last_used_at device_keys.made_at devices.created_at
  devices.erase_confirmed_at devices.erase_received_at devices.erase_requested_at devices.reported_at
  devices.waiting_since elective_leads.created_at elective_leads.proposal_date elective_leads.updated_at erased_files.at
  external_indications.consent_at external_indications.created_at external_indications.health_consent_at
  held_indications.decided_at history_anchors.at history_breaks.found_at history_checks.begun_at history_checks.pass_ended_at
  import_keys.created_at import_mappings.created_at imports.created_at imports.ended_at in_person_diagnoses.created_at
  indication_links.renewed_at insurer_spellings.seen_at lead_duplicates.created_at lead_duplicates.relead_at
  lead_duplicates.released_at lead_duplicates.used_at lead_files.uploaded_at lead_transfers.made_at
  lead_transfers.undone_at message_sendings.ended_at message_sendings.made_at message_sendings.recorded_at leads.capture_date leads.contact_date leads.create_lead_date leads.end_lead_date
  leads.first_call_date leads.proposal_date leads.quoted_date leads.scheduling_date leads.sold_date
  legal_records.created_at mails.failed_at mails.sent_at partner_keys.created_at partner_keys.last_used_at
  partner_keys.revoked_at passkeys.created_at passkeys.last_used_at password_verifications.created_at
  password_verifications.disowned_since password_verifications.used_at placed_calls.placed_at push_keys.created_at push_messages.created_at
  push_subscriptions.created_at push_subscriptions.renewed_at receipt_mails.since receipt_told.told_at renewal_imports.created_at renewal_imports.ended_at
  report_mails.last_sent_at report_views.created_at returned_leads.made_at revocations.at schedulings.closed_at schedulings.created_at
  obligations.begun_at obligations.ended_at suggested_messages.decided_at suggested_messages.made_at
  schedulings.scheduling_date security_incidents.created_at sessions.revoked_at sync_marks.created_at
  timeline.occurred_at timeline.received_at tombstones.created_at uploaded_files.created_at user_passwords.changed_at
  used_recovery_codes.used_at user_passwords.ended_at users.created_at users.verified_at
  webhook_deliveries.due_at webhook_deliveries.made_at webhook_deliveries.tried_at webhooks.created_at webhooks.state_since
  whatsapp_connection.created_at whatsapp_connection.last_event_at whatsapp_connection.state_since
  whatsapp_connection.verified_at whatsapp_events.received_at whatsapp_messages.at whatsapp_messages.edited_at
  whatsapp_messages.revoked_at whatsapp_numbers.created_at whatsapp_strangers.first_at whatsapp_strangers.ignored_at
  whatsapp_strangers.last_at whole_exports.asked_at whole_exports.ended_at`
  .trim()
  .split(/\s+/u)

/** Those that server/clock/future.ts takes back by a rule of their own. */
const BY_RULE = [
  'report_mails.next_at',
  'second_factor_terms.due_at',
  'sessions.created_at',
  'sessions.expires_at',
  'sessions.last_seen_at',
]

describeDatabase('instants of the future', (open) => {
  let store: TestStore
  let server: TestServer
  let house: ShiftedHouse
  let root: string
  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), 'farol-future-'))
    return () => removeFolder(root)
  })
  inHouse(open, (opened) => {
    ;({ store, server } = opened)
    house = new ShiftedHouse(store, server)
  })
  const forget = () => forgetFuture(store.db, { nowMs: Date.now(), sessionDays: 30 })

  test('each instant of the database is known as one that something waits for, or not', async () => {
    const { rows } = await sql<{ name: string }>`
      select table_name || '.' || column_name as name from information_schema.columns
      where table_schema = current_schema() and data_type like 'timestamp%'`.execute(store.db)
    const known = [...AWAITED.map(({ table, column }) => `${table}.${column}`), ...BY_RULE, ...TELLS]
    expect(known.toSorted()).toEqual(rows.map(({ name }) => name).toSorted())
  })

  test('mails, views, notices and codes are due again', async () => {
    const { db } = store
    const far = iso(Date.now() + AHEAD)
    await sql`
      insert into mails (id, user_id, purpose, recipient, subject, body_text, body_html, created_at, next_try_at)
      values (gen_random_uuid(), ${BRUNA}, 'test', 'b@exemplo.com.br', 'x', '', '', ${far}, ${far})`.execute(
      db,
    )
    const view = crypto.randomUUID()
    await sql`insert into report_views (id, user_id, path, name, filter)
      values (${view}, ${BRUNA}, '/relatorio', 'x', '{}')`.execute(db)
    await sql`insert into report_mails (view_id, cadence, next_at) values (${view}, 'daily', ${far})`.execute(
      db,
    )
    await sql`insert into code_apps (user_id, secret, confirmed_at, last_step)
      values (${BRUNA}, 'x', now(), ${Math.floor((Date.now() + AHEAD) / 30_000)})`.execute(db)
    await sql`insert into screen_settings (user_id, screen, value, changed_at)
      values (${BRUNA}, 'notices', '{}', ${far})`.execute(db)
    await forget()
    const mail = await db.selectFrom('mails').select('next_try_at').executeTakeFirstOrThrow()
    expect(Date.parse(mail.next_try_at)).toBeLessThanOrEqual(Date.now())
    const due = await db.selectFrom('report_mails').select('next_at').executeTakeFirstOrThrow()
    expect(iso(Date.parse(due.next_at))).toBe(iso(Date.parse(nextMailAt('daily', Date.now()))))
    expect(await db.selectFrom('code_apps').select('last_step').execute()).toEqual([{ last_step: null }])
    const kept = await db.selectFrom('screen_settings').select('changed_at').executeTakeFirstOrThrow()
    expect(Date.parse(kept.changed_at)).toBeLessThanOrEqual(Date.now())
  })

  test('a session that began in the future lives no longer than one that begins now', async () => {
    const { id } = await openSession({ ...server.context, now: () => Date.now() + AHEAD }, BRUNA, 'tablet')
    await forget()
    const { created_at, expires_at } = await store.db
      .selectFrom('sessions')
      .select(['created_at', 'expires_at'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(Date.parse(created_at)).toBeLessThanOrEqual(Date.now())
    expect(Date.parse(expires_at)).toBeLessThanOrEqual(Date.now() + 30 * DAY_MS)
  })

  test('the page without login opens again at once', async () => {
    const ask = () => server.app.inject({ url: '/api/externalInit?inviter_id=x' })
    const statuses = async () => {
      const seen = new Set<number>()
      for (let call = 0; call < 130; call++) seen.add((await ask()).statusCode)
      return seen
    }
    server.forward(AHEAD)
    expect(await statuses()).toContain(429)
    server.forward(-AHEAD)
    expect((await ask()).statusCode).not.toBe(429)
    await store.db.deleteFrom('rate_limits').execute()
  })

  test('the daily backup is due, its age is not negative, and none of the future counts', async () => {
    const dir = await mkdtemp(join(root, 'made-'))
    const at = (ms: number) => ({ ...server.context, now: () => Date.now() + ms })
    const make = (ms: number) => backUpIfDue(at(ms), dir, new AbortController().signal)
    const age = async () => {
      const registry = new Registry()
      addBackupGauge(registry, store, { isExpected: true })
      return (await registry.getSingleMetric('farol_backup_age_seconds')?.get())?.values[0]?.value
    }
    expect(await make(AHEAD)).not.toBeNull()
    expect(await age(), 'no backup is known').toBe(Number.POSITIVE_INFINITY)
    expect(await make(0)).not.toBeNull()
    expect(await readdir(dir)).toHaveLength(2)
    expect(await age()).toBeGreaterThanOrEqual(0)
    const { config, integrations } = server.context
    const grounds = { config, integrations, now: () => Date.now(), process: null, replica: async () => null }
    expect(await backupProbe.look(grounds, store)).toMatchObject([{ state: 'good' }])
    await store.db.deleteFrom('backup_runs').execute()
  })

  test('a start tells a doubted clock at once, and says when it is right again', async () => {
    await house.reset()
    const said: string[] = []
    let ms = 0
    const clock = createClock(house.store, {
      sessionDays: 30,
      wall: () => Date.now() + ms,
      tell: (verdict, nowMs) => said.push(verdictLine(verdict, nowMs)),
    })
    ms = AHEAD
    await clock.look()
    ms = 0
    await clock.look()
    await clock.look()
    expect(said).toEqual([
      expect.stringMatching(
        /^ATENÇÃO: o relógio mostra .* um administrador confirmá-la em Configurações, 'Saúde'\.$/,
      ),
      expect.stringMatching(/^O relógio confere/),
    ])
  })

  test("'Saúde' tells it, and a person's confirmation lets the loops go on", async () => {
    await house.reset()
    house.shift(-3 * HOUR_MS)
    expect(await house.clock.look()).toMatchObject({ kind: 'behind' })
    server.forward(-3 * HOUR_MS)
    const found = async () => {
      server.forward(MINUTE_MS)
      const { body } = await (await server.device(ADMIN)).call('GET', '/health/findings?again=1')
      return findingsRoute.answer.parse(body).findings.find(({ key }) => key.startsWith('clock_'))
    }
    const isElsewhere = store.kind === 'postgres'
    expect(await found()).toMatchObject({
      key: isElsewhere ? 'clock_apart' : 'clock_memory',
      state: 'problem',
      to_do: expect.stringContaining('E-mails, avisos e limpezas esperam'),
    })
    const admin = await server.device(ADMIN)
    expect(await admin.call(confirmClockRoute.method, '/health/clock')).toMatchObject({ status: 403 })
    const confirmed = await server.confirmedDevice(ADMIN)
    const { status } = await confirmed.call('POST', '/health/clock')
    expect(status).toBe(isElsewhere ? 409 : 200)
    server.forward(isElsewhere ? 3 * HOUR_MS : 0)
    expect(await found()).toMatchObject({ key: 'clock_memory', state: 'good' })
    if (!isElsewhere)
      expect(server.security).toContainEqual(expect.objectContaining({ event: 'clock_confirmed' }))
  })
})
