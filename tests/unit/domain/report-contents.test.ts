/** What the reports of losses, calls and origins make of their answers: docs/rules.md#reports */
import { describe, expect, it } from 'vitest'
import { type CallSummaryRow, type Calls, calls, callsSchema } from '../../../src/domain/reports/calls.ts'
import { type LostSales, lostSales, type RankingRow } from '../../../src/domain/reports/lost-sales.ts'
import origin, { originSchema } from '../../../src/domain/reports/plain/origin.ts'
import { lastBehind } from '../../../src/domain/table/row-order.ts'

const reason = (name_id: number, v2: number): RankingRow => ({
  name: `Motivo ${name_id}`,
  name_id,
  v1: v2 / 2,
  v2,
  v3: 200,
  v4: null,
})
const losses: LostSales = [
  [reason(7, 100), reason(2, 60), reason(9, 30), reason(4, 10)],
  [],
  [],
  [],
  [],
  [],
  { lost_sale: [], broker_id: [], competitor_broker: [], inviter_id: [], partner_id: [], channel_id: [] },
  [],
  { as_of: '2026-11-24T12:00:00Z', total: 200 },
]

describe('the report of losses', () => {
  const { figures, compared, chart, tables } = lostSales.content(losses)

  it('shows the three most frequent reasons with their share', () => {
    expect(figures.map(({ label, value, note }) => [label, value, note])).toEqual([
      ['Perdas', 200, undefined],
      ['Motivo 7', 100, '50,00% de 200 perdas'],
      ['Motivo 2', 60, '30,00% de 200 perdas'],
      ['Motivo 9', 30, '15,00% de 200 perdas'],
    ])
  })

  it('knows the other reasons, which may have been among the three in a later period', () => {
    expect(compared?.map(({ key, value }) => [key, value])).toEqual([['motivo-4', 10]])
    expect(figures[1]?.key).toBe('motivo-7')
  })

  it('draws the running share up to the whole', () => {
    expect(chart?.points.map(({ values, end }) => [values, end])).toEqual([
      [{ losses: 100 }, '100 · 50%'],
      [{ losses: 60 }, '60 · 80%'],
      [{ losses: 30 }, '30 · 95%'],
      [{ losses: 10 }, '10 · 100%'],
    ])
  })

  it('totals the reasons as a share of all losses', () => {
    expect(tables[0]?.total?.cells).toEqual(['Total', 100, 200])
  })
})

const average = (given: Partial<CallSummaryRow>): CallSummaryRow => ({
  broker_id: 1,
  broker_name: 'Bruna',
  leads: 4,
  called: 3,
  time_to_call: 3600,
  goal: 10_800,
  on_time: 100,
  calls_per_lead: 1,
  duration: 60,
  answered: 50,
  ...given,
})
/** As an earlier version kept it: without the fields of `report-lead.ts`. */
const callsOf = (...summaryReport: CallSummaryRow[]): Calls =>
  callsSchema.parse({
    as_of: '2026-11-24T12:00:00Z',
    first_call_on_time: 3,
    summaryReport,
    summaryTotal: average({ broker_id: null, broker_name: 'Total' }),
    times: [
      { from: 0, to: 10_800, leads: 2 },
      { from: 10_800, to: null, leads: 1 },
    ],
    leads: [
      {
        id: 9,
        client_id: 8,
        client_name: 'Alice',
        broker_id: 1,
        broker_name: 'Bruna',
        capture_date: '2026-10-06T12:00:00Z',
        first_call_date: '2026-10-06T13:00:00Z',
        time_to_call: 3600,
        first_call_on_time: 1,
        call_status: 3,
        call_duration: 0,
        calls: [
          { id: 1, date: '2026-10-06T13:00:00Z', duration: 0, status: 3 },
          { id: 2, date: '2026-10-06T14:00:00Z', duration: 75, status: 2 },
        ],
      },
    ],
    total: 1,
  })

