/** 'Indicações do Mês': every figure against plain TypeScript, and against the receipts of the same leads. */
import { expect, test } from 'vitest'
import { dealershipMonthSchema } from '../../../src/domain/reports/plain/dealership-month.ts'
import { describeDatabase } from '../support/databases.ts'
import type { ReportLead } from './data/lead-row.ts'
import { LEADS, MAIN_PERIOD, PERIOD_BEFORE, type Period, RANKED_PERIOD, SUMMER_PERIOD } from './data/leads.ts'
import { AVENIDA, CENTRO, MANAGER, nameOf, SHOP_OF_ONE, SHOP_OF_TWO, USERS } from './data/people.ts'
import { grouped, isIn, workedBetween } from './data/reading.ts'
import { inReportHouse, type ReportHouse } from './report-house.ts'

/** The earlier of two instants. */
const firstContact = ({ first_call_date: called, contact_date: contact }: ReportLead) =>
  [called, contact].filter((at) => at !== null).toSorted((a, b) => Date.parse(a) - Date.parse(b))[0] ?? null

function median(values: readonly number[]): number | null {
  const sorted = values.toSorted((a, b) => a - b)
  const [low, high] = [sorted[Math.ceil(sorted.length / 2) - 1], sorted[Math.floor(sorted.length / 2)]]
  return low === undefined || high === undefined ? null : (low + high) / 2
}

/** The figures in words of the rules, written again. */
function rowOf(leads: readonly ReportLead[]) {
  const count = (is: (lead: ReportLead) => boolean) => leads.filter(is).length
  const isQuoted = ({ quoted, sold }: ReportLead) => quoted === 1 || sold === 1
  const times = leads.flatMap((lead) => {
    const ms = workedBetween(lead.create_lead_date, firstContact(lead))
    return ms === null ? [] : [ms / 1000]
  })
  const time = median(times)
  return {
    indicated: leads.length,
    contacted: count((lead) => firstContact(lead) !== null || isQuoted(lead) || [3, 5].includes(lead.status)),
    first_contact_time: time === null ? null : expect.closeTo(time, 3),
    quoted: count(isQuoted),
    closed: count(({ state, sold }) => state === 3 && sold === 1),
    not_closed: count(({ state, sold }) => state === 3 && sold !== 1),
  }
}

const inMonth = (period: Period, is: (lead: ReportLead) => boolean = () => true) =>
  LEADS.filter((lead) => !lead.cancelled && isIn(period, lead.create_lead_date) && is(lead))
const rowsOf = (leads: readonly ReportLead[]) =>
  [...grouped(leads, (lead) => lead.inviter_id)]
    .map(([id, own]) => ({ id, own, name: nameOf(id) ?? 'Sem indicador' }))
    .toSorted((a, b) => b.own.length - a.own.length || a.name.localeCompare(b.name, 'pt-BR'))
    .map(({ id, own, name }) => ({ inviter_id: id, inviter_name: name, ...rowOf(own) }))
const days = ({ from, to }: Period) => `date_ini=${from}&date_end=${to}`
const partnersOf = (user: number) => USERS.find(({ id }) => id === user)?.partners ?? []

describeDatabase('the month of a dealership', (open) => {
  let house: ReportHouse
  inReportHouse(open, (opened) => {
    house = opened
  })
  const report = async (user: number, query: string) => {
    const { status, body } = await house.ask(user, `/leads/dealershipMonth?${query}`)
    expect(status, JSON.stringify(body)).toBe(200)
    return dealershipMonthSchema.parse(body)
  }

  test.each([
    ['the main period', MAIN_PERIOD],
    ['the period before', PERIOD_BEFORE],
    ['a period of shared ranks', RANKED_PERIOD],
    ['daylight-saving time', SUMMER_PERIOD],
  ])('every figure of %s', async (_, period) => {
    const expected = inMonth(period)
    expect(expected.length).toBeGreaterThan(0)
    const { summaryReport, total, data, meta } = await report(MANAGER, `${days(period)}&per_page=5000`)
    expect(summaryReport).toEqual(rowsOf(expected))
    expect(total).toEqual({ inviter_id: null, inviter_name: 'Total', ...rowOf(expected) })
    expect(meta.total).toBe(expected.length)
    expect(data.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual(
      expected.map(({ id }) => id).toSorted((a, b) => a - b),
    )
  })

  test.each([
    ['one partner', SHOP_OF_ONE],
    ['two partners', SHOP_OF_TWO],
  ])('a dealership of %s counts the leads of its own alone', async (_, user) => {
    const own = inMonth(MAIN_PERIOD, ({ partner_id }) => partnersOf(user).includes(partner_id ?? 0))
    expect(own.length).toBeGreaterThan(0)
    const { summaryReport, total } = await report(user, days(MAIN_PERIOD))
    expect(summaryReport).toEqual(rowsOf(own))
    expect(total.indicated).toBe(own.length)
  })

  test('a chosen dealership narrows it; a period without leads has zeros and no time', async () => {
    for (const partner of [AVENIDA, CENTRO]) {
      const own = inMonth(MAIN_PERIOD, ({ partner_id }) => partner_id === partner)
      const { summaryReport } = await report(MANAGER, `${days(MAIN_PERIOD)}&partner_id[]=${partner}`)
      expect(summaryReport).toEqual(rowsOf(own))
    }
    const { summaryReport, total } = await report(MANAGER, 'date_ini=2020-01-01&date_end=2020-01-31')
    expect([summaryReport, total.indicated, total.first_contact_time]).toEqual([[], 0, null])
  })

  test.each([
    'indicated',
    'contacted',
    'quoted',
    'closed',
    'not_closed',
  ])('the figure %s opens the leads that it counts', async (figure) => {
    const { total } = await report(MANAGER, days(MAIN_PERIOD))
    const { meta } = await report(MANAGER, `${days(MAIN_PERIOD)}&figure=${figure}`)
    expect(meta.total).toBe(new Map(Object.entries(total)).get(figure))
  })

  test('no answer of it has money', async () => {
    const { body } = await house.ask(SHOP_OF_ONE, `/leads/dealershipMonth?${days(MAIN_PERIOD)}`)
    expect(JSON.stringify(body)).not.toMatch(/commission|sale_value|cents/)
  })
})
