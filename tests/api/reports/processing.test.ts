/** 'Relatório de Processamentos': rows of an import by month, with filters, pages and sheet. */
import { beforeAll, expect, test } from 'vitest'
import { insertRows } from '../../../server/db/insert-rows.ts'
import { processingRoute } from '../../../src/contract/reports/processing.ts'
import { saoPauloDay } from '../../../src/domain/time/sao-paulo.ts'
import { describeDatabase } from '../support/databases.ts'
import { type Device, startServer, type TestServer } from '../support/server.ts'
import { LEADS } from './data/leads.ts'
import { loadReportData } from './data/load.ts'
import { ADMIN, ELISA, FABIO, nameOf } from './data/people.ts'

const [LEAD] = LEADS
if (LEAD === undefined) throw new Error('no lead')

const CPF = '52998224725'
const row = (id: number, reference_month: string, columns: object = {}) => ({
  id,
  reference_month,
  policy_number: `P-${id}`,
  product: 'Auto',
  client_info: { client_name: `Cliente ${id}`, client_cpf: '' },
  broker_id: null as number | null,
  renovator_hierarchical_group: null as string | null,
  lead_uid: null as string | null,
  channel_id: 27 as number | null,
  update_status: 2,
  additional_information: '',
  ...columns,
})

const ROWS = [
  row(1, '202610', {
    client_info: { client_name: 'João Ávila', client_cpf: CPF },
    broker_id: ELISA,
    renovator_hierarchical_group: 'GRUPO 14',
    lead_uid: LEAD.uid,
    additional_information: 'Atribuída.',
  }),
  row(2, '202610', { update_status: 9, renovator_hierarchical_group: '999' }),
  row(3, '202610', { broker_id: FABIO, channel_id: 29, update_status: 0 }),
  row(4, '202610', { broker_id: FABIO, channel_id: null, update_status: 1 }),
  row(5, '202609', { update_status: 9 }),
  row(6, '202601'),
  row(7, '202512'),
  // As a name without a document may come.
  row(8, '202701', { client_info: { client_name: 'Zoé 100%' } }),
]

describeDatabase('the report of processing', (open) => {
  let server: TestServer
  let admin: Device
  beforeAll(async () => {
    const store = await open()
    await loadReportData(store.db)
    await insertRows(store.db, 'lead_temps', ROWS)
    server = await startServer(store)
    admin = await server.device(ADMIN)
    return () => server.stop()
  })

  const report = async (query: string) => {
    const { status, body } = await admin.call('GET', `/lead-temps?${query}`)
    expect(status, JSON.stringify(body)).toBe(200)
    return processingRoute.answer.parse(body)
  }
  const found = async (query: string) => (await report(query)).data.map(({ id }) => id)

  test('every column of a month, the newest first', async () => {
    const { data, total, as_of } = await report('reference_month=202610')
    expect(data.map(({ id }) => id)).toEqual([4, 3, 2, 1])
    expect([total, Date.parse(as_of) > 0]).toEqual([4, true])
    expect(data.at(-1)).toEqual({
      id: 1,
      reference_month: '202610',
      policy_number: 'P-1',
      product: 'Auto',
      client_info: { client_name: 'João Ávila', client_cpf: CPF },
      broker: { id: ELISA, name: nameOf(ELISA), renovator_hierarchical_group: 'GRUPO 14' },
      renovator_hierarchical_group: 'GRUPO 14',
      lead_id: LEAD.id,
      channel: { id: 27, name: expect.any(String) },
      update_status: 2,
      additional_information: 'Atribuída.',
    })
    expect(data[0]).toMatchObject({ broker: { id: FABIO }, channel: null, lead_id: null })
    expect(data[2]).toMatchObject({ broker: null, update_status: 9 })
  })

  test('a year, this month by default, and the picture of the same rows', async () => {
    const year = await report('reference_month=2026')
    expect(year.data.map(({ id }) => id)).toEqual([6, 5, 4, 3, 2, 1])
    expect(year.months).toEqual([
      { reference_month: '202601', update_status: 2, rows: 1 },
      { reference_month: '202609', update_status: 9, rows: 1 },
      ...[0, 1, 2, 9].map((update_status) => ({ reference_month: '202610', update_status, rows: 1 })),
    ])
    const now = saoPauloDay(Date.now()).slice(0, 7).replace('-', '')
    expect(await found('')).toEqual(await found(`reference_month=${now}`))
  })

  test('filters, order and pages', async () => {
    expect(await found(`reference_month=2026&broker_id=${FABIO}`)).toEqual([4, 3])
    expect(await found('reference_month=2026&channel_id=29')).toEqual([3])
    expect(await found('reference_month=2026&status=9')).toEqual([5, 2])
    expect(await found('reference_month=2026&client=joao%20avila')).toEqual([1])
    expect(await found('reference_month=2026&client=529.982.247-25')).toEqual([1])
    expect(await found('reference_month=2027&client=100%25')).toEqual([8])
    expect(await found('reference_month=2026&client=_')).toEqual([])
    expect(await found('reference_month=2026&order=id&page=2&per_page=4')).toEqual([5, 6])
    expect(await found('reference_month=202610&order=-update_status')).toEqual([2, 1, 4, 3])
    for (const wrong of ['reference_month=202613', 'reference_month=10/2026', 'mes=202610', 'order=nada'])
      expect((await admin.call('GET', `/lead-temps?${wrong}`)).status, wrong).toBe(400)
  })

  test('the sheet has every row of the filter; an empty one is refused', async () => {
    const sheet = (month: string) =>
      server.app.inject({
        method: 'GET',
        url: `/api/lead-temps/leadTempsExport?reference_month=${month}`,
        headers: { authorization: `Bearer ${admin.token}` },
      })
    expect((await sheet('2026')).statusCode).toBe(200)
    const none = await sheet('200101')
    expect(none.statusCode).toBe(422)
    expect(none.json()).toMatchObject({ message: 'Não há leads para exportar nesse período!' })
  })
})
