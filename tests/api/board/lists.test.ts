/** The board by REST has the leads, counters, order and filters that a device computes from its mirror. */
import { beforeAll, expect, test } from 'vitest'
import { fillDemo } from '../../../server/demo/fill-demo.ts'
import { sessionUser } from '../../../server/queries/session-user.ts'
import { readSettings } from '../../../server/queries/settings.ts'
import { BoardIndex } from '../../../src/board-index/board-index.ts'
import { listBrokerSchema, listCountRoute, olderRoute } from '../../../src/contract/board.ts'
import type { BoardFilters } from '../../../src/domain/board/board-filters.ts'
import type { BoardView } from '../../../src/domain/board/board-view.ts'
import { roleOf } from '../../../src/domain/session/role.ts'
import { addDays, saoPauloDay } from '../../../src/domain/time/sao-paulo.ts'
import { describeDatabase, type TestStore } from '../support/databases.ts'
import { Mirror, pullAll } from '../support/mirror.ts'
import { type Device, startServer, type TestServer } from '../support/server.ts'

const LEADS = 900
const STAFF = ['admin', 'gerente', 'corretor', 'corretora'] as const
const REFERRERS = ['concessionaria', 'indicador', 'especial', 'parceiro'] as const
const TAB_STATES = [
  [1, 1],
  [2, 2],
  [3, 2],
  [4, 2],
  [5, 2],
  [6, 3],
] as const

