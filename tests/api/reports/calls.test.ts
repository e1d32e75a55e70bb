/** 'Relatório de Ligações': every average and every lead against plain TypeScript over the same leads. */
import { expect, test } from 'vitest'
import { listBrokerSchema } from '../../../src/contract/board.ts'
import { callsSchema } from '../../../src/domain/reports/calls.ts'
import { describeDatabase } from '../support/databases.ts'
import type { ReportLead } from './data/lead-row.ts'
import { LEADS, MAIN_PERIOD, PERIOD_BEFORE, type Period, SUMMER_PERIOD } from './data/leads.ts'
import {
  ADMIN,
  AVENIDA,
  BELA_VISTA,
  BRUNA,
  CAIO,
  DAVI,
  MANAGER,
  nameOf,
  TEAM_NEW,
  TEAM_RENEWALS,
  USERS,
} from './data/people.ts'
import { average, firstCall, grouped, isIn, percent, workedBetween } from './data/reading.ts'
import { namedLead } from './named-row.ts'
import { inReportHouse, type ReportHouse } from './report-house.ts'

/** Hours of the setting in a new database. */
const GOAL = 3 * 3600

type Is = (lead: ReportLead) => boolean
const capturedIn = (period: Period, more: Is = () => true) =>
  LEADS.filter((lead) => !lead.cancelled && isIn(period, lead.capture_date) && more(lead))

const isCalled: Is = (lead) => lead.first_call_date !== null
const timeToCall = ({ capture_date, first_call_date }: ReportLead) => {
  const ms = workedBetween(capture_date, first_call_date)
  return ms === null ? null : ms / 1000
}
const closeTo = (value: number | null) => (value === null ? null : expect.closeTo(value, 3))

function averages(leads: readonly ReportLead[]) {
  const called = leads.filter(isCalled)
  const decided = leads.filter((lead) => lead.first_call_on_time !== null)
  const calls = leads.reduce((sum, lead) => sum + lead.calls.length, 0)
  return {
    leads: leads.length,
    called: called.length,
    time_to_call: closeTo(average(leads.map(timeToCall))),
    goal: GOAL,
    on_time: closeTo(percent(decided.filter((lead) => lead.first_call_on_time === 1).length, decided.length)),
    calls_per_lead: closeTo(leads.length === 0 ? null : calls / leads.length),
    duration: closeTo(average(leads.map((lead) => firstCall(lead)?.duration ?? null))),
    answered: closeTo(percent(called.filter((lead) => firstCall(lead)?.status === 2).length, called.length)),
  }
}

