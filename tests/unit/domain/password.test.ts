/** The rules of passwords. */
import { expect, test } from 'vitest'
import { passwordProblem, SHORTEST_PASSWORD } from '../../../src/domain/session/password.ts'

const owner = { login: 'Ana.Lima', current: 'a senha de antes' }

test.each([
  ['seven characters', '1234567', 'Use ao menos 8 caracteres'],
  ['more than 128', 'x'.repeat(129), 'Use no máximo 128 caracteres'],
  ['the login', 'Ana.Lima', 'A senha não pode ser igual ao login'],
  ['the login in another case, with a space', 'aNA.lIMA ', 'A senha não pode ser igual ao login'],
  ['the current password', 'a senha de antes', 'A nova senha precisa ser diferente da atual'],
])('%s is refused with a message', (_case, password, sentence) => {
  expect(passwordProblem(password, owner, SHORTEST_PASSWORD)).toBe(sentence)
})

test.each([
  ['eight characters', '12345678'],
  ['128', 'x'.repeat(128)],
  ['a text that contains the login', 'Ana.Lima gosta de café'],
  ['words with spaces', 'três palavras quaisquer'],
])('%s is accepted as a password', (_case, password) => {
  expect(passwordProblem(password, owner, SHORTEST_PASSWORD)).toBeNull()
})

test('a first password is not compared with a current one', () => {
  expect(passwordProblem('a senha de antes', { login: 'ana', current: null }, SHORTEST_PASSWORD)).toBeNull()
})

test('an owner who needs more characters reads how many', () => {
  expect(passwordProblem('onze letras', owner, 12)).toBe('Use ao menos 12 caracteres')
  expect(passwordProblem('doze  letras', owner, 12)).toBeNull()
})