describeDatabase('board lists', (open) => {
  let store: TestStore
  let server: TestServer
  let nowMs: number

  beforeAll(async () => {
    store = await open()
    await fillDemo(store, { leads: LEADS, now: new Date() })
    server = await startServer(store)
    nowMs = server.freeze()
    return () => server.stop()
  })

  async function signIn(login: string) {
    const { id } = await store.db
      .selectFrom('users')
      .select('id')
      .where('login', '=', login)
      .executeTakeFirstOrThrow()
    const device = await server.device(id)
    const mirror = new Mirror()
    await pullAll(device, mirror)
    const index = new BoardIndex(id)
    index.put([...mirror.leads.values()])
    return { id, device, mirror, index }
  }

  const list = async (device: Device, query: string) => {
    const { status, body } = await device.call(
      'GET',
      `/leads/list-broker?${query.includes('limit=') ? '' : 'limit=2000&'}${query}`,
    )
    expect(status).toBe(200)
    return listBrokerSchema.parse(body)
  }
  const uids = async (device: Device, query: string) =>
    (await list(device, query)).leads.map((lead) => lead.uid)

  test.each(STAFF)('%s: the counters equal the device’s', async (login) => {
    const { device, index } = await signIn(login)
    const { body } = await device.call('GET', '/leads/list-count')
    const { count, agendaments_count } = listCountRoute.answer.parse(body)
    const own = index.counters(nowMs, await readSettings(store.db))
    for (const line of count.leads_status_count)
      expect(own.byStatus[line.status]).toEqual({
        total: line.total,
        news: line.news,
        lateScheduling: line.late_scheduling,
      })
    const total = count.leads_status_count.reduce((sum, line) => sum + line.total, 0)
    expect(total).toBe(own.total)
    const channels = Object.fromEntries(count.leads_channel_count.map(({ id, ...line }) => [id, line]))
    expect(channels).toEqual(own.byChannel)
    const { pending, late, nextSevenDays } = own.schedules
    expect(agendaments_count).toEqual({ total: pending, late, saven_days: nextSevenDays })
    expect(late).toBeGreaterThan(0)
    expect(nextSevenDays).toBeGreaterThan(0)
    expect((await list(device, 'saven_days=1')).total).toBe(nextSevenDays)
  })

  test.each(STAFF)('%s: each tab has the same leads in the same order as on the device', async (login) => {
    const { device, index } = await signIn(login)
    const shown = (view: BoardView) => [...index.slice(view, 0, LEADS, nowMs).uids]
    for (const [status, state] of TAB_STATES)
      expect(await uids(device, `status=${status}&state=${state}`)).toEqual(shown({ kind: 'status', status }))
    for (const channelId of [1, 7, 27])
      for (const insuranceId of [1, 2, 3])
        expect(
          await uids(device, `status=1&state=1&channel_id=${channelId}&insurance_id=${insuranceId}`),
        ).toEqual(shown({ kind: 'status', status: 1, channelId, insuranceId }))
    const schedules = shown({ kind: 'schedules', sevenDays: false })
    expect(await uids(device, 'schedule=true')).toEqual(schedules)
    expect(await uids(device, 'only_schedules=1')).toEqual(schedules)
    const soon = shown({ kind: 'schedules', sevenDays: true })
    expect(await uids(device, 'saven_days=1')).toEqual(soon)
    const { schedules: counted } = index.counters(nowMs, await readSettings(store.db))
    expect(soon).toHaveLength(counted.nextSevenDays)
    // Late leads have their own counter and come first in the list of all scheduled leads.
    expect(soon[0]).toBe(schedules[counted.late])
    expect(counted.late).toBeGreaterThan(0)
    if (login === 'admin') expect(soon.length).toBeLessThan(schedules.length - counted.late)
  })

  test('a page of the whole board is that of the list whose leads are all sorted, to its end', async () => {
    const { device } = await signIn('admin')
    // A day is no choice of a menu, and excludes none of these leads.
    const sorted = async (query: string) => list(device, `start_date=2000-01-01&${query}`)
    const all = await sorted('')
    expect(all.total).toBeGreaterThan(500)
    for (const choice of [
      '',
      '&status=6',
      '&state=2',
      '&channel_id=1',
      '&insurance_id=2',
      '&status=3&partner_id=24',
    ])
      for (const [limit, offset] of [
        [20, 0],
        [7, 31],
        [50, 480],
        [2000, 0],
        [20, 5000],
      ]) {
        const query = `limit=${limit}&offset=${offset}${choice}`
        const [page, wanted] = [await list(device, query), await sorted(query)]
        expect([query, page.leads.map(({ id }) => id)]).toEqual([query, wanted.leads.map(({ id }) => id)])
        expect(page.total).toBe(wanted.total)
      }
  })

  test('a search finds the leads that it finds on the device, whatever the text is of a client', async () => {
    const before = await signIn('admin')
    const [one] = [...before.mirror.leads.values()].filter((lead) => lead.client_cpf.length === 11)
    if (one === undefined) throw new Error('no lead of a person')
    await store.db
      .updateTable('leads')
      .set({
        proposal: 'P-4455/7',
        old_number: 'D-88',
        additional_information: 'Retornar.\nApólice nº 12.3456-7',
        product_details: JSON.stringify({ ...one.product_details, license_plate: 'xyz-9k88' }),
      })
      .where('uid', '=', one.uid)
      .execute()
    const { device, index, mirror } = await signIn('admin')
    const [first = '', ...names] = one.client_name.split(' ')
    const last = names.at(-1) ?? ''
    const leftOut = `${last.slice(0, 2)}${last.slice(3)}`
    const mail = [...mirror.clients.values()].find(({ uid }) => uid === one.client_uid)?.mail ?? ''
    const found = async (search: string, clients: ReadonlyMap<string, boolean> = new Map()) => {
      const view: BoardView = { kind: 'results', filters: { search } }
      const here = [...index.slice(view, 0, LEADS, nowMs, clients).uids]
      expect([search, await uids(device, `search=${encodeURIComponent(search)}`)]).toEqual([search, here])
      return here
    }
    for (const search of ['p4455', 'P-4455/7', 'D-88', '123456', 'XYZ9K', 'xyz-9K88', String(one.id)])
      expect(await found(search), search).toContain(one.uid)
    for (const search of [
      one.client_cpf,
      one.client_cpf.slice(0, 5),
      one.client_cellphone,
      one.client_cellphone.slice(-6),
      `${first} ${last}`,
      last.slice(0, 3),
      last.toUpperCase(),
    ])
      expect(await found(search), search).toContain(one.uid)
    await found(leftOut)
    await found(`${first} ${leftOut}`)
    await found('xqzw')
    const begun = mail.slice(0, mail.indexOf('@') + 3)
    const mailed = [...mirror.clients.values()].filter((client) => client.mail.startsWith(begun))
    expect(await found(begun, new Map(mailed.map(({ uid }) => [uid, false])))).toContain(one.uid)
  })

  test('every filter returns the leads that it returns on the device', async () => {
    const { device, index, mirror } = await signIn('admin')
    const [one, other] = [...mirror.leads.values()].filter((lead) => lead.broker_id !== null)
    if (one === undefined || other === undefined) throw new Error('no lead has a broker')
    const today = saoPauloDay(nowMs)
    const withoutNinth = ({ client_cellphone }: { client_cellphone: string }) =>
      client_cellphone.replace(/^(\d{2})9/, '$1')
    const word = one.client_name.split(' ').at(-1) ?? ''
    const cases: [string, BoardFilters][] = [
      [`client_name=${encodeURIComponent(word)}`, { clientName: word }],
      [`client_name=${encodeURIComponent(word.toUpperCase())}`, { clientName: word }],
      ['client_name=jo%C3%A3o', { clientName: 'JOAO' }],
      ['client_name=joao', { clientName: 'joão' }],
      [`client_cpf=${one.client_cpf}`, { cpf: one.client_cpf }],
      [
        `client_cpf=${one.client_cpf.slice(0, 3)}.${one.client_cpf.slice(3, 6)}`,
        { cpf: one.client_cpf.slice(0, 6) },
      ],
      [`client_phone=${one.client_cellphone.slice(-4)}`, { phone: one.client_cellphone.slice(-4) }],
      [`client_phone=%2B55${one.client_cellphone}`, { phone: one.client_cellphone }],
      [`client_phone=${withoutNinth(one)}`, { phone: withoutNinth(one) }],
      ['client_phone=650', {}],
      [`lead_id=${one.id}`, { leadId: one.id ?? 0 }],
      [`broker=${other.broker_id}`, { brokerId: other.broker_id ?? 0 }],
      [`start_date=${addDays(today, -3)}`, { startDate: addDays(today, -3) }],
      [`end_date=${addDays(today, -3)}`, { endDate: addDays(today, -3) }],
      [`start_date=${today}&end_date=${today}`, { startDate: today, endDate: today }],
      [
        `broker=${one.broker_id}&start_date=${addDays(today, -20)}`,
        { brokerId: one.broker_id ?? 0, startDate: addDays(today, -20) },
      ],
    ]
    for (const [query, filters] of cases) {
      const slice = index.slice({ kind: 'results', filters }, 0, LEADS, nowMs)
      expect({ query, uids: await uids(device, query) }).toEqual({ query, uids: slice.uids })
      for (const [status, total] of Object.entries(slice.byStatus))
        expect((await list(device, `${query}&status=${status}`)).total).toBe(total)
    }
  })

  test('a name filter is text, not a pattern', async () => {
    const { device } = await signIn('admin')
    for (const name of ['%', '_', '%25', "' or true --", '\\'])
      expect(await uids(device, `client_name=${encodeURIComponent(name)}`)).toEqual([])
  })

  test('a blank filter does not narrow the list', async () => {
    const { device } = await signIn('corretor')
    const empty =
      'search channel_id client_name client_cpf client_phone broker status schedule saven_days state start_date end_date ' +
      'partner_id lead_id isStatusFilterButton insurance_id'
    const blank = `${empty.replaceAll(' ', '=&')}=&only_schedules=false`
    expect(await uids(device, blank)).toEqual(await uids(device, ''))
  })

  test('the pages of a list together are the whole list, and each page has the total', async () => {
    const { device } = await signIn('admin')
    const all = await list(device, '')
    expect(all.total).toBe(all.leads.length)
    const put: string[] = []
    for (let offset = 0; offset < all.total; offset += 250) {
      const { body } = await device.call('GET', `/leads/list-broker?limit=250&offset=${offset}`)
      const page = listBrokerSchema.parse(body)
      expect(page.total).toBe(all.total)
      put.push(...page.leads.map((lead) => lead.uid))
    }
    expect(put).toEqual(all.leads.map((lead) => lead.uid))
    const { body } = await device.call('GET', `/leads/list-broker?offset=${all.total + 10}`)
    expect(listBrokerSchema.parse(body)).toEqual({ leads: [], total: all.total })
  })

  test('POST /leads/list takes the same filters as a JSON body, with booleans and numbers', async () => {
    const { device } = await signIn('admin')
    const filters = { status: 2, state: '2', schedule: true, client_name: '', broker: null, limit: 2000 }
    const { status, body } = await device.call('POST', '/leads/list', { filters })
    expect(status).toBe(200)
    const found = listBrokerSchema.parse(body).leads.map((lead) => lead.uid)
    expect(found).toEqual(await uids(device, 'status=2&state=2&schedule=true'))
    expect(found.length).toBeGreaterThan(0)
  })

  test.each(STAFF)('%s: the oldest pending lead of each channel equals the device’s', async (login) => {
    const { device, index } = await signIn(login)
    const oldest = index.oldestPending()
    const channels = await store.db.selectFrom('channels').select('id').execute()
    for (const { id } of channels) {
      const { body } = await device.call('GET', `/leads/older?channel_id=${id}`)
      expect(olderRoute.answer.parse(body).lead?.uid).toBe(oldest[id])
    }
  })

  test.each(REFERRERS)('%s lists its own referrals as on the device', async (login) => {
    const { device, mirror } = await signIn(login)
    const { body } = await device.call('GET', '/leads/referrals?limit=2000')
    const found = listBrokerSchema.parse(body).leads.map((lead) => lead.uid)
    expect(found.sort()).toEqual(mirror.uids)
  })

  test.each(
    STAFF,
  )('%s: the list of referrals contains the leads that the user referred itself', async (login) => {
    const { id, device } = await signIn(login)
    const user = await sessionUser(store.db, id)
    if (user === null) throw new Error('the user is inactive')
    expect(roleOf(user)).toBeLessThanOrEqual(3)
    const { body } = await device.call('GET', '/leads/referrals?limit=2000')
    for (const lead of listBrokerSchema.parse(body).leads) expect(lead.inviter_id).toBe(id)
  })
})
