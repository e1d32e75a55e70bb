/** The demo: one seed gives the same data; its people are plausible; every screen and account has something. */
import { verify } from '@node-rs/argon2'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { DEMO_PASSWORD, fillDemo, isEmpty } from '../../../server/demo/fill-demo.ts'
import { readLead } from '../../../server/queries/lead-row.ts'
import { isCnpj, isCpf } from '../../../src/domain/documents/cpf-cnpj.ts'
import { isMobile, isPhone } from '../../../src/domain/phone/phone.ts'
import { settingsFrom } from '../../../src/domain/settings/settings.ts'
import { describeEachDatabase, type TestStore } from '../support/databases.ts'

const NOW = new Date('2026-11-21T03:17:42Z')
const LEADS = 2000

async function count(store: TestStore, condition: string): Promise<number> {
  const { rows } = await sql<{
    n: number
  }>`select count(*) as n from leads where ${sql.raw(condition)}`.execute(store.db)
  return rows[0]?.n ?? 0
}

/** Hashes of all rows of the demo, without the columns that the database numbers and stamps itself. */
async function fingerprint(store: TestStore): Promise<string[]> {
  const tables = [
    'users',
    'partners',
    'clients',
    'leads',
    'schedulings',
    'calls',
    'timeline',
    'elective_leads',
    'lead_duplicates',
    'lead_temps',
    'obligations',
  ]
  return Promise.all(
    tables.map(async (table) => {
      const { rows } = await sql<{ hash: string }>`
        select md5(string_agg(row, '|' order by row)) as hash
        from (
          select (to_jsonb(t) - 'version' - 'scope_version' - 'created_at' - 'id')::text as row
          from ${sql.table(table)} t
        ) rows
      `.execute(store.db)
      return `${table} ${rows[0]?.hash}`
    }),
  )
}

