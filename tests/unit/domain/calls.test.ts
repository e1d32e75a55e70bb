import { describe, expect, it } from 'vitest'
import {
  CALL_RESULTS,
  callResultOf,
  callResultWords,
  countCall,
  mayBeTakenBack,
  offersTakingBack,
  withoutCall,
} from '../../../src/domain/lead/calls.ts'
import { callResultProblem, undoCallProblem } from '../../../src/domain/lead/lifecycle-problems.ts'
import { callablePhones } from '../../../src/domain/phone/phone.ts'
import { aLead, at, aUser, iso, settings } from './fixtures.ts'

/** Captured on a Wednesday at 10:00; the first call is due by 13:00. */
const lead = aLead({ state: 2, status: 2, broker_id: 10, capture_date: iso('2026-11-18T10:00:00') })
const early = { date: iso('2026-11-18T11:00:00'), settings }
const late = { date: iso('2026-11-18T16:00:00'), settings }
const flags = ({ first_call_date, first_call_on_time }: typeof lead) => [first_call_date, first_call_on_time]

describe('a call', () => {
  it.each([
    ['early', early, 1],
    ['late', late, 0],
  ] as const)('that is the first sets date and flag: %s', (_name, call, flag) => {
    expect(flags(countCall(lead, call))).toEqual([call.date, flag])
  })

  it('that is not the first changes nothing', () => {
    const called = countCall(lead, early)
    expect(countCall(called, late)).toBe(called)
  })

  it('keeps a flag that an administrator set before', () => {
    expect(flags(countCall({ ...lead, first_call_on_time: 0 }, early))).toEqual([early.date, 0])
  })
})

describe('an undone call', () => {
  const called = countCall(lead, early)
  const given = { date: early.date, givenFlag: 1 } as const

  it('restores the lead', () => {
    expect(withoutCall(called, given, null)).toEqual(lead)
  })

  it('makes the earliest other call the first', () => {
    expect(withoutCall(called, given, late)).toEqual(countCall(lead, late))
  })

  it('that was not the first changes nothing', () => {
    expect(withoutCall(called, { date: late.date, givenFlag: null }, null)).toBe(called)
    expect(withoutCall(lead, given, null)).toBe(lead)
  })

  it('is matched by its instant in any format', () => {
    const date = early.date.replace('.000Z', '+00:00')
    expect(withoutCall({ ...called, first_call_date: date }, given, null)).toEqual(lead)
  })

  it('keeps a flag that an administrator set before or since', () => {
    const judged = { ...called, first_call_on_time: 0 } as const
    expect(flags(withoutCall(judged, given, null))).toEqual([null, 0])
    expect(flags(withoutCall(judged, given, early))).toEqual([early.date, 0])
    expect(flags(withoutCall(judged, { ...given, givenFlag: null }, null))).toEqual([null, 0])
  })

  it.each([
    [0, true],
    [10, true],
    [10.1, false],
  ])('is allowed %d minutes after the call: %s', (minutes, may) => {
    expect(mayBeTakenBack(early.date, at('2026-11-18T11:00:00') + minutes * 60_000)).toBe(may)
  })

  it.each([
    [9, true],
    [9.1, false],
  ])('is offered %d minutes after the call: %s, because a screen lags behind its clock', (minutes, offered) => {
    expect(offersTakingBack(early.date, at('2026-11-18T11:00:00') + minutes * 60_000)).toBe(offered)
  })
})

it('a user who attends the lead may record the result of a call after its end', () => {
  const ended = { ...lead, state: 3 } as const
  for (const rule of [callResultProblem, undoCallProblem]) {
    expect(rule(ended, aUser(3, { id: 10 }))).toBeNull()
    expect(rule(ended, aUser(2, { id: 2 }))).toBeNull()
    expect(rule(ended, aUser(3, { id: 11 }))?.code).toBe('not_yours')
  }
})

describe('a call result', () => {
  it.each([
    [2, 130, 'atendida, 2 min 10 s'],
    [2, 45, 'atendida, 45 s'],
    [2, 120, 'atendida, 2 min'],
    [2, 3600, 'atendida, 1 h'],
    [2, 3960, 'atendida, 1 h 6 min'],
    [2, null, 'atendida'],
    [3, 0, 'não atendida'],
    [0, 0, 'ocupado'],
    [1, null, 'falha'],
    [9, null, 'resultado 9'],
  ])('with status %d and %j s is shown as %s', (status, duration, words) => {
    expect(callResultWords({ status, duration })).toBe(words)
  })

  it('is read from the timeline, or is null when malformed', () => {
    const result = { uid: 'u', status: 2, duration: null }
    expect(callResultOf(result)).toEqual(result)
    for (const other of [null, undefined, 2, 'atendida', {}]) expect(callResultOf(other)).toBeNull()
  })

  it('is one of the results of the reports', () => {
    expect(CALL_RESULTS.map(({ var_id, value }) => `${var_id} ${value}`)).toEqual([
      '0 Ocupado',
      '1 Falha',
      '2 Atendida',
      '3 Não atendida',
    ])
  })
})

describe('callable phone numbers', () => {
  it.each([
    ['31988776655', '3133445566', ['Celular 31988776655', 'Telefone 3133445566']],
    ['31988776655', '', ['Celular 31988776655']],
    ['', '3133445566', ['Telefone 3133445566']],
    ['(31) 98877-6655', '31988776655', ['Celular (31) 98877-6655']],
    ['123', '', []],
  ])('of %j and %j are %j', (cellphone, phone, expected) => {
    const found = callablePhones({ cellphone, phone })
    expect(found.map((one) => `${one.label} ${one.phone}`)).toEqual(expected)
  })
})
