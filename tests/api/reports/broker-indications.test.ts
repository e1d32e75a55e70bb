/** 'Relatório de Indicações da Corretora': every figure against plain TypeScript over the same leads. */
import { expect, test } from 'vitest'
import { referralsSchema } from '../../../src/domain/reports/dealership-indications.ts'
import { brokerIndicationsSchema } from '../../../src/domain/reports/plain/broker-indications.ts'
import { describeDatabase } from '../support/databases.ts'
import type { ReportLead } from './data/lead-row.ts'
import { LEADS, MAIN_PERIOD, PERIOD_BEFORE, type Period, RANKED_PERIOD, SUMMER_PERIOD } from './data/leads.ts'
import { ADMIN, AVENIDA, BRUNA, CENTRO, MANAGER, nameOf, SHOP_OF_TWO } from './data/people.ts'
import { average, grouped, isIn, percent, ranked, workedBetween } from './data/reading.ts'
import { inReportHouse, type ReportHouse } from './report-house.ts'
import { readSheet } from './sheets/read-sheet.ts'

/** The conditions in words of the rules, written again. */
const FIGURES: Readonly<Record<string, (lead: ReportLead) => boolean>> = {
  broker_all_leads: () => true,
  captures_on_time: (lead) => lead.capture_on_time === 1,
  attendances_on_time: (lead) => lead.attendance_on_time === 1,
  had_contact: (lead) => lead.contact_date !== null,
  quoted: (lead) => lead.quoted === 1,
  backup_car: (lead) => lead.backup_car === 2,
  pague_menos: (lead) => lead.pague_menos === 2,
  sold: (lead) => lead.state === 3 && lead.sold === 1,
}

const inReport = (period: Period, more: (lead: ReportLead) => boolean = () => true) =>
  LEADS.filter((lead) => !lead.cancelled && isIn(period, lead.create_lead_date) && more(lead))

const negotiation = (lead: ReportLead) => {
  const ms = lead.state === 3 ? workedBetween(lead.capture_date, lead.end_lead_date) : null
  return ms === null ? null : ms / 1000
}

function countsOf(leads: readonly ReportLead[]) {
  const counts: Readonly<Record<string, number>> = Object.fromEntries(
    Object.entries(FIGURES).map(([name, is]) => [name, leads.filter(is).length]),
  )
  return { ...counts, negotiation_time: average(leads.map(negotiation)) }
}

function expectedSummary(leads: readonly ReportLead[]) {
  const rows = [...grouped(leads, (lead) => lead.broker_id)].map(([broker_id, own]) => {
    const sold = own.filter((lead) => lead.state === 3 && lead.sold === 1).length
    const name = nameOf(broker_id) ?? 'Sem corretor'
    return {
      name,
      total: own.length,
      broker_id,
      broker_name: name,
      ...countsOf(own),
      sold,
      conversion: percent(sold, own.length),
    }
  })
  return ranked(rows).map(({ name: _name, total: _total, conversion, negotiation_time, ...row }) => ({
    ...row,
    conversion: closeTo(conversion),
    negotiation_time: closeTo(negotiation_time),
  }))
}

const closeTo = (value: number | null) => (value === null ? null : expect.closeTo(value, 3))

