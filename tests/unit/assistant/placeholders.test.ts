/** Placeholders in place of personal data, and the values back in the answer. */
import { describe, expect, test } from 'vitest'
import { Placeholders } from '../../../server/assistant/placeholders.ts'

describe('placeholders', () => {
  test.each([
    ['CPF 529.982.247-25', 'CPF [DOCUMENTO_1]'],
    ['CPF 52998224725', 'CPF [DOCUMENTO_1]'],
    ['CNPJ 11.222.333/0001-81', 'CNPJ [DOCUMENTO_1]'],
    ['CNPJ 12ABC34501DE35', 'CNPJ [DOCUMENTO_1]'],
    ['em ana.souza+x@exemplo.com.br.', 'em [EMAIL_1].'],
    ['(31) 98765-4321', '[TELEFONE_1]'],
    ['(31)987654321', '[TELEFONE_1]'],
    ['+55 31 98765-4321', '[TELEFONE_1]'],
    ['31 98765 4321', '[TELEFONE_1]'],
    ['98765-4321', '[TELEFONE_1]'],
    ['31987654321', '[NUMERO_1]'],
    ['apólice 123456789', 'apólice [NUMERO_1]'],
  ])('%s leaves as %s', (text, expected) => {
    expect(new Placeholders().mask(text)).toBe(expected)
  })

  test.each([
    'Relatório de 01/10/2026 a 31/10/2026, 2026-10-01',
    'lead 12345, R$ 1.234.567,89, 45,50 % em 25/11/2026 10:30',
    'Veículo novo 2025/2026',
  ])('%s has nothing to hide', (text) => {
    expect(new Placeholders().mask(text)).toBe(text)
  })

  test('a name is found whatever its case and accents, as a whole word, the longest first', () => {
    const placeholders = new Placeholders()
    placeholders.learn(['João Sá', 'João Sá Lima', 'Ana'])
    expect(placeholders.mask('joao sa lima, JOÃO SÁ e Ana; Anatólia fica')).toBe(
      '[NOME_1], [NOME_2] e [NOME_3]; Anatólia fica',
    )
    expect(placeholders.restore('[NOME_2] e [NOME_9]')).toBe('JOÃO SÁ e [NOME_9]')
  })

  test('the same value keeps its placeholder, also in the next question of the conversation', () => {
    const first = new Placeholders()
    first.name('Ana Lima')
    const next = new Placeholders(first.known())
    expect(next.mask('Ana Lima e bia@exemplo.com')).toBe('[NOME_1] e [EMAIL_1]')
    expect(next.name('Bia Reis')).toBe('[NOME_2]')
  })

  test('a text in pieces is restored wherever it is cut', () => {
    const placeholders = new Placeholders()
    placeholders.name('Ana Lima')
    const whole = 'Olá [NOME_1], [x] e [NOME_1]'
    for (let size = 1; size <= whole.length; size++) {
      const { push, rest } = placeholders.restorer()
      let text = ''
      for (let from = 0; from < whole.length; from += size) text += push(whole.slice(from, from + size))
      expect(text + rest()).toBe('Olá Ana Lima, [x] e Ana Lima')
    }
  })

  test('without masking everything stays', () => {
    const placeholders = new Placeholders({}, false)
    expect(placeholders.name('Ana')).toBe('Ana')
    expect(placeholders.maskAll({ a: ['52998224725'] })).toEqual({ a: ['52998224725'] })
  })
})
