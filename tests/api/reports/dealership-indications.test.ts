/** 'Relatório de Indicações': every figure against plain TypeScript over the same leads. */
import { expect, test } from 'vitest'
import {
  dealershipIndicationsSchema,
  referralsSchema,
} from '../../../src/domain/reports/dealership-indications.ts'
import { describeDatabase } from '../support/databases.ts'
import type { ReportLead } from './data/lead-row.ts'
import { LEADS, MAIN_PERIOD, PERIOD_BEFORE, type Period, RANKED_PERIOD, SUMMER_PERIOD } from './data/leads.ts'
import {
  ADMIN,
  AVENIDA,
  BELA_VISTA,
  BRUNA,
  CENTRO,
  MANAGER,
  nameOf,
  REFERRER,
  SHOP_OF_ONE,
  SHOP_OF_TWO,
} from './data/people.ts'
import { grouped, isIn, percent, ranked } from './data/reading.ts'
import { inReportHouse, type ReportHouse } from './report-house.ts'

const isSold = (lead: ReportLead) => lead.state === 3 && lead.sold === 1

/** The conditions in words of the rules, written again. */
const FIGURES: Readonly<Record<string, (lead: ReportLead) => boolean>> = {
  inviter_all_leads: () => true,
  indications_on_time: (lead) => lead.indication_on_time === 1,
  indications_not_on_time: (lead) => lead.indication_on_time === 0,
  sold: isSold,
}

/** By the proposal's date, and without one by the creation. */
const inReport = (period: Period, more: (lead: ReportLead) => boolean = () => true) =>
  LEADS.filter(
    (lead) => !lead.cancelled && isIn(period, lead.proposal_date ?? lead.create_lead_date) && more(lead),
  )

const countsOf = (leads: readonly ReportLead[]) =>
  Object.fromEntries(Object.entries(FIGURES).map(([name, is]) => [name, leads.filter(is).length]))

function expectedSummary(leads: readonly ReportLead[]) {
  const rows = [...grouped(leads, (lead) => lead.inviter_id)].map(([inviter_id, own]) => {
    const sold = own.filter(isSold).length
    const name = inviter_id === null ? 'Sem indicador' : (nameOf(inviter_id) ?? '')
    const conversion = percent(sold, own.length)
    return { name, total: own.length, inviter_id, inviter_name: name, ...countsOf(own), sold, conversion }
  })
  return ranked(rows).map(({ name: _name, total: _total, ...row }) => row)
}

const closeTo = (value: number | null) => (value === null ? null : expect.closeTo(value, 6))
const days = ({ from, to }: Period) => `date_ini=${from}&date_end=${to}`
const idsOf = (rows: readonly { readonly id: number }[]) => rows.map(({ id }) => id).sort((a, b) => a - b)

