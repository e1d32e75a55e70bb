/** 'Leads por Origem': every count of brokers, channels and lines against plain TypeScript over the same leads. */
import { expect, test } from 'vitest'
import { CHANNELS, INSURANCES } from '../../../server/db/reference-data.ts'
import { type Origin, originSchema } from '../../../src/domain/reports/plain/origin.ts'
import { describeDatabase } from '../support/databases.ts'
import type { ReportLead } from './data/lead-row.ts'
import { LEADS, MAIN_PERIOD, PERIOD_BEFORE, type Period, RANKED_PERIOD, SUMMER_PERIOD } from './data/leads.ts'
import { ADMIN, BRUNA, DAVI, nameOf, WHITE_LABEL_CHANNEL } from './data/people.ts'
import { grouped, isIn, percent } from './data/reading.ts'
import { inReportHouse, type ReportHouse } from './report-house.ts'

type Is = (lead: ReportLead) => boolean
const createdIn = (period: Period, more: Is = () => true) =>
  LEADS.filter((lead) => !lead.cancelled && isIn(period, lead.create_lead_date) && more(lead))

const closeTo = (value: number | null) => (value === null ? null : expect.closeTo(value, 6))
const channelName = (id: number) =>
  [...CHANNELS, WHITE_LABEL_CHANNEL].find((channel) => channel.id === id)?.name
const lineName = (id: number | null) =>
  id === null ? 'Sem tipo de seguro' : INSURANCES.find((line) => line.id === id)?.name

const counted = (part: readonly ReportLead[], whole: readonly ReportLead[]) => ({
  leads: part.length,
  percent: closeTo(percent(part.length, whole.length)),
})

const expectedChannels = (leads: readonly ReportLead[]) =>
  [...grouped(leads, (lead) => lead.channel_id)]
    .map(([id, ofChannel]) => ({
      id,
      name: channelName(id),
      qtd: ofChannel.length,
      by_insurance: [...grouped(ofChannel, (lead) => lead.insurance_id)]
        .map(([insurance_id, ofLine]) => ({
          insurance_id,
          name: lineName(insurance_id),
          qtd: ofLine.length,
        }))
        .toSorted((a, b) => (a.insurance_id ?? 0) - (b.insurance_id ?? 0)),
    }))
    .toSorted((a, b) => a.id - b.id)

/** The brokers by number: their order is a test of its own. */
function expectedData(leads: readonly ReportLead[]) {
  return [...grouped(leads, (lead) => lead.broker_id)].map(([broker_id, own]) => ({
    id: broker_id,
    name: nameOf(broker_id) ?? 'Sem corretor',
    leads_count: own.length,
    leads_by_channel: expectedChannels(own),
    broker_id,
    broker_name: nameOf(broker_id) ?? 'Sem corretor',
    ...counted(own, leads),
    channels: [...grouped(own, (lead) => lead.channel_id)]
      .map(([channel_id, ofChannel]) => ({
        channel_id,
        channel_name: channelName(channel_id),
        ...counted(ofChannel, own),
        insurances: [...grouped(ofChannel, (lead) => lead.insurance_id)]
          .map(([insurance_id, ofLine]) => ({
            insurance_id,
            insurance_name: lineName(insurance_id),
            ...counted(ofLine, ofChannel),
          }))
          .toSorted((a, b) => (a.insurance_id ?? 0) - (b.insurance_id ?? 0)),
      }))
      .toSorted((a, b) => a.channel_id - b.channel_id),
  }))
}

const byNumber = (data: Origin['data']) =>
  data.map((broker) => ({
    ...broker,
    leads_by_channel: broker.leads_by_channel
      .map((channel) => ({
        ...channel,
        by_insurance: channel.by_insurance.toSorted((a, b) => (a.insurance_id ?? 0) - (b.insurance_id ?? 0)),
      }))
      .toSorted((a, b) => a.id - b.id),
    channels: broker.channels
      .map((channel) => ({
        ...channel,
        insurances: channel.insurances.toSorted((a, b) => (a.insurance_id ?? 0) - (b.insurance_id ?? 0)),
      }))
      .toSorted((a, b) => a.channel_id - b.channel_id),
  }))

