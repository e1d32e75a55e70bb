/** 'Relatório de Renovações' over the data set, against figures that plain code computes from its rows. */
import { beforeAll, describe, expect, test } from 'vitest'
import { renewalsRoute } from '../../../src/contract/reports/renewals.ts'
import { describeDatabase, type TestStore } from '../support/databases.ts'
import { type Device, startServer, type TestServer } from '../support/server.ts'
import type { ReportLead } from './data/lead-row.ts'
import { LEADS, type Period } from './data/leads.ts'
import { loadReportData } from './data/load.ts'
import { ADMIN, BROKERS, ELISA, FABIO, IVO, nameOf, REFERRER } from './data/people.ts'
import { calendarDaysUntil, dayOf, isIn, percent } from './data/reading.ts'

/** Written apart from the product: what the catalogue calls the spellings of these files. */
const CATALOGUE: Readonly<Record<string, string>> = { Porto: 'Porto Seguro', HDI: 'HDI Seguros' }
const catalogueName = (insurer: string | null) => (insurer === null ? null : (CATALOGUE[insurer] ?? insurer))

const OCTOBER: Period = { from: '2026-10-01', to: '2026-10-31' }
const RENEWAL_CHANNELS = [6, 9, 10, 27, 28]
const isSold = ({ state, sold }: ReportLead) => state === 3 && sold === 1
const isRenewal = ({ channel_id }: ReportLead) => RENEWAL_CHANNELS.includes(channel_id)
const holderOf = (lead: ReportLead) =>
  isRenewal(lead) ? (lead.broker_id ?? lead.previous_broker_id) : lead.inviter_id
const isBeforeEnd = (instant: string | null, { old_end_of_validity }: ReportLead) =>
  instant !== null && old_end_of_validity !== null && calendarDaysUntil(instant, old_end_of_validity) >= 5

const renewalsOf = (period: Period) =>
  LEADS.filter((lead) => !lead.cancelled && isRenewal(lead) && isIn(period, lead.old_end_of_validity))
const selfOf = (period: Period) =>
  LEADS.filter(
    (lead) =>
      !lead.cancelled &&
      lead.channel_id === 7 &&
      BROKERS.some((id) => id === lead.inviter_id) &&
      isIn(period, lead.create_lead_date),
  )

const FIGURES: Readonly<
  Record<string, readonly [of: 'renewal' | 'self', test: (lead: ReportLead) => boolean]>
> = {
  renovations: ['renewal', () => true],
  renovation_on_time: ['renewal', (lead) => isBeforeEnd(lead.create_lead_date, lead)],
  captures_renovation_on_time: ['renewal', (lead) => isBeforeEnd(lead.capture_date, lead)],
  captures_renovation_not_time: [
    'renewal',
    (lead) => lead.capture_date !== null && !isBeforeEnd(lead.capture_date, lead),
  ],
  not_captures_renovation: ['renewal', ({ capture_date }) => capture_date === null],
  sold_end_of_validity: [
    'renewal',
    (lead) =>
      isSold(lead) && dayOf(lead.sold_date ?? lead.end_lead_date ?? '') <= (lead.old_end_of_validity ?? ''),
  ],
  sold_renovation: ['renewal', isSold],
  self_indications: ['self', () => true],
  self_indication_on_time: ['self', ({ indication_on_time }) => indication_on_time === 1],
  sold_self_indication: ['self', isSold],
  backups_car: ['renewal', ({ backup_car }) => backup_car === 1 || backup_car === 2],
  backups_car_vend: ['renewal', ({ backup_car }) => backup_car === 2],
}

const leadsOf = (figure: string, period: Period) => {
  const [of, test] = FIGURES[figure] ?? ['renewal', () => false]
  return (of === 'renewal' ? renewalsOf(period) : selfOf(period)).filter(test)
}

const countsOf = (period: Period, keep: (lead: ReportLead) => boolean) =>
  Object.fromEntries(
    Object.keys(FIGURES).map((figure) => [figure, leadsOf(figure, period).filter(keep).length]),
  )

/** Matches the share but for the last digits. */
const share = (counts: Record<string, number>, part: string, whole: string): unknown => {
  const value = percent(counts[part] ?? 0, counts[whole] ?? 0)
  return value === null ? null : expect.closeTo(value, 9)
}

