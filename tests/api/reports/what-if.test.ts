/**
 * 'E se?' on the device and the server's reports: where nothing is changed they count the same leads with the same figures,
 * and what the device says of other hours is what the server says once they are set. docs/rules.md#what-if
 */
import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import { insertRows } from '../../../server/db/insert-rows.ts'
import { lockLeads, type Reader } from '../../../server/queries/lead-row.ts'
import { readSettings } from '../../../server/queries/settings.ts'
import { countCall } from '../../../src/domain/lead/calls.ts'
import { captureOnTime } from '../../../src/domain/lead/capture.ts'
import { attendanceSchema } from '../../../src/domain/reports/attendance.ts'
import { callsSchema } from '../../../src/domain/reports/calls.ts'
import { diagnosisSchema } from '../../../src/domain/reports/diagnosis.ts'
import { answerWhatIf, type WhatIfAnswer } from '../../../src/domain/reports/what-if/answer.ts'
import { type Change, NO_CHANGE } from '../../../src/domain/reports/what-if/change.ts'
import type { JudgedMeasure } from '../../../src/domain/reports/what-if/judge.ts'
import { keptLeads } from '../../../src/domain/reports/what-if/kept-leads.ts'
import type { WhatIfReport } from '../../../src/domain/reports/what-if/what-if-report.ts'
import { type Settings, settingsFrom } from '../../../src/domain/settings/settings.ts'
import { isSliced, runsOf } from '../../support/slice.ts'
import { aLead } from '../../unit/domain/fixtures.ts'
import { describeDatabase } from '../support/databases.ts'
import { answerOf, periodOf } from './ask-report.ts'
import { LEADS } from './data/leads.ts'
import { columnsOf } from './data/load.ts'
import { ADMIN, AVENIDA, BROKERS, CENTRO, USERS } from './data/people.ts'
import { type AskedReport, EVERY_REPORT, type ReportCase } from './every-report.ts'
import { askerOf } from './random-filters.ts'
import { inReportHouse, type ReportHouse } from './report-house.ts'

const SEED = 20_261_129
const FIRST_RANDOM = 900_000
const RANDOM_LEADS = 120
const HOUR_MS = 3_600_000
const OCTOBER = Date.parse('2026-10-01T03:00:00Z')

const CASES = EVERY_REPORT.flatMap((one) => {
  const { whatIf } = one.report
  return whatIf === undefined ? [] : [[whatIf, one] as const]
})

const time = (from: number, to: number) =>
  fc
    .tuple(fc.integer({ min: from, max: to }), fc.constantFrom('00', '15', '30'))
    .map(([hour, minutes]) => `${String(hour).padStart(2, '0')}:${minutes}`)
const limit = fc.integer({ min: 1, max: 40 }).map((quarters) => quarters / 4)
const hours = fc.record({
  start: time(7, 10),
  end: time(15, 20),
  holidays: fc.constantFrom([], ['2026-10-28'], ['2026-10-12', '2026-10-07']),
})
const settings = fc.record({
  business_hours: hours,
  time_to_capture_on_time: limit,
  time_to_capture_on_time_renovation: limit.map((value) => value * 10),
  first_call_on_time: limit,
})
type Given = typeof settings extends fc.Arbitrary<infer Value> ? Value : never

/** Seconds, mostly of the same day. */
const wait = fc.oneof(fc.integer({ min: 0, max: 8 * 3600 }), fc.integer({ min: 0, max: 9 * 86_400 }))
const planned = fc.record({
  channel_id: fc.constantFrom(1, 3, 7, 8, 14, 27, 28, 6),
  broker_id: fc.constantFrom(...BROKERS, null),
  partner_id: fc.constantFrom(AVENIDA, CENTRO, null),
  created: fc.integer({ min: 0, max: 30 * 86_400 }),
  capture: fc.option(wait, { freq: 6 }),
  call: fc.option(wait, { freq: 3 }),
  scheduled: fc.option(fc.integer({ min: -86_400, max: 86_400 }), { freq: 2 }),
  ends: fc.option(fc.integer({ min: 0, max: 20 }), { freq: 3 }),
})
type Planned = typeof planned extends fc.Arbitrary<infer Value> ? Value : never

const isoAt = (ms: number) => new Date(ms).toISOString()

