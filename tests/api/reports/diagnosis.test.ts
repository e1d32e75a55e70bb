/** 'Diagnóstico' over the data set, against figures that plain code computes from its rows. */
import { beforeAll, describe, expect, test } from 'vitest'
import { diagnosisRoute } from '../../../src/contract/reports/diagnosis.ts'
import { describeDatabase, type TestStore } from '../support/databases.ts'
import { type Device, startServer, type TestServer } from '../support/server.ts'
import type { ReportLead } from './data/lead-row.ts'
import { LEADS, type Period } from './data/leads.ts'
import { loadReportData } from './data/load.ts'
import { ADMIN, BRUNA, ELISA, TEAM_NEW, TEAM_RENEWALS, USERS, WHITE_LABEL } from './data/people.ts'
import { average, calendarDaysUntil, grouped, hourOf, isIn, percent, workedBetween } from './data/reading.ts'

const OCTOBER: Period = { from: '2026-10-01', to: '2026-10-31' }
const RENEWAL_CHANNELS = [6, 9, 10, 27, 28]
type Test = (lead: ReportLead) => boolean

const isSold: Test = ({ state, sold }) => state === 3 && sold === 1
const isLost: Test = ({ state, sold }) => state === 3 && sold === 0
const isContacted: Test = ({ contact_date }) => contact_date !== null
const isQuoted: Test = ({ quoted }) => quoted === 1
const isRenewal: Test = ({ channel_id }) => RENEWAL_CHANNELS.includes(channel_id)
const isBeforeEnd: Test = ({ capture_date, old_end_of_validity }) =>
  capture_date !== null &&
  old_end_of_validity !== null &&
  calendarDaysUntil(capture_date, old_end_of_validity) >= 5

const wayOf = (type: number | null) =>
  type === 4 ? 'whatsapp' : type === 1 || type === 2 ? 'tel_cel' : 'others'
const saleOf = (lead: ReportLead) => (isSold(lead) ? (lead.sold_date ?? lead.end_lead_date) : null)

type Tab = 'renewal' | 'new'
const leadsOf = (tab: Tab, period: Period, keep: Test = () => true) =>
  LEADS.filter((lead) => !lead.cancelled && isRenewal(lead) === (tab === 'renewal') && keep(lead)).filter(
    (lead) => isIn(period, tab === 'renewal' ? lead.old_end_of_validity : lead.create_lead_date),
  )

const close = (value: number | null): unknown => (value === null ? null : expect.closeTo(value, 6))
const seconds = (
  leads: readonly ReportLead[],
  from: (lead: ReportLead) => string | null,
  to: typeof from,
): unknown => {
  const worked = average(leads.map((lead) => workedBetween(from(lead), to(lead))))
  return close(worked === null ? null : worked / 1000)
}

const byWay = (name: string, leads: readonly ReportLead[], type: (lead: ReportLead) => number | null) =>
  Object.fromEntries(
    ['whatsapp', 'tel_cel', 'others'].map((way) => [
      `${name}_${way}`,
      leads.filter((lead) => wayOf(type(lead)) === way).length,
    ]),
  )

const captured = (lead: ReportLead) => lead.capture_date
const contacted = (lead: ReportLead) => lead.contact_date
const quotedAt = (lead: ReportLead) => lead.quoted_date
const isContactedLater = ({ contact_date, quoted_date }: ReportLead) =>
  contact_date !== null && quoted_date !== null && Date.parse(contact_date) > Date.parse(quoted_date)
const ended = (lead: ReportLead) => lead.end_lead_date

