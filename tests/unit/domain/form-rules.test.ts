import { describe, expect, it } from 'vitest'
import { choosable, type UserEntry } from '../../../src/domain/catalogue/catalogue.ts'
import {
  brokerOptions,
  fillsDateWithNow,
  formLayout,
  formProblems,
  insuranceOptions,
  inviterOptions,
  mayChangePhoneOf,
  mayChooseBroker,
  mayChooseInviter,
  maySimulateQuote,
} from '../../../src/domain/lead/form-rules.ts'
import { aLead, aUser, ROLES } from './fixtures.ts'

const person = (id: number, role_id: number, active = true): UserEntry => ({
  id,
  name: `Pessoa ${id}`,
  role_id,
  channel_id: 1,
  login: '',
  phone: '',
  active,
  email: '',
  verified: true,
  signs_in: true,
  technical_team_id: null,
  created_at: null,
})
const PEOPLE = [...ROLES.map((role) => person(role, role)), person(13, 3, false), person(15, 5, false)]
const ids = (rows: readonly { readonly id: number }[]) => rows.map(({ id }) => id)

describe('choices for a new value', () => {
  it('has the active rows, and the inactive ones that are chosen already', () => {
    const rows = [1, 2, 3].map((id) => ({ id, active: id !== 2 }))
    expect(ids(choosable(rows))).toEqual([1, 3])
    expect(ids(choosable(rows, null, undefined, 3))).toEqual([1, 3])
    expect(ids(choosable(rows, 2, null))).toEqual([1, 2, 3])
  })
})

describe('the lead form', () => {
  it('allows only role 1 to choose the broker, among users of role 3 or lower', () => {
    expect(ROLES.filter(mayChooseBroker)).toEqual([1])
    expect(ids(brokerOptions(PEOPLE, { today: '2026-11-20' }))).toEqual([1, 2, 3])
    expect(ids(brokerOptions(PEOPLE, { today: '2026-11-20', current: 13 }))).toEqual([1, 2, 3, 13])
  })

  it('allows all roles to choose the inviter of a new lead, and only role 1 later, never one of role 6', () => {
    expect(ROLES.filter((role) => mayChooseInviter(role, null))).toEqual(ROLES)
    expect(ROLES.filter((role) => mayChooseInviter(role, 2))).toEqual([1])
    expect(ids(inviterOptions(PEOPLE))).toEqual([1, 2, 3, 4, 5, 7])
    expect(ids(inviterOptions(PEOPLE, 6))).toContain(6)
  })

  it.each([
    { mode: 'edit', role: 1, channel_id: 1, last: 29 },
    { mode: 'edit', role: 2, channel_id: 1, last: 29 },
    { mode: 'edit', role: 3, channel_id: 1, last: 3 },
    { mode: 'create', role: 3, channel_id: 1, last: 3 },
    { mode: 'edit', role: 4, channel_id: 8, last: 29 },
    { mode: 'referral', role: 3, channel_id: 1, last: 20 },
    { mode: 'referral', role: 7, channel_id: 29, last: 20 },
  ] as const)('offers role $role of channel $channel_id in mode $mode the insurances up to $last', ({
    mode,
    role,
    channel_id,
    last,
  }) => {
    const insurances = Array.from({ length: 29 }, (_, place) => ({ id: place + 1 }))
    const user = aUser(role, { channel_id })
    expect(ids(insuranceOptions(insurances, { mode, user })).at(-1)).toBe(last)
    expect(ids(insuranceOptions(insurances, { mode, user, current: 25 }))).toContain(25)
  })

  it.each([
    { mode: 'create', inviterRole: 1, release_quote: true, may: true },
    { mode: 'create', inviterRole: 7, release_quote: true, may: true },
    { mode: 'create', inviterRole: 5, release_quote: true, may: false },
    { mode: 'create', inviterRole: 7, release_quote: false, may: false },
    { mode: 'edit', inviterRole: 7, release_quote: true, may: false },
  ] as const)("shows 'Simular cotação' in $mode for inviter role $inviterRole, released $release_quote: $may", ({
    may,
    release_quote,
    ...asked
  }) => {
    expect(maySimulateQuote({ ...asked, partner: { release_quote } })).toBe(may)
  })

  it('has a layout for renewals and one for the cancellation in Quiver', () => {
    expect(formLayout({ channel_id: 1, insurance_id: 1 })).toBe('ordinary')
    expect(formLayout({ channel_id: 27, insurance_id: 1 })).toBe('renewal')
    expect(formLayout({ channel_id: 28, insurance_id: 25 })).toBe('quiver_cancellation')
  })

  it('keeps the sections that a save requires until the lead is stored as a cancellation in Quiver', () => {
    const chosen = { channel_id: 1, insurance_id: 25 }
    expect(formLayout(chosen, null)).toBe('ordinary')
    expect(formLayout(chosen, { insurance_id: 4 })).toBe('ordinary')
    expect(formLayout({ ...chosen, insurance_id: 4 }, { insurance_id: 25 })).toBe('ordinary')
    expect(formLayout(chosen, { insurance_id: 25 })).toBe('quiver_cancellation')
  })

  it('fills the date with now only for type 4', () => {
    expect([null, 1, 2, 3, 4, 5].filter(fillsDateWithNow)).toEqual([4])
  })

  it.each([
    { role: 1, fields: [] },
    { role: 2, fields: ['broker_id', 'inviter_id'] },
    { role: 3, fields: ['broker_id', 'inviter_id', 'insurance_id'] },
  ] as const)('refuses changes that the screen of role $role does not offer', ({ role, fields }) => {
    const before = aLead({ state: 2, broker_id: 10, inviter_id: 20 })
    const after = { ...before, broker_id: 11, inviter_id: 21, insurance_id: 9 }
    expect(formProblems(before, after, aUser(role)).map(({ field }) => field)).toEqual(fields)
    expect(formProblems(before, before, aUser(role))).toEqual([])
  })

  it.each([
    [1, 2, '11987654321', true],
    [2, 1, '11987654321', false],
    [1, 1, '11987654321', false],
    [2, 1, '', true],
    [2, 3, '11987654321', true],
    [3, 5, '11987654321', true],
    [3, 3, '11987654321', false],
    [3, 1, '11987654321', false],
    [3, 1, '', true],
    [5, 5, '', false],
  ] as const)('allows role %d to change the phone of a user of role %d with %j: %s', (role, role_id, phone, may) => {
    expect(mayChangePhoneOf({ id: 99, role_id, phone }, aUser(role))).toBe(may)
  })

  it('allows management alone to change the phone of an administrator by the call that asks for the password', () => {
    const other = { id: 99, role_id: 1, phone: '11987654321' }
    expect(ROLES.filter((role) => mayChangePhoneOf(other, aUser(role), 'call'))).toEqual([1, 2])
  })

  it.each([1, 2, 3, 5] as const)('allows role %d to add its own phone, but not to change it', (role) => {
    const own = { id: aUser(role).id, role_id: role }
    expect(mayChangePhoneOf({ ...own, phone: '' }, aUser(role))).toBe(true)
    expect(mayChangePhoneOf({ ...own, phone: '11987654321' }, aUser(role))).toBe(false)
  })
})
