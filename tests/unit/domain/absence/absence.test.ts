/** Leaves: their words, what they refuse, whose returns are whose. docs/rules.md#absences */
import { describe, expect, test } from 'vitest'
import {
  absenceProblem,
  absenceState,
  absentOn,
  absentUntil,
  daysInWords,
  whoActsFor,
} from '../../../../src/domain/absence/absence.ts'
import {
  dayLeadsOf,
  type LeavePerson,
  leavesOf,
  managersOf,
  NO_LEAVES,
  noticeLeadsOf,
} from '../../../../src/domain/absence/leave.ts'
import type { Absence } from '../../../../src/domain/absence/schema.ts'
import { dayLead } from '../../../../src/domain/day/day-lead.ts'
import { queueOf } from '../../../../src/domain/day/queue.ts'
import { brokerChoices } from '../../../../src/domain/lead/assignable-broker.ts'
import { schedulingProblem } from '../../../../src/domain/lead/scheduling.ts'
import { leadNotices } from '../../../../src/domain/notices/lead-notices.ts'
import { ownOpenLead } from '../../../../src/domain/notices/own-open-lead.ts'
import { aLead, aUser, iso, NOW, plain, settings } from '../fixtures.ts'

const TODAY = '2026-11-18'
const absence = (from_day: string, to_day: string, substitute_id: number | null = null, id = 1): Absence => ({
  id,
  from_day,
  to_day,
  substitute_id,
})
const RUNNING = absence('2026-11-16', '2026-11-20', 2)

test.each([
  ['2026-11-15', 'planned', null],
  ['2026-11-16', 'running', RUNNING],
  ['2026-11-20', 'running', RUNNING],
  ['2026-11-21', 'over', null],
] as const)('on %s a leave is %s', (day, state, found) => {
  expect(absenceState(RUNNING, day)).toBe(state)
  expect(absentOn({ absences: [RUNNING] }, day)).toBe(found)
})

test('in words, with the year where it is another', () => {
  expect(absentUntil(RUNNING, TODAY)).toBe('ausente até 20/11')
  expect(absentUntil(absence('2026-12-20', '2027-01-05'), TODAY)).toBe('ausente até 05/01/2027')
  expect(daysInWords(RUNNING, TODAY)).toBe('de 16/11 a 20/11')
  expect(daysInWords(absence('2026-11-20', '2026-11-20'), TODAY)).toBe('em 20/11')
})

test('the substitute acts, or the team', () => {
  const who = (substitute: number | null, day: string) =>
    whoActsFor({ id: 1, absences: [{ ...RUNNING, substitute_id: substitute }] }, day)
  expect([who(2, TODAY), who(null, TODAY), who(2, '2026-11-21')]).toEqual([2, null, 1])
  expect(whoActsFor({ id: 1 }, TODAY)).toBe(1)
})

describe('what cannot be', () => {
  const ana = { id: 1, name: 'Ana', absences: [absence('2026-12-01', '2026-12-05', 2)] }
  const bia = { id: 2, name: 'Bia', absences: [absence('2026-12-10', '2026-12-12', null, 9)] }
  const caio = { id: 3, name: 'Caio' }
  const people = [ana, bia, caio]
  const ask = (user: typeof ana | typeof caio, draft: Omit<Absence, 'id'>, before: Absence | null = null) =>
    absenceProblem({ user, before, draft, people, today: TODAY })?.message ?? null

  test.each<[string, Omit<Absence, 'id'>, string | null]>([
    ['free days', absence('2026-11-19', '2026-11-20', 2), null],
    ['yesterday', absence('2026-11-17', '2026-11-20'), 'Comece hoje ou depois.'],
    ['a day too late', absence('2026-11-20', '2026-11-19'), 'O último dia vem antes do primeiro.'],
    ['two years', absence('2026-11-20', '2028-11-20'), 'Uma ausência tem no máximo um ano.'],
    ['oneself', absence('2026-11-20', '2026-11-20', 3), 'Escolha outra pessoa para substituir.'],
    [
      'who is on leave then',
      absence('2026-12-12', '2026-12-20', 2),
      'Bia tem uma ausência de 10/12 a 12/12. Escolha outra pessoa, ou a equipe.',
    ],
    ['who is on leave the day before', absence('2026-12-13', '2026-12-20', 2), null],
  ])('%s', (_case, draft, message) => {
    expect(ask(caio, draft)).toBe(message)
  })

  test('days that overlap the own, or those in which one substitutes somebody', () => {
    expect(ask(ana, absence('2026-12-05', '2026-12-06'))).toContain(
      'Ana já tem uma ausência de 01/12 a 05/12',
    )
    expect(ask(bia, absence('2026-12-05', '2026-12-06'))).toContain('Bia substitui Ana de 01/12 a 05/12')
    // A circle of two: Bia would act for Ana, and Ana for Bia.
    expect(ask(bia, absence('2026-12-02', '2026-12-02', 1))).toContain('Bia substitui Ana')
    expect(ask(ana, absence('2026-12-02', '2026-12-08', 2), ana.absences[0] ?? null)).toBeNull()
  })

  test('of one that has begun the first day stays', () => {
    const begun = absence('2026-11-16', '2026-11-20')
    const user = { ...caio, absences: [begun] }
    expect(ask(user, absence('2026-11-16', '2026-11-30'), begun)).toBeNull()
    expect(ask(user, absence('2026-11-18', '2026-11-30'), begun)).toContain('já começou')
    expect(ask(user, absence('2026-11-16', '2026-11-17'), begun)).toBe('Termine hoje ou depois.')
  })
})

