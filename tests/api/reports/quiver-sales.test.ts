/** 'Vendas Quiver' against a service that answers well, late, badly or not at all. */
import { readXlsx } from 'hucre/xlsx'
import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readConfig } from '../../../server/base/config.ts'
import { announceIntegrations, createIntegrations } from '../../../server/integrations/integrations.ts'
import { pruneQuiverAnswers } from '../../../server/integrations/quiver/answers.ts'
import { quiver } from '../../../server/integrations/quiver/quiver.ts'
import type { OutgoingMail } from '../../../server/mail/transport.ts'
import { sessionUser } from '../../../server/queries/session-user.ts'
import { mailedReport } from '../../../server/reports/calls/registry.ts'
import { deliverDue } from '../../../server/reports/mail-delivery.ts'
import { queueDueReports } from '../../../server/reports/report-mail.ts'
import { quiverProductsRoute, quiverSalesRoute } from '../../../src/contract/reports/quiver-sales.ts'
import { describeDatabase, type TestStore } from '../support/databases.ts'
import { ADMIN, house } from '../support/people.ts'
import { type QuiverPeer, startQuiverPeer } from '../support/quiver-peer.ts'
import { type Device, startServer, type TestServer } from '../support/server.ts'

const SALE = {
  id: 71,
  Data: '2026-11-20',
  BrokerProposalNumber: 'P-1',
  cancelled: false,
  insurance_holder: { name: 'João Ávila', cpf: '529.982.247-25' },
  product_id: 5,
  product_name: 'Auto',
  quiver: { response: 'Emitida' },
}
const PERIOD = 'from=2026-11-18&to=2026-11-24'
const REFUSED = 'O Quiver recusou o usuário deste servidor.'
const BUSY = 'O Quiver recebeu consultas demais por agora.'
const SILENT = 'O Quiver não respondeu como esperado.'

const environment = (url: string) => ({
  QUIVER_URL: `${url}/api/`,
  QUIVER_USER: 'farol',
  QUIVER_PASSWORD: 'segredo',
})

