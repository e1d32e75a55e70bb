/** Leads judged by another rule: sides, kept flags, lacking leads, the queue of a channel. docs/rules.md#what-if */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Lead } from '../../../../src/domain/lead/lead.ts'
import {
  answerWhatIf,
  type KeptLeads,
  type WhatIfQuestion,
} from '../../../../src/domain/reports/what-if/answer.ts'
import {
  type Change,
  NO_CHANGE,
  readChange,
  writeChange,
} from '../../../../src/domain/reports/what-if/change.ts'
import { judgedLead } from '../../../../src/domain/reports/what-if/lead.ts'
import { limitProblem } from '../../../../src/domain/reports/what-if/limits.ts'
import { median, replayedWaits, timesTaken } from '../../../../src/domain/reports/what-if/queue.ts'
import type { WhatIfReport } from '../../../../src/domain/reports/what-if/what-if-report.ts'
import {
  changeInWords,
  daysInWords,
  differenceInWords,
  lacksInWords,
  sharesInWords,
  staffingInWords,
} from '../../../../src/domain/reports/what-if/words.ts'
import { businessCalendar } from '../../../../src/domain/sla/business-calendar.ts'
import { addWorkingMs, workingMsBetween } from '../../../../src/domain/sla/working-time.ts'
import { aLead, at, aUser, iso, plain, settings } from '../fixtures.ts'

const ADMIN = aUser(1)
const OCTOBER = { from: '2026-11-01', to: '2026-11-30' }

/** A Wednesday's lead, created at 9:00 and captured so many minutes later. */
function captured(id: number, minutes: number, changes: Partial<Lead> = {}): Lead {
  const capture_date = new Date(at('2026-11-18T09:00:00') + minutes * 60_000).toISOString()
  return aLead({
    uid: `lead-${id}`,
    id,
    state: 2,
    broker_id: 3,
    channel_id: 8,
    create_lead_date: iso('2026-11-18T09:00:00'),
    capture_date,
    capture_on_time: minutes < 180 ? 1 : 0,
    ...changes,
  })
}

interface Given {
  readonly report?: WhatIfReport
  readonly change?: Change
  readonly kept?: KeptLeads | null
  readonly question?: Partial<WhatIfQuestion>
}

const answer = (
  leads: readonly Lead[],
  { report = 'attendance', change = NO_CHANGE, ...given }: Given = {},
) =>
  answerWhatIf(
    {
      report,
      user: ADMIN,
      range: OCTOBER,
      filter: {},
      change,
      kept: given.kept ?? null,
      ...given.question,
    },
    { leads, settings, known: { teamOf: () => null, isRenewalChannel: (channel) => channel === 27 } },
  )

const first = (leads: readonly Lead[], given: Given = {}) => {
  const [measure] = answer(leads, given).measures
  if (measure === undefined) throw new Error('no measure')
  return measure
}

const within = (hours: number): Change => ({ limits: { captura: hours } })

