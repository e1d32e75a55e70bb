/** The data set of the reports has every corner that its files promise. */
import { describe, expect, it } from 'vitest'
import { isCnpj } from '../../../../src/domain/documents/cpf-cnpj.ts'
import { at, FIRST_MOMENT, LAST_MOMENT, type ReportLead } from './lead-row.ts'
import { LEADS, MAIN_PERIOD, NOW, PERIOD_BEFORE, RANKED_PERIOD, SUMMER_PERIOD } from './leads.ts'
import { EXTRA_HOLIDAY } from './load.ts'
import * as people from './people.ts'
import { calendarDaysUntil, dayOf, grouped, hourOf, isIn, percent, ranked, workedBetween } from './reading.ts'

const RENEWAL_CHANNELS = [6, 9, 10, 27, 28]
const isRenewal = (lead: ReportLead) => RENEWAL_CHANNELS.includes(lead.channel_id)
const endsInMain = (lead: ReportLead) => isRenewal(lead) && isIn(MAIN_PERIOD, lead.old_end_of_validity)
const isSold = (lead: ReportLead) => !lead.cancelled && lead.state === 3 && lead.sold === 1
const isLost = (lead: ReportLead) => !lead.cancelled && lead.state === 3 && lead.sold === 0
const weekday = (instant: string) => new Date(`${dayOf(instant)}T12:00Z`).getUTCDay()
const isBackwards = (from: string | null, to: string | null) =>
  from !== null && to !== null && workedBetween(from, to) === null
const before = (day: string) => at(day, FIRST_MOMENT)
const EDGES = [
  at('2026-09-30', LAST_MOMENT),
  at('2026-10-01', FIRST_MOMENT),
  at('2026-10-31', LAST_MOMENT),
  at('2026-11-01', FIRST_MOMENT),
]

