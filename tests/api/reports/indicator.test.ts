/** 'Relatório do Indicador': every figure against plain TypeScript over the same leads. */
import { expect, test } from 'vitest'
import { everyWeek, indicatorSchema } from '../../../src/domain/reports/indicator.ts'
import { describeDatabase } from '../support/databases.ts'
import type { ReportLead } from './data/lead-row.ts'
import { LEADS, MAIN_PERIOD, PERIOD_BEFORE, type Period, SUMMER_PERIOD } from './data/leads.ts'
import { ADMIN, nameOf, PARTNER_REFERRER, REFERRER } from './data/people.ts'
import { average, dayOf, grouped, isIn, percent, workedBetween } from './data/reading.ts'
import { namedClient } from './named-row.ts'
import { inReportHouse, type ReportHouse } from './report-house.ts'

const isSold = (lead: ReportLead) => lead.state === 3 && lead.sold === 1

const inReport = (period: Period, more: (lead: ReportLead) => boolean = () => true) =>
  LEADS.filter((lead) => !lead.cancelled && isIn(period, lead.create_lead_date) && more(lead))

const secondsOf = (from: string | null, to: string | null) => {
  const ms = workedBetween(from, to)
  return ms === null ? null : ms / 1000
}
const closeTo = (value: number | null) => (value === null ? null : expect.closeTo(value, 2))
const instantOf = (date: string | null) => (date === null ? null : Date.parse(date))

const indicationOf = (lead: ReportLead) => secondsOf(lead.proposal_date, lead.create_lead_date)
const processOf = (lead: ReportLead) => secondsOf(lead.create_lead_date, lead.end_lead_date)

const rowOf = (lead: ReportLead) => ({
  id: lead.id,
  client: namedClient(lead),
  client_name: lead.client.name,
  inviter_indication_time: closeTo(indicationOf(lead)),
  sold_date: isSold(lead) ? instantOf(lead.sold_date) : null,
  process_indication_time: closeTo(processOf(lead)),
  proposal_date: instantOf(lead.proposal_date),
  indication_on_time: lead.indication_on_time,
  inviter_id: lead.inviter_id,
  inviter_name: nameOf(lead.inviter_id),
})

function totalOf(leads: readonly ReportLead[]) {
  const on_time = leads.filter((lead) => lead.indication_on_time === 1).length
  const late = leads.filter((lead) => lead.indication_on_time === 0).length
  return {
    count: leads.length,
    on_time,
    late,
    on_time_percent: closeTo(percent(on_time, on_time + late) ?? 0),
    sold: leads.filter(isSold).length,
    inviter_indication_time: closeTo(average(leads.map(indicationOf))),
    process_indication_time: closeTo(average(leads.map(processOf))),
  }
}

const mondayOf = (instant: string) => {
  const date = new Date(`${dayOf(instant)}T00:00Z`)
  date.setUTCDate(date.getUTCDate() - ((date.getUTCDay() + 6) % 7))
  return date.toISOString().slice(0, 10)
}

const weeksOf = (leads: readonly ReportLead[]) =>
  [...grouped(leads, (lead) => mondayOf(lead.create_lead_date))]
    .map(([week, own]) => ({
      week,
      on_time: own.filter((lead) => lead.indication_on_time === 1).length,
      late: own.filter((lead) => lead.indication_on_time === 0).length,
      undecided: own.filter((lead) => lead.indication_on_time === null).length,
    }))
    .sort((a, b) => a.week.localeCompare(b.week))

const byId = <Row extends { readonly id: number }>(rows: readonly Row[]) =>
  rows.toSorted((a, b) => a.id - b.id)
const days = ({ from, to }: Period) => `date_ini=${from}&date_end=${to}`

