/** The words of the strength meter. docs/rules.md#sessions-and-passwords */
import { describe, expect, test } from 'vitest'
import { estimatePassword } from '../../../src/device/password-strength/estimate-password.ts'
import { strengthWords } from '../../../src/device/password-strength/strength-words.ts'
import { SHORTEST_PASSWORD } from '../../../src/domain/session/password.ts'

const OWNER = { login: 'bruna', current: 'Girassol-na-estrada-77' } as const

const said = (password: string) => {
  const { words, hint } = strengthWords(
    password,
    OWNER,
    estimatePassword(password, ['Bruna Batista Araújo', OWNER.login]),
    SHORTEST_PASSWORD,
  )
  return [words, hint]
}

describe('the strength of a password', () => {
  test.each([
    ['12345678', 'Muito fraca', 'Está entre as senhas mais usadas'],
    ['aaaaaaaaaaaa', 'Muito fraca', 'Letras repetidas, como aaa, são fáceis de adivinhar'],
    ['abcdefghijkl', 'Muito fraca', 'Sequências, como abc ou 1234, são fáceis de adivinhar'],
    ['batista1', 'Fraca', 'Nomes comuns são fáceis de adivinhar'],
    ['mariafernanda', 'Fraca', 'Nomes comuns são fáceis de adivinhar'],
    ['cachorro2024', 'Fraca', 'Junte mais palavras, de preferência incomuns'],
    ['coração123', 'Fraca', 'Junte mais palavras, de preferência incomuns'],
    ['coracao123', 'Fraca', 'Junte mais palavras, de preferência incomuns'],
    ['corretora1', 'Fraca', 'Evite o seu nome, o login e palavras do trabalho'],
    ['S3guradora', 'Muito fraca', 'Evite o seu nome, o login e palavras do trabalho'],
    ['13/05/1982', 'Fraca', 'Datas são fáceis de adivinhar'],
    ['xq7vkp2m', 'Razoável', 'Junte mais palavras, de preferência incomuns'],
    ['xq7vkp2mw', 'Boa', null],
    ['Uma-Frase-Longa-4711', 'Forte', null],
  ])('%s', (password, words, hint) => {
    expect(said(password)).toEqual([words, hint])
  })

  test('what the rule refuses is never called strong, and the hint is the rule', () => {
    expect(said('Zq7#vT')).toEqual(['Muito fraca', 'Use ao menos 8 caracteres'])
    expect(said(OWNER.current)).toEqual(['Muito fraca', 'A nova senha precisa ser diferente da atual'])
    expect(said(`${'Zq7#vT-m'.repeat(30)}`)).toEqual(['Muito fraca', 'Use no máximo 128 caracteres'])
  })

  test('every weak password of the list has a hint', () => {
    for (const password of [
      'password1',
      'qwertyuiop',
      'Drowssap',
      'P@ssw0rd',
      'BRASIL10',
      'flamengo',
      '20242024',
    ])
      expect(said(password)[1], password).not.toBeNull()
  })
})
