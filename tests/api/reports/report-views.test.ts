/** Saved views and settings of screens: a user's own alone. */
import { uuidv7 } from 'uuidv7'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { created, EMPTY_LAYOUT, filled } from '../../../src/domain/reports/funnel-slots.ts'
import { MOST_VIEWS } from '../../../src/domain/reports/views.ts'
import { describeDatabase, type TestStore } from '../support/databases.ts'
import { type Device, startServer, type TestServer } from '../support/server.ts'
import { loadReportData } from './data/load.ts'
import { ADMIN, BRUNA, CAIO, SHOP_OF_ONE } from './data/people.ts'

const PATH = '/relatorio-indicacoes-corretora'
/** Those that a broker may have mailed. */
const MAILED = [
  PATH,
  '/relatorio-indicacoes-concessionaria',
  '/relatorio-atendimento',
  '/relatorio-perdas',
  '/relatorio-ligacoes',
  '/relatorio-prazos-da-lei',
  '/relatorio-leads-origem',
  '/relatorio-leads-duplicados',
  '/relatorio-renovacoes',
  '/relatorio-diagnostico',
]

describeDatabase('what users keep of the reports', (open) => {
  let store: TestStore
  let server: TestServer
  let bruna: Device
  let caio: Device
  beforeAll(async () => {
    store = await open()
    await loadReportData(store.db)
    server = await startServer(store)
    bruna = await server.device(BRUNA)
    caio = await server.device(CAIO)
    return () => server.stop()
  })
  beforeEach(async () => {
    await store.db.deleteFrom('report_views').execute()
    await store.db.deleteFrom('screen_settings').execute()
  })

  const view = (change: object = {}) => ({
    id: uuidv7(),
    path: PATH,
    name: 'Minha visão',
    filter: { periodo: 'mes-atual', estoque: [1] },
    sort: '-sold',
    is_start: false,
    ...change,
  })
  const save = (device: Device, change: object = {}) => device.call('POST', '/report-views', view(change))
  const list = async (device: Device) => (await device.call('GET', '/report-views')).body
  const names = (data: unknown) => ({ data, mailed: MAILED, as_of: expect.any(String) })

  test('a view keeps name, filter, columns and order, and stays its user’s alone', async () => {
    const given = view({ filter: { periodo: '7-dias', ocultas: ['leads.product'] } })
    const { status, body } = await bruna.call('POST', '/report-views', given)
    expect([status, body]).toEqual([201, { ...given, mail: null }])
    expect(await list(bruna)).toEqual(names([{ ...given, mail: null }]))
    expect(await list(caio)).toEqual(names([]))
    const foreign = `/report-views/${given.id}`
    expect((await caio.call('PUT', foreign, { name: 'Tomada' })).status).toBe(404)
    expect((await caio.call('DELETE', foreign)).status).toBe(404)
    expect((await save(caio, { id: given.id })).status).toBe(409)
    expect(await list(bruna)).toMatchObject({ data: [{ name: 'Minha visão' }] })
  })

  test('saved twice under one name there is one view, in another case too', async () => {
    const { body } = await save(bruna)
    await save(bruna, { name: 'MINHA VISÃO', filter: { periodo: 'hoje' } })
    expect(await list(bruna)).toMatchObject({
      data: [{ ...Object(body), name: 'MINHA VISÃO', filter: { periodo: 'hoje' } }],
    })
    const other = await save(bruna, { name: 'Outra' })
    const { id } = Object(other.body)
    const taken = await bruna.call('PUT', `/report-views/${id}`, { name: 'minha visão' })
    expect(taken).toMatchObject({
      status: 422,
      body: { errors: { name: ['Já existe uma visão com este nome.'] } },
    })
    expect((await bruna.call('PUT', `/report-views/${id}`, { name: 'OUTRA' })).status).toBe(200)
  })

  test('at most one view is the start of a report', async () => {
    const first = Object((await save(bruna, { name: 'Uma', is_start: true })).body)
    const second = Object((await save(bruna, { name: 'Duas' })).body)
    await bruna.call('PUT', `/report-views/${second.id}`, { is_start: true })
    const starts = async () =>
      Object(await list(bruna)).data.map(({ name, is_start }: typeof first) => [name, is_start])
    expect(await starts()).toEqual([
      ['Duas', true],
      ['Uma', false],
    ])
    await bruna.call('PUT', `/report-views/${second.id}`, { is_start: false })
    expect(await starts()).toEqual([
      ['Duas', false],
      ['Uma', false],
    ])
  })

  test('a view is of a report of the role, and goes out of sight with the role', async () => {
    const shop = await server.device(SHOP_OF_ONE)
    expect((await save(shop)).status).toBe(403)
    expect((await save(bruna, { path: '/configuracoes' })).status).toBe(403)
    expect((await save(bruna, { path: '/users' })).status).toBe(403)
    await save(bruna)
    await store.db.updateTable('user_roles').set({ role_id: 5 }).where('user_id', '=', BRUNA).execute()
    expect(await list(bruna)).toMatchObject({ data: [], mailed: ['/relatorio-indicador'] })
    await store.db.updateTable('user_roles').set({ role_id: 3 }).where('user_id', '=', BRUNA).execute()
    expect(await list(bruna)).toMatchObject({ data: [{ name: 'Minha visão' }] })
  })

  test('a user keeps a hundred views', async () => {
    const rows = Array.from({ length: MOST_VIEWS }, (_, place) => ({
      id: uuidv7(),
      user_id: BRUNA,
      path: PATH,
      name: `Visão ${place}`,
      filter: '{}',
      sort: null,
    }))
    await store.db.insertInto('report_views').values(rows).execute()
    expect((await save(bruna)).status).toBe(422)
    expect((await save(bruna, { name: 'visão 7' })).status).toBe(201)
    expect((await save(caio)).status).toBe(201)
  })

  test('a deleted view is gone with its mail', async () => {
    const { id } = Object((await save(bruna)).body)
    expect(await bruna.call('PUT', `/report-views/${id}`, { cadence: 'daily' })).toMatchObject({
      status: 200,
      body: { mail: { cadence: 'daily', last_sent_at: null, problem: null } },
    })
    expect((await bruna.call('DELETE', `/report-views/${id}`)).status).toBe(200)
    expect((await bruna.call('DELETE', `/report-views/${id}`)).status).toBe(404)
    expect(await store.db.selectFrom('report_mails').selectAll().execute()).toEqual([])
  })

  test('of two changes of a screen the later wins, whichever arrives first', async () => {
    const admin = await server.device(ADMIN)
    const [early, late] = ['2026-01-01T10:00:00.000Z', '2026-01-01T11:00:00.000Z']
    const one = created(EMPTY_LAYOUT, 0)
    const two = filled(one, { de: '2026-10-01', ate: '2026-10-31', corretor: BRUNA })
    const put = (value: unknown, changed_at: string) =>
      admin.call('PUT', '/screen-settings/funnel', { value, changed_at })
    expect((await admin.call('GET', '/screen-settings/funnel')).body).toEqual({
      value: null,
      changed_at: null,
    })
    expect((await put(two, late)).body).toEqual({ value: two, changed_at: late })
    expect((await put(one, early)).body).toEqual({ value: two, changed_at: late })
    expect((await admin.call('GET', '/screen-settings/funnel')).body).toEqual({
      value: two,
      changed_at: late,
    })
    expect((await bruna.call('GET', '/screen-settings/funnel')).body).toEqual({
      value: null,
      changed_at: null,
    })
  })

  test('notices that two devices read are read on both, whichever is later', async () => {
    const now = server.context.now()
    const put = (device: Device, keys: string[], changedMs: number) =>
      device.call('PUT', '/screen-settings/notices-read', {
        value: { read: Object.fromEntries(keys.map((key) => [key, now])) },
        changed_at: new Date(changedMs).toISOString(),
      })
    const other = await server.device(BRUNA)
    await Promise.all([put(bruna, ['import:1'], now), put(other, ['import:2'], now - 5000)])
    const { body } = await put(other, ['import:3'], now - 9000)
    const all = { read: { 'import:1': now, 'import:2': now, 'import:3': now } }
    expect(body).toEqual({ value: all, changed_at: new Date(now).toISOString() })
    expect((await bruna.call('GET', '/screen-settings/notices-read')).body).toEqual(body)
    expect((await caio.call('GET', '/screen-settings/notices-read')).body).toMatchObject({ value: null })
    expect((await put(bruna, ['Ana Souza'], now)).status).toBe(400)
  })

  test('a screen keeps only what its schema knows, and no time ahead of the server', async () => {
    const put = (path: string, body: object) => bruna.call('PUT', path, body)
    const changed_at = new Date().toISOString()
    expect((await put('/screen-settings/funnel', { value: { slots: [] }, changed_at })).status).toBe(400)
    expect((await put('/screen-settings/outra', { value: EMPTY_LAYOUT, changed_at })).status).toBe(400)
    const ahead = await put('/screen-settings/funnel', {
      value: EMPTY_LAYOUT,
      changed_at: '2999-01-01T00:00:00Z',
    })
    expect(Date.parse(Object(ahead.body).changed_at)).toBeLessThanOrEqual(server.context.now())
  })
})