test('choices show who is on leave, and until when', () => {
  const user = (id: number, absences: Absence[]) => ({
    id,
    name: `Pessoa ${id}`,
    role_id: 3,
    active: true,
    signs_in: true,
    absences,
  })
  const users = [user(1, [RUNNING]), user(2, []), user(3, [absence('2026-12-01', '2026-12-02')])]
  expect(brokerChoices(users, { today: TODAY })).toEqual([
    { id: 1, name: 'Pessoa 1 · ausente até 20/11', disabled: true },
    { id: 2, name: 'Pessoa 2', disabled: false },
    { id: 3, name: 'Pessoa 3', disabled: false },
  ])
  // A rule outlasts the leave.
  expect(brokerChoices(users, { today: null })[0]).toMatchObject({ name: 'Pessoa 1', disabled: false })
})

test('a return in the own leave needs a substitute', () => {
  const lead = aLead({ broker_id: 10, state: 2, status: 2 })
  const ask = (substitute_id: number | null, day: string, user = aUser(3)) =>
    schedulingProblem(lead, {
      user: { ...user, absences: [absence('2026-11-20', '2026-11-24', substitute_id)] },
      nowMs: NOW,
      schedulingDate: iso(`${day}T23:00:00`),
    })?.code ?? null
  expect([ask(null, '2026-11-19'), ask(null, '2026-11-24'), ask(2, '2026-11-24')]).toEqual([
    null,
    'absent',
    null,
  ])
  // A manager may: the return is then the team's.
  expect(ask(null, '2026-11-24', aUser(2, { id: 11 }))).toBeNull()
})

describe('whose returns are whose', () => {
  const person = (id: number, role_id: number, changes: Partial<LeavePerson> = {}): LeavePerson => ({
    id,
    name: `Pessoa ${id}`,
    role_id,
    active: true,
    technical_team_id: 1,
    ...changes,
  })
  const returns = (broker: number, ...times: string[]) =>
    times.map((time, place) =>
      aLead({
        uid: `${broker}-${place}`,
        broker_id: broker,
        state: 2,
        status: 2,
        capture_date: iso('2026-11-18T09:40:00'),
        lead_scheduling: { scheduling_date: iso(time), description: 'Ligar', status: 0 },
      }),
    )
  const people = (substitute: number | null) => [
    person(1, 3, { name: 'Ana', absences: [{ ...RUNNING, substitute_id: substitute }] }),
    person(2, 3),
    person(3, 2),
    person(4, 2, { technical_team_id: 2 }),
    person(5, 1),
  ]
  const times = ['2026-11-13T10:00:00', '2026-11-18T09:00:00', '2026-11-18T15:00:00', '2026-11-23T10:00:00']

  test('the substitute has those of the days and those late before, told as whose they are; they return at the end', () => {
    const leadsOf = (id: number) => (id === 1 ? returns(1, ...times) : []).map((lead) => dayLead(lead, []))
    const of = (userId: number, day: string) =>
      dayLeadsOf(leadsOf(userId), { leaves: leavesOf(userId, day, people(2)), leadsOf, today: day })
    expect(of(2, TODAY).map(({ uid, inPlaceOf }) => [uid, inPlaceOf])).toEqual([
      ['1-0', 'Ana, ausente até 20/11'],
      ['1-1', 'Ana, ausente até 20/11'],
      ['1-2', 'Ana, ausente até 20/11'],
    ])
    expect(of(1, TODAY).map(({ uid }) => uid)).toEqual(['1-3'])
    expect(of(1, '2026-11-21')).toHaveLength(4)
    expect(of(2, '2026-11-21')).toEqual([])
    const { items, later } = queueOf({ own: of(2, TODAY), free: [], nowMs: NOW, settings })
    expect(items.map(({ kind, reason }) => [kind, plain(reason)])).toEqual([
      [
        'late-return',
        'De Ana, ausente até 20/11 · Retorno prometido em 13/11 às 10:00 · atrasado 3 dias úteis',
      ],
      ['late-return', 'De Ana, ausente até 20/11 · Retorno prometido às 09:00 de hoje · atrasado 1 h'],
    ])
    expect(later.map(({ uid }) => uid)).toEqual(['1-2'])
  })

  test('the team’s stay, and its managers are told', () => {
    const leadsOf = (id: number) =>
      (id === 1 ? returns(1, ...times) : []).flatMap((lead) => ownOpenLead(lead, [], 1) ?? [])
    const told = (userId: number) => {
      const leaves = leavesOf(userId, TODAY, people(null))
      return leadNotices(noticeLeadsOf(leadsOf(userId), { leaves, leadsOf }), { nowMs: NOW, settings }).map(
        ({ text }) => plain(text),
      )
    }
    expect(told(3)).toEqual([
      'Agendamento atrasado: 13/11 às 10:00 · de Ana',
      'Agendamento atrasado: 09:00 · de Ana',
    ])
    expect([told(2), told(4), told(5)]).toEqual([[], [], []])
    expect(told(1)).toHaveLength(2)
  })

  test('managers of the team, else all managers, else administrators', () => {
    const ids = (team: number | null, all: LeavePerson[]) => managersOf(team, all).map(({ id }) => id)
    expect(ids(1, people(null))).toEqual([3])
    expect(ids(9, people(null))).toEqual([3, 4])
    expect(ids(null, people(null))).toEqual([3, 4])
    expect(
      ids(
        1,
        people(null).filter(({ role_id }) => role_id !== 2),
      ),
    ).toEqual([5])
    expect(ids(1, [])).toEqual([])
    expect(leavesOf(2, TODAY, [])).toEqual(NO_LEAVES)
  })
})