describe('sides', () => {
  const leads = [
    captured(1, 60),
    captured(2, 150),
    captured(3, 200, { broker_id: 7 }),
    captured(4, 30, { channel_id: 1 }),
  ]

  test('another limit moves the leads that waited between both', () => {
    const measure = first(leads, { change: within(2) })
    expect(measure).toMatchObject({ whole: 4, before: 3, after: 2 })
    expect(measure.changed.map(({ lead, after }) => [lead.id, after])).toEqual([[2, false]])
    expect(measure.changed[0]).toMatchObject({ waited: 9000, waits: 9000 })
    expect(measure.brokers).toEqual([
      { id: 3, whole: 3, before: 3, after: 2 },
      { id: 7, whole: 1, before: 0, after: 0 },
    ])
    expect(measure.channels.find(({ id }) => id === 8)).toEqual({ id: 8, whole: 3, before: 2, after: 1 })
  })

  test('a wait of just the limit is late, as when it happened', () => {
    expect(first([captured(1, 120)], { change: within(2) })).toMatchObject({ before: 1, after: 0 })
    expect(first([captured(1, 119)], { change: within(2) })).toMatchObject({ before: 1, after: 1 })
  })

  test('a flag of an earlier setting or of an administrator is kept where the change does not decide', () => {
    // Late by whoever said so, though the present rule says on time.
    const corrected = captured(1, 60, { capture_on_time: 0 })
    expect(first([corrected])).toMatchObject({ before: 0, after: 0, earlier: 1 })
    expect(first([corrected], { change: within(2) })).toMatchObject({ before: 0, after: 0, changed: [] })
    // On time by whoever said so: the present rule says late, and the changed one too.
    const forgiven = captured(1, 300, { capture_on_time: 1 })
    expect(first([forgiven], { change: within(4) })).toMatchObject({ before: 1, after: 1 })
    expect(first([forgiven], { change: within(6) })).toMatchObject({ before: 1, after: 1 })
  })

  test('an undecided flag is in no share', () => {
    expect(first([captured(1, 60, { capture_on_time: null })], { change: within(2) })).toMatchObject({
      whole: 0,
    })
  })

  test('a renewal whose scheduling is newer than the capture keeps its flag', () => {
    const renewal = (scheduling_date: string) =>
      captured(1, 120, {
        channel_id: 27,
        lead_scheduling: { scheduling_date, description: 'Ligar', status: 0 },
      })
    const change: Change = { limits: { renovacao: 1 } }
    expect(first([renewal(iso('2026-11-20T10:00:00'))], { change })).toMatchObject({
      before: 1,
      after: 1,
      unknown: 1,
    })
    expect(first([renewal(iso('2026-11-18T09:30:00'))], { change })).toMatchObject({
      before: 1,
      after: 0,
      unknown: 0,
    })
  })

  test('longer hours, a Saturday and a holiday that is worked', () => {
    // Created on Friday at 17:30, captured on Saturday at 12:30.
    const saturday = captured(1, 0, {
      create_lead_date: iso('2026-11-13T17:30:00'),
      capture_date: iso('2026-11-14T12:30:00'),
      capture_on_time: 1,
    })
    expect(first([saturday], { change: { limits: {}, days: [1, 2, 3, 4, 5, 6] } })).toMatchObject({
      after: 0,
    })
    expect(first([saturday], { change: { limits: {}, end: '21:00' } })).toMatchObject({ after: 0 })
    // The second of November is a holiday, a Monday.
    const holiday = captured(1, 0, {
      create_lead_date: iso('2026-11-02T09:00:00'),
      capture_date: iso('2026-11-02T15:00:00'),
      capture_on_time: 1,
    })
    expect(first([holiday])).toMatchObject({ earlier: 0 })
    expect(first([holiday], { change: { limits: {}, holidays: true } })).toMatchObject({
      before: 1,
      after: 0,
    })
  })

  test('a call that came before the capture is none after it', () => {
    const lead = captured(1, 60, { first_call_date: iso('2026-11-18T09:30:00') })
    const { measures } = answer([lead], { report: 'diagnosis_new', change: { limits: { depois: 5 } } })
    expect(measures[1]).toMatchObject({ key: 'depois', whole: 1, before: 0, after: 0 })
  })

  test('days before the end of the policy', () => {
    const renewal = captured(1, 60, { channel_id: 27, old_end_of_validity: '2026-11-24' })
    const given = (days: number): Given => ({
      report: 'diagnosis_renewal',
      change: { limits: { antecedencia: days } },
    })
    expect(first([renewal], given(6))).toMatchObject({ before: 1, after: 1 })
    expect(first([renewal], given(7))).toMatchObject({ before: 1, after: 0 })
    expect(first([renewal], given(7)).changed[0]).toMatchObject({ waited: null, waits: null })
  })
})

