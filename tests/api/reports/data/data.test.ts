/** The data set of the reports: its size, and that both databases give back what its rules say. */
import { sql } from 'kysely'
import { beforeAll, describe, expect, it, test } from 'vitest'
import { CHANNELS } from '../../../../server/db/reference-data.ts'
import { isCnpj, isCpf } from '../../../../src/domain/documents/cpf-cnpj.ts'
import { settingsFrom } from '../../../../src/domain/settings/settings.ts'
import { describeDatabase, type TestStore } from '../../support/databases.ts'
import { BLOCKS, LEADS } from './leads.ts'
import { BUSINESS_HOURS, columnsOf, loadReportData } from './load.ts'
import * as people from './people.ts'

describe('the data set of the reports', () => {
  it('has the number of leads that its files name', () => {
    const counts = Object.entries(BLOCKS).map(([block, plans]) => `${block} ${plans.length}`)
    expect(counts).toEqual([
      'attendance 143',
      'edges 34',
      'hours 26',
      'calls 24',
      'losses 32',
      'renewals 66',
      'indications 24',
      'types 44',
      'earlier 52',
      'oddities 14',
    ])
    expect(LEADS).toHaveLength(459)
  })

  it('has numbers, uids and calls in order', () => {
    expect(LEADS.map(({ id }) => id)).toEqual(LEADS.map((_, place) => place + 1))
    expect(new Set(LEADS.map(({ uid }) => uid)).size).toBe(LEADS.length)
    for (const { about, calls, client } of LEADS) {
      const dates = calls.map(({ date }) => date)
      expect(dates, about).toEqual(dates.toSorted())
      expect(client.cpf === '' || isCpf(client.cpf) || isCnpj(client.cpf), about).toBe(true)
    }
  })
})

describeDatabase('the data set of the reports', (open) => {
  let store: TestStore
  beforeAll(async () => {
    store = await open()
    await loadReportData(store.db)
  })

  test('gives back every column of every lead', async () => {
    const rows = await store.db.selectFrom('leads').selectAll().orderBy('id').execute()
    const set = LEADS.map((lead) => ({ ...columnsOf(lead), version: expect.any(Number) }))
    const clocks = Object.keys(rows[0] ?? {}).filter((column) => column.endsWith('_clock'))
    expect(clocks).toHaveLength(8)
    const withoutClocks = Object.fromEntries(clocks.map((column) => [column, null]))
    expect(rows).toEqual(set.map((lead) => ({ ...lead, ...withoutClocks })))
  })

  test('gives back clients, calls and previous brokers', async () => {
    const clients = await store.db.selectFrom('clients').select(['uid', 'name', 'cpf', 'cellphone']).execute()
    const byUid = new Map(clients.map((client) => [client.uid, client]))
    expect(clients).toHaveLength(LEADS.length - 1)
    for (const { client } of LEADS)
      expect(byUid.get(client.uid)).toEqual(expect.objectContaining({ cpf: client.cpf }))
    const calls = await store.db
      .selectFrom('calls')
      .select(['date', 'duration', 'status', 'user_id'])
      .orderBy('id')
      .execute()
    expect(calls).toEqual(LEADS.flatMap((lead) => lead.calls))
    const { rows } = await sql<{ lead_uid: string; previous_broker_id: number }>`
      select lead_uid, previous_broker_id from renewals order by lead_uid`.execute(store.db)
    const renewed = LEADS.filter(({ previous_broker_id }) => previous_broker_id !== null)
    expect(rows).toEqual(
      renewed.map(({ uid, previous_broker_id }) => ({ lead_uid: uid, previous_broker_id })),
    )
  })

  test('has the settings, the channels and a user of every role', async () => {
    const settings = settingsFrom(await store.db.selectFrom('settings').select(['key', 'value']).execute())
    expect(settings.business_hours).toEqual(BUSINESS_HOURS)
    const channels = await store.db.selectFrom('channels').select('id').execute()
    expect(channels).toHaveLength(CHANNELS.length + 1)
    const roles = await store.db
      .selectFrom('user_roles')
      .select('role_id')
      .distinct()
      .orderBy('role_id')
      .execute()
    expect(roles.map(({ role_id }) => role_id)).toEqual([1, 2, 3, 4, 5, 6, 7])
    const partners = await store.db.selectFrom('user_partners').selectAll().orderBy('partner_id').execute()
    expect(partners).toEqual([
      { user_id: people.SHOP_OF_ONE, partner_id: people.AVENIDA },
      { user_id: people.SHOP_OF_TWO, partner_id: people.BELA_VISTA },
      { user_id: people.SHOP_OF_TWO, partner_id: people.CENTRO },
    ])
  })

  test('takes a row of a test after its own', async () => {
    const user = { name: 'Mais um', login: 'mais-um', email: 'mais-um@exemplo.com.br' }
    const { id } = await store.db.insertInto('users').values(user).returning('id').executeTakeFirstOrThrow()
    expect(id).toBe(people.PARTNER_REFERRER + 1)
  })
})
