/** Sums and averages that single reports have beside their figures, by the report's name, over the leads of the filter. */
import { expect } from 'vitest'
import { attendanceSchema } from '../../../src/domain/reports/attendance.ts'
import { callsSchema } from '../../../src/domain/reports/calls.ts'
import { dealershipIndicationsSchema } from '../../../src/domain/reports/dealership-indications.ts'
import { type DiagnosisPart, diagnosisSchema } from '../../../src/domain/reports/diagnosis.ts'
import { indicatorSchema } from '../../../src/domain/reports/indicator.ts'
import { lostSalesSchema } from '../../../src/domain/reports/lost-sales.ts'
import { brokerIndicationsSchema } from '../../../src/domain/reports/plain/broker-indications.ts'
import { dealershipMonthSchema } from '../../../src/domain/reports/plain/dealership-month.ts'
import { inPersonSchema } from '../../../src/domain/reports/plain/in-person.ts'
import obligationsReport, { obligationsReportSchema } from '../../../src/domain/reports/plain/obligations.ts'
import { originSchema } from '../../../src/domain/reports/plain/origin.ts'
import { processingSchema } from '../../../src/domain/reports/processing.ts'
import { renewalsSchema } from '../../../src/domain/reports/renewals.ts'
import { sentProposals, sentProposalsSchema } from '../../../src/domain/reports/sent-proposals.ts'
import type { ReportLead } from './data/lead-row.ts'
import { LIMITS } from './data/other-rows.ts'
import { average, percent, workedBetween } from './data/reading.ts'

type Parts = (body: unknown, leads: readonly ReportLead[]) => void

const sumOf = <Row>(rows: readonly Row[], value: (row: Row) => number) =>
  rows.reduce((sum, row) => sum + value(row), 0)

/** A mean of durations; null for nothing. */
function isClose(value: number | null, expected: number | null, about: string): void {
  if (expected === null) expect(value, about).toBeNull()
  else expect(value, about).toBeCloseTo(expected, 2)
}

const isShare = (value: number | null, part: number, whole: number, about: string) =>
  isClose(value, percent(part, whole), about)
/** In a row of totals a part of nothing is 0. */
const isTotalShare = (value: number | null, part: number, whole: number, about: string) =>
  isClose(value, percent(part, whole) ?? 0, about)

const seconds = (from: string | null, to: string | null) => {
  const ms = workedBetween(from, to)
  return ms === null ? null : ms / 1000
}
const isSold = ({ state, sold }: ReportLead) => state === 3 && sold === 1

function partOf({ items, newTableItems, conversions }: DiagnosisPart, leads: readonly ReportLead[]): void {
  expect(items.count_leads).toBe(leads.length)
  expect(items.contact_whatsapp + items.contact_tel_cel + items.contact_others).toBe(items.all_conections)
  expect(items.quoted_whatsapp + items.quoted_tel_cel + items.quoted_others).toBe(items.quoted)
  expect(items.renewed_whatsapp + items.renewed_tel_cel + items.renewed_others).toBe(items.sales_quantity)
  expect(items.sales_on_whatsapp + items.sales_on_tel_cel + items.sales_on_others).toBe(items.sales_quantity)
  expect(items.sales_quantity).toBe(leads.filter(isSold).length)
  expect(items.lost_sales).toBe(leads.filter(({ state, sold }) => state === 3 && sold === 0).length)
  expect(sumOf(items.lost_sale_causes, ({ quantity }) => quantity)).toBe(items.lost_sales)
  expect(sumOf(newTableItems.grouped_hours, ({ countItems }) => countItems)).toBe(items.count_leads)
  expect(sumOf(newTableItems.grouped_hours, ({ sold }) => sold)).toBe(items.sales_quantity)
  expect(newTableItems.new_insurances_sells).toBe(items.sales_quantity)
  for (const { countItems, dividedBy, average: share } of [...conversions.pairs, ...conversions.sources]) {
    expect(dividedBy).toBeLessThanOrEqual(items.count_leads)
    isShare(share, countItems, dividedBy, 'conversion')
  }
}