/** Each name describes leads of which the set has at least one. */
const CORNERS: Readonly<Record<string, (lead: ReportLead) => boolean>> = {
  'no proposal date, created in the period': (l) =>
    l.proposal_date === null && isIn(MAIN_PERIOD, l.create_lead_date),
  'proposal before the period, creation in it': (l) =>
    isIn(PERIOD_BEFORE, l.proposal_date) && isIn(MAIN_PERIOD, l.create_lead_date),
  'proposal in the period, creation after it': (l) =>
    isIn(MAIN_PERIOD, l.proposal_date) && dayOf(l.create_lead_date) > MAIN_PERIOD.to,
  'proposal after the creation': (l) => isBackwards(l.proposal_date, l.create_lead_date),
  'no broker, new insurance': (l) => l.broker_id === null && !isRenewal(l),
  'no broker, sold or lost': (l) => l.broker_id === null && isLost(l),
  'no inviter': (l) => l.inviter_id === null,
  'no dealership': (l) => l.partner_id === null,
  'cancelled, never sold': (l) => l.cancelled && l.sold === null,
  'cancelled, marked as sold': (l) => l.cancelled && l.sold === 1,
  'cancelled, marked as lost': (l) => l.cancelled && l.sold === 0,
  'cancelled, with a call': (l) => l.cancelled && l.calls.length > 0,
  'cancelled renewal': (l) => l.cancelled && isRenewal(l),
  'cancelled self-indication': (l) => l.cancelled && l.channel_id === 7,
  'sold, but open': (l) => l.state === 2 && l.sold === 1,
  'finished, neither sold nor lost': (l) => l.state === 3 && l.sold === null && !l.cancelled,
  'lost without an end': (l) => isLost(l) && l.end_lead_date === null,
  'a reason of loss on an open lead': (l) => l.state === 2 && l.lost_sale !== null,
  'a reason of loss on a sold lead': (l) => isSold(l) && l.lost_sale !== null,
  'a competitor with another reason': (l) => isLost(l) && l.lost_sale !== 5 && l.competitor_broker !== null,
  'lost to an unnamed competitor': (l) => isLost(l) && l.lost_sale === 5 && l.competitor_broker === null,
  'contact before the capture': (l) => isBackwards(l.capture_date, l.contact_date),
  'end before the capture': (l) => isBackwards(l.capture_date, l.end_lead_date),
  'contact after the quote': (l) => (l.contact_date ?? '') > (l.quoted_date ?? 'z'),
  'no time between capture and end': (l) => l.capture_date !== null && l.capture_date === l.end_lead_date,
  'no working time between capture and end': (l) =>
    l.capture_date !== l.end_lead_date && workedBetween(l.capture_date, l.end_lead_date) === 0,
  'months between capture and end': (l) =>
    (workedBetween(l.capture_date, l.end_lead_date) ?? 0) > 1000 * 3_600_000,
  'created on a Saturday': (l) => weekday(l.create_lead_date) === 6,
  'captured on a Sunday': (l) => l.capture_date !== null && weekday(l.capture_date) === 0,
  'captured on a national holiday': (l) => l.capture_date !== null && dayOf(l.capture_date) === '2026-10-12',
  "captured on the company's holiday": (l) =>
    l.capture_date !== null && dayOf(l.capture_date) === EXTRA_HOLIDAY,
  'first call on a holiday': (l) => l.first_call_date !== null && dayOf(l.first_call_date) === '2026-10-12',
  'captured at night': (l) => l.capture_date !== null && hourOf(l.capture_date) >= 21,
  'changed hands after a call': (l) =>
    l.broker_id !== null && l.calls.some(({ user_id }) => user_id !== l.broker_id),
  'back in Origem after calls': (l) => l.broker_id === null && l.calls.length > 1,
  'changed hands, renewal': (l) => l.previous_broker_id !== null && l.broker_id !== null,
  'called before the capture': (l) => isBackwards(l.capture_date, l.first_call_date),
  'called without a capture': (l) => l.first_call_date !== null && l.capture_date === null,
  'never called, captured': (l) => l.capture_date !== null && l.calls.length === 0,
  'several calls': (l) => l.calls.length > 2,
  'first call answered, unknown duration': (l) => l.calls[0]?.status === 2 && l.calls[0].duration === null,
  'call of an hour': (l) => (l.calls[0]?.duration ?? 0) > 3600,
  'flag of the first call without a call': (l) => l.calls.length === 0 && l.first_call_on_time !== null,
  'quoted without a date': (l) => l.quoted === 1 && l.quoted_date === null,
  'quote date without the mark': (l) => l.quoted === 0 && l.quoted_date !== null,
  'contact type without a date': (l) => l.contact_type !== null && l.contact_date === null,
  'extras on a lost lead': (l) => isLost(l) && l.backup_car === 2,
  'commission on a lost lead': (l) => isLost(l) && l.commission_percentage !== null,
  'sold without value and commission': (l) =>
    isSold(l) && l.sale_value_cents === null && l.commission_percentage === null,
  'sold with value and commission': (l) =>
    isSold(l) && l.sale_value_cents !== null && l.commission_percentage !== null,
  'value and commission of zero': (l) => l.sale_value_cents === 0 && l.commission_percentage === 0,
  'self-indication sold by its broker': (l) =>
    l.channel_id === 7 && isSold(l) && l.inviter_id === l.broker_id,
  'self-indication that another works': (l) =>
    l.channel_id === 7 && l.broker_id !== null && l.inviter_id !== l.broker_id,
  'self-indication without a broker': (l) =>
    l.channel_id === 7 && l.broker_id === null && l.inviter_id !== null,
  'renewal captured at the start of the fifth day': (l) =>
    endsInMain(l) && l.capture_date === before('2026-10-15'),
  'renewal captured a millisecond later': (l) =>
    endsInMain(l) && l.capture_date === at('2026-10-15', '00:00:00.001'),
  'renewal captured at the end of the fifth day': (l) =>
    endsInMain(l) && l.capture_date === at('2026-10-15', LAST_MOMENT),
  'renewal captured at the start of the fourth day': (l) =>
    endsInMain(l) && l.capture_date === before('2026-10-16'),
  'renewal captured after the end': (l) =>
    endsInMain(l) &&
    l.capture_date !== null &&
    calendarDaysUntil(l.capture_date, l.old_end_of_validity ?? '') < 0,
  'renewal not captured': (l) => endsInMain(l) && l.capture_date === null && l.broker_id !== null,
  'renewal that came too late': (l) =>
    endsInMain(l) && calendarDaysUntil(l.create_lead_date, l.old_end_of_validity ?? '') === 4,
  'renewal of the previous broker': (l) =>
    endsInMain(l) && l.broker_id === null && l.previous_broker_id !== null,
  'renewal without a broker': (l) => endsInMain(l) && l.broker_id === null && l.previous_broker_id === null,
  'renewal sold at 23:59 of the last day': (l) => endsInMain(l) && l.sold_date === at('2026-10-20', '23:59'),
  'renewal sold in the last millisecond': (l) =>
    endsInMain(l) && l.sold_date === at('2026-10-20', LAST_MOMENT),
  'renewal sold right after the end': (l) => endsInMain(l) && l.sold_date === at('2026-10-21', FIRST_MOMENT),
  'renewal sold in the month before': (l) => endsInMain(l) && isIn(PERIOD_BEFORE, l.sold_date),
  'renewal without an end': (l) => isRenewal(l) && l.old_end_of_validity === null,
  'new insurance with an earlier policy': (l) => !isRenewal(l) && l.old_end_of_validity !== null,
  'renewal that ends within 30 days of now': (l) =>
    isRenewal(l) && (l.old_end_of_validity ?? '') === '2026-12-14',
  'policy that ends on a day without midnight': (l) => l.old_end_of_validity === '2018-11-04',
  'name of 60 characters': (l) => l.client.name.length === 60,
  company: (l) => isCnpj(l.client.cpf),
  'no document and no phone': (l) =>
    l.client.cpf === '' && l.client.cellphone === '' && l.client.phone === '',
  'two leads of one client': (l) =>
    LEADS.some((other) => other.id !== l.id && other.client_uid === l.client_uid),
}

