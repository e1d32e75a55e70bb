/** The dialog of a user: its first values, and what it says. */
import { expect, test } from 'vitest'
import type { ManagedUser } from '../../../../src/contract/administration/users.ts'
import { changedWords } from '../../../../src/features/administration/users/changed-words.ts'

const user: ManagedUser = {
  id: 7,
  name: 'Davi Reis',
  login: 'davi',
  email: 'davi@exemplo.com.br',
  waiting_email: null,
  phone: '31988887777',
  status: 1,
  work_start: null,
  observation: '',
  active_all_dealerships: false,
  renovator_hierarchical_group: null,
  channel_id: 1,
  partners: [],
  roles: [{ id: 3, name: 'Corretor' }],
  technical_team: null,
  verify: null,
}

test('a change by somebody else names each field with its present value', () => {
  const present = {
    ...user,
    status: 0 as const,
    partners: [{ id: 24, name: 'Norte' }],
    verify: { verified: true, verify_code: null },
  }
  const words = changedWords(user, present)
  expect(words).toContain('Mudou: Status (agora Inativo); Empresas (agora Norte).')
  expect(words).toContain('O que você digitou continua aqui.')
})