describe('which leads', () => {
  const lead = captured(1, 60)

  test('another user sees its own alone, and a cancelled lead never counts', () => {
    const of = (question: Partial<WhatIfQuestion>) => answer([lead], { question }).leads
    expect(of({ user: aUser(3, { id: 3 }) })).toBe(1)
    expect(of({ user: aUser(3, { id: 7 }) })).toBe(0)
    expect(of({ user: { ...aUser(4), partners: [{ id: 24 }] } })).toBe(0)
    expect(answer([{ ...lead, cancelled: true }]).leads).toBe(0)
  })

  test('finished leads that are not on the device any more come from the kept answer; others are counted as missing', () => {
    const kept = {
      count: 4,
      ids: [1, 2, 3, 4],
      finished: [judgedLead(captured(2, 150)), judgedLead(captured(1, 600))],
    }
    const told = answer([lead], { kept, change: within(2) })
    // The device's own row of lead 1 is newer than the answer's.
    expect(told).toMatchObject({ leads: 2, missing: 2, newer: 0 })
    expect(told.measures[0]).toMatchObject({ whole: 2, before: 2, after: 1 })
    expect(answer([lead], { kept: { count: 4, ids: [], finished: [] } }).missing).toBe(3)
    expect(answer([lead]).missing).toBeNull()
  })

  test('a lead that is here and left the report is not missing, and a new one is told', () => {
    const kept = { count: 2, ids: [1, 2], finished: [] }
    const told = answer([lead, captured(2, 60, { cancelled: true }), captured(3, 60)], { kept })
    expect(told).toMatchObject({ leads: 2, missing: 0, newer: 1 })
  })

  test('how a first call ended is known by the answer alone', () => {
    const question = { filter: { ligacao: 2 } }
    const kept = { count: 1, ids: [2], finished: [] }
    const leads = [lead, captured(2, 90)]
    expect(answer(leads, { report: 'calls', question, kept })).toMatchObject({ leads: 1, missing: 0 })
    expect(answer(leads, { report: 'calls', question })).toMatchObject({ leads: 0, missing: null })
  })
})

describe('another number of brokers', () => {
  test('one broker takes the leads one after the other', () => {
    const leads = [0, 10, 20].map((arrived) => ({ arrived, ended: arrived + 30, broker: arrived }))
    const taken = timesTaken(leads)
    expect(taken).toEqual([30, 30, 30])
    expect(replayedWaits(leads, taken, 1)).toEqual([30, 50, 70])
    expect(replayedWaits(leads, taken, 3)).toEqual([30, 30, 30])
  })

  test("a lead that waited for its broker's lead before took the time since then", () => {
    const leads = [
      { arrived: 0, ended: 100, broker: 1 },
      { arrived: 10, ended: 130, broker: 1 },
    ]
    expect(timesTaken(leads)).toEqual([100, 30])
    // The same broker in the order of arrival: what happened.
    expect(replayedWaits(leads, timesTaken(leads), 1)).toEqual([100, 120])
  })

  test('more brokers never make the waits longer in all, and the same leads give the same waits', () => {
    const served = fc.record({
      arrived: fc.integer({ min: 0, max: 5000 }),
      took: fc.integer({ min: 0, max: 300 }),
      broker: fc.integer({ min: 1, max: 4 }),
    })
    fc.assert(
      fc.property(
        fc.array(served, { minLength: 1, maxLength: 60 }),
        fc.integer({ min: 1, max: 6 }),
        (rows, brokers) => {
          const leads = rows.map(({ arrived, took, broker }) => ({ arrived, ended: arrived + took, broker }))
          const taken = timesTaken(leads)
          const sum = (waits: readonly number[]) => waits.reduce((all, wait) => all + wait, 0)
          const waits = replayedWaits(leads, taken, brokers)
          expect(sum(replayedWaits(leads, taken, brokers + 1))).toBeLessThanOrEqual(sum(waits))
          expect(replayedWaits(leads, taken, brokers)).toEqual(waits)
          for (const [place, wait] of waits.entries()) expect(wait).toBeGreaterThanOrEqual(taken[place] ?? 0)
        },
      ),
    )
  })

  test('fewer brokers make leads late, and the present number changes none', () => {
    // Four leads at once, of two brokers, 50 minutes each: the second of each waits 100.
    const leads = [
      captured(1, 50),
      captured(2, 100),
      captured(3, 50, { broker_id: 7 }),
      captured(4, 100, { broker_id: 7 }),
      captured(5, 10, { channel_id: 1 }),
    ]
    const of = (brokers: number): Given => ({ change: { limits: {}, channel: 8, brokers } })
    expect(first(leads, of(2))).toMatchObject({ before: 5, after: 5, changed: [] })
    const alone = first(leads, of(1))
    // The fourth waits 200 minutes, and 180 are too many.
    expect(alone).toMatchObject({ before: 5, after: 4 })
    expect(alone.staffing).toEqual({
      channel: 8,
      present: 2,
      asked: 1,
      leads: 4,
      taken: 3000,
      modelled: 4,
      happened: 4,
    })
    expect(alone.channels.find(({ id }) => id === 1)).toEqual({ id: 1, whole: 1, before: 1, after: 1 })
    expect(first(leads, { change: { limits: {}, channel: 99, brokers: 3 } }).staffing).toBeNull()
  })

  test('the middle of none is none', () => {
    expect(median([])).toBeNull()
    expect(median([5, 1, 3])).toBe(3)
  })
})

