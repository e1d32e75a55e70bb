/** A kept painting shows only what is true now: docs/architecture.md#the-first-painting */
import { describe, expect, test } from 'vitest'
import type { Painting } from '../../../src/db/changes/paintings.ts'
import type { DeviceSession } from '../../../src/db/schema/records.ts'
import { DAY_MS, HOUR_MS } from '../../../src/domain/time/durations.ts'
import { mayShow, type Now } from '../../../src/opening/painting/may-show.ts'
import { trueUntil } from '../../../src/opening/painting/true-until.ts'
import { aLead, at, aUser, iso, NOW } from '../domain/fixtures.ts'

const user = aUser(3)
const session: DeviceSession = {
  name: 'current',
  token: 'token-1',
  user,
  deviceId: 'device-1',
  expired: false,
}

const painting: Painting = {
  build: 'b1',
  layout: '1440x900 1 fine',
  look: null,
  user: JSON.stringify(user),
  keptAt: NOW - HOUR_MS,
  trueUntil: Number.POSITIVE_INFINITY,
  seq: 7,
  markup: '<main></main>',
}

const now: Now = {
  build: 'b1',
  layout: '1440x900 1 fine',
  look: null,
  token: 'token-1',
  session,
  isBesideSealed: false,
  seq: 7,
  nowMs: NOW,
}

const inSession = (changes: Partial<DeviceSession>): Partial<Now> => ({ session: { ...session, ...changes } })
const contact = (days: number) => ({ at: NOW - 2 * DAY_MS, seen: NOW - 2 * DAY_MS, days })

test('it shows in the session, the window and the build that it was kept in', () => {
  expect(mayShow(painting, now)).toBe(true)
})

describe('it does not show', () => {
  test.each<[string, Partial<Now>]>([
    ['with another token', { token: 'token-2' }],
    ['for another user', inSession({ user: aUser(3, { id: 99 }) })],
    ['for a user whose role has changed', inSession({ user: aUser(2) })],
    ['in an expired session', inSession({ expired: true })],
    ['in a session that the server has ended', inSession({ revoked: true })],
    ['on a device that is being erased', inSession({ erase: { by: null } })],
    ['on a protected device', inSession({ mode: 'sealed' })],
    ['beside a protected user', { isBesideSealed: true }],
    ['beyond the days without contact', inSession({ contact: contact(1) })],
    ['in another build', { build: 'b2' }],
    ['in another window', { layout: '900x1440 1 fine' }],
    ['in another look', { look: '{"isList":true,"showsLater":false}' }],
    ['when the journal has gone on', { seq: 8 }],
    ['after three days', { nowMs: painting.keptAt + 3 * DAY_MS }],
    ['before it was kept, by a clock that was set back', { nowMs: painting.keptAt - 1 }],
  ])('%s', (_when, change) => {
    expect(mayShow(painting, { ...now, ...change })).toBe(false)
  })

  test('when a state in it has changed by itself', () => {
    expect(mayShow({ ...painting, trueUntil: NOW }, now)).toBe(false)
    expect(mayShow({ ...painting, trueUntil: NOW + 1 }, now)).toBe(true)
  })
})

test('days without contact that are not over let it show', () => {
  expect(mayShow(painting, { ...now, ...inSession({ contact: contact(3) }) })).toBe(true)
})

describe('states change by themselves', () => {
  const scheduled = (local: string, status: 0 | 1 = 0) => ({
    scheduling_date: iso(local),
    description: 'Ligar',
    status,
  })
  const soon = aLead({ lead_scheduling: scheduled('2026-11-18T11:00:00') })
  const later = aLead({ lead_scheduling: scheduled('2026-11-19T11:00:00') })
  const late = aLead({ lead_scheduling: scheduled('2026-11-18T09:00:00') })
  const closed = aLead({ lead_scheduling: scheduled('2026-11-18T10:30:00', 1) })

  test('with the next open scheduling', () => {
    expect(trueUntil([later, closed, late, soon], new Map(), NOW)).toBe(at('2026-11-18T11:00:00'))
    expect(trueUntil([late, closed], new Map(), NOW)).toBe(Number.POSITIVE_INFINITY)
  })

  test('with the day, where a broker has a leave', () => {
    const leave = { id: 1, from_day: '2026-11-20', to_day: '2026-11-25', substitute_id: null }
    const users = new Map([[5, { absences: [leave] }]])
    expect(trueUntil([aLead({ broker_id: 6 })], users, NOW)).toBe(Number.POSITIVE_INFINITY)
    const end = trueUntil([aLead({ broker_id: 5 })], users, NOW)
    expect(end).toBeGreaterThan(NOW)
    expect(end).toBeLessThanOrEqual(at('2026-11-19T00:00:00'))
  })
})