describeDatabase('the report of the brokerage', (open) => {
  let house: ReportHouse
  inReportHouse(open, (opened) => {
    house = opened
  })
  const days = ({ from, to }: Period) => `date_ini=${from}&date_end=${to}`
  const report = async (user: number, query: string) => {
    const { status, body } = await house.ask(user, `/leads/indicationManagerReport?${query}`)
    expect(status, JSON.stringify(body)).toBe(200)
    return brokerIndicationsSchema.parse(body)
  }
  const idsOf = (rows: readonly { readonly id: number }[]) => rows.map(({ id }) => id).sort((a, b) => a - b)

  test('the sheet of the leads has what an external indication says about its line', async () => {
    const { bytes } = await house.file(MANAGER, `/leads/indicationManagerReportExport?${days(MAIN_PERIOD)}`)
    const [, , , labels = [], ...rows] = (await readSheet(bytes)).rows
    const place = labels.findIndex((cell) => cell?.value === 'Detalhes')
    expect(place).toBe(labels.length - 1)
    expect(rows.flatMap((cells) => cells[place]?.value ?? [])).toEqual([
      'Modelo: Onix; Tipo: Usado; Chassi: 9BWZZZ377VT004251; Renavam: 00639884962; Endereço do veículo: Betim/MG',
    ])
    // A dealership sees the lead, and not its details.
    const shops = await house.ask(SHOP_OF_TWO, `/leads/referralReport?${days(MAIN_PERIOD)}`)
    const { data } = referralsSchema.parse(shops.body)
    expect(data.length).toBeGreaterThan(0)
    expect(data.filter(({ insurance_details }) => insurance_details !== null)).toEqual([])
    const { data: all } = await report(MANAGER, `${days(MAIN_PERIOD)}&per_page=5000`)
    const told = all.filter(({ insurance_details }) => insurance_details !== null).map(({ id }) => id)
    expect(data.some(({ id }) => told.includes(id))).toBe(true)
  })

  test.each([
    ['the main period', MAIN_PERIOD],
    ['the period before', PERIOD_BEFORE],
    ['a period of shared ranks', RANKED_PERIOD],
    ['daylight-saving time', SUMMER_PERIOD],
  ])('every figure of %s', async (_, period) => {
    const leads = inReport(period)
    const { summaryReport, total, data, meta } = await report(MANAGER, `${days(period)}&per_page=5000`)
    expect(summaryReport).toEqual(expectedSummary(leads))
    const all = countsOf(leads)
    expect(total).toMatchObject({ ...all, negotiation_time: closeTo(all.negotiation_time), ranking: null })
    expect(total.conversion).toBeCloseTo(percent(total.sold, leads.length) ?? 0, 6)
    expect(idsOf(data)).toEqual(idsOf(leads))
    expect(meta.total).toBe(leads.length)
    // The newest first.
    const instants = data.map(({ create_lead_date }) => Date.parse(create_lead_date))
    expect(instants).toEqual(instants.toSorted((a, b) => b - a))
  })

  test('each figure opens the leads that it counts, of one broker and of all', async () => {
    const leads = inReport(MAIN_PERIOD)
    for (const [name, is] of Object.entries(FIGURES)) {
      const all = await report(MANAGER, `${days(MAIN_PERIOD)}&per_page=5000&figure=${name}`)
      expect(idsOf(all.data), name).toEqual(idsOf(leads.filter(is)))
      const own = await report(MANAGER, `${days(MAIN_PERIOD)}&per_page=5000&figure=${name}&row=${BRUNA}`)
      expect(idsOf(own.data), name).toEqual(
        idsOf(leads.filter((lead) => lead.broker_id === BRUNA && is(lead))),
      )
      const none = await report(MANAGER, `${days(MAIN_PERIOD)}&per_page=5000&figure=${name}&row=0`)
      expect(idsOf(none.data), name).toEqual(
        idsOf(leads.filter((lead) => lead.broker_id === null && is(lead))),
      )
    }
  })

  test('filters narrow, alone and together', async () => {
    const of = async (query: string) =>
      idsOf((await report(ADMIN, `${days(MAIN_PERIOD)}&per_page=5000&${query}`)).data)
    const want = (is: (lead: ReportLead) => boolean) => idsOf(inReport(MAIN_PERIOD, is))
    expect(await of(`partners=${AVENIDA}`)).toEqual(want((lead) => lead.partner_id === AVENIDA))
    expect(await of(`partners[]=${AVENIDA}&partners[]=${CENTRO}`)).toEqual(
      want(({ partner_id }) => partner_id === AVENIDA || partner_id === CENTRO),
    )
    expect(await of(`broker=${BRUNA}&insurance_id=2&insurance_id=3`)).toEqual(
      want((lead) => lead.broker_id === BRUNA && [2, 3].includes(lead.insurance_id ?? 0)),
    )
  })

  test('a page of the order that was asked for', async () => {
    const all = await report(MANAGER, `${days(MAIN_PERIOD)}&per_page=5000&order=client_name`)
    const page = await report(MANAGER, `${days(MAIN_PERIOD)}&per_page=10&page=3&order=client_name`)
    expect(page.data).toEqual(all.data.slice(20, 30))
    expect(page.meta.total).toBe(all.data.length)
  })

  test('a broker counts its own leads and none of another; unknown names are refused', async () => {
    const own = await report(BRUNA, `${days(MAIN_PERIOD)}&per_page=5000`)
    expect(idsOf(own.data)).toEqual(idsOf(inReport(MAIN_PERIOD, (lead) => lead.broker_id === BRUNA)))
    expect(own.summaryReport.map(({ broker_id }) => broker_id)).toEqual([BRUNA])
    const status = async (query: string) =>
      (await house.ask(MANAGER, `/leads/indicationManagerReport?${days(MAIN_PERIOD)}${query}`)).status
    expect(await status('&surprise=1')).toBe(400)
    expect(await status('&figure=surprise')).toBe(400)
    expect(await status('&figure=toString')).toBe(400)
    expect(await status('&order=surprise')).toBe(400)
  })

  test('the sheets hold what the screen shows, with the total', async () => {
    const query = `${days(MAIN_PERIOD)}&partners=${AVENIDA}`
    const { summaryReport, total } = await report(MANAGER, query)
    const summary = await house.sheet(MANAGER, `/leads/summaryReportExport?${query}`)
    expect(summary.rows).toHaveLength(summaryReport.length + 2)
    expect(summary.above).toEqual([
      'Relatório de Indicações da Corretora: Por corretor · Período: 01/10/2026 a 31/10/2026 (data de criação)',
      'Concessionárias: Concessionária Avenida',
      expect.stringMatching(/^Dados de \d\d\/\d\d\/\d{4} \d\d:\d\d · Exportado por /),
    ])
    expect(summary.rows[1]?.slice(0, 2)).toEqual([
      summaryReport[0]?.broker_name,
      summaryReport[0]?.broker_all_leads,
    ])
    expect(summary.rows.at(-1)?.slice(0, 2)).toEqual(['Total', total.broker_all_leads])
    const leads = await house.sheet(MANAGER, `/leads/indicationManagerReportExport?${query}`)
    expect(
      leads.rows
        .slice(1)
        .map(([id]) => Number(id))
        .sort((a, b) => a - b),
    ).toEqual(
      inReport(MAIN_PERIOD, (lead) => lead.partner_id === AVENIDA)
        .map(({ id }) => id)
        .sort((a, b) => a - b),
    )
    expect(
      (await house.sheet(MANAGER, '/leads/summaryReportExport?date_ini=2001-01-01&date_end=2001-01-02'))
        .status,
    ).toBe(422)
  })
})