export const PARTS: Readonly<Record<string, Parts>> = {
  '/relatorio-indicacoes-corretora': (body, leads) => {
    const { summaryReport, total } = brokerIndicationsSchema.parse(body)
    const negotiation = (lead: ReportLead) =>
      lead.state === 3 ? seconds(lead.capture_date, lead.end_lead_date) : null
    isClose(total.negotiation_time, average(leads.map(negotiation)), 'negotiation_time')
    isTotalShare(total.conversion, total.sold, total.broker_all_leads, 'conversion')
    expect(total.broker_all_leads).toBe(leads.length)
    for (const row of summaryReport) isShare(row.conversion, row.sold, row.broker_all_leads, row.broker_name)
  },
  '/relatorio-indicacoes-concessionaria': (body, leads) => {
    const { summaryReport, total } = dealershipIndicationsSchema.parse(body)
    expect(total.inviter_all_leads).toBe(leads.length)
    isTotalShare(total.conversion, total.sold, total.inviter_all_leads, 'conversion')
    for (const row of summaryReport)
      isShare(row.conversion, row.sold, row.inviter_all_leads, row.inviter_name)
  },
  '/relatorio-mes-concessionaria': (body, leads) => {
    const { summaryReport, total } = dealershipMonthSchema.parse(body)
    expect(total.indicated).toBe(leads.length)
    for (const key of ['contacted', 'quoted', 'closed', 'not_closed'] as const)
      expect(sumOf(summaryReport, (row) => row[key])).toBe(total[key])
    expect(total.closed).toBe(leads.filter(isSold).length)
  },
  '/relatorio-atendimento': (body, leads) => {
    const { data, total } = attendanceSchema.parse(body)
    expect(total.total).toBe(leads.length)
    isTotalShare(total.conversion, total.sold, total.total, 'conversion')
    for (const row of data) isShare(row.conversion, row.sold, row.total, row.broker)
  },
  '/relatorio-indicador': (body, leads) => {
    const { data, total, weeks } = indicatorSchema.parse(body)
    expect(total.count).toBe(leads.length)
    const flagged = (flag: number) => data.filter((row) => row.indication_on_time === flag).length
    expect([total.on_time, total.late]).toEqual([flagged(1), flagged(0)])
    isTotalShare(total.on_time_percent, total.on_time, total.on_time + total.late, 'on_time_percent')
    expect(total.sold).toBe(leads.filter(isSold).length)
    expect([sumOf(weeks, (week) => week.on_time), sumOf(weeks, ({ late }) => late)]).toEqual([
      total.on_time,
      total.late,
    ])
    for (const key of ['inviter_indication_time', 'process_indication_time'] as const)
      isClose(total[key], average(data.map((row) => row[key])), key)
  },
  '/relatorio-perdas': (body, leads) => {
    const [reasons, brokers, competitors, inviters, partners, efficient] = lostSalesSchema.parse(body)
    const lost = leads.filter(({ sold }) => sold === 0)
    for (const ranking of [reasons, brokers, inviters, partners])
      expect(sumOf(ranking, ({ v2 }) => v2)).toBe(lost.length)
    for (const ranking of [brokers, inviters, partners, efficient])
      expect(sumOf(ranking, ({ v3 }) => v3)).toBe(leads.length)
    expect(sumOf(competitors, ({ v2 }) => v2)).toBe(lost.filter(({ lost_sale }) => lost_sale === 5).length)
    expect(sumOf(efficient, ({ v2 }) => v2)).toBe(leads.filter(isSold).length)
    for (const row of [...reasons, ...brokers, ...competitors, ...inviters, ...partners, ...efficient])
      isShare(row.v1, row.v2, row.v3, row.name)
  },
  '/relatorio-ligacoes': (body, leads) => {
    const { leads: rows, summaryTotal: total, times } = callsSchema.parse(body)
    expect(total.leads).toBe(leads.length)
    const timed = rows.map(({ time_to_call }) => time_to_call)
    isClose(total.time_to_call, average(timed), 'time_to_call')
    expect(sumOf(times, (bar) => bar.leads)).toBe(timed.filter((time) => time !== null).length)
    isClose(total.duration, average(rows.map(({ call_duration }) => call_duration)), 'duration')
    isClose(total.calls_per_lead, average(rows.map(({ calls }) => calls.length)), 'calls_per_lead')
    const answered = rows.filter(({ call_status }) => call_status === 2).length
    isTotalShare(total.answered, answered, total.called, 'answered')
    const onTime = rows.map(({ first_call_on_time }) => first_call_on_time).filter((flag) => flag !== null)
    isTotalShare(total.on_time, onTime.filter((flag) => flag === 1).length, onTime.length, 'on_time')
  },
  '/relatorio-leads-origem': (body, leads) => {
    const { data, total } = originSchema.parse(body)
    expect(total.leads).toBe(leads.length)
    expect(sumOf(data, (broker) => broker.leads)).toBe(total.leads)
    for (const broker of data) {
      isShare(broker.percent, broker.leads, total.leads, broker.broker_name)
      expect(sumOf(broker.channels, (channel) => channel.leads)).toBe(broker.leads)
      for (const channel of broker.channels) {
        isShare(channel.percent, channel.leads, broker.leads, channel.channel_name)
        expect(sumOf(channel.insurances, (line) => line.leads)).toBe(channel.leads)
        for (const line of channel.insurances)
          isShare(line.percent, line.leads, channel.leads, line.insurance_name)
      }
    }
  },
  '/relatorio-diagnostico-presencial': (body, leads) => {
    const { summaryReport } = inPersonSchema.parse(body)
    expect(summaryReport[0]?.total).toBe(leads.length)
    for (const row of summaryReport) isShare(row.percent, row.quantity, row.total, row.type)
  },
  '/relatorio-renovacoes': (body, leads) => {
    const [rows, , { total, weeks }] = renewalsSchema.parse(body)
    expect(total.renovations).toBe(rows.length)
    expect(total.self_indications).toBe(leads.length - rows.length)
    expect(sumOf(weeks, ({ sold, lost, open }) => sold + lost + open)).toBe(total.renovations)
    expect(sumOf(weeks, ({ sold }) => sold)).toBe(total.sold_renovation)
    expect(
      total.captures_renovation_on_time + total.captures_renovation_not_time + total.not_captures_renovation,
    ).toBe(total.renovations)
    isTotalShare(total.conversion_renovation, total.sold_renovation, total.renovations, 'conversion')
  },
  '/relatorio-diagnostico · renewals': (body, leads) => partOf(diagnosisSchema.parse(body).renewal, leads),
  '/relatorio-diagnostico · new': (body, leads) => partOf(diagnosisSchema.parse(body).new, leads),
  '/relatorio-prazos-da-lei': (body) => {
    const { figures } = obligationsReport.content(obligationsReportSchema.parse(body))
    const [begun, ...parts] = figures.map(({ value }) => Number(value))
    expect(sumOf(parts, (part) => part)).toBe(begun)
  },
  '/relatorio-livro-de-propostas': (body) => {
    const { data } = sentProposalsSchema.parse(body)
    const { figures } = sentProposals.content({ as_of: '', data })
    const waiting = data.filter(({ outcome }) => outcome === null)
    expect(figures.map(({ value }) => value)).toEqual([data.length, waiting.length])
    expect(waiting.every(({ done_on }) => done_on === null)).toBe(true)
    const register = LIMITS.filter(({ kind }) => kind === 'answer')
    for (const { id, insurer_name } of data) {
      const { note = '' } = register[id - 1] ?? {}
      const line = note.split('\n').find((each) => each.startsWith('Seguradora: ')) ?? ''
      expect(insurer_name).toBe(line.slice('Seguradora: '.length).trim())
    }
  },
  '/relatorio-processamentos': (body) => {
    const { data, months, total } = processingSchema.parse(body)
    expect(sumOf(months, ({ rows }) => rows)).toBe(total)
    for (const { reference_month, update_status, rows } of months)
      expect(
        data.filter((row) => row.reference_month === reference_month && row.update_status === update_status)
          .length,
      ).toBe(rows)
  },
}
