/** The reference calls: their shapes, and the rights of each of the eight demo accounts. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { z } from 'zod'
import { DEMO_ACCOUNTS } from '../../../server/demo/accounts.ts'
import { clientsRoute } from '../../../src/contract/clients.ts'
import { dashboardRoute, rolesRoute, SETTING_KEYS } from '../../../src/contract/reference.ts'
import { currentUserRoute, listOf } from '../../../src/contract/session.ts'
import {
  channelSchema,
  entrySchema,
  insuranceSchema,
  partnerSchema,
  technicalTeamSchema,
  userEntrySchema,
} from '../../../src/domain/catalogue/catalogue.ts'
import { describeDatabase } from '../support/databases.ts'
import { type Account, type DemoServer, startDemoServer } from './demo-server.ts'

const ROLES = {
  admin: 1,
  gerente: 2,
  corretor: 3,
  corretora: 3,
  concessionaria: 4,
  indicador: 5,
  especial: 6,
  parceiro: 7,
} as const satisfies Record<Account, number>
const ACCOUNTS = [
  'admin',
  'gerente',
  'corretor',
  'corretora',
  'concessionaria',
  'indicador',
  'especial',
  'parceiro',
] as const satisfies readonly Account[]
const STAFF = [1, 2, 3]
const EVERYONE = [1, 2, 3, 4, 5, 6, 7]

interface Call {
  readonly path: string
  readonly schema: z.ZodType
  readonly roles: readonly number[]
}

const CALLS: readonly Call[] = [
  { path: '/dashboard', schema: dashboardRoute.answer, roles: EVERYONE },
  { path: '/channels', schema: listOf(channelSchema), roles: EVERYONE },
  { path: '/insurances', schema: listOf(insuranceSchema), roles: EVERYONE },
  { path: '/insurancesNoAuth', schema: listOf(insuranceSchema), roles: EVERYONE },
  { path: '/partners', schema: listOf(partnerSchema), roles: EVERYONE },
  { path: '/partners/by/auth', schema: listOf(partnerSchema), roles: EVERYONE },
  { path: '/callsResult', schema: listOf(entrySchema), roles: EVERYONE },
  { path: '/users', schema: listOf(userEntrySchema), roles: STAFF },
  { path: '/users/inviter', schema: listOf(userEntrySchema), roles: STAFF },
  { path: '/users/inviter?allUsers=true', schema: listOf(userEntrySchema), roles: STAFF },
  { path: '/roles?active=1', schema: rolesRoute.answer, roles: STAFF },
  { path: '/technical-team', schema: listOf(technicalTeamSchema), roles: STAFF },
  { path: '/technical-team/for/filter', schema: listOf(technicalTeamSchema), roles: STAFF },
  { path: '/clients', schema: clientsRoute.answer, roles: STAFF },
]

describeDatabase('reference calls', (open) => {
  let server: DemoServer
  beforeAll(async () => {
    server = await startDemoServer(await open())
  })
  afterAll(async () => {
    await server.stop()
  })

  async function read<Schema extends z.ZodType>(account: Account, path: string, schema: Schema) {
    const { status, body } = await server.call('GET', `/api${path}`, { token: await server.tokenOf(account) })
    expect(status, path).toBe(200)
    return schema.parse(body)
  }

  test.each(ACCOUNTS)('%s gets the same bare user from both session calls', async (account) => {
    const confirmed = await read(account, '/tokenconfirm', currentUserRoute.answer.strict())
    expect(confirmed).toMatchObject({
      id: DEMO_ACCOUNTS[account],
      login: account,
      roles: [{ id: ROLES[account] }],
    })
    expect(await read(account, '/users/me', currentUserRoute.answer)).toEqual(confirmed)
  })

  test.each(ACCOUNTS)('%s reads the lists of its role', async (account) => {
    const token = await server.tokenOf(account)
    for (const { path, schema, roles } of CALLS) {
      if (!roles.includes(ROLES[account])) continue
      const { status, body } = await server.call('GET', `/api${path}`, { token })
      expect(status, path).toBe(200)
      expect(schema.safeParse(body).error, path).toBeUndefined()
    }
  })

  test('the dashboard has every list filled, and each setting as a list with one value', async () => {
    const dashboard = await read('corretor', '/dashboard', dashboardRoute.answer)
    for (const [name, list] of Object.entries(dashboard))
      expect(list.length, `${name} is empty`).toBeGreaterThan(0)
    for (const key of SETTING_KEYS) expect(dashboard[key], key).toHaveLength(1)
    expect(dashboard.time_to_capture_lead[0]).toEqual({ value: 1 })
    expect(dashboard.time_to_capture_on_time[0]).toEqual({ value: 3 })
    expect(dashboard.brokers.every(({ role_id }) => role_id <= 3)).toBe(true)
    expect(dashboard.indicator.some(({ role_id }) => role_id === 6)).toBe(false)
  })

  test('a referrer sees brokers by name alone, and no other referrer', async () => {
    const { brokers, indicator } = await read('indicador', '/dashboard', dashboardRoute.answer)
    const others = [...brokers, ...indicator].filter(({ id }) => id !== DEMO_ACCOUNTS.indicador)
    expect(others.length).toBeGreaterThan(0)
    expect(others.filter(({ role_id }) => role_id > 3)).toEqual([])
    expect(others.filter(({ login, phone }) => login !== '' || phone !== '')).toEqual([])
  })

  test("inviters are active and never of role 6; an old lead's form may ask for inactive ones too", async () => {
    const users = listOf(userEntrySchema)
    const active = (await read('admin', '/users/inviter', users)).data
    const all = (await read('admin', '/users/inviter?allUsers=true', users)).data
    expect(active.every((user) => user.active && user.role_id !== 6)).toBe(true)
    expect(all.some((user) => !user.active)).toBe(true)
    expect(all.some((user) => user.role_id === 6)).toBe(false)
  })

  test('a dealership gets its own partners, a broker all of them', async () => {
    const partners = listOf(partnerSchema)
    const own = (await read('concessionaria', '/partners/by/auth', partners)).data.map(({ id }) => id)
    expect(own).toEqual([3, 24])
    const all = (await read('corretor', '/partners/by/auth', partners)).data
    expect(all.length).toBeGreaterThan(own.length)
  })

  test('the public form lists the insurances without a token', async () => {
    const { status, body } = await server.call('GET', '/api/insurancesNoAuth')
    expect(status).toBe(200)
    expect(
      listOf(insuranceSchema)
        .parse(body)
        .data.map(({ id }) => id),
    ).toContain(29)
  })

  test('clients come in pages by name, each once, with the total', async () => {
    const first = await read('admin', '/clients?per_page=7', clientsRoute.answer)
    const { total } = first.pagination
    const seen = new Set<string>()
    for (let page = 1; page <= Math.ceil(total / 7); page++) {
      const { data } = await read('admin', `/clients?per_page=7&page=${page}`, clientsRoute.answer)
      for (const { uid } of data) seen.add(uid)
    }
    const stored = await server.store.db.selectFrom('clients').select('uid').execute()
    expect(seen).toEqual(new Set(stored.map(({ uid }) => uid)))
    expect(total).toBe(stored.length)
  })

  test('a broker looks up the clients of its own leads and of those it may capture, and no others', async () => {
    const { data, pagination } = await read('corretor', '/clients?per_page=2000', clientsRoute.answer)
    const me = await read('corretor', '/tokenconfirm', currentUserRoute.answer)
    const channels = me.technical_team?.channels.map(({ id }) => id) ?? []
    const leads = await server.store.db
      .selectFrom('leads')
      .select(['client_uid', 'broker_id', 'state', 'channel_id'])
      .execute()
    const mine = leads.filter(
      (lead) =>
        lead.broker_id === me.id ||
        (lead.broker_id === null && lead.state === 1 && channels.includes(lead.channel_id)),
    )
    const expected = new Set(mine.map(({ client_uid }) => client_uid))
    expect(new Set(data.map(({ uid }) => uid))).toEqual(expected)
    expect(pagination.total).toBe(expected.size)
    expect(expected.size).toBeLessThan(new Set(leads.map(({ client_uid }) => client_uid)).size)
  })
})
