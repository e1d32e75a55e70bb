/** 'Diagnóstico Presencial': every share and every lead against plain TypeScript over the same leads. */
import { expect, test } from 'vitest'
import { inPersonSchema } from '../../../src/domain/reports/plain/in-person.ts'
import { describeDatabase } from '../support/databases.ts'
import type { ReportLead } from './data/lead-row.ts'
import { LEADS, MAIN_PERIOD, PERIOD_BEFORE, type Period, SUMMER_PERIOD } from './data/leads.ts'
import { ADMIN, BELA_VISTA, BRUNA, CAIO, CENTRO, nameOf, PARTNERS } from './data/people.ts'
import { isIn, percent } from './data/reading.ts'
import { namedBroker, namedClient, namedPartner } from './named-row.ts'
import { inReportHouse, type ReportHouse } from './report-house.ts'

const WAYS = ['Telefone', 'Celular', 'E-mail', 'WhatsApp', 'Presencial'] as const
const wayName = (type: number | null) => (type === null ? null : (WAYS[type - 1] ?? null))

type Is = (lead: ReportLead) => boolean
const isSold: Is = ({ state, sold }) => state === 3 && sold === 1
const isQuoted: Is = ({ quoted }) => quoted === 1
const STAGES: readonly (readonly [type: string, reached: Is, inPerson: Is])[] = [
  ['Contatos', () => true, ({ contact_type }) => contact_type === 5],
  ['Cotações', isQuoted, (lead) => isQuoted(lead) && lead.quoted_type === 5],
  ['Vendas', isSold, (lead) => isSold(lead) && lead.sold_type === 5],
]
const isInPerson: Is = (lead) => STAGES.some(([, , is]) => is(lead))

const contactedIn = (period: Period, more: Is = () => true) =>
  LEADS.filter((lead) => !lead.cancelled && isIn(period, lead.contact_date) && more(lead))

const expectedSummary = (leads: readonly ReportLead[]) =>
  STAGES.map(([type, reached, is], place) => {
    const [quantity, total] = [leads.filter(is).length, leads.filter(reached).length]
    const share = percent(quantity, total)
    return {
      type_id: place + 1,
      type,
      percent: share === null ? null : expect.closeTo(share, 6),
      quantity,
      total,
    }
  })

