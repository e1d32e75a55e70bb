import { expect, test } from 'vitest'
import { bareNumbers } from '../../../scripts/bare-numbers.ts'

test.each([
  'if (role === 3) return',
  'const isPartner = roleOf(props.user) === 4',
  'users.filter(({ role_id }) => role_id <= 3)',
  'other.role_id !== 6 && other.active',
  'user.roles[0].id === 1',
  'lead.state > 1 && work',
  'lead.lead_scheduling?.status === 0',
  'before.status !== 1',
  "{ kind: 'equipes', label: 'Equipes', roles: [1, 2] }",
])('%s is a bare number', (line) => {
  expect(bareNumbers(`const a = 1\n  ${line}`)).toEqual([{ line: 2, text: line }])
})

test.each([
  'if (isBroker(role)) return',
  'answer.status === 404',
  'lead.status >= SOLD_PENDING',
  "roles: [reason(REFERENCE, 'name')]",
  '// A manager, whose role === 2, sees all.',
  ' * status === 1',
])('%s is none', (line) => {
  expect(bareNumbers(line)).toEqual([])
})