describeEachDatabase('demo', (open) => {
  let store: TestStore
  beforeAll(async () => {
    store = await open()
    await fillDemo(store, { leads: LEADS, now: NOW })
  })

  test('the demo fills an empty database and no other', async () => {
    expect(await isEmpty(store)).toBe(false)
    await fillDemo(store, { leads: 10, now: NOW })
    expect(await count(store, 'true')).toBe(LEADS)
  })

  test("calls have every way and result, and the first call of a lead equals the lead's own fields", async () => {
    const { rows } = await sql<{
      kind: string
    }>`select distinct way || ' ' || status as kind from calls`.execute(store.db)
    const kinds = ['device 2', 'phone_system 0', 'phone_system 1', 'phone_system 2', 'phone_system 3']
    expect(rows.map(({ kind }) => kind).sort()).toEqual(kinds)
    const first = '(select min(date) from calls c where c.lead_uid = leads.uid)'
    expect(await count(store, `first_call_date is distinct from ${first}`)).toBe(0)
    expect(
      await count(store, `exists (select 1 from calls c where c.lead_uid = leads.uid and c.phone = '')`),
    ).toBe(0)
    const told = `exists (select 1 from timeline t where t.lead_uid = leads.uid and t.command = 'lead.callResult')`
    expect(await count(store, `(first_call_date is not null) <> ${told}`)).toBe(0)
  })

  test('each broker of the README has limits of each kind that run, are late and are kept, and its leads have those that run', async () => {
    const today = '2026-11-21'
    const { rows } = await sql<{ kind: string; open: number; late: number; kept: number }>`
      select l.broker_id || ' ' || o.kind as kind,
        count(*) filter (where outcome is null and until_day >= ${today})::int as open,
        count(*) filter (where outcome is null and until_day < ${today})::int as late,
        count(*) filter (where outcome = 'fulfilled' and proof <> '')::int as kept
      from obligations o join leads l on l.uid = o.lead_uid
      where l.broker_id in (3, 4)
      group by 1 order by 1`.execute(store.db)
    expect(rows.map(({ kind }) => kind)).toEqual(
      [3, 4].flatMap((broker) => ['answer', 'document', 'handover'].map((kind) => `${broker} ${kind}`)),
    )
    for (const { kind, open: running, late, kept } of rows)
      expect({ kind, running: running > 0, late: late > 0, kept: kept > 0 }).toEqual({
        kind,
        running: true,
        late: true,
        kept: true,
      })
    const inRow = `(select count(*) from obligations o where o.lead_uid = leads.uid and o.outcome is null)`
    expect(await count(store, `coalesce(jsonb_array_length(obligations), 0) <> ${inRow}`)).toBe(0)
  })

  test('leads have every state and status, late and on time, scheduled, suspended and on fire', async () => {
    const now = `timestamptz '${NOW.toISOString()}'`
    const wanted = {
      origin: 'state = 1 and status = 1 and broker_id is null',
      negotiation: 'state = 2 and status = 2',
      contacted: 'state = 2 and status = 3',
      quoted: 'state = 2 and status = 4 and quoted = 1',
      pending: 'state = 2 and status = 5 and pending_sell',
      sold: 'state = 3 and status = 6 and sold = 1 and sale_value_cents > 0',
      lost: 'state = 3 and sold = 0 and lost_sale = 1',
      competitor: 'lost_sale = 5 and competitor_broker is not null and endorsement_date is not null',
      cancelled: 'state = 3 and cancelled',
      captureOnTime: 'capture_on_time = 1',
      captureLate: 'capture_on_time = 0',
      attendanceLate: 'attendance_on_time = 0',
      scheduleLate: `scheduling_status = 0 and scheduling_date < ${now}`,
      scheduleAhead: `scheduling_status = 0 and scheduling_date > ${now}`,
      dimmed: `state = 1 and scheduling_status = 0 and scheduling_date > ${now}`,
      suspended: 'state = 1 and suspended_lead',
      onFire: 'on_fire',
      quiver: 'insurance_id = 25',
      fresh: `state = 1 and create_lead_date between ${now} - interval '6 hours' and ${now}`,
      finishedShown: `state = 3 and end_lead_date > ${now} - interval '30 days'`,
    }
    const counts = await Promise.all(
      Object.entries(wanted).map(async ([name, condition]) => [name, await count(store, condition)] as const),
    )
    expect(counts.filter(([, found]) => found < 5)).toEqual([])
  })

  test('no lead contradicts itself', async () => {
    const now = `timestamptz '${NOW.toISOString()}'`
    const contradictions = [
      'capture_date < create_lead_date',
      'scheduling_date < create_lead_date',
      'contact_date < capture_date',
      'quoted_date < capture_date',
      'sold_date < contact_date or sold_date < quoted_date',
      'end_lead_date < sold_date',
      `end_lead_date > ${now} or capture_date > ${now}`,
      '(state = 1) <> (broker_id is null)',
      '(state = 3) <> (status = 6)',
      '(state = 3) <> (end_lead_date is not null)',
      '(quoted = 1) <> (quoted_date is not null)',
      'sold = 1 and lost_sale is not null',
      'channel_id in (1, 2) and proposal is null',
    ]
    const counts = await Promise.all(
      contradictions.map(async (condition) => [condition, await count(store, condition)] as const),
    )
    expect(counts.filter(([, found]) => found > 0)).toEqual([])
  })

  test('each channel and insurance line of the rules exists, with unclaimed leads', async () => {
    const { rows } = await sql<{
      channel_id: number
    }>`select distinct channel_id from leads where state = 1`.execute(store.db)
    const open = rows.map((row) => row.channel_id)
    expect(open).toEqual(expect.arrayContaining([1, 6, 7, 8, 9, 10, 14, 27, 28, 29]))
    const insurances = await store.db.selectFrom('insurances').select('id').orderBy('id').execute()
    expect(insurances.map(({ id }) => id)).toEqual(Array.from({ length: 29 }, (_, place) => place + 1))
    expect(
      await store.db.selectFrom('partners').select('id').where('id', '=', 24).executeTakeFirst(),
    ).toEqual({ id: 24 })
  })

  test('no two dealerships have the same name', async () => {
    const partners = await store.db.selectFrom('partners').select('name').execute()
    expect(new Set(partners.map(({ name }) => name)).size).toBe(partners.length)
  })

  test('documents and phones are valid, the CNPJ in both forms', async () => {
    const clients = await store.db
      .selectFrom('clients')
      .select(['cpf', 'phone', 'cellphone', 'cep'])
      .execute()
    expect(clients.filter(({ cpf }) => !isCpf(cpf) && !isCnpj(cpf))).toEqual([])
    expect(
      clients.filter(({ phone, cellphone }) => (phone !== '' && !isPhone(phone)) || !isMobile(cellphone)),
    ).toEqual([])
    expect(clients.filter(({ cep }) => !/^\d{8}$/.test(cep))).toEqual([])
    const companies = clients.map(({ cpf }) => cpf).filter((document) => document.length === 14)
    expect(companies.filter((document) => /[A-Z]/.test(document)).length).toBeGreaterThan(10)
    expect(companies.filter((document) => /^\d+$/.test(document)).length).toBeGreaterThan(10)
  })

  test('the eight accounts sign in with one password, each in its role, with leads of its own', async () => {
    const users = await store.db
      .selectFrom('users')
      .innerJoin('user_roles', 'user_roles.user_id', 'users.id')
      .innerJoin('user_passwords', 'user_passwords.user_id', 'users.id')
      .select(['users.id', 'users.login', 'user_roles.role_id', 'user_passwords.hash', 'users.status'])
      .where('users.id', '<=', 8)
      .orderBy('users.id')
      .execute()
    expect(users.map(({ login, role_id, status }) => [login, role_id, status])).toEqual([
      ['admin', 1, 1],
      ['gerente', 2, 1],
      ['corretor', 3, 1],
      ['corretora', 3, 1],
      ['concessionaria', 4, 1],
      ['indicador', 5, 1],
      ['especial', 6, 1],
      ['parceiro', 7, 1],
    ])
    expect(await verify(users[0]?.hash ?? '', DEMO_PASSWORD)).toBe(true)
    for (const broker of [3, 4]) {
      expect(await count(store, `broker_id = ${broker} and state = 2`)).toBeGreaterThan(20)
      expect(await count(store, `broker_id = ${broker}`)).toBeLessThanOrEqual(120)
    }
    for (const inviter of [5, 6, 7, 8])
      expect(await count(store, `inviter_id = ${inviter}`)).toBeGreaterThan(15)
  })

  test('rows match the wire schemas, and a lead has its latest scheduling', async () => {
    const leads = await store.db.selectFrom('leads').select('uid').orderBy('id').limit(40).execute()
    for (const { uid } of leads) expect(await readLead(store.db, uid)).toMatchObject({ uid })
    const { rows } = await sql<{ n: number }>`
      select count(*) as n from leads l left join lateral (
        select * from schedulings s where s.lead_uid = l.uid order by s.id desc limit 1) s on true
      where (l.scheduling_date, l.scheduling_description, l.scheduling_status)
        is distinct from (s.scheduling_date, s.description, s.status)`.execute(store.db)
    expect(rows[0]?.n).toBe(0)
  })

  test('settings have their defaults, and new rows take the next free numbers', async () => {
    const settings = settingsFrom(await store.db.selectFrom('settings').select(['key', 'value']).execute())
    expect(settings).toMatchObject({
      refresh_lead_seconds: 30,
      time_to_capture_lead: 1,
      finished_leads_days_to_show: 30,
    })
    const { rows } = await sql<{ next: number; highest: number }>`
      select nextval('lead_numbers') as next, (select max(id) from leads) as highest`.execute(store.db)
    expect(rows[0]?.next).toBe((rows[0]?.highest ?? 0) + 1)
  })
})

describeEachDatabase('demo seed', (open) => {
  test('the same seed and minute give the same data; another seed gives other data', async () => {
    const filled = async (seed: number, seconds: number) => {
      const store = await open()
      await fillDemo(store, { leads: 150, now: new Date(Date.UTC(2026, 10, 21, 15, 0, seconds)), seed })
      return fingerprint(store)
    }
    const first = await filled(7, 0)
    expect(await filled(7, 59)).toEqual(first)
    const other = await filled(8, 0)
    expect(other.filter((line) => first.includes(line))).toEqual([])
  })
})