describeDatabase('the report of calls', (open) => {
  let house: ReportHouse
  inReportHouse(open, (opened) => {
    house = opened
  })
  const days = ({ from, to }: Period) => `date_ini=${from}&date_end=${to}`
  const report = async (user: number, query: string) => {
    const { status, body } = await house.ask(user, `/leads/list-broker?isCallReport=true&${query}`)
    expect(status, JSON.stringify(body)).toBe(200)
    return callsSchema.parse(body)
  }
  const idsOf = (rows: readonly { readonly id: number }[]) => rows.map(({ id }) => id).sort((a, b) => a - b)
  const listed = async (user: number, query: string) =>
    idsOf((await report(user, `${days(MAIN_PERIOD)}&per_page=all&${query}`)).leads)

  test('the data set has the corners that the averages need', () => {
    const leads = capturedIn(MAIN_PERIOD)
    expect(leads.filter(({ calls }) => calls.length > 1).length).toBeGreaterThan(2)
    expect(leads.filter((lead) => !isCalled(lead)).length).toBeGreaterThan(2)
    // A call before the capture has no working time.
    expect(leads.filter((lead) => isCalled(lead) && timeToCall(lead) === null).length).toBeGreaterThan(0)
    const kinds = new Set(leads.map((lead) => firstCall(lead)?.status ?? 'none'))
    expect(kinds).toEqual(new Set([0, 1, 2, 3, 'none']))
  })

  test.each([
    ['the main period', MAIN_PERIOD],
    ['the period before', PERIOD_BEFORE],
    ['daylight-saving time', SUMMER_PERIOD],
  ])('every average of %s', async (_, period) => {
    const leads = capturedIn(period)
    const {
      summaryReport,
      summaryTotal,
      leads: rows,
      total,
    } = await report(MANAGER, `${days(period)}&per_page=all`)
    const expected = [...grouped(leads, (lead) => lead.broker_id)]
      .map(([broker_id, own]) => ({
        broker_id,
        broker_name: nameOf(broker_id) ?? 'Sem corretor',
        ...averages(own),
      }))
      .toSorted(
        (a, b) =>
          Number(a.broker_id === null) - Number(b.broker_id === null) ||
          b.leads - a.leads ||
          a.broker_name.localeCompare(b.broker_name, 'pt-BR'),
      )
    expect(summaryReport).toEqual(expected)
    const all = averages(leads)
    expect(summaryTotal).toEqual({
      broker_id: null,
      broker_name: 'Total',
      ...all,
      // In the row of totals a part of nothing is 0.
      on_time: all.on_time ?? 0,
      answered: all.answered ?? 0,
    })
    expect(idsOf(rows)).toEqual(idsOf(leads))
    expect(total).toBe(leads.length)
    const captures = rows.map(({ capture_date }) => Date.parse(capture_date))
    expect(captures).toEqual(captures.toSorted((a, b) => b - a))
  })

  test('every column of the leads, with the history of each', async () => {
    const { leads } = await report(MANAGER, `${days(MAIN_PERIOD)}&per_page=all`)
    const byId = new Map(leads.map((row) => [row.id, row]))
    for (const lead of capturedIn(MAIN_PERIOD)) {
      const row = byId.get(lead.id)
      const first = firstCall(lead)
      expect(row, lead.about).toMatchObject({
        ...namedLead(lead),
        first_call_status: first?.status ?? null,
        first_call_duration: first?.duration ?? null,
        client_id: lead.client.id,
        client_name: lead.client.name,
        broker_id: lead.broker_id,
        broker_name: nameOf(lead.broker_id),
        time_to_call: closeTo(timeToCall(lead)),
        first_call_on_time: lead.first_call_on_time,
        call_status: first?.status ?? null,
        call_duration: first?.duration ?? null,
      })
      expect(
        row?.calls.map(({ date, duration, status }) => ({ at: Date.parse(date), duration, status })),
        lead.about,
      ).toEqual(lead.calls.map(({ date, duration, status }) => ({ at: Date.parse(date), duration, status })))
    }
  })

  test('the bars of the picture count each timed lead once, with the goal between two', async () => {
    const { times, first_call_on_time } = await report(MANAGER, `${days(MAIN_PERIOD)}&per_page=1`)
    expect(first_call_on_time).toBe(3)
    const seconds = capturedIn(MAIN_PERIOD).map(timeToCall)
    expect(times).toHaveLength(13)
    expect(times.map(({ to }) => to)).toContain(GOAL)
    for (const { from, to, leads } of times) {
      const own = seconds.filter((time) => time !== null && time >= from && (to === null || time < to))
      expect(leads, `from ${from}`).toBe(own.length)
    }
    // The goal itself is late: it is in the first bar behind the line.
    const exact = seconds.filter((time) => time === GOAL).length
    expect(exact).toBeGreaterThan(0)
    expect(times.find(({ from }) => from === GOAL)?.leads).toBeGreaterThanOrEqual(exact)
  })

  test('figures open their leads', async () => {
    const open = (query: string) => listed(MANAGER, query)
    expect(await open(`figure=leads&row=${DAVI}`)).toEqual(
      idsOf(capturedIn(MAIN_PERIOD, ({ broker_id }) => broker_id === DAVI)),
    )
    expect(await open(`figure=called&row=${DAVI}`)).toEqual(
      idsOf(capturedIn(MAIN_PERIOD, (lead) => lead.broker_id === DAVI && isCalled(lead))),
    )
    expect(await open('figure=called')).toEqual(idsOf(capturedIn(MAIN_PERIOD, isCalled)))
    expect(await open('figure=leads&row=0')).toEqual(
      idsOf(capturedIn(MAIN_PERIOD, ({ broker_id }) => broker_id === null)),
    )
  })

  test('filters narrow, alone and together', async () => {
    const want = (is: Is) => idsOf(capturedIn(MAIN_PERIOD, is))
    const teamOf = (id: number | null) => USERS.find((user) => user.id === id)?.team
    expect(await listed(ADMIN, `partner_id[]=${AVENIDA}&partner_id[]=${BELA_VISTA}`)).toEqual(
      want(({ partner_id }) => partner_id === AVENIDA || partner_id === BELA_VISTA),
    )
    expect(await listed(ADMIN, `broker_id[]=${BRUNA}&broker_id[]=${CAIO}`)).toEqual(
      want(({ broker_id }) => broker_id === BRUNA || broker_id === CAIO),
    )
    expect(await listed(ADMIN, 'status=6')).toEqual(want(({ status }) => status === 6))
    for (const result of [0, 1, 2, 3])
      expect(await listed(ADMIN, `call_status=${result}`)).toEqual(
        want((lead) => firstCall(lead)?.status === result),
      )
    expect(await listed(ADMIN, `technical_teams=${TEAM_RENEWALS}`)).toEqual(
      want(({ broker_id }) => teamOf(broker_id) === TEAM_RENEWALS),
    )
    const named = await listed(
      ADMIN,
      `technical_teams=${TEAM_NEW}&client_name=${encodeURIComponent('ANGELA D')}`,
    )
    expect(named).toEqual(want((lead) => lead.client.name.startsWith('Ângela D')))
    const percents = await listed(ADMIN, `client_name=${encodeURIComponent('100%_')}`)
    expect(percents).toEqual(want((lead) => lead.client.name.includes('100%_')))
  })

  test('a page of each order', async () => {
    const ask = (order: string, more = 'per_page=all') =>
      report(MANAGER, `${days(MAIN_PERIOD)}&order=${order}&${more}`)
    for (const order of ['calls', '-call_status', 'call_duration', '-time_to_call', 'client_name', 'id']) {
      const { leads, total } = await ask(order)
      expect(leads, order).toHaveLength(total)
      expect((await ask(order, 'per_page=8&page=2')).leads, order).toEqual(leads.slice(8, 16))
    }
    const { leads } = await ask('-calls')
    const counts = leads.map(({ calls }) => calls.length)
    expect(counts).toEqual(counts.toSorted((a, b) => b - a))
    expect((await report(MANAGER, days(MAIN_PERIOD))).leads).toHaveLength(10)
  })

  test('a broker sees its own leads; unknown names are refused', async () => {
    const own = await report(BRUNA, `${days(MAIN_PERIOD)}&per_page=all`)
    expect(own.summaryReport.map(({ broker_id }) => broker_id)).toEqual([BRUNA])
    expect(idsOf(own.leads)).toEqual(idsOf(capturedIn(MAIN_PERIOD, ({ broker_id }) => broker_id === BRUNA)))
    const status = async (query: string) =>
      (await house.ask(MANAGER, `/leads/list-broker?isCallReport=1&${days(MAIN_PERIOD)}${query}`)).status
    expect(await status('&surprise=1')).toBe(400)
    // Names of the board's form belong to the board's form.
    expect(await status('&limit=10')).toBe(400)
    expect(await status('&figure=surprise')).toBe(400)
    expect(await status('&order=surprise')).toBe(400)
  })

  test('without the mark the call is the board’s list', async () => {
    for (const mark of ['', 'isCallReport=', 'isCallReport=0', 'isCallReport=false']) {
      const { status, body } = await house.ask(
        MANAGER,
        `/leads/list-broker?${mark}&limit=3&partner_id=${AVENIDA}`,
      )
      expect(status, mark).toBe(200)
      const { leads } = listBrokerSchema.parse(body)
      expect(leads, mark).toHaveLength(3)
      expect(leads.every(({ partner_id }) => partner_id === AVENIDA)).toBe(true)
    }
    expect((await house.ask(MANAGER, '/leads/list-broker?isCallReport=sim')).status).toBe(400)
  })

  test('the sheet has every lead of the filter', async () => {
    const { above, rows } = await house.sheet(
      MANAGER,
      `/leads/callsManagerReportExport?${days(MAIN_PERIOD)}&status=2`,
    )
    expect(above[0]).toMatch(/^Relatório de Ligações: Leads · Período: 01\/10\/2026 a 31\/10\/2026 \(/)
    expect(rows[0]).toEqual([
      'Nº',
      'Cliente',
      'Corretor',
      'Captura',
      '1ª ligação',
      'Tempo até ligar',
      'No prazo',
      'Resultado da ligação',
      'Duração',
      'Ligações',
    ])
    expect(idsOf(rows.slice(1).map(([id]) => ({ id: Number(id) })))).toEqual(
      idsOf(capturedIn(MAIN_PERIOD, ({ status }) => status === 2)),
    )
    const empty = '/leads/callsManagerReportExport?date_ini=2001-01-01&date_end=2001-01-02'
    expect((await house.sheet(MANAGER, empty)).status).toBe(422)
  })
})
