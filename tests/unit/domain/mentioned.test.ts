/** A person is found in notes as Brazilians write them: docs/rules.md#mentions */
import { expect, test } from 'vitest'
import { BLANKED, excerptOf, mentionFinder } from '../../../src/domain/client/mentioned.ts'

const finder = mentionFinder({
  names: ['José Antônio da Conceição', 'Zé', 'Padaria Sant’Ana & Cia. (ME) Ltda-1'],
  documents: ['11144477735', 'MG1234567', '12ABC34501DE35'],
  phones: ['31987654321', '3133445566'],
  mails: ['ze.antonio@exemplo.com.br', 'ze-a+1@exemplo.com.br'],
})

test.each([
  'José Antônio da Conceição',
  'JOSE ANTONIO DA CONCEICAO',
  'jose  antônio conceição',
  'José Antônio\nda Conceição',
  'Jose\u0301 Anto\u0302nio da Conceic\u0327a\u0303o',
  '111.444.777-35',
  '11144477735',
  '111 444 777 35',
  '111444777/35',
  '111.444.777 - 35',
  'MG-1.234.567',
  'mg 1234567',
  '12.ABC.345/01DE-35',
  '12abc34501de35',
  '31987654321',
  '(31) 98765-4321',
  '31 9 8765-4321',
  '+55 31 98765 4321',
  '+5531987654321',
  '55 (31) 9.8765.4321',
  '031 98765-4321',
  '0xx31 98765-4321',
  '(031) 98765-4321',
  '0 15 31 98765-4321',
  '31 8765-4321',
  '98765-4321',
  '9 8765 4321',
  '(31) 3344-5566',
  '3344-5566',
  'ZE.ANTONIO@exemplo.com.br',
  'ze-a+1@exemplo.com.br',
  'PADARIA SANT’ANA & CIA. (ME) LTDA-1',
])('%s is found, and only it is blanked', (mention) => {
  expect(finder.blanked(`falar com ${mention}, amanhã`)).toBe(`falar com ${BLANKED}, amanhã`)
})

test.each([
  'José Antônio',
  'Maria José Antônia da Conceição',
  'Zé ligou',
  '111.444.777-36',
  '9111444777350',
  '(11) 98765-4321',
  '11 98765-4321',
  '98765-43210',
  'outroze.antonio@exemplo.com.br.net',
])('%s is of another person', (text) => {
  expect(finder.spansIn(text)).toEqual([])
})

test('two mentions in a text are both blanked, and the rest of the note stays', () => {
  expect(finder.blanked('Cunhado de José Antônio da Conceição (31 98765-4321). Quer franquia baixa.')).toBe(
    `Cunhado de ${BLANKED} (${BLANKED}). Quer franquia baixa.`,
  )
})

test('the excerpt marks the first mention and cuts what is far from it', () => {
  const long = 'x'.repeat(100)
  expect(excerptOf(`${long} CPF 111.444.777-35 ${long}`, finder)).toEqual({
    before: `…${'x'.repeat(55)} CPF `,
    match: '111.444.777-35',
    after: ` ${'x'.repeat(59)}…`,
  })
  expect(excerptOf('nada', finder)).toBeNull()
})

test('of a person without a name, document or phone nothing is looked for', () => {
  const nobody = mentionFinder({ names: ['Zé'], documents: ['123'], phones: [''], mails: [''] })
  expect(nobody.rough).toBeNull()
  expect(nobody.spansIn('Zé 123')).toEqual([])
})