describeDatabase('the report of Quiver', (open) => {
  let store: TestStore
  let peer: QuiverPeer
  let server: TestServer
  let second: TestServer
  let bare: TestServer
  let admin: Device
  beforeAll(async () => {
    store = await open()
    await house(store)
    peer = await startQuiverPeer()
    bare = await startServer(store)
  })
  afterAll(async () => {
    await bare.stop()
    await peer.stop()
  })
  // Two processes, neither of which has a token yet.
  beforeEach(async () => {
    await store.db.deleteFrom('quiver_answers').execute()
    peer.reset()
    server = await startServer(store, environment(peer.url))
    second = await startServer(store, environment(peer.url))
    admin = await server.device(ADMIN)
    return async () => {
      await server.stop()
      await second.stop()
    }
  })

  const sales = async (query = PERIOD, device = admin) => {
    const { status, body } = await device.call('GET', `/quiver/sales?${query}`)
    expect([status, body]).toEqual([200, expect.anything()])
    return quiverSalesRoute.answer.parse(body)
  }

  test('signs in, asks for the days and the product, and answers the rows as they are named', async () => {
    peer.sales = [
      { body: [SALE, { ...SALE, id: 'x-2', cancelled: 1, quiver: null, Data: '24/11/2026 10:00' }] },
    ]
    const answer = await sales(`${PERIOD}&product=5`)
    expect(peer.asked).toEqual([
      { path: '/api/login', token: null, uid: null, body: { user: 'farol', password: 'segredo' } },
      { path: `/api/sales?${PERIOD}&product=5`, token: 'token-1', uid: 'uid-9', body: null },
    ])
    expect(answer).toEqual({
      as_of: expect.any(String),
      problem: null,
      broken: [],
      data: [
        { ...SALE, row: 1, id: '71', insurance_holder: { name: 'João Ávila', cpf: '52998224725' } },
        {
          ...SALE,
          row: 2,
          id: 'x-2',
          Data: '2026-11-24',
          cancelled: true,
          insurance_holder: { name: 'João Ávila', cpf: '52998224725' },
          quiver: { response: null },
        },
      ],
    })
    // The token is kept.
    await sales()
    expect(peer.logins).toBe(1)
  })

  test('without dates the last seven days are asked for', async () => {
    const today = new Date(server.freeze())
    await sales('')
    const { searchParams } = new URL(peer.asked.at(-1)?.path ?? '', peer.url)
    const days = [searchParams.get('from'), searchParams.get('to')].map((day) => Date.parse(day ?? ''))
    expect(((days[1] ?? 0) - (days[0] ?? 0)) / 86_400_000).toBe(6)
    expect(Math.abs((days[1] ?? 0) - today.getTime())).toBeLessThan(2 * 86_400_000)
  })

  test('a refused token is renewed once, for all that wait for it', async () => {
    await sales()
    peer.expireTokens()
    const answers = await Promise.all([sales(), sales(`${PERIOD}&product=5`)])
    expect(answers.map(({ problem }) => problem)).toEqual([null, null])
    expect(peer.logins).toBe(2)
  })

  test('a token that is refused twice is not asked for a third time', async () => {
    peer.sales = [{ status: 401, body: {} }]
    expect(await admin.call('GET', `/quiver/sales?${PERIOD}`)).toEqual({
      status: 503,
      body: { code: 'unavailable', message: `${REFUSED} Tente de novo em alguns minutos.` },
    })
    expect(peer.asked.map(({ path }) => path.split('?')[0])).toEqual([
      '/api/login',
      '/api/sales',
      '/api/login',
      '/api/sales',
    ])
  })

  test('a wrong password is reported, and asked for anew at the next question', async () => {
    peer.login = { status: 401, body: {} }
    expect(await admin.call('GET', `/quiver/sales?${PERIOD}`)).toMatchObject({
      status: 503,
      body: { message: expect.stringContaining(REFUSED) },
    })
    peer.login = null
    await sales()
  })

  const FAULTS = [
    ['an error of the service', { status: 500, body: 'Internal Server Error' }, SILENT],
    ['too many calls', { status: 429, body: {} }, BUSY],
    ['an answer that is cut in the middle', { body: [SALE], cut: true }, SILENT],
    ['what is no JSON', { body: '[{"id": 7' }, SILENT],
    ['JSON of another shape', { body: { vendas: [SALE] } }, SILENT],
    ['a page', { body: '<html>' }, SILENT],
  ] as const

  test.each(
    FAULTS,
  )('%s: the last good answer of any process, with its instant and why', async (_, fault, why) => {
    peer.sales = [{ body: [SALE] }]
    const good = await sales()
    server.forward(3 * 3_600_000)
    peer.sales = [fault]
    const other = await second.device(ADMIN)
    for (const device of [admin, other]) {
      const answer = await sales(PERIOD, device)
      expect(answer).toEqual({ ...good, problem: expect.stringContaining(`${why} Estes são os dados de `) })
      expect(answer.problem).not.toContain('só de')
    }
    expect(await admin.call('GET', '/quiver/sales?from=2025-01-01&to=2025-01-07')).toEqual({
      status: 503,
      body: { code: 'unavailable', message: `${why} Tente de novo em alguns minutos.` },
    })
    peer.sales = [{ body: [] }]
    expect(await sales()).toMatchObject({ problem: null, data: [] })
  })

  test('silence beyond the limit is a failure, however many calls the question takes', async () => {
    peer.sales = [{ body: [SALE], silent: true }]
    const limited = quiver({ url: peer.url, user: 'farol', password: 'segredo' }, 200)
    const question = { from: '2026-11-18', to: '2026-11-24', product: undefined }
    expect(await limited.sales(question)).toEqual({
      kind: 'failed',
      failure: 'silent',
      reason: 'TimeoutError',
    })
    peer.login = { body: {}, silent: true }
    const anew = quiver({ url: peer.url, user: 'farol', password: 'segredo' }, 200)
    expect(await anew.sales(question)).toEqual({
      kind: 'failed',
      failure: 'silent',
      reason: 'login: TimeoutError',
    })
  })

  test('an answer about a part of the days takes their place, and says so', async () => {
    peer.sales = [{ body: [SALE, { ...SALE, id: 72, Data: '2026-11-18' }] }]
    await sales()
    peer.sales = [{ status: 500, body: '' }]
    const { data, problem } = await sales('from=2026-11-19&to=2026-11-25')
    expect(data.map(({ id }) => id)).toEqual(['71'])
    expect(problem).toContain('só de 19/11/2026 a 24/11/2026')
    // Of another product nothing is known.
    expect((await admin.call('GET', `/quiver/sales?${PERIOD}&product=9`)).status).toBe(503)
  })

  test('a row that does not fit is listed with its fields, and the others stay', async () => {
    peer.sales = [
      {
        body: {
          data: [
            SALE,
            { ...SALE, id: 'b', Data: '31/02/2026', cancelled: 'talvez' },
            { ...SALE, product_name: ' ', insurance_holder: null },
            'nada',
            null,
            {
              ...SALE,
              Data: '2026-11-21T01:30:00Z',
              product_id: '5',
              insurance_holder: { name: 'Só\0Nome' },
            },
          ],
        },
      },
    ]
    const { data, broken } = await sales()
    expect(broken).toEqual([
      { row: 2, id: 'b', fields: ['Data', 'cancelled'] },
      { row: 3, id: '71', fields: ['insurance_holder', 'product_name'] },
      { row: 4, id: null, fields: [] },
      { row: 5, id: null, fields: [] },
    ])
    expect(
      data.map(({ row, Data, product_id, insurance_holder: { cpf } }) => [row, Data, product_id, cpf]),
    ).toEqual([
      [1, '2026-11-20', 5, '52998224725'],
      [6, '2026-11-20', 5, null],
    ])
    // Kept and read again as it was.
    peer.sales = [{ status: 502, body: '' }]
    expect(await sales()).toMatchObject({ data, broken })
  })

  describe('the products', () => {
    const products = async () =>
      quiverProductsRoute.answer.parse((await admin.call('GET', '/quiver/products')).body)

    test('are listed, and kept like the sales', async () => {
      peer.products = [{ body: { data: [{ id: 5, name: 'Auto' }, { id: '6', name: 'Vida' }, { id: 'x' }] } }]
      const expected = {
        data: [
          { id: 5, name: 'Auto' },
          { id: 6, name: 'Vida' },
        ],
        broken: [{ row: 3, id: 'x', fields: ['id', 'name'] }],
      }
      expect(await products()).toMatchObject({ ...expected, problem: null })
      peer.products = [{ status: 429, body: '' }]
      expect(await products()).toMatchObject({ ...expected, problem: expect.stringContaining(BUSY) })
    })

    test('without a kept answer the failure is reported', async () => {
      peer.products = [{ status: 500, body: '' }]
      expect((await admin.call('GET', '/quiver/products')).status).toBe(503)
    })
  })

  describe('the sheet', () => {
    const sheet = async () => {
      const answer = await server.app.inject({
        url: `/api/quiver/salesExport?${PERIOD}`,
        headers: { authorization: `Bearer ${admin.token}` },
      })
      return { status: answer.statusCode, bytes: answer.rawPayload }
    }

    test('has the columns and every row, the newest first', async () => {
      peer.sales = [{ body: [SALE, { ...SALE, id: 72, Data: '2026-11-24', cancelled: true }] }]
      const { status, bytes } = await sheet()
      expect(status).toBe(200)
      const rows = (await readXlsx(bytes)).sheets[0]?.rows ?? []
      expect(rows[3]).toEqual(['ID', 'Data', 'Proposta', 'Cancelado', 'Nome', 'CPF', 'Produto', 'Resposta'])
      expect(
        rows.slice(4).map(([id, , proposal, cancelled, name, cpf]) => [id, proposal, cancelled, name, cpf]),
      ).toEqual([
        ['72', 'P-1', 'Sim', 'João Ávila', '529.982.247-25'],
        ['71', 'P-1', 'Não', 'João Ávila', '529.982.247-25'],
      ])
    })

    test('says above its columns that Quiver failed; without sales there is none', async () => {
      peer.sales = [{ body: [SALE] }]
      await sales()
      peer.sales = [{ status: 500, body: '' }]
      const rows = (await readXlsx((await sheet()).bytes)).sheets[0]?.rows ?? []
      expect(rows[2]?.[0]).toContain(SILENT)
      peer.sales = [{ body: [] }]
      expect((await sheet()).status).toBe(422)
    })

    test('is mailed with a view', async () => {
      peer.sales = [{ body: [SALE] }]
      const user = await sessionUser(store.db, ADMIN)
      if (user === null) throw new Error('no administrator')
      const report = mailedReport(user, '/relatorio-vendas-quiver')
      const filter = { de: '2026-11-18', ate: '2026-11-24', produto: 5 }
      const [first] = (await report?.sheetsOf({ context: server.context, user, filter, sort: null })) ?? []
      expect(first?.shown.filters).toEqual(['Produto: Auto'])
      expect(peer.asked.at(-1)?.path).toBe(`/api/sales?${PERIOD}&product=5`)
    })
  })

  test('a mail waits for Quiver and is tried again; the last failure is shown at the view', async () => {
    const viewId = uuidv7()
    const [day] = new Date().toISOString().split('T')
    await store.db
      .insertInto('report_views')
      .values({
        id: viewId,
        user_id: ADMIN,
        path: '/relatorio-vendas-quiver',
        name: 'Semana',
        filter: JSON.stringify({ periodo: '7-dias' }),
        sort: null,
      })
      .execute()
    const next_at = '2026-01-01T00:00:00Z'
    await store.db.insertInto('report_mails').values({ view_id: viewId, cadence: 'daily', next_at }).execute()
    const sent: OutgoingMail[] = []
    const transport = {
      isFolder: false,
      send: async (mail: OutgoingMail) => void sent.push(mail),
      close: () => {},
    }
    peer.sales = [{ status: 500, body: '' }, { body: [{ ...SALE, Data: day }] }]
    await queueDueReports(server.context)
    await deliverDue(server.context, transport)
    expect(sent).toEqual([])
    const waiting = () =>
      store.db.selectFrom('mails').select(['problem', 'failed_at', 'sent_at']).executeTakeFirstOrThrow()
    expect(await waiting()).toMatchObject({ problem: expect.stringContaining(SILENT), failed_at: null })
    server.forward(2 * 60_000)
    await deliverDue(server.context, transport)
    expect(sent[0]?.attachments?.map(({ name }) => name)).toEqual([
      expect.stringMatching(/^vendas_quiver_vendas_/),
    ])
    expect((await waiting()).sent_at).not.toBeNull()
  })

  test('not configured: the answer says where to look', async () => {
    const device = await bare.device(ADMIN)
    for (const path of ['sales', 'products', 'salesExport'])
      expect(await device.call('GET', `/quiver/${path}`)).toMatchObject({
        status: 503,
        body: { code: 'not_configured', message: expect.stringContaining('Configurações, Integrações') },
      })
  })

  test('devices learn that there is Quiver, and an administrator tests it', async () => {
    await announceIntegrations(store.db, server.context.config)
    expect((await admin.call('GET', '/integrations')).body).toMatchObject({ quiver: true })
    peer.products = [{ body: [{ id: 5, name: 'Auto' }] }]
    const path = '/settings/integrations/quiver/test'
    expect((await admin.call('POST', path)).body).toEqual({ message: 'O Quiver respondeu: 1 produtos.' })
    peer.login = { status: 403, body: '' }
    const anew = await (await startServer(store, environment(peer.url))).device(ADMIN)
    expect(await anew.call('POST', path)).toMatchObject({
      status: 503,
      body: { message: 'O Quiver recusou o usuário ou a senha.' },
    })
  })

  test('kept answers go by age, and beyond two hundred the oldest', async () => {
    peer.sales = [{ body: [SALE] }]
    await sales()
    const count = async () => (await store.db.selectFrom('quiver_answers').select('id').execute()).length
    await pruneQuiverAnswers(store.db, '2026-01-01T00:00:00Z')
    expect(await count()).toBe(1)
    await pruneQuiverAnswers(store.db, new Date(Date.now() + 60_000).toISOString())
    expect(await count()).toBe(0)
  })
})

test.each([
  { QUIVER_URL: 'http://q' },
  { QUIVER_URL: 'http://q', QUIVER_USER: 'u' },
  { QUIVER_USER: 'u', QUIVER_PASSWORD: 'p' },
])('a part of the three variables is refused: %j', (given) => {
  expect(() => readConfig(given)).toThrow(/QUIVER_URL, QUIVER_USER e QUIVER_PASSWORD/)
})

test('without the variables there is no service', () => {
  expect(createIntegrations(readConfig({}).integrations).quiver).toBeNull()
})