/** Returns the distinct values of the leads, in an order that a list can be compared with. */
const valuesOf = (value: (lead: ReportLead) => unknown, leads: readonly ReportLead[] = LEADS) => [
  ...new Set(leads.map((lead) => String(value(lead)))),
]

describe('the corners of the data set', () => {
  it.each(Object.entries(CORNERS))('has %s', (_name, isCorner) => {
    expect(LEADS.filter(isCorner).length).toBeGreaterThan(0)
  })

  it.each([
    ['create_lead_date', EDGES],
    ['proposal_date', EDGES],
    ['capture_date', EDGES],
    ['contact_date', EDGES],
    ['end_lead_date', EDGES],
    ['old_end_of_validity', ['2026-09-30', '2026-10-01', '2026-10-31', '2026-11-01']],
    ['create_lead_date', [at('2026-08-30', LAST_MOMENT), at('2026-08-31', FIRST_MOMENT)]],
    ['end_lead_date', [at('2026-08-30', LAST_MOMENT), at('2026-08-31', FIRST_MOMENT)]],
    [
      'create_lead_date',
      ['2018-11-04T02:59:59.999Z', '2018-11-04T03:00:00.000Z', '2019-02-17T01:30:00.000Z'],
    ],
  ] as const)('has the edges of the period in %s', (column, edges) => {
    expect(LEADS.map((lead) => lead[column])).toEqual(expect.arrayContaining([...edges]))
  })

  it.each([
    ['channel_id', [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 14, 27, 28, 29, people.WHITE_LABEL]],
    ['insurance_id', [1, 2, 3, 4, 6, 7]],
    ['partner_id', [people.AVENIDA, people.BELA_VISTA, people.CENTRO, people.DISTANTE, null]],
    ['inviter_id', [...people.INVITERS, null]],
    ['lost_sale', [1, 2, 3, 4, 5, 6, 7, 8, 9, null]],
    ['competitor_broker', people.COMPETITORS.map(({ id }) => id)],
    ['contact_type', [1, 2, 3, 4, 5, null]],
    ['quoted_type', [1, 2, 3, 4, 5, null]],
    ['backup_car', [0, 1, 2, null]],
    ['pague_menos', [0, 1, 2, null]],
    ['seguro_conteudo', [0, 1, 2, null]],
    ['indication_on_time', [1, 0, null]],
    ['capture_on_time', [1, 0, null]],
    ['first_call_on_time', [1, 0, null]],
    ['attendance_on_time', [1, 0, null]],
    ['state', [1, 2, 3]],
    ['old_insurer', ['Porto', null]],
  ] as const)('has every value of %s among the leads of October', (column, values) => {
    const october = LEADS.filter(
      (lead) =>
        isIn(MAIN_PERIOD, lead.create_lead_date) || isIn(MAIN_PERIOD, lead.end_lead_date) || endsInMain(lead),
    )
    expect(valuesOf((lead) => lead[column], october)).toEqual(expect.arrayContaining(values.map(String)))
  })

  it('has sales in every way, calls with every result, and every group of hours with a sale and a loss', () => {
    const ways = [1, 2, 3, 4, 5, null].map(String)
    expect(valuesOf((lead) => lead.sold_type, LEADS.filter(isSold))).toEqual(expect.arrayContaining(ways))
    const results = LEADS.flatMap(({ calls }) => calls.slice(0, 1)).map(({ status }) => status)
    expect(results).toEqual(expect.arrayContaining([0, 1, 2, 3, null]))
    const hours = [0, 5, 6, 8, 9, 11, 12, 14, 15, 17, 18, 23].map(String)
    const created = LEADS.filter((lead) => isIn(MAIN_PERIOD, lead.create_lead_date) && lead.state === 3)
    expect(valuesOf((lead) => hourOf(lead.create_lead_date), created)).toEqual(expect.arrayContaining(hours))
  })

  it('has contacts, quotes and sales by each pair of WhatsApp and telephone', () => {
    const pairs = valuesOf((lead) => `${lead.contact_type} ${lead.quoted_type}`, LEADS.filter(isSold))
    expect(pairs).toEqual(expect.arrayContaining(['1 1', '4 4', '1 4', '4 1']))
  })

  it('has each kind of renewal in each of its channels', () => {
    for (const channel of RENEWAL_CHANNELS) {
      const leads = LEADS.filter((lead) => endsInMain(lead) && lead.channel_id === channel)
      expect([leads.some(isSold), leads.some(isLost), leads.some((lead) => lead.state < 3)]).toEqual([
        true,
        true,
        true,
      ])
    }
  })

  it.each(['=1+1', '+55 Motores', '-2+3 Ltda', '@SUM(A1)'])('has a client named %s', (name) => {
    expect(LEADS.filter(({ client }) => client.name === name)).toHaveLength(1)
  })

  it('has a broker without a lead, one of whom nothing ended in October, and one who is inactive', () => {
    const of = (broker: number) => LEADS.filter(({ broker_id }) => broker_id === broker)
    const inOctober = of(people.FABIO).filter((lead) => isIn(MAIN_PERIOD, lead.create_lead_date))
    expect(of(people.NADIA)).toEqual([])
    expect(inOctober.length).toBeGreaterThan(0)
    expect(of(people.FABIO).filter(({ state }) => state === 3)).toEqual([])
    expect(of(people.IVO).filter((lead) => isIn(MAIN_PERIOD, lead.create_lead_date)).length).toBeGreaterThan(
      0,
    )
    expect(people.BROKERS.map(people.nameOf).filter((name) => name?.startsWith('='))).toHaveLength(1)
    expect(people.nameOf(people.CAIO)).toHaveLength(60)
    expect(people.nameOf(null)).toBeNull()
  })

  it.each(['broker_id', 'inviter_id'] as const)('has shared ranks by %s in July', (column) => {
    const leads = LEADS.filter((lead) => isIn(RANKED_PERIOD, lead.create_lead_date))
    const rows = [...grouped(leads, (lead) => lead[column])].map(([id, own]) => ({
      name: people.nameOf(id) ?? '',
      sold: own.filter(isSold).length,
      total: own.length,
    }))
    expect(ranked(rows).map(({ ranking, sold, total }) => `${ranking}: ${sold}/${total}`)).toEqual([
      '1: 3/4',
      '2: 2/4',
      '3: 1/2',
      '3: 1/2',
      '5: 0/3',
      '5: 0/3',
    ])
    const finished = leads.filter((lead) => lead.broker_id === people.FABIO && lead.state === 3)
    expect(percent(finished.filter(isSold).length, finished.length)).toBeNull()
  })

  it('has leads in the period before October and in daylight-saving time, and none after today', () => {
    const inPeriod = (period: typeof MAIN_PERIOD) =>
      LEADS.filter((lead) => isIn(period, lead.create_lead_date))
    expect(inPeriod(MAIN_PERIOD).length).toBeGreaterThan(200)
    expect(inPeriod(PERIOD_BEFORE).length).toBeGreaterThan(50)
    expect(inPeriod(SUMMER_PERIOD)).toHaveLength(7)
    for (const { about, create_lead_date, capture_date, end_lead_date } of LEADS)
      for (const date of [create_lead_date, capture_date, end_lead_date])
        expect((date ?? '') <= NOW, about).toBe(true)
  })
})
