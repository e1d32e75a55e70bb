/** What the bell says of a new e-mail of an administrator: docs/rules.md#notices */
import { expect, test } from 'vitest'
import { type AdministratorEmail, accountNotices } from '../../../src/domain/notices/account-notices.ts'
import { ALL_ON, kindsFor } from '../../../src/domain/notices/kinds.ts'
import { NO_NEWS } from '../../../src/domain/notices/link-notices.ts'
import { noticesOf } from '../../../src/domain/notices/list.ts'
import { targetPath } from '../../../src/domain/notices/notice.ts'
import { readNoticesSchema } from '../../../src/domain/notices/read.ts'
import { iso, NOW, ROLES, settings } from './fixtures.ts'

const ASKED: AdministratorEmail = {
  id: 90,
  at: iso('2026-11-18T09:40:00'),
  what: 'asked',
  email: 'novo@exemplo.com.br',
  user: { id: 2, name: 'Otávio Reis' },
  by: { id: 2, name: 'Otávio Reis' },
}
const ANA = { id: 1, name: 'Ana Lima' }
const words = (change: Partial<AdministratorEmail>, viewer = 3) =>
  accountNotices([{ ...ASKED, ...change }], viewer).map(({ title, text, note }) => [title, text, note])

test('the bell says whose address changes, to which, and who did it', () => {
  const title = 'E-mail do administrador Otávio Reis'
  expect(words({})).toEqual([[title, 'Troca pedida para novo@exemplo.com.br', '']])
  expect(words({ by: ANA })).toEqual([[title, 'Troca pedida para novo@exemplo.com.br', 'Por Ana Lima']])
  expect(words({ what: 'changed', by: null })).toEqual([[title, 'Agora é novo@exemplo.com.br', '']])
  expect(words({ by: ANA }, 2)).toEqual([
    ['O seu e-mail no Farol', 'Troca pedida para novo@exemplo.com.br', 'Por Ana Lima'],
  ])
})

test('its key names no person, and it leads to the users', () => {
  const [notice] = accountNotices([ASKED], 3)
  expect(readNoticesSchema.safeParse({ read: { [notice?.key ?? '']: 1 } }).success).toBe(true)
  expect(notice === undefined ? '' : targetPath(notice.target)).toBe('/users')
})

test('it is for administrators alone, who may switch it off', () => {
  const kinds = ROLES.filter((role) => kindsFor(role).some(({ kind }) => kind === 'account'))
  expect(kinds).toEqual([1])
  const sources = {
    leads: [],
    lawLeads: [],
    queue: [],
    imports: [],
    link: NO_NEWS,
    followed: [],
    accounts: [ASKED],
    devices: [],
    events: [],
    held: [],
    automations: [],
    stuck: [],
    settings,
    nowMs: NOW,
  }
  const told = (role: 1 | 2, off: 'account'[] = []) =>
    noticesOf({ ...sources, user: { id: 3, role }, switches: { ...ALL_ON, off } }).length
  expect([told(1), told(2), told(1, ['account'])]).toEqual([1, 0, 0])
})
