/** 'Relatório de Atendimento': every figure against plain TypeScript over the same leads. */
import { expect, test } from 'vitest'
import { attendanceSchema } from '../../../src/domain/reports/attendance.ts'
import { describeDatabase } from '../support/databases.ts'
import type { ReportLead } from './data/lead-row.ts'
import { LEADS, MAIN_PERIOD, PERIOD_BEFORE, type Period, RANKED_PERIOD, SUMMER_PERIOD } from './data/leads.ts'
import {
  ADMIN,
  AVENIDA,
  BRUNA,
  CAIO,
  CENTRO,
  ELISA,
  MANAGER,
  nameOf,
  SHOP_OF_ONE,
  TEAM_NEW,
  TEAM_RENEWALS,
  USERS,
} from './data/people.ts'
import { grouped, isIn, percent } from './data/reading.ts'
import { inReportHouse, type ReportHouse } from './report-house.ts'

const isSold = (lead: ReportLead) => lead.state === 3 && lead.sold === 1

/** The conditions in words of the rules, written again. */
const FIGURES: Readonly<Record<string, (lead: ReportLead) => boolean>> = {
  on_time: (lead) => lead.capture_on_time === 1,
  out_time: (lead) => lead.capture_on_time === 0,
  total: () => true,
  sold: isSold,
  not_sold: (lead) => lead.state === 3 && lead.sold === 0,
}

const inReport = (period: Period, more: (lead: ReportLead) => boolean = () => true) =>
  LEADS.filter((lead) => !lead.cancelled && isIn(period, lead.capture_date) && more(lead))

function rowOf(broker_id: number | null, broker: string, leads: readonly ReportLead[]) {
  const counts = Object.fromEntries(
    Object.entries(FIGURES).map(([name, is]) => [name, leads.filter(is).length]),
  )
  const conversion = percent(leads.filter(isSold).length, leads.length)
  return {
    broker_id,
    broker,
    ...counts,
    conversion: conversion === null ? null : expect.closeTo(conversion, 6),
  }
}

const rowsOf = (leads: readonly ReportLead[]) =>
  [...grouped(leads, (lead) => lead.broker_id)]
    .map(([id, own]) => ({ own, id, name: nameOf(id) ?? 'Sem corretor' }))
    .toSorted((a, b) => b.own.length - a.own.length || a.name.localeCompare(b.name, 'pt-BR'))
    .map(({ id, name, own }) => rowOf(id, name, own))

const teamOf = (broker: number | null) => USERS.find(({ id }) => id === broker)?.team
const days = ({ from, to }: Period) => `start_date=${from}&end_date=${to}`
const idsOf = (rows: readonly { readonly id: number }[]) => rows.map(({ id }) => id).sort((a, b) => a - b)