describeDatabase('the report of referrals', (open) => {
  let house: ReportHouse
  inReportHouse(open, (opened) => {
    house = opened
  })
  const report = async (user: number, query: string) => {
    const { status, body } = await house.ask(user, `/leads/indicationReportGerVeic?${query}`)
    expect(status, JSON.stringify(body)).toBe(200)
    return dealershipIndicationsSchema.parse(body)
  }
  const referrals = async (user: number, query: string) => {
    const { status, body } = await house.ask(user, `/leads/referralReport?${query}`)
    expect(status, JSON.stringify(body)).toBe(200)
    return referralsSchema.parse(body)
  }

  test.each([
    ['the main period', MAIN_PERIOD],
    ['the period before', PERIOD_BEFORE],
    ['a period of shared ranks', RANKED_PERIOD],
    ['daylight-saving time', SUMMER_PERIOD],
  ])('every figure of %s', async (_, period) => {
    const leads = inReport(period)
    const { summaryReport, total, data, meta } = await report(MANAGER, `${days(period)}&per_page=5000`)
    expect(leads.length).toBeGreaterThan(0)
    expect(summaryReport).toEqual(
      expectedSummary(leads).map((row) => ({ ...row, conversion: closeTo(row.conversion) })),
    )
    expect(total).toMatchObject({ ...countsOf(leads), inviter_id: null, ranking: null })
    expect(total.conversion).toBeCloseTo(percent(total.sold, leads.length) ?? 0, 6)
    expect(idsOf(data)).toEqual(idsOf(leads))
    expect(meta.total).toBe(leads.length)
    const instants = data.map(({ create_lead_date }) => Date.parse(create_lead_date))
    expect(instants, 'the newest first').toEqual(instants.toSorted((a, b) => b - a))
  })

  test('the proposal decides about the period, not the creation', () => {
    const moved = (isInside: boolean) =>
      LEADS.filter(
        (lead) =>
          !lead.cancelled &&
          isIn(MAIN_PERIOD, lead.create_lead_date) !== isInside &&
          isIn(MAIN_PERIOD, lead.proposal_date ?? lead.create_lead_date) === isInside,
      )
    expect(moved(true).length, 'leads that only the proposal brings in').toBeGreaterThan(0)
    expect(moved(false).length, 'leads that only the proposal keeps out').toBeGreaterThan(0)
  })

  test('each figure opens the leads that it counts, of one referrer, of none, and of all', async () => {
    const leads = inReport(MAIN_PERIOD)
    for (const [name, is] of Object.entries(FIGURES)) {
      const of = async (row: string) =>
        idsOf((await report(MANAGER, `${days(MAIN_PERIOD)}&per_page=5000&figure=${name}${row}`)).data)
      expect(await of(''), name).toEqual(idsOf(leads.filter(is)))
      for (const [row, inviter] of [
        [REFERRER, REFERRER],
        [0, null],
      ] as const)
        expect(await of(`&row=${row}`), `${name} of ${row}`).toEqual(
          idsOf(leads.filter((lead) => lead.inviter_id === inviter && is(lead))),
        )
    }
  })

  test('filters narrow, alone and together', async () => {
    const of = async (query: string) =>
      idsOf((await report(ADMIN, `${days(MAIN_PERIOD)}&per_page=5000&${query}`)).data)
    const want = (is: (lead: ReportLead) => boolean) => {
      const ids = idsOf(inReport(MAIN_PERIOD, is))
      expect(ids.length).toBeGreaterThan(0)
      return ids
    }
    expect(await of(`partner_id[]=${AVENIDA}`)).toEqual(want((lead) => lead.partner_id === AVENIDA))
    expect(await of(`partner_id=${AVENIDA}&partner_id=${CENTRO}`)).toEqual(
      want(({ partner_id }) => partner_id === AVENIDA || partner_id === CENTRO),
    )
    expect(await of(`inviter_id=${REFERRER}&insurance_id[]=2&insurance_id[]=3`)).toEqual(
      want((lead) => lead.inviter_id === REFERRER && [2, 3].includes(lead.insurance_id ?? 0)),
    )
    const client = inReport(MAIN_PERIOD)[0]?.client
    expect(await of(`client_id=${client?.id}`)).toEqual(want((lead) => lead.client_uid === client?.uid))
    expect(await of('client_id=999999')).toEqual([])
  })

  test('a broker and a dealership count their own leads; unknown names are refused', async () => {
    for (const [user, isOwn] of [
      [BRUNA, (lead: ReportLead) => lead.broker_id === BRUNA],
      [SHOP_OF_TWO, ({ partner_id }: ReportLead) => partner_id === BELA_VISTA || partner_id === CENTRO],
    ] as const) {
      const leads = inReport(MAIN_PERIOD, isOwn)
      const own = await report(user, `${days(MAIN_PERIOD)}&per_page=5000`)
      expect(idsOf(own.data)).toEqual(idsOf(leads))
      expect(own.summaryReport.map(({ inviter_id }) => inviter_id)).toEqual(
        expectedSummary(leads).map(({ inviter_id }) => inviter_id),
      )
      const mine = leads[0]?.client.id
      expect(idsOf((await report(user, `${days(MAIN_PERIOD)}&client_id=${mine}`)).data)).toEqual(
        idsOf(leads.filter(({ client }) => client.id === mine)),
      )
    }
    const status = async (query: string) =>
      (await house.ask(MANAGER, `/leads/indicationReportGerVeic?${days(MAIN_PERIOD)}${query}`)).status
    expect(await status('&surprise=1')).toBe(400)
    expect(await status('&figure=surprise')).toBe(400)
  })

  test('the table of a dealership has the same leads, all or a page', async () => {
    const leads = inReport(MAIN_PERIOD, ({ partner_id }) => partner_id === AVENIDA)
    for (const query of ['', '&paginate=', '&paginate=null'])
      expect(idsOf((await referrals(SHOP_OF_ONE, `${days(MAIN_PERIOD)}${query}`)).data), query).toEqual(
        idsOf(leads),
      )
    const all = await referrals(SHOP_OF_ONE, `${days(MAIN_PERIOD)}&order=client_name`)
    for (const size of ['paginate', 'per_page']) {
      const page = await referrals(SHOP_OF_ONE, `${days(MAIN_PERIOD)}&order=client_name&${size}=4&page=2`)
      expect(page.data, size).toEqual(all.data.slice(4, 8))
      expect(page.meta.total).toBe(leads.length)
    }
    const { data } = await report(SHOP_OF_ONE, `${days(MAIN_PERIOD)}&per_page=5000&order=client_name`)
    expect(all.data).toEqual(data)
    expect((await house.ask(SHOP_OF_ONE, '/leads/referralReport?partner_id=2')).status).toBe(400)
  })

  test('the sheets hold what the screen shows, with the total', async () => {
    const query = `${days(MAIN_PERIOD)}&partner_id[]=${AVENIDA}`
    const { summaryReport, total } = await report(MANAGER, query)
    const { above, rows } = await house.sheet(MANAGER, `/leads/summaryReportGerVeicExport?${query}`)
    expect(above[0]).toMatch(
      /^Relatório de Indicações: Por indicador · Período: 01\/10\/2026 a 31\/10\/2026 \(/,
    )
    expect(rows[0]).toEqual([
      'Indicador',
      'Indicações no período',
      'No prazo',
      'Fora do prazo',
      'Vendidas',
      'Conversão',
      'Ranking',
    ])
    const cells = (row: (typeof summaryReport)[number]) => [
      row.inviter_name,
      row.inviter_all_leads,
      row.indications_on_time,
      row.indications_not_on_time,
      row.sold,
    ]
    expect(rows.slice(1).map((row) => row.slice(0, 5))).toEqual([...summaryReport, total].map(cells))
    expect(rows.at(-1)?.[5]).toBeCloseTo((total.conversion ?? 0) / 100, 6)
    const leads = await house.sheet(SHOP_OF_ONE, `/leads/indicationReportGerVeicExport?${days(MAIN_PERIOD)}`)
    expect(
      leads.rows
        .slice(1)
        .map(([id]) => Number(id))
        .sort((a, b) => a - b),
    ).toEqual(idsOf(inReport(MAIN_PERIOD, (lead) => lead.partner_id === AVENIDA)))
    const empty = 'date_ini=2001-01-01&date_end=2001-01-02'
    for (const call of ['summaryReportGerVeicExport', 'indicationReportGerVeicExport'])
      expect((await house.sheet(MANAGER, `/leads/${call}?${empty}`)).status).toBe(422)
  })
})