/** The lead as the rules judge it when it is captured and called. */
function judgedWhenItHappened(plan: Planned, place: number, rules: Settings) {
  const created = OCTOBER + plan.created * 1000
  const at = plan.capture === null ? null : isoAt(created + plan.capture * 1000)
  const scheduling =
    plan.scheduled === null
      ? null
      : {
          scheduling_date: isoAt(created + plan.scheduled * 1000),
          description: 'Retorno',
          status: 0 as const,
        }
  const fresh = aLead({
    channel_id: plan.channel_id,
    create_lead_date: isoAt(created),
    lead_scheduling: scheduling,
  })
  const captured =
    at === null
      ? fresh
      : {
          ...fresh,
          capture_date: at,
          capture_on_time: captureOnTime(fresh, { occurredAt: at, settings: rules }),
        }
  const calledAt = plan.call === null || at === null ? null : isoAt(Date.parse(at) + plan.call * 1000)
  const lead = calledAt === null ? captured : countCall(captured, { date: calledAt, settings: rules })
  const [known] = LEADS
  if (known === undefined) throw new Error('no leads')
  const { create_lead_date, capture_date, capture_on_time, first_call_date, first_call_on_time } = lead
  return {
    ...columnsOf(known),
    uid: `00000000-0000-7000-8000-${String(FIRST_RANDOM + place).padStart(12, '0')}`,
    id: FIRST_RANDOM + place,
    state: capture_date === null ? 1 : 2,
    channel_id: plan.channel_id,
    broker_id: plan.broker_id,
    partner_id: plan.partner_id,
    create_lead_date,
    capture_date,
    capture_on_time,
    first_call_date,
    first_call_on_time,
    scheduling_date: scheduling?.scheduling_date ?? null,
    scheduling_description: scheduling?.description ?? null,
    scheduling_status: scheduling?.status ?? null,
    cancelled: false,
    old_end_of_validity: plan.ends === null ? null : isoAt(created + plan.ends * 24 * HOUR_MS).slice(0, 10),
  }
}

const setSettings = async (db: ReportHouse['store']['db'], given: Partial<Given>) => {
  for (const [key, value] of Object.entries(given))
    await db
      .insertInto('settings')
      .values({ key, value: JSON.stringify(value) })
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: JSON.stringify(value) }))
      .execute()
}

const uidsOf = async (db: Reader) =>
  (await db.selectFrom('leads').select('uid').execute()).map(({ uid }) => uid)

/** The shares of the server's answer, by the measure's key. */
interface Figures {
  readonly leads: number
  readonly shares: Readonly<Record<string, { readonly whole: number; readonly on: number }>>
  readonly brokers: ReadonlyMap<number | null, number> | null
  readonly timeToCall: number | null
}

function figuresOf(report: WhatIfReport, body: unknown): Figures {
  if (report === 'attendance') {
    const { data, total } = attendanceSchema.parse(body)
    return {
      leads: total.total,
      shares: { captura: { whole: total.on_time + total.out_time, on: total.on_time } },
      brokers: new Map(data.map(({ broker_id, on_time }) => [broker_id, on_time])),
      timeToCall: null,
    }
  }
  if (report === 'calls') {
    const { summaryTotal, leads } = callsSchema.parse(body)
    const decided = leads.filter(({ first_call_on_time }) => first_call_on_time !== null).length
    return {
      leads: summaryTotal.leads,
      shares: {
        ligacao: { whole: decided, on: Math.round(((summaryTotal.on_time ?? 0) / 100) * decided) },
      },
      brokers: null,
      timeToCall: summaryTotal.time_to_call,
    }
  }
  const answer = diagnosisSchema.parse(body)
  const { items } = report === 'diagnosis_new' ? answer.new : answer.renewal
  const whole = items.count_leads
  return {
    leads: whole,
    shares: {
      [report === 'diagnosis_new' ? 'captura' : 'antecedencia']: { whole, on: items.leads_capture_on_time },
      depois: { whole, on: items.calls_on_time },
    },
    brokers: null,
    timeToCall: null,
  }
}

const measureOf = ({ measures }: WhatIfAnswer, key: string): JudgedMeasure => {
  const found = measures.find((measure) => measure.key === key)
  if (found === undefined) throw new Error(`no ${key}`)
  return found
}