describeDatabase('the diagnosis of what happened in person', (open) => {
  let house: ReportHouse
  inReportHouse(open, (opened) => {
    house = opened
  })
  const days = ({ from, to }: Period) => `date_start=${from}&date_end=${to}`
  const report = async (query: string) => {
    const { status, body } = await house.ask(ADMIN, `/leads/list-presencial?${query}`)
    expect(status, JSON.stringify(body)).toBe(200)
    return inPersonSchema.parse(body)
  }
  const idsOf = (rows: readonly { readonly id: number }[]) => rows.map(({ id }) => id).sort((a, b) => a - b)

  test('the data set has each stage in person and otherwise in the main period', () => {
    const leads = contactedIn(MAIN_PERIOD)
    for (const [type, reached, is] of STAGES) {
      expect(leads.filter(is).length, type).toBeGreaterThan(1)
      expect(leads.filter((lead) => reached(lead) && !is(lead)).length, type).toBeGreaterThan(1)
    }
    // Sold in person without any contact: no date, so in no period.
    expect(LEADS.some((lead) => isInPerson(lead) && lead.contact_date === null)).toBe(true)
  })

  test.each([
    ['the main period', MAIN_PERIOD],
    ['the period before', PERIOD_BEFORE],
    ['daylight-saving time', SUMMER_PERIOD],
    ['an empty period', { from: '2001-01-01', to: '2001-01-02' }],
  ])('every share of %s', async (_, period) => {
    const leads = contactedIn(period)
    const { summaryReport, data, meta } = await report(`${days(period)}&per_page=5000`)
    expect(summaryReport).toEqual(expectedSummary(leads))
    expect(idsOf(data)).toEqual(idsOf(leads.filter(isInPerson)))
    expect(meta.total).toBe(data.length)
    const contacts = data.map(({ contact_date }) => Date.parse(contact_date))
    expect(contacts).toEqual(contacts.toSorted((a, b) => b - a))
  })

  test('every column of the list', async () => {
    const { data } = await report(`${days(MAIN_PERIOD)}&per_page=5000`)
    const byId = new Map(LEADS.map((lead) => [lead.id, lead]))
    const ms = (instant: string | null = null) => (instant === null ? null : Date.parse(instant))
    for (const row of data) {
      const lead = byId.get(row.id)
      if (lead === undefined) throw new Error(`no lead ${row.id}`)
      expect(row).toMatchObject({
        client: namedClient(lead),
        partner: namedPartner(lead),
        broker: namedBroker(lead),
        client_id: lead?.client.id,
        client_name: lead?.client.name,
        partner_id: lead?.partner_id,
        partner_name: PARTNERS.find(({ id }) => id === lead?.partner_id)?.name ?? null,
        broker_id: lead?.broker_id,
        broker_name: nameOf(lead?.broker_id ?? null),
        quoted_type_name: wayName(lead?.quoted_type ?? null),
        // Of an open lead it is not known.
        sold: lead?.state === 3 ? Number(isSold(lead)) : null,
        sold_type_name: wayName(lead?.sold_type ?? null),
      })
      expect([row.contact_date, row.quoted_date, row.end_lead_date, row.end_lead].map(ms)).toEqual(
        [lead.contact_date, lead.quoted_date, lead.end_lead_date, lead.end_lead_date].map(ms),
      )
    }
  })

  test('each figure opens the leads that it counts', async () => {
    const leads = contactedIn(MAIN_PERIOD)
    for (const [place, [type, reached, is]] of STAGES.entries()) {
      const open = async (figure: string) =>
        idsOf((await report(`${days(MAIN_PERIOD)}&per_page=5000&figure=${figure}&row=${place + 1}`)).data)
      expect(await open('quantity'), type).toEqual(idsOf(leads.filter(is)))
      expect(await open('total'), type).toEqual(idsOf(leads.filter(reached)))
    }
  })

  test('pages begin at 0', async () => {
    const all = await report(`${days(MAIN_PERIOD)}&per_page=5000&order=client_name`)
    const page = async (number: number) =>
      (await report(`${days(MAIN_PERIOD)}&per_page=4&order=client_name&page=${number}`)).data
    expect(await page(0)).toEqual(all.data.slice(0, 4))
    expect(await page(1)).toEqual(all.data.slice(4, 8))
    expect((await report(`${days(MAIN_PERIOD)}&order=client_name`)).data).toEqual(all.data.slice(0, 10))
  })

  test('filters narrow the shares and the list', async () => {
    const query = `partners=${BELA_VISTA}&partners=${CENTRO}&brokers[]=${BRUNA}&brokers[]=${CAIO}`
    const leads = contactedIn(
      MAIN_PERIOD,
      ({ partner_id, broker_id }) =>
        [BELA_VISTA, CENTRO].includes(partner_id ?? 0) && [BRUNA, CAIO].includes(broker_id ?? 0),
    )
    const { summaryReport, data } = await report(`${days(MAIN_PERIOD)}&per_page=5000&${query}`)
    expect(data.length).toBeGreaterThan(0)
    expect(summaryReport).toEqual(expectedSummary(leads))
    expect(idsOf(data)).toEqual(idsOf(leads.filter(isInPerson)))
    const named = await report(`${days(MAIN_PERIOD)}&per_page=5000&client=erica`)
    expect(idsOf(named.data)).toEqual(
      idsOf(contactedIn(MAIN_PERIOD, (lead) => isInPerson(lead) && lead.client.name.includes('Érica'))),
    )
  })

  test('unknown names are refused', async () => {
    const status = async (query: string) =>
      (await house.ask(ADMIN, `/leads/list-presencial?${days(MAIN_PERIOD)}${query}`)).status
    expect(await status('&surprise=1')).toBe(400)
    expect(await status('&figure=surprise')).toBe(400)
    expect(await status('&order=surprise')).toBe(400)
  })

  test('the sheet has every lead of the list', async () => {
    const { rows } = await house.sheet(ADMIN, `/leads/list-presencial/export?${days(MAIN_PERIOD)}`)
    expect(rows[0]).toEqual([
      'Nº',
      'Cliente',
      'Concessionária',
      'Corretor',
      'Contato',
      'Cotação',
      'Tipo de cotação',
      'Vendido',
      'Tipo de venda',
      'Fim',
    ])
    expect(idsOf(rows.slice(1).map(([id]) => ({ id: Number(id) })))).toEqual(
      idsOf(contactedIn(MAIN_PERIOD, isInPerson)),
    )
    const empty = '/leads/list-presencial/export?date_start=2001-01-01&date_end=2001-01-02'
    expect((await house.sheet(ADMIN, empty)).status).toBe(422)
  })
})