describeDatabase('the report of origins', (open) => {
  let house: ReportHouse
  inReportHouse(open, (opened) => {
    house = opened
  })
  const days = ({ from, to }: Period) => `date_start=${from}&date_end=${to}`
  const report = async (user: number, query: string) => {
    const { status, body } = await house.ask(user, `/leads-origin?${query}`)
    expect(status, JSON.stringify(body)).toBe(200)
    return originSchema.parse(body)
  }
  const sorted = <Row extends { readonly broker_id: number | null }>(rows: readonly Row[]) =>
    rows.toSorted((a, b) => (a.broker_id ?? 0) - (b.broker_id ?? 0))

  test.each([
    ['the main period', MAIN_PERIOD],
    ['the period before', PERIOD_BEFORE],
    ['a period of shared ranks', RANKED_PERIOD],
    ['daylight-saving time', SUMMER_PERIOD],
  ])('every count of %s', async (_, period) => {
    const leads = createdIn(period)
    const { data, total } = await report(ADMIN, days(period))
    expect(sorted(byNumber(data))).toEqual(sorted(expectedData(leads)))
    expect(total).toEqual({ leads: leads.length, percent: 100 })
    expect(data.reduce((sum, row) => sum + row.leads, 0)).toBe(total.leads)
  })

  test('the most leads come first on each level, leads without a broker last', async () => {
    const { data } = await report(ADMIN, days(MAIN_PERIOD))
    const withBroker = data.filter(({ broker_id }) => broker_id !== null)
    expect(data.at(-1)?.broker_id).toBeNull()
    expect(data.at(-1)?.leads).toBeGreaterThan(0)
    expect(withBroker).toHaveLength(data.length - 1)
    const descending = (rows: readonly { readonly leads: number }[]) => {
      const counts = rows.map(({ leads }) => leads)
      expect(counts).toEqual(counts.toSorted((a, b) => b - a))
    }
    descending(withBroker)
    for (const { channels } of data) {
      descending(channels)
      for (const { insurances } of channels) descending(insurances)
    }
  })

  test('one broker, with shares of its own leads', async () => {
    const { data, total } = await report(ADMIN, `${days(MAIN_PERIOD)}&broker_id=${DAVI}`)
    const own = createdIn(MAIN_PERIOD, ({ broker_id }) => broker_id === DAVI)
    expect(byNumber(data)).toEqual(expectedData(own))
    expect(total.leads).toBe(own.length)
  })

  test('the current month where no days are given', async () => {
    const { from, to } = (() => {
      const today = new Date(house.server.context.now()).toLocaleDateString('sv-SE', {
        timeZone: 'America/Sao_Paulo',
      })
      const [year = 0, month = 0] = today.split('-').map(Number)
      const last = new Date(Date.UTC(year, month, 0)).getUTCDate()
      return { from: `${today.slice(0, 7)}-01`, to: `${today.slice(0, 7)}-${last}` }
    })()
    const [given, byDefault] = [await report(ADMIN, days({ from, to })), await report(ADMIN, '')]
    expect({ ...byDefault, as_of: '' }).toEqual({ ...given, as_of: '' })
    expect(byDefault.total.leads).toBe(createdIn({ from, to }).length)
  })

  test('nothing in the period', async () => {
    const { data, total } = await report(ADMIN, 'date_start=2001-01-01&date_end=2001-01-02')
    expect(data).toEqual([])
    expect(total).toEqual({ leads: 0, percent: 0 })
  })

  test('a broker counts its own leads; an unknown name is refused', async () => {
    const { data } = await report(BRUNA, days(MAIN_PERIOD))
    expect(byNumber(data)).toEqual(
      expectedData(createdIn(MAIN_PERIOD, ({ broker_id }) => broker_id === BRUNA)),
    )
    expect((await house.ask(ADMIN, `/leads-origin?${days(MAIN_PERIOD)}&surprise=1`)).status).toBe(400)
  })

  test('the sheet has a row for each broker, channel and line, and the total', async () => {
    const { data, total } = await report(ADMIN, days(MAIN_PERIOD))
    const { rows } = await house.sheet(ADMIN, `/leads-origin/export?${days(MAIN_PERIOD)}`)
    expect(rows[0]).toEqual([
      'Corretor',
      'Canal',
      'Tipo de seguro',
      'Leads',
      'Percentual do canal',
      'Percentual de todos',
    ])
    const lines = data.flatMap(({ broker_name, channels }) =>
      channels.flatMap(({ channel_name, insurances }) =>
        insurances.map(({ insurance_name, leads }) => [broker_name, channel_name, insurance_name, leads]),
      ),
    )
    expect(rows.slice(1, -1).map((row) => row.slice(0, 4))).toEqual(lines)
    expect(rows.at(-1)?.slice(0, 4)).toEqual(['Total', null, null, total.leads])
    const empty = '/leads-origin/export?date_start=2001-01-01&date_end=2001-01-02'
    expect((await house.sheet(ADMIN, empty)).status).toBe(422)
  })
})