function itemsOf(tab: Tab, leads: readonly ReportLead[]) {
  const count = (test: Test) => leads.filter(test).length
  const sold = leads.filter(isSold)
  const called = ({ capture_date, first_call_date }: ReportLead) => {
    const worked = workedBetween(capture_date, first_call_date)
    return worked !== null && worked <= 3_600_000
  }
  return {
    count_leads: leads.length,
    leads_capture_on_time: count(tab === 'renewal' ? isBeforeEnd : (lead) => lead.capture_on_time === 1),
    calls_on_time: count(called),
    all_conections: count(isContacted),
    ...byWay('contact', leads.filter(isContacted), (lead) => lead.contact_type),
    quoted: count(isQuoted),
    ...byWay('quoted', leads.filter(isQuoted), (lead) => lead.quoted_type),
    ...byWay('renewed', sold, (lead) => lead.contact_type),
    sales_quantity: sold.length,
    ...byWay('sales_on', sold, (lead) => lead.sold_type),
    backup_car_sales: count((lead) => lead.backup_car === 2),
    backup_car_of_sold: sold.filter((lead) => lead.backup_car === 2).length,
    pague_menos_of_sold: sold.filter((lead) => lead.pague_menos === 2).length,
    content_of_sold: sold.filter((lead) => lead.seguro_conteudo === 2).length,
    lost_sales: count(isLost),
    average_of_quotation_time: seconds(leads, captured, quotedAt),
    average_of_contact_after_quotation: seconds(leads.filter(isContactedLater), quotedAt, contacted),
    average_of_sell_quotation_time: seconds(leads, quotedAt, saleOf),
    average_time_of_renew_after_conection: seconds(leads, contacted, saleOf),
    average_of_sales_time: seconds(leads, captured, saleOf),
  }
}

const HOURS = [
  ['00–06', 0, 6],
  ['06–09', 6, 9],
  ['09–12', 9, 12],
  ['12–15', 12, 15],
  ['15–18', 15, 18],
  ['18–24', 18, 24],
] as const

const conversion = (leads: readonly ReportLead[]) => {
  const countItems = leads.filter(isSold).length
  return { countItems, dividedBy: leads.length, average: close(percent(countItems, leads.length)) }
}

function newTableOf(leads: readonly ReportLead[]) {
  const sold = leads.filter(isSold)
  const cents = (lead: ReportLead) =>
    lead.sale_value_cents === null || lead.commission_percentage === null
      ? null
      : (lead.sale_value_cents * lead.commission_percentage) / 100
  return {
    new_insurances_sells: sold.length,
    average_comissions: {
      percentage: close(average(sold.map((lead) => lead.commission_percentage))),
      value_cents: close(average(sold.map(cents))),
    },
    average_finalization_sold: seconds(sold, captured, ended),
    average_finalization_not_sold: seconds(leads.filter(isLost), captured, ended),
    not_sold_count: leads.filter(isLost).length,
    grouped_hours: HOURS.map(([groupHours, from, to]) => {
      const within = leads.filter(
        (lead) => hourOf(lead.create_lead_date) >= from && hourOf(lead.create_lead_date) < to,
      )
      const { countItems: soldOf, average: of } = conversion(within)
      return { groupHours, countItems: within.length, sold: soldOf, average: of }
    }),
  }
}

const SOURCES: readonly (readonly [string, readonly number[]])[] = [
  ['site_app', [8, 3]],
  ['internal_indication', [1, 2]],
  ['external_indication', [29]],
  ['social_media', [14]],
  ['marketing_cloud', [5]],
  ['white_label', [WHITE_LABEL]],
  ['chatbot', [4]],
]
const WAYS = ['whatsapp', 'tel_cel'] as const

const conversionsOf = (leads: readonly ReportLead[]) => ({
  pairs: WAYS.flatMap((contact) =>
    WAYS.map((quote) => ({
      contact,
      quote,
      ...conversion(
        leads.filter(
          (lead) =>
            isContacted(lead) &&
            isQuoted(lead) &&
            wayOf(lead.contact_type) === contact &&
            wayOf(lead.quoted_type) === quote,
        ),
      ),
    })),
  ),
  sources: SOURCES.map(([source, channels]) => ({
    source,
    ...conversion(leads.filter(({ channel_id }) => channels.includes(channel_id))),
  })),
})