describeDatabase("'E se?' and the server's reports", (open) => {
  let house: ReportHouse
  inReportHouse(open, (opened) => {
    house = opened
  })

  beforeEach(async () => {
    await house.store.db.deleteFrom('leads').where('id', '>=', FIRST_RANDOM).execute()
  })

  async function fill(plans: readonly Planned[], given: Given): Promise<void> {
    const { db } = house.store
    await db.deleteFrom('leads').where('id', '>=', FIRST_RANDOM).execute()
    await setSettings(db, given)
    const rules = settingsFrom(Object.entries(given).map(([key, value]) => ({ key, value })))
    await insertRows(
      db,
      'leads',
      plans.map((plan, place) => judgedWhenItHappened(plan, place, rules)),
    )
  }

  /** What a device of the user says, with all leads of the server in its mirror. */
  async function deviceSays(
    report: WhatIfReport,
    one: ReportCase,
    { user, filter }: Pick<AskedReport, 'user' | 'filter'>,
    { change, body }: { readonly change: Change; readonly body: unknown },
  ): Promise<WhatIfAnswer> {
    const { db } = house.store
    const leads = await db.transaction().execute(async (tx) => lockLeads(tx, await uidsOf(tx)))
    const renewing = await db.selectFrom('channels').select('id').where('renewal', '=', true).execute()
    const channels = new Set(renewing.map(({ id }) => id))
    const range = periodOf(one, filter)
    const { id, role, partners = [] } = user
    return answerWhatIf(
      {
        report,
        user: {
          id,
          roles: [{ id: role, name: '' }],
          partners: partners.map((partner) => ({ id: partner, name: '' })),
        },
        range,
        filter,
        change,
        kept: keptLeads(report, body),
      },
      {
        leads,
        settings: await readSettings(db),
        known: {
          teamOf: (broker) => USERS.find((each) => each.id === broker)?.team ?? null,
          isRenewalChannel: (channel) => channels.has(channel),
        },
      },
    )
  }

  async function serverSays(one: ReportCase, asked: Pick<AskedReport, 'user' | 'filter'>): Promise<unknown> {
    const { status, body } = await answerOf(house, one, asked)
    expect(status, JSON.stringify(body)).toBe(200)
    return body
  }

  test.each(CASES)('%s: nothing changed, under any filter and any settings', async (report, one) => {
    let counted = 0
    await fc.assert(
      fc.asyncProperty(
        fc.array(planned, { minLength: RANDOM_LEADS, maxLength: RANDOM_LEADS }),
        settings,
        fc.array(askerOf(one), { minLength: 4, maxLength: 4 }),
        async (plans, given, askers) => {
          await fill(plans, given)
          for (const asked of askers) {
            const body = await serverSays(one, asked)
            const { leads, shares, brokers, timeToCall } = figuresOf(report, body)
            const answer = await deviceSays(report, one, asked, { change: NO_CHANGE, body })
            expect(answer).toMatchObject({ leads, missing: 0, newer: 0 })
            for (const [key, { whole, on }] of Object.entries(shares)) {
              const measure = measureOf(answer, key)
              expect(measure, key).toMatchObject({ before: on, after: on, changed: [] })
              expect(measure.whole, key).toBe(whole)
              if (brokers !== null)
                for (const { id, before } of measure.brokers) expect(before).toBe(brokers.get(id))
              if (timeToCall !== null) {
                expect(measure.timed?.before).toBeCloseTo(timeToCall, 2)
                expect(measure.timed?.after).toBeCloseTo(timeToCall, 2)
              }
            }
            counted += leads
          }
        },
      ),
      { seed: SEED, numRuns: runsOf(12) },
    )
    // A slice tries a quarter, in which a report may count few.
    expect(counted).toBeGreaterThan(isSliced ? 0 : RANDOM_LEADS)
  })

  test('leads that were judged by the present settings are judged the same again', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(planned, { minLength: RANDOM_LEADS, maxLength: RANDOM_LEADS }),
        settings,
        async (plans, given) => {
          const { db } = house.store
          await fill(plans, given)
          // Leads of the data set have flags of their own.
          const random = await db.transaction().execute(async (tx) => {
            const rows = await tx.selectFrom('leads').select('uid').where('id', '>=', FIRST_RANDOM).execute()
            return lockLeads(
              tx,
              rows.map(({ uid }) => uid),
            )
          })
          for (const report of ['attendance', 'calls'] as const) {
            const { measures } = answerWhatIf(
              {
                report,
                user: { id: ADMIN, roles: [{ id: 1, name: '' }], partners: [] },
                range: { from: '2026-09-01', to: '2026-12-31' },
                filter: {},
                change: NO_CHANGE,
                kept: null,
              },
              {
                leads: random,
                settings: await readSettings(db),
                known: { teamOf: () => null, isRenewalChannel: () => false },
              },
            )
            expect(measures[0]?.whole).toBeGreaterThan(10)
            expect(measures[0]?.earlier, report).toBe(0)
          }
        },
      ),
      { seed: SEED, numRuns: runsOf(12) },
    )
  })

  test('other hours say what the server says once they are set', async () => {
    const [admin] = USERS
    if (admin === undefined) throw new Error('no user')
    const asked = { user: admin, filter: { de: '2026-10-01', ate: '2026-10-31' } }
    let moved = 0
    await fc.assert(
      fc.asyncProperty(
        fc.array(planned, { minLength: RANDOM_LEADS, maxLength: RANDOM_LEADS }),
        settings,
        fc.record({ start: time(7, 10), end: time(15, 20) }),
        async (plans, given, { start, end }) => {
          await fill(plans, given)
          const said: { one: ReportCase; report: WhatIfReport; answer: WhatIfAnswer }[] = []
          for (const [report, one] of CASES) {
            const body = await serverSays(one, asked)
            const change = { ...NO_CHANGE, start, end }
            said.push({ one, report, answer: await deviceSays(report, one, asked, { change, body }) })
          }
          await setSettings(house.store.db, { business_hours: { ...given.business_hours, start, end } })
          for (const { one, report, answer } of said) {
            const { shares, timeToCall } = figuresOf(report, await serverSays(one, asked))
            if (report === 'calls')
              expect(measureOf(answer, 'ligacao').timed?.after).toBeCloseTo(timeToCall ?? 0, 2)
            // Flags are stored. What is judged by the present rule changes with the setting.
            if (shares.depois !== undefined) {
              const measure = measureOf(answer, 'depois')
              expect(measure.after).toBe(shares.depois.on)
              moved += measure.changed.length
            }
          }
        },
      ),
      { seed: SEED, numRuns: runsOf(12) },
    )
    expect(moved).toBeGreaterThan(0)
  })
})
