/** Who gets which lead when leads are shared out, who is assignable, and which rules do not work. */
import { describe, expect, test } from 'vitest'
import { isAssignableBroker, ruleProblem } from '../../../src/domain/lead/assignable-broker.ts'
import { isDeparture, sharedOut } from '../../../src/domain/lead/transfer.ts'

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
    isAssignableBroker({ active, role_id }),
    isAssignableBroker({ active, role_id }, 'hand'),
  ]
  expect([of(true, 3), of(true, 2), of(true, 4), of(false, 3), of(false, 1)]).toEqual([
    [true, true],
    [false, true],
    [false, false],
    [false, false],
    [false, false],
  ])
})

describe('a rule that does not work', () => {
  const rule = { id: 1, channel_id: 1, partner_id: 2, insurance_id: 3, broker_id: 4, status: 1 }
  const fit = { broker: { active: true, role_id: 3 }, partner: { code_wf: 'WF' }, rules: [rule] }
  test.each([
    ['works', rule, fit, null],
    ['is off', { ...rule, status: 0 }, { ...fit, broker: undefined }, null],
    ['broker unknown', rule, { ...fit, broker: undefined }, 'O corretor está inativo'],
    ['broker inactive', rule, { ...fit, broker: { active: false, role_id: 3 } }, 'O corretor está inativo'],
    [
      'broker became manager',
      rule,
      { ...fit, broker: { active: true, role_id: 2 } },
      'O usuário não é mais corretor',
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
