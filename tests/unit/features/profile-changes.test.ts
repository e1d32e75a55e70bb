/** What the forms of the profile refuse and send: docs/rules.md#profile */
import { describe, expect, it, test } from 'vitest'
import { SHORTEST_PASSWORD } from '../../../src/domain/session/password.ts'
import {
  contactBody,
  contactProblems,
  passwordProblems,
} from '../../../src/features/profile/profile-changes.ts'

const user = { email: 'bruna@exemplo.com.br', phone: '1132654488' }
const values = { email: '', email_confirmation: '', phone: user.phone, old_password: 'atual-4711' }

describe('contact data', () => {
  test.each([
    [{ email: 'nova@exemplo.com.br' }, { email_confirmation: 'Os e-mails não conferem' }],
    [{ email_confirmation: 'nova@exemplo.com.br' }, { email_confirmation: 'Os e-mails não conferem' }],
    [{ email: 'nova', email_confirmation: 'nova' }, { email: 'E-mail inválido' }],
    [{ phone: '113265' }, { phone: 'Telefone inválido' }],
    [{ old_password: '' }, { old_password: 'Campo Obrigatório' }],
    [{ phone: '' }, {}],
    [{ email: ' nova@exemplo.com.br ', email_confirmation: 'nova@exemplo.com.br' }, {}],
  ])('%o has the problems %o', (typed, problems) => {
    expect(contactProblems({ ...values, ...typed })).toEqual(problems)
  })

  it('sends only what differs, and nothing where nothing does', () => {
    expect(contactBody(values, user)).toBeNull()
    expect(contactBody({ ...values, phone: '11987654321' }, user)).toEqual({
      old_password: 'atual-4711',
      phone: '11987654321',
    })
  })

  it('sends the present address where it was typed: one that waits is withdrawn', () => {
    const present = { email: user.email, email_confirmation: user.email }
    expect(contactBody({ ...values, ...present }, user)).toEqual({
      old_password: 'atual-4711',
      email: user.email,
    })
  })
})

test.each([
  [{ password: 'Uma-Frase-4711', password_confirmation: 'Outra-Frase-4711' }, 'password_confirmation'],
  [{ password: '', password_confirmation: '' }, 'password'],
  [{ password: 'curta', password_confirmation: 'curta' }, 'password'],
  [{ password: 'atual-4711', password_confirmation: 'atual-4711' }, 'password'],
  [{ old_password: '', password: 'Uma-Frase-4711', password_confirmation: 'Uma-Frase-4711' }, 'old_password'],
])('the passwords %o are refused at %s', (typed, field) => {
  const problems = passwordProblems({ old_password: 'atual-4711', ...typed }, 'bruna', SHORTEST_PASSWORD)
  expect(Object.keys(problems)).toEqual([field])
})