describe('the report of calls', () => {
  it('shows by colour whether an average meets the goal', () => {
    const { tables } = calls.content(
      callsOf(
        average({ time_to_call: 10_800 }),
        average({ time_to_call: 10_801 }),
        average({ time_to_call: null }),
      ),
    )
    const place = tables[0]?.heads.findIndex(({ key }) => key === 'time_to_call') ?? -1
    expect(tables[0]?.lines.map(({ tones }) => tones[place])).toEqual(['good', 'bad', null])
  })

  it('draws the goal behind the last bar that meets it', () => {
    const { chart } = calls.content(callsOf())
    expect(chart?.points.map(({ name }) => name)).toEqual(['00:00:00 a 03:00:00', '03:00:00 ou mais'])
    expect(chart?.goal).toEqual({ at: '00:00:00 a 03:00:00', label: 'Meta 03:00:00' })
  })

  it('opens the calls of a lead by the number of its calls', () => {
    const leads = calls.content(callsOf()).tables[1]
    const place = leads?.heads.findIndex(({ opensChild }) => opensChild) ?? -1
    expect(leads?.heads[place]?.label).toBe('Ligações')
    expect(leads?.lines[0]?.cells[place]).toBe(2)
    expect(leads?.lines[0]?.child?.lines.map(({ cells }) => cells.slice(1))).toEqual([
      [0, 'Não atendida'],
      [75, 'Atendida'],
    ])
  })
})

const line = { insurance_id: 1, insurance_name: 'Veículo novo' }
function channel(channel_id: number, leads: number) {
  const counted = { leads, percent: 100 }
  return {
    channel_id,
    channel_name: `Canal ${channel_id}`,
    ...counted,
    insurances: [{ ...line, ...counted }],
  }
}
/** As an earlier version kept it. */
const origins = originSchema.parse({
  as_of: '2026-11-24T12:00:00Z',
  data: [
    {
      broker_id: 1,
      broker_name: 'Bruna',
      leads: 36,
      percent: 90,
      channels: [1, 2, 3, 4, 5, 6, 7, 8].map((id) => channel(id, 9 - id)),
    },
    { broker_id: null, broker_name: 'Sem corretor', leads: 4, percent: 10, channels: [channel(9, 4)] },
  ],
  total: { leads: 40, percent: 100 },
})

describe('the report of origins', () => {
  const { tables, chart } = origin.content(origins)

  it('opens the channels of a broker, and the lines of a channel', () => {
    const channels = tables[0]?.lines[0]?.child
    expect(channels?.title).toBe('Canais')
    expect(channels?.lines).toHaveLength(8)
    expect(channels?.lines[0]?.child?.lines[0]?.cells).toEqual(['Veículo novo', 8, 100])
  })

  it('keeps the leads without a broker last in any order', () => {
    const lines = tables[0]?.lines ?? []
    expect(lines.map(({ isLast }) => isLast)).toEqual([undefined, true])
    const reversed = lastBehind(lines.toReversed(), ({ isLast }) => isLast === true)
    expect(reversed.map(({ id }) => id)).toEqual(['1', '0'])
  })

  it('draws the four largest channels and the others as one part', () => {
    expect(chart?.series.map(({ label }) => label)).toEqual([
      'Canal 1',
      'Canal 2',
      'Canal 3',
      'Canal 4',
      'Outros 5 canais',
    ])
    const sums = chart?.points.map(({ values }) =>
      Object.values(values).reduce((sum, value) => sum + value, 0),
    )
    expect(sums).toEqual([36])
    expect(chart?.beside).toBe('Fora do gráfico: Sem corretor, 4 leads')
  })

  it('has a flat sheet of all lines, with the share of all leads', () => {
    const sheet = tables[0]?.sheet
    expect(sheet?.lines).toHaveLength(9)
    expect(sheet?.lines[0]?.cells).toEqual(['Bruna', 'Canal 1', 'Veículo novo', 8, 100, 20])
    expect(sheet?.total?.cells).toEqual(['Total', null, null, 40, null, 100])
  })
})