describeDatabase('the report of attendance', (open) => {
  let house: ReportHouse
  inReportHouse(open, (opened) => {
    house = opened
  })
  const report = async (user: number, query: string) => {
    const { status, body } = await house.ask(user, `/leads/AttendanceReport?${query}`)
    expect(status, JSON.stringify(body)).toBe(200)
    return attendanceSchema.parse(body)
  }

  test.each([
    ['the main period', MAIN_PERIOD],
    ['the period before', PERIOD_BEFORE],
    ['a period of shared ranks', RANKED_PERIOD],
    ['daylight-saving time', SUMMER_PERIOD],
  ])('every figure of %s', async (_, period) => {
    const expected = inReport(period)
    expect(expected.length).toBeGreaterThan(0)
    const { data, total, leads, meta } = await report(MANAGER, `${days(period)}&per_page=5000`)
    expect(data).toEqual(rowsOf(expected))
    expect(total).toEqual(rowOf(null, 'Total', expected))
    expect(idsOf(leads)).toEqual(idsOf(expected))
    expect(meta.total).toBe(expected.length)
  })

  test('a period without a lead has a total of nothing', async () => {
    const { data, total } = await report(MANAGER, 'start_date=2001-01-01&end_date=2001-01-02')
    expect(data).toEqual([])
    expect(total).toMatchObject({ total: 0, sold: 0, conversion: 0 })
  })

  test('each figure opens the leads that it counts, of one broker and of all', async () => {
    const leads = inReport(MAIN_PERIOD)
    for (const [name, is] of Object.entries(FIGURES)) {
      const of = async (row: string) =>
        idsOf((await report(MANAGER, `${days(MAIN_PERIOD)}&per_page=5000&figure=${name}${row}`)).leads)
      expect(await of(''), name).toEqual(idsOf(leads.filter(is)))
      expect(await of(`&row=${CAIO}`), name).toEqual(
        idsOf(leads.filter((lead) => lead.broker_id === CAIO && is(lead))),
      )
      expect(await of('&row=0'), name).toEqual(
        idsOf(leads.filter((lead) => lead.broker_id === null && is(lead))),
      )
    }
  })

  test('filters narrow, alone and together', async () => {
    const of = async (query: string) => {
      const { data, leads } = await report(ADMIN, `${days(MAIN_PERIOD)}&per_page=5000&${query}`)
      return { data, leads: idsOf(leads) }
    }
    const want = (is: (lead: ReportLead) => boolean) => {
      const leads = inReport(MAIN_PERIOD, is)
      expect(leads.length).toBeGreaterThan(0)
      return { data: rowsOf(leads), leads: idsOf(leads) }
    }
    expect(await of(`partner_id[]=${AVENIDA}&partner_id[]=${CENTRO}`)).toEqual(
      want(({ partner_id }) => partner_id === AVENIDA || partner_id === CENTRO),
    )
    expect(await of(`broker_id[]=${BRUNA}&broker_id[]=${ELISA}`)).toEqual(
      want(({ broker_id }) => broker_id === BRUNA || broker_id === ELISA),
    )
    expect(await of(`technical_teams=${TEAM_RENEWALS}`)).toEqual(
      want(({ broker_id }) => teamOf(broker_id) === TEAM_RENEWALS),
    )
    expect(await of(`technical_teams=${TEAM_NEW}&partner_id=${AVENIDA}&broker_id=${CAIO}`)).toEqual(
      want(({ broker_id, partner_id }) => broker_id === CAIO && partner_id === AVENIDA),
    )
    expect((await of(`technical_teams=${TEAM_RENEWALS}&broker_id=${CAIO}`)).leads).toEqual([])
  })

  test('a broker and a dealership count their own leads; an unknown name is refused', async () => {
    for (const [user, isOwn] of [
      [BRUNA, (lead: ReportLead) => lead.broker_id === BRUNA],
      [SHOP_OF_ONE, (lead: ReportLead) => lead.partner_id === AVENIDA],
    ] as const) {
      const own = await report(user, `${days(MAIN_PERIOD)}&per_page=5000`)
      const expected = inReport(MAIN_PERIOD, isOwn)
      expect(idsOf(own.leads)).toEqual(idsOf(expected))
      expect(own.data).toEqual(rowsOf(expected))
    }
    const unknown = `/leads/AttendanceReport?${days(MAIN_PERIOD)}&date_ini=2026-10-01`
    expect((await house.ask(MANAGER, unknown)).status).toBe(400)
  })

  test('the sheet holds what the screen shows, with the total', async () => {
    const { data, total } = await report(MANAGER, days(MAIN_PERIOD))
    const { above, rows } = await house.sheet(MANAGER, `/leads/AttendanceReportExport?${days(MAIN_PERIOD)}`)
    expect(above[0]).toBe(
      'Relatório de Atendimento: Por corretor · Período: 01/10/2026 a 31/10/2026 (data de captura)',
    )
    expect(rows.slice(1)).toEqual(
      [...data, total].map((row) => [
        row.broker,
        row.on_time,
        row.out_time,
        row.total,
        row.sold,
        row.not_sold,
        row.conversion === null ? null : expect.closeTo(row.conversion / 100, 6),
      ]),
    )
    const empty = await house.sheet(
      MANAGER,
      '/leads/AttendanceReportExport?start_date=2001-01-01&end_date=2001-01-02',
    )
    expect(empty.status).toBe(422)
  })
})
