import { describe, expect, it, test } from 'vitest'
import { mayManageRole } from '../../../src/domain/permissions/managed-users.ts'
import { ROLE_NAMES } from '../../../src/domain/permissions/role-names.ts'
import { newUserCount } from '../../../src/domain/session/new-users.ts'
import type { RoleId } from '../../../src/domain/session/session-user.ts'
import { workStartProblem } from '../../../src/domain/session/work-start.ts'
import { aUser } from './fixtures.ts'

test.each([
  ['', null],
  ['08:30', null],
  ['12:00', null],
  ['08:29', 'O horário deve estar entre 08:30 e 12:00'],
  ['12:01', 'O horário deve estar entre 08:30 e 12:00'],
  ['23:59', 'O horário deve estar entre 08:30 e 12:00'],
  ['24:00', 'Horário de inicio de jornada inválido'],
  ['09:60', 'Horário de inicio de jornada inválido'],
  ['9:00', 'Horário de inicio de jornada inválido'],
  ['09', 'Horário de inicio de jornada inválido'],
])('a day that begins at "%s": %s', (time, problem) => {
  expect(workStartProblem(time)).toBe(problem)
})

test.each<[RoleId, string]>([
  [1, '1234567'],
  [2, '34567'],
  [3, ''],
  [4, ''],
])('role %i manages the roles "%s"', (role, managed) => {
  const found = ROLE_NAMES.filter(({ id }) => mayManageRole(aUser(role), id))
  expect(found.map(({ id }) => id).join('')).toBe(managed)
})

describe('new users', () => {
  const user = (id: number, created_at: string | null) => ({
    id,
    name: `U${id}`,
    role_id: 3,
    channel_id: 1,
    login: '',
    phone: '',
    active: true,
    email: '',
    verified: true,
    signs_in: true,
    technical_team_id: null,
    created_at,
  })
  const users = [
    user(1, '2026-11-01T12:00:00Z'),
    user(2, '2026-11-10T12:00:00Z'),
    user(3, '2026-11-20T12:00:00+00:00'),
    user(4, null),
  ]
  it('are those created since the list was opened', () => {
    expect(newUserCount(1, users, [{ screen: 'users', opened_at: '2026-11-15T00:00:00Z' }])).toBe(1)
    expect(newUserCount(1, users, [{ screen: 'users', opened_at: '2026-11-20T12:00:00Z' }])).toBe(0)
  })
  it('before a first opening are those created after the viewer; the viewer itself is none', () => {
    expect(newUserCount(1, users, [])).toBe(2)
    expect(newUserCount(3, users, [])).toBe(0)
    expect(newUserCount(9, users, [])).toBe(0)
  })
})