describeDatabase('the diagnosis', (open) => {
  let store: TestStore
  let server: TestServer
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
    const asked = new URLSearchParams({ start_date: OCTOBER.from, end_date: OCTOBER.to })
    for (const [name, value] of Object.entries(query)) asked.set(name, String(value))
    const { status, body } = await device.call('GET', `/diagnosis?${asked}`)
    expect(status, JSON.stringify(body)).toBe(200)
    return diagnosisRoute.answer.parse(body)
  }

  async function expectPart(tab: Tab, query: Record<string, string | number>, period: Period, keep: Test) {
    const leads = leadsOf(tab, period, keep)
    const part = (await report(admin, { start_date: period.from, end_date: period.to, ...query }))[tab]
    const { lost_sale_causes, resultGoals, ...items } = part.items
    expect(items).toEqual(itemsOf(tab, leads))
    expect(part.newTableItems).toEqual(newTableOf(leads))
    expect(part.conversions).toEqual(conversionsOf(leads))
    const brokers = new Set(leads.flatMap(({ broker_id }) => broker_id ?? []))
    expect(resultGoals.quantity_brokers_in_leads).toBe(brokers.size)
    const reasons = grouped(leads.filter(isLost), ({ lost_sale }) => lost_sale)
    expect(new Map(lost_sale_causes.map(({ id, quantity }) => [id, quantity]))).toEqual(
      new Map([...reasons].map(([id, of]) => [id, of.length])),
    )
    const quantities = lost_sale_causes.map(({ quantity }) => quantity)
    expect(quantities).toEqual(quantities.toSorted((a, b) => b - a))
  }

  const TEAM = (team: number) => USERS.filter((user) => user.team === team).map(({ id }) => id)
  const hasBroker = (ids: readonly number[]) => (lead: ReportLead) =>
    lead.broker_id !== null && ids.includes(lead.broker_id)
  const CASES: readonly (readonly [string, Record<string, string | number>, Period, Test])[] = [
    ['October', {}, OCTOBER, () => true],
    ['one day', {}, { from: '2026-10-15', to: '2026-10-15' }, () => true],
    ['a day without leads', {}, { from: '2026-01-04', to: '2026-01-04' }, () => true],
    ['a broker', { broker_id: BRUNA }, OCTOBER, hasBroker([BRUNA])],
    ['the team of new insurance', { technicalTeam: TEAM_NEW }, OCTOBER, hasBroker(TEAM(TEAM_NEW))],
    ['the team of renewals', { technicalTeam: TEAM_RENEWALS }, OCTOBER, hasBroker(TEAM(TEAM_RENEWALS))],
  ]
  describe.each(CASES)('%s', (_name, query, period, keep) => {
    test.each(['renewal', 'new'] as const)('of the tab %s', (tab) => expectPart(tab, query, period, keep))
  })

  test('the data set has what the rules speak of; parts add up', async () => {
    const { renewal, new: fresh } = await report(admin)
    for (const { items } of [renewal, fresh]) {
      expect(items.contact_whatsapp + items.contact_tel_cel + items.contact_others).toBe(items.all_conections)
      expect(items.quoted_whatsapp + items.quoted_tel_cel + items.quoted_others).toBe(items.quoted)
      expect(items.sales_on_whatsapp + items.sales_on_tel_cel + items.sales_on_others).toBe(
        items.sales_quantity,
      )
      expect(
        Math.min(items.quoted, items.sales_quantity, items.lost_sales, items.backup_car_of_sold),
      ).toBeGreaterThan(0)
    }
    expect(fresh.conversions.sources.every(({ dividedBy }) => dividedBy > 0)).toBe(true)
  })

  describe('goals', () => {
    const goalsOf = async (tab: Tab, query: Record<string, string | number> = {}) => {
      const { items } = (await report(admin, query))[tab]
      return new Map(items.resultGoals.goals.map((goal) => [goal.key, goal]))
    }

    test('of renewals', async () => {
      const leads = leadsOf('renewal', OCTOBER)
      const items = itemsOf('renewal', leads)
      const goals = await goalsOf('renewal')
      const expected: Readonly<Record<string, readonly [goal: number, result: number | null]>> = {
        goal_renewal_captured: [100, percent(items.leads_capture_on_time, leads.length)],
        goal_renewal_contact: [80, percent(items.all_conections, leads.length)],
        goal_renewal_quoted: [60, percent(items.quoted, leads.length)],
        goal_renewal_sold: [80, percent(items.sales_quantity, items.quoted)],
        goal_renewal_backup_car: [20, percent(items.backup_car_of_sold, items.sales_quantity)],
      }
      for (const [key, [goal, result]] of Object.entries(expected)) {
        const value = result ?? 0
        expect(goals.get(key), key).toMatchObject({
          unit: 'percent',
          goal,
          result: close(value),
          difference: close(value - goal),
          met: value >= goal,
        })
      }
      const quote = goals.get('goal_renewal_quote_hours')
      expect(quote).toMatchObject({ unit: 'time', goal: 24 * 3600, result: items.average_of_quotation_time })
      expect(quote?.met).toBe((quote?.result ?? 0) <= 24 * 3600)
      expect(goals.get('goal_renewal_sale_hours')).toMatchObject({
        goal: 72 * 3600,
        result: items.average_of_sales_time,
      })
      expect([...goals]).toHaveLength(7)
    })

    test('of new insurance; sales are those of a month for each broker', async () => {
      const leads = leadsOf('new', OCTOBER)
      const items = itemsOf('new', leads)
      const goals = await goalsOf('new')
      expect(goals.get('goal_new_called')).toMatchObject({
        goal: 100,
        result: close(percent(items.calls_on_time, leads.length)),
      })
      expect(goals.get('goal_new_pague_menos')).toMatchObject({
        goal: 20,
        result: close(percent(items.pague_menos_of_sold, items.sales_quantity)),
      })
      expect(goals.get('goal_new_content')).toMatchObject({
        result: close(percent(items.content_of_sold, items.sales_quantity)),
      })
      const brokers = new Set(leads.flatMap(({ broker_id }) => broker_id ?? [])).size
      expect(goals.get('goal_new_sales')).toMatchObject({
        unit: 'count',
        goal: close(20 * brokers),
        result: items.sales_quantity,
      })
      // Half of September and all of October.
      const longer: Period = { from: '2026-09-16', to: '2026-10-31' }
      const more = new Set(leadsOf('new', longer).flatMap(({ broker_id }) => broker_id ?? [])).size
      expect((await goalsOf('new', { start_date: longer.from })).get('goal_new_sales')).toMatchObject({
        goal: close(20 * more * 1.5),
      })
    })

    test('administrators change them', async () => {
      expect((await admin.call('PUT', '/settings', { goal_renewal_contact: 37.5 })).status).toBe(200)
      expect((await goalsOf('renewal')).get('goal_renewal_contact')).toMatchObject({ goal: 37.5 })
      expect((await admin.call('PUT', '/settings', { goal_renewal_contact: 101 })).status).toBe(400)
      await store.db.deleteFrom('settings').where('key', '=', 'goal_renewal_contact').execute()
      expect((await goalsOf('renewal')).get('goal_renewal_contact')).toMatchObject({ goal: 80 })
    })
  })

  test('a broker has its own leads; an unknown name is refused', async () => {
    const own = (tab: Tab) => leadsOf(tab, OCTOBER, hasBroker([ELISA])).length
    const answer = await report(elisa)
    expect([answer.renewal.items.count_leads, answer.new.items.count_leads]).toEqual([
      own('renewal'),
      own('new'),
    ])
    expect((await report(elisa, { broker_id: ELISA, technicalTeam: TEAM_RENEWALS })).renewal).toEqual(
      answer.renewal,
    )
    expect((await admin.call('GET', '/diagnosis?partner=1')).status).toBe(400)
  })

  test('the sheets of both tabs; nothing to export is refused', async () => {
    const sheet = (path: string, query: string) =>
      server.app.inject({
        method: 'GET',
        url: `/api${path}?${query}`,
        headers: { authorization: `Bearer ${admin.token}` },
      })
    for (const path of ['/diagnosisRenew/diagnosisRenewReportExport', '/diagnosis/diagnosisReportExport']) {
      expect((await sheet(path, `start_date=${OCTOBER.from}&end_date=${OCTOBER.to}`)).statusCode, path).toBe(
        200,
      )
      expect((await sheet(path, 'start_date=2001-01-01&end_date=2001-01-02')).statusCode, path).toBe(422)
    }
  })
})
