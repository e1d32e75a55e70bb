/** The dialog of a user: its first values, and what it says. */
import { expect, test } from 'vitest'
import { LOST_ANSWER } from '../../../../src/api/call-result.ts'
import type { ManagedUser } from '../../../../src/contract/administration/users.ts'
import { NO_NAMES } from '../../../../src/domain/lead/field-words.ts'
import { initialValues } from '../../../../src/features/administration/users/user-form.ts'
import { changedUserWords, saveFailure } from '../../../../src/features/administration/users/user-words.ts'

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
  shared_tablet: false,
  renovator_hierarchical_group: null,
  channel_id: 1,
  partners: [],
  roles: [{ id: 3, name: 'Corretor' }],
  technical_team: null,
  verify: null,
}

test('a change by another user names each field with its present value', () => {
  const present = {
    ...user,
    status: 0 as const,
    partners: [{ id: 24, name: 'Norte' }],
    verify: { verified: true, verify_code: null },
  }
  const words = changedUserWords(user, present, NO_NAMES)
  expect(words).toContain('Mudou: Status (agora Inativo); Concessionárias (agora Norte).')
  expect(words).toContain('O que você digitou continua aqui.')
})

test('a failed save says what failed; sentences about fields are shown alone', () => {
  const refused = { kind: 'refused', message: 'Você não tem permissão para isso.' } as const
  expect(saveFailure(refused)).toEqual({
    kind: 'refused',
    message: 'Erro ao criar/modificar usuário. Você não tem permissão para isso.',
  })
  expect(saveFailure(refused, LOST_ANSWER)).toEqual({
    kind: 'refused',
    message: 'Você não tem permissão para isso. Salvar de novo não faz outro usuário.',
  })
  const atField = { ...refused, errors: { login: ['Já existe um usuário com este login'] } }
  expect(saveFailure(atField)).toBe(atField)
})

test("the brokerage's own channel is not chosen already when staff becomes a referrer", () => {
  expect(initialValues(user, null).channel_id).toBeNull()
  const referrer = { ...user, channel_id: 7, roles: [{ id: 5, name: 'Indicador' }] }
  expect(initialValues(referrer, null).channel_id).toBe(7)
})

test('an address that waits is in the field', () => {
  expect(initialValues({ ...user, waiting_email: 'novo@exemplo.com.br' }, null).email).toBe(
    'novo@exemplo.com.br',
  )
})
