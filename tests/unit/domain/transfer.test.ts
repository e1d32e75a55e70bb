/** Who gets which lead when leads are shared out, who is assignable, and which rules do not work. */
import { describe, expect, test } from 'vitest'
import {
  assignmentRefusal,
  brokerChoices,
  isAssignableBroker,
  ruleProblem,
} from '../../../src/domain/lead/assignable-broker.ts'
import { isDeparture, sharedOut, sharedOutAs, sharesOf } from '../../../src/domain/lead/transfer.ts'

const lead = (uid: string, channel_id = 1, broker_id: number | null = 9) => ({
  uid,
  channel_id,
  broker_id,
  state: 2 as const,
  cancelled: false,
})

describe('sharing out', () => {
  test('each lead goes to the broker with the fewest, of two to the first', () => {
    const brokers = [
      { id: 1, load: 2, channels: [1] },
      { id: 2, load: 0, channels: [1] },
    ]
    expect([
      ...sharedOut(
        ['a', 'b', 'c', 'd'].map((uid) => lead(uid)),
        brokers,
      ),
    ]).toEqual([
      ['a', 2],
      ['b', 2],
      ['c', 1],
      ['d', 2],
    ])
  })

  test('a team that works the channel comes before less loaded strangers', () => {
    const brokers = [
      { id: 1, load: 50, channels: [7] },
      { id: 2, load: 0, channels: [1] },
    ]
    expect(sharedOut([lead('a', 7)], brokers).get('a')).toBe(1)
    expect(sharedOut([lead('b', 29)], brokers).get('b')).toBe(2)
  })

  test('the present broker gets no share, and a lead without another has no entry', () => {
    expect(sharedOut([lead('a', 1, 1)], [{ id: 1, load: 0, channels: [1] }]).size).toBe(0)
  })
})

test.each([
  [{ status: 1, role: 3 }, { status: 0, role: 3 }, true],
  [{ status: 1, role: 3 }, { status: 1, role: 5 }, true],
  [{ status: 1, role: 3 }, { status: 1, role: 2 }, true],
  [{ status: 1, role: 2 }, { status: 0, role: 2 }, true],
  [{ status: 1, role: 2 }, { status: 1, role: 3 }, false],
  [{ status: 0, role: 3 }, { status: 0, role: 5 }, false],
  [{ status: 0, role: 3 }, { status: 1, role: 3 }, false],
])('%o to %o takes a broker away: %s', (before, after, expected) => {
  expect(isDeparture(before, after)).toBe(expected)
})

test('Farol gives leads to active brokers, a person to active management too', () => {
  const of = (active: boolean, role_id: number) => [
    isAssignableBroker({ active, role_id, signs_in: true }),
    isAssignableBroker({ active, role_id, signs_in: true }, 'hand'),
  ]
  expect([of(true, 3), of(true, 2), of(true, 4), of(false, 3), of(false, 1)]).toEqual([
    [true, true],
    [false, true],
    [false, false],
    [false, false],
    [false, false],
  ])
})

describe('who never entered', () => {
  const nina = { id: 4, name: 'Nina', active: true, role_id: 3, signs_in: false }

  test.each(['farol', 'hand'] as const)('is given no lead by %s, and is told so', (by) => {
    expect(isAssignableBroker(nina, by)).toBe(false)
    expect(assignmentRefusal(nina, by)).toContain('nunca entrou')
    expect(assignmentRefusal({ ...nina, signs_in: true }, by)).toBeNull()
    expect(assignmentRefusal({ ...nina, active: false }, by)).not.toContain('nunca entrou')
  })

  test('is marked among the choices, and can be kept alone', () => {
    const users = [nina, { ...nina, id: 5, name: 'Davi', signs_in: true }, { ...nina, id: 6, role_id: 5 }]
    expect(brokerChoices(users, { today: '2026-11-20' })).toEqual([
      { id: 4, name: 'Nina · nunca entrou', disabled: true },
      { id: 5, name: 'Davi', disabled: false },
    ])
    expect(brokerChoices(users, { today: '2026-11-20', current: 4 })[0]).toMatchObject({
      id: 4,
      disabled: false,
    })
  })
})

describe('sharing out by numbers that a person gave', () => {
  const brokers = [
    { id: 1, load: 0, channels: [1] },
    { id: 2, load: 0, channels: [1, 7] },
  ]
  const leads = [lead('a', 1), lead('b', 1), lead('c', 7)]
  const share = (...totals: readonly number[]) =>
    totals.map((total, place) => ({ broker_id: place + 1, total }))

  test('each gets as many as asked, by channel where that is possible', () => {
    expect(sharesOf(sharedOutAs(leads, brokers, share(2, 1)), brokers)).toEqual(share(2, 1))
    expect(sharedOutAs(leads, brokers, share(2, 1)).get('c')).toBe(2)
    expect(sharesOf(sharedOutAs(leads, brokers, share(0, 3)), brokers)).toEqual([{ broker_id: 2, total: 3 }])
    expect(sharesOf(sharedOutAs(leads, brokers, share(3, 0)), brokers)).toEqual([{ broker_id: 1, total: 3 }])
  })

  test('the proposal that is taken as it is gives what was proposed', () => {
    const proposed = sharedOut(leads, brokers)
    expect(sharedOutAs(leads, brokers, sharesOf(proposed, brokers))).toEqual(proposed)
  })

  test('more leads than asked for stay, and none is given to its present broker', () => {
    expect(sharedOutAs(leads, brokers, share(1, 0)).size).toBe(1)
    expect(sharedOutAs([lead('a', 1, 1)], brokers, share(1, 0)).size).toBe(0)
  })
})

describe('a rule that does not work', () => {
  const rule = { id: 1, channel_id: 1, partner_id: 2, insurance_id: 3, broker_id: 4, status: 1 }
  const fit = {
    broker: { active: true, role_id: 3, signs_in: true },
    partner: { code_wf: 'WF' },
    rules: [rule],
  }
  test.each([
    ['works', rule, fit, null],
    ['is off', { ...rule, status: 0 }, { ...fit, broker: undefined }, null],
    ['broker unknown', rule, { ...fit, broker: undefined }, 'O corretor está inativo'],
    [
      'broker inactive',
      rule,
      { ...fit, broker: { active: false, role_id: 3, signs_in: true } },
      'O corretor está inativo',
    ],
    [
      'broker became manager',
      rule,
      { ...fit, broker: { active: true, role_id: 2, signs_in: true } },
      'O usuário não é mais corretor',
    ],
    [
      'broker never entered',
      rule,
      { ...fit, broker: { active: true, role_id: 3, signs_in: false } },
      'O corretor nunca entrou',
    ],
    ['no code', rule, { ...fit, partner: { code_wf: '' } }, 'A empresa não tem código de workflow'],
    [
      'a rival',
      rule,
      { ...fit, rules: [rule, { ...rule, id: 7, broker_id: 5 }] },
      'A regra 7 vale para os mesmos leads',
    ],
    ['a twin', rule, { ...fit, rules: [rule, { ...rule, id: 7 }] }, null],
  ])('%s', (_, given, parts, problem) => {
    expect(ruleProblem(given, parts)).toBe(problem)
  })
})