describeDatabase('the report of a referrer', (open) => {
  let house: ReportHouse
  inReportHouse(open, (opened) => {
    house = opened
  })
  const report = async (user: number, query: string) => {
    const { status, body } = await house.ask(user, `/leads/indicatorReport?${query}`)
    expect(status, JSON.stringify(body)).toBe(200)
    const answer = indicatorSchema.parse(body)
    const data = answer.data.map((row) => ({
      ...row,
      sold_date: instantOf(row.sold_date),
      proposal_date: instantOf(row.proposal_date),
    }))
    return { ...answer, data }
  }

  test.each([
    ['the main period', MAIN_PERIOD],
    ['the period before', PERIOD_BEFORE],
    ['daylight-saving time', SUMMER_PERIOD],
  ])('every figure of %s', async (_, period) => {
    const leads = inReport(period)
    expect(leads.length).toBeGreaterThan(0)
    const { data, total, weeks, meta } = await report(ADMIN, days(period))
    expect(byId(data)).toEqual(byId(leads.map(rowOf)))
    expect(total).toEqual(totalOf(leads))
    expect(weeks).toEqual(weeksOf(leads))
    expect(meta.total).toBe(leads.length)
    const proposals = data.map(({ proposal_date }) => proposal_date ?? Number.NEGATIVE_INFINITY)
    expect(proposals, 'the newest proposal first, leads without one last').toEqual(
      proposals.toSorted((a, b) => (a === b ? 0 : b - a)),
    )
  })

  test('times that run backwards, undecided flags and dates of unsold leads do not count', () => {
    const leads = inReport(MAIN_PERIOD)
    const backwards = leads.filter((lead) => lead.proposal_date !== null && indicationOf(lead) === null)
    expect(backwards.length).toBeGreaterThan(0)
    expect(leads.filter((lead) => lead.indication_on_time === null).length).toBeGreaterThan(0)
    expect(leads.filter((lead) => lead.sold_date !== null && !isSold(lead)).length).toBeGreaterThan(0)
  })

  test('a week without a lead is in the picture', () => {
    const week = (day: string) => ({ week: day, on_time: 1, late: 0, undecided: 0 })
    expect(
      everyWeek([week('2026-10-05'), week('2026-10-26')]).map(({ week: day, on_time }) => [day, on_time]),
    ).toEqual([
      ['2026-10-05', 1],
      ['2026-10-12', 0],
      ['2026-10-19', 0],
      ['2026-10-26', 1],
    ])
    expect(everyWeek([])).toEqual([])
  })

  test('a referrer sees what it referred, and the administrator what anyone did', async () => {
    for (const inviter of [REFERRER, PARTNER_REFERRER]) {
      const leads = inReport(MAIN_PERIOD, ({ inviter_id }) => inviter_id === inviter)
      expect(leads.length).toBeGreaterThan(0)
      const own = await report(inviter, days(MAIN_PERIOD))
      expect(byId(own.data)).toEqual(byId(leads.map(rowOf)))
      expect(own.total).toEqual(totalOf(leads))
      expect(own.weeks).toEqual(weeksOf(leads))
      const asked = await report(ADMIN, `${days(MAIN_PERIOD)}&inviter_id=${inviter}`)
      expect(asked.data).toEqual(own.data)
      expect(asked.total).toEqual(own.total)
    }
    const status = async (query: string) =>
      (await house.ask(ADMIN, `/leads/indicatorReport?${days(MAIN_PERIOD)}${query}`)).status
    expect(await status('&partner_id=1')).toBe(400)
    expect(await status('&order=surprise')).toBe(400)
  })

  test('a page of each order', async () => {
    for (const order of [
      'client_name',
      'inviter_indication_time',
      'sold_date',
      '-process_indication_time',
      '-proposal_date',
      'indication_on_time',
      'inviter_name',
    ]) {
      const all = await report(ADMIN, `${days(MAIN_PERIOD)}&paginate=null&order=${order}`)
      const page = await report(ADMIN, `${days(MAIN_PERIOD)}&per_page=7&page=3&order=${order}`)
      expect(page.data, order).toEqual(all.data.slice(14, 21))
      expect(page.total).toEqual(all.total)
    }
    const slowest = await report(ADMIN, `${days(MAIN_PERIOD)}&order=-process_indication_time`)
    const times = slowest.data.map(({ process_indication_time }) => process_indication_time ?? -1)
    expect(times).toEqual(times.toSorted((a, b) => b - a))
  })

  test('the sheet holds every row, and the totals in words of their columns', async () => {
    const { data, total } = await report(REFERRER, days(MAIN_PERIOD))
    const { rows } = await house.sheet(REFERRER, `/leads/indicatorReportExport?${days(MAIN_PERIOD)}`)
    expect(rows[0]).toEqual([
      'Cliente',
      'Tempo de indicação',
      'Data da venda',
      'Tempo de processamento',
      'Data da proposta',
      'No prazo',
      'Indicador',
    ])
    expect(rows.slice(1, -1).map(([client]) => client)).toEqual(data.map(({ client_name }) => client_name))
    const percentText = new Intl.NumberFormat('pt-BR', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
    const last = rows.at(-1) ?? []
    expect([last[0], last[2], last[5]]).toEqual([
      `Total: ${total.count} leads`,
      `${total.sold} vendidos`,
      `${percentText.format(total.on_time_percent)}%`,
    ])
    expect(
      (await house.sheet(ADMIN, '/leads/indicatorReportExport?date_ini=2001-01-01&date_end=2001-01-02'))
        .status,
    ).toBe(422)
  })
})