describe('the address', () => {
  test('what is written is read', () => {
    const change: Change = {
      limits: { captura: 2.5, ligacao: 1 },
      start: '08:00',
      end: '19:30',
      days: [1, 2, 3, 4, 5, 6],
      holidays: true,
      channel: 8,
      brokers: 5,
    }
    const text = writeChange(change)
    expect(text).toBe(
      'captura-2.5_ligacao-1_inicio-0800_fim-1930_dias-123456_feriados-sim_canal-8_corretores-5',
    )
    expect(readChange(text)).toEqual(change)
    expect(readChange(writeChange(NO_CHANGE))).toEqual(NO_CHANGE)
  })

  test.each([
    '',
    'aberto',
    'captura-0',
    'captura--3',
    'inicio-2560',
    'dias-',
    'dias-118',
    'dias-9',
    'canal-8',
    'corretores-0_canal-8',
    'constructor-1',
    'canal-x_corretores-y',
  ])("'%s' changes nothing", (text) => {
    expect(readChange(text)).toEqual(NO_CHANGE)
  })

  test('bounds of a limit', () => {
    expect(limitProblem('captura', 0.25)).toBeNull()
    expect(limitProblem('captura', 0)).toBe('Use um valor de 0,25 a 1.000')
    expect(limitProblem('antecedencia', 2.5)).toBe('Use um número inteiro')
  })
})