const rowOf = (holder: number | null, period: Period) => {
  const counts = countsOf(period, (lead) => holderOf(lead) === holder)
  return {
    broker: { id: holder, name: nameOf(holder) ?? 'Sem corretor' },
    ...counts,
    conversion_renovation: share(counts, 'sold_renovation', 'renovations'),
    conversion_self_indication: share(counts, 'sold_self_indication', 'self_indications'),
  }
}

const ids = (leads: readonly { readonly id: number }[]) => leads.map(({ id }) => id).toSorted((a, b) => a - b)

describeDatabase('the report of renewals', (open) => {
  let server: TestServer
  let store: TestStore
  let admin: Device
  let elisa: Device
  beforeAll(async () => {
    store = await open()
    await loadReportData(store.db)
    server = await startServer(store)
    admin = await server.device(ADMIN)
    elisa = await server.device(ELISA)
    return () => server.stop()
  })

  const report = async (device: Device, query: Record<string, string | number> = {}) => {
    const asked = new URLSearchParams({ date_ini: OCTOBER.from, date_end: OCTOBER.to })
    for (const [name, value] of Object.entries(query)) asked.set(name, String(value))
    const { status, body } = await device.call('GET', `/leads/renovationReport?${asked}`)
    expect(status, JSON.stringify(body)).toBe(200)
    const [detail, summary, rest] = renewalsRoute.answer.parse(body)
    return { detail, summary, ...rest }
  }

  test('the data set has what the rules speak of', () => {
    for (const figure of Object.keys(FIGURES))
      expect(leadsOf(figure, OCTOBER).length, figure).toBeGreaterThan(0)
    const holders = new Set(renewalsOf(OCTOBER).map(holderOf))
    expect(holders).toContain(IVO)
    expect(holders).toContain(null)
  })

  describe('for an administrator', () => {
    test.each([
      ['October', OCTOBER],
      ['one day', { from: '2026-10-20', to: '2026-10-20' }],
      ['the first day', { from: '2026-10-01', to: '2026-10-01' }],
      ['the last day', { from: '2026-10-31', to: '2026-10-31' }],
      ['the days ahead', { from: '2026-11-15', to: '2026-12-14' }],
    ])('summary, total and detail of %s', async (_name, period) => {
      const answer = await report(admin, { date_ini: period.from, date_end: period.to })
      const holders = new Set([...renewalsOf(period), ...selfOf(period)].map(holderOf))
      expect(new Map(answer.summary.map((row) => [row.broker.id, row]))).toEqual(
        new Map([...holders].map((holder) => [holder, rowOf(holder, period)])),
      )
      const counts = countsOf(period, () => true)
      expect(answer.total).toEqual({
        broker: { id: null, name: 'Total' },
        ...counts,
        conversion_renovation: share(counts, 'sold_renovation', 'renovations') ?? 0,
        conversion_self_indication: share(counts, 'sold_self_indication', 'self_indications') ?? 0,
      })
      expect(ids(answer.detail)).toEqual(ids(renewalsOf(period)))
      expect(answer.meta.total).toBe(renewalsOf(period).length)
      const bars = answer.weeks.map(({ sold, lost, open: waiting }) => sold + lost + waiting)
      expect(bars.reduce((sum, bar) => sum + bar, 0)).toBe(renewalsOf(period).length)
    })

    test('a self-indication of a user who is no broker gives no row', async () => {
      const lead = selfOf(OCTOBER)[0]
      if (lead === undefined) throw new Error('no self-indication')
      const refer = (inviter_id: number | null) =>
        store.db.updateTable('leads').set({ inviter_id }).where('id', '=', lead.id).execute()
      await refer(REFERRER)
      try {
        const { summary, total } = await report(admin)
        expect(summary.map(({ broker }) => broker.id)).not.toContain(REFERRER)
        expect(total.self_indications).toBe(selfOf(OCTOBER).length - 1)
      } finally {
        await refer(lead.inviter_id)
      }
    })

    test('every column of the detail', async () => {
      const { detail } = await report(admin)
      const byId = new Map(LEADS.map((lead) => [lead.id, lead]))
      for (const row of detail) {
        const lead = byId.get(row.id)
        if (lead === undefined) throw new Error(`no lead ${row.id}`)
        const end = lead.old_end_of_validity ?? ''
        expect(row, lead.about).toEqual({
          id: lead.id,
          client_name: lead.client.name,
          broker_id: holderOf(lead),
          broker_name: nameOf(holderOf(lead)),
          channel_id: lead.channel_id,
          channel: expect.any(String),
          end_of_validity: end,
          insurer: catalogueName(lead.old_insurer),
          capture_date: row.capture_date,
          days_before_end: lead.capture_date === null ? null : calendarDaysUntil(lead.capture_date, end),
          state: lead.state,
          status: lead.status,
          sold: lead.sold,
          sold_date: row.sold_date,
        })
        const instant = (text: string | null) => (text === null ? null : Date.parse(text))
        expect(instant(row.capture_date)).toBe(instant(lead.capture_date))
        expect(instant(row.sold_date)).toBe(isSold(lead) ? instant(lead.sold_date) : null)
      }
      expect(detail.map(({ end_of_validity }) => end_of_validity)).toEqual(
        renewalsOf(OCTOBER)
          .map(({ old_end_of_validity }) => old_end_of_validity ?? '')
          .toSorted((one, other) => (one < other ? -1 : 1)),
      )
    })

    test.each(Object.keys(FIGURES))('%s opens its leads, whole and of each row', async (figure) => {
      const expected = leadsOf(figure, OCTOBER)
      expect(ids((await report(admin, { figure })).detail)).toEqual(ids(expected))
      for (const holder of [ELISA, IVO, null]) {
        const { detail, meta } = await report(admin, { figure, row: holder ?? 0 })
        const own = expected.filter((lead) => holderOf(lead) === holder)
        expect(ids(detail), String(holder)).toEqual(ids(own))
        expect(meta.total).toBe(own.length)
      }
    })

    test('filters: brokers, channels of renewals, client; pages and order', async () => {
      const byBroker = await report(admin, { 'broker_id[]': FABIO })
      expect(byBroker.summary.map(({ broker }) => broker.id)).toEqual([FABIO])
      expect(ids(byBroker.detail)).toEqual(
        ids(renewalsOf(OCTOBER).filter((lead) => holderOf(lead) === FABIO)),
      )
      const byChannel = await report(admin, { 'channel_id[]': 28 })
      expect(ids(byChannel.detail)).toEqual(
        ids(renewalsOf(OCTOBER).filter(({ channel_id }) => channel_id === 28)),
      )
      expect(byChannel.total).toMatchObject({ self_indications: selfOf(OCTOBER).length })
      const [one] = renewalsOf(OCTOBER)
      if (one === undefined) throw new Error('no renewal')
      const byClient = await report(admin, { client_name: one.client.name.toUpperCase() })
      expect(ids(byClient.detail)).toEqual(
        ids(renewalsOf(OCTOBER).filter(({ client }) => client.name.includes(one.client.name))),
      )
      const all = (await report(admin, { order: '-id' })).detail.map(({ id }) => id)
      expect(all).toEqual(ids(renewalsOf(OCTOBER)).toReversed())
      const second = await report(admin, { order: '-id', page: 2, per_page: 7 })
      expect(second.detail.map(({ id }) => id)).toEqual(all.slice(7, 14))
      expect(second.meta.total).toBe(all.length)
      const beyond = await report(admin, { page: 999, per_page: 7 })
      expect([beyond.detail, beyond.meta.total]).toEqual([[], all.length])
    })
  })

  test('a broker has the renewals that it holds and the leads that it referred', async () => {
    const { detail, summary } = await report(elisa)
    expect(ids(detail)).toEqual(ids(renewalsOf(OCTOBER).filter((lead) => holderOf(lead) === ELISA)))
    expect(summary).toEqual([rowOf(ELISA, OCTOBER)])
    expect((await report(elisa, { 'broker_id[]': ELISA })).summary).toEqual(summary)
  })

  test('unknown names are refused', async () => {
    expect((await admin.call('GET', '/leads/renovationReport?partners=1')).status).toBe(400)
    expect((await admin.call('GET', '/leads/renovationReport?figure=nada')).status).toBe(400)
  })

  test('both sheets; nothing to export is refused', async () => {
    const days = `date_ini=${OCTOBER.from}&date_end=${OCTOBER.to}`
    for (const path of ['summaryRenovationReportExport', 'renovationReportExport']) {
      const { statusCode, headers } = await server.app.inject({
        method: 'GET',
        url: `/api/leads/${path}?${days}`,
        headers: { authorization: `Bearer ${admin.token}` },
      })
      expect(statusCode, path).toBe(200)
      expect(headers['content-disposition']).toContain('_01_10_2026_31_10_2026.xlsx')
      const none = await admin.call('GET', `/leads/${path}?date_ini=2001-01-01&date_end=2001-01-02`)
      expect(none, path).toMatchObject({
        status: 422,
        body: { message: 'Não há leads para exportar nesse período!' },
      })
    }
  })
})