describe('words', () => {
  const names = { channelName: () => 'Site' }
  const leads = [captured(1, 60), captured(2, 150), captured(3, 200, { broker_id: 7 })]
  const said = (change: Change, report: WhatIfReport = 'attendance') => {
    const words = changeInWords(report, change, answer(leads, { report, change }), names)
    return words === null ? null : plain(words)
  }

  test('what is changed', () => {
    expect(said(NO_CHANGE)).toBeNull()
    expect(said({ limits: { ligacao: 2 } }, 'calls')).toBe('Com 2 h em vez de 3 h')
    expect(said({ limits: { captura: 3 } })).toBeNull()
    expect(said({ limits: { captura: 2 }, start: '09:00', days: [1, 2, 3, 4, 5, 6] })).toBe(
      'Com 2 h em vez de 3 h (prazo da captura), expediente das 09:00 às 18:00 em vez das 08:30 às 18:00 e trabalho de segunda a sábado',
    )
    expect(said({ limits: {}, channel: 8, brokers: 5 })).toBe('Com 5 corretores em vez de 2 em Site')
    expect(said({ limits: { antecedencia: 7 } }, 'diagnosis_renewal')).toBe(
      'Com 7 dias antes em vez de 5 dias antes (captura antes do vencimento do seguro)',
    )
    // Hours that end before they begin change nothing.
    expect(said({ limits: {}, start: '19:00' })).toBeNull()
  })

  test('what comes of it', () => {
    const measure = first(leads, { change: within(2) })
    expect(sharesInWords(measure)).toBe('33,33% no prazo (66,67%)')
    expect(plain(differenceInWords(measure, measure.changed))).toBe(
      '33,33 p.p. a menos: 1 lead sai do prazo.',
    )
    const more = first(leads, { change: within(4) })
    expect(plain(differenceInWords(more, more.changed))).toBe('33,33 p.p. a mais: 1 lead entra no prazo.')
    expect(differenceInWords(first(leads), [])).toBe('Nenhum lead muda de lado.')
  })

  test('days', () => {
    expect(daysInWords([1, 2, 3])).toBe('de segunda a quarta')
    expect(daysInWords([1, 3])).toBe('segunda e quarta')
    expect(daysInWords([2, 4, 6])).toBe('terça, quinta e sábado')
  })

  test('what is supposed, and what is lacking', () => {
    const { staffing } = first(leads, { change: { limits: {}, channel: 8, brokers: 1 } })
    if (staffing === null) throw new Error('no staffing')
    expect(plain(staffingInWords(staffing, 'Site'))).toMatch(
      /^Supõe que os leads de Site são pegos na ordem de chegada por 1 corretor, .* Com os 2 corretores de hoje, a mesma conta dá .* no prazo, e o período teve 66,67%\.$/,
    )
    const lacks = (missing: number | null, newer = 0) =>
      lacksInWords({ ...answer(leads), missing, newer }, '18/11/2026 10:00').map(plain)
    expect(lacks(0)).toEqual([])
    expect(lacks(1)).toEqual([
      '1 lead do relatório não está neste aparelho e fica fora desta conta, que é sobre 3 leads.',
    ])
    expect(lacks(null)[0]).toMatch(/^O servidor ainda não respondeu/)
    expect(lacks(0, 2)).toEqual(['2 leads deste aparelho ainda não estão no relatório, de 18/11/2026 10:00.'])
  })
})

describe('a week of its own', () => {
  test('working time by any week equals the sum over its minutes', () => {
    const week = fc.record({
      days: fc.subarray([1, 2, 3, 4, 5, 6, 7], { minLength: 1 }),
      worksHolidays: fc.boolean(),
    })
    const start = at('2026-10-28T00:00:00')
    fc.assert(
      fc.property(
        week,
        fc.integer({ min: 0, max: 20 * 24 }),
        fc.integer({ min: 0, max: 20 * 24 }),
        (own, from, hours) => {
          const calendar = businessCalendar({
            start: '09:00',
            end: '17:00',
            holidays: ['2026-11-05'],
            ...own,
          })
          const closed = own.worksHolidays ? [] : ['2026-11-02', '2026-11-05', '2026-11-15', '2026-11-20']
          const isWorked = (ms: number) => {
            const local = new Date(ms - 3 * 3_600_000)
            const day = local.getUTCDay() === 0 ? 7 : local.getUTCDay()
            const isDay = own.days.includes(day) && !closed.includes(local.toISOString().slice(0, 10))
            return isDay && local.getUTCHours() >= 9 && local.getUTCHours() < 17
          }
          const fromMs = start + from * 3_600_000
          let worked = 0
          for (let hour = 0; hour < hours; hour++) if (isWorked(fromMs + hour * 3_600_000)) worked += 1
          const toMs = fromMs + hours * 3_600_000
          expect(workingMsBetween(fromMs, toMs, calendar)).toBe(worked * 3_600_000)
          const end = addWorkingMs(fromMs, 11 * 3_600_000, calendar)
          expect(workingMsBetween(fromMs, end, calendar)).toBe(11 * 3_600_000)
        },
      ),
    )
  })
})
