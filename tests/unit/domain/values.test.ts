/** One reader for each kind of value, of files, forms and calls. docs/rules.md#documents-phones-money */
import { describe, expect, test } from 'vitest'
import { clientFieldsSchema } from '../../../src/domain/client/changes.ts'
import { clientEditSchema } from '../../../src/domain/client/edit.ts'
import { EMPTY_CLIENT } from '../../../src/domain/client/fields.ts'
import { joinedName } from '../../../src/domain/client/joined-name.ts'
import { isMailAddress, mailIn } from '../../../src/domain/client/mail-address.ts'
import { mailSchema } from '../../../src/domain/client/mail-schema.ts'
import { readCep } from '../../../src/domain/documents/read-cep.ts'
import { documentIn } from '../../../src/domain/documents/read-document.ts'
import { moneyIn } from '../../../src/domain/money/money.ts'
import { nationalNumber, phonesIn } from '../../../src/domain/phone/national-number.ts'
import { isPhone } from '../../../src/domain/phone/phone.ts'
import { textOf } from '../../../src/domain/spreadsheet/cells.ts'
import { headerWords } from '../../../src/domain/spreadsheet/header-words.ts'

describe('a cell says', () => {
  test.each<readonly [string, string]>([
    ['="00123"', '00123'],
    ['="Ana ""Bia"" Reis"', 'Ana "Bia" Reis'],
    ["'00123", '00123'],
    ["'Ana Reis", 'Ana Reis'],
    ["'t Hooft", "'t Hooft"],
    ["D'Ávila", "D'Ávila"],
    ['=A1+1', '=A1+1'],
    ...[
      'NULL',
      'null',
      '(null)',
      '\\N',
      'N/D',
      'n/a',
      '-',
      '--',
      '—',
      'NaN',
      '0000-00-00',
      '0000-00-00 00:00:00',
      '00/00/0000',
      'Não informado',
      '="-"',
    ].map((nothing) => [nothing, ''] as const),
    ['S/N', 'S/N'],
    ['Nan Souza', 'Nan Souza'],
    ['Null Lima', 'Null Lima'],
    ['A-', 'A-'],
  ])('%s is ‘%s’', (cell, text) => expect(textOf(cell)).toBe(text))
})

describe('a document in words', () => {
  test.each([
    ['CPF: 390.533.447-05', '39053344705'],
    ['39053344705 Ana', '39053344705'],
    ['Ana Reis, CPF 390 533 447 05', '39053344705'],
    ['CNPJ 11.222.333/0001-81', '11222333000181'],
    ['cnpj:11222333000181.', '11222333000181'],
    ['12ABC34501DE35', '12ABC34501DE35'],
    ['CNPJ 12.ABC.345/01DE-35 (matriz)', '12ABC34501DE35'],
    // Twice the same one.
    ['390.533.447-05 / 39053344705', '39053344705'],
    ['390.533.447-05 e 529.982.247-25', null],
    ['CPF: 390.533.447-06', null],
    ['1390.533.447-05', null],
    ['390.533.447-051', null],
    ['Apólice 39053344705', null],
    ['Ana', null],
  ])('%s is %s', (text, document) => expect(documentIn(text)).toBe(document))
})

describe('a CEP', () => {
  test.each([
    ['01310-100', '01310100'],
    ['1310100.0', '01310100'],
    ['1310100', '01310100'],
    ['01.310-100', '01310100'],
    ['01310 100', '01310100'],
    ['CEP: 01310-100', '01310100'],
    ['São Paulo, 01310-100, SP', '01310100'],
    ['', ''],
    ['123', null],
    ['131010', null],
    ['013101000', null],
    ['01310-100 ou 30110-000', null],
    ['Rua 7', null],
  ])('%s is %s', (text, cep) => expect(readCep(text)).toBe(cep))
})

describe('phones in one text', () => {
  const both = ['31988887777', '3133334444']
  test.each([
    ['31 98888-7777 31 3333-4444', both],
    ['(31) 98888-7777 - (31) 3333-4444', both],
    ['(31)98888-7777(31)3333-4444', both],
    ['319888877773133334444', both],
    ['+55 31 98888-7777 ::: +55 31 3333-4444', both],
    ['+5531988887777+553133334444', both],
    ['31 98888 7777, 31 3333 4444', both],
    ['031 98888-7777 031 3333-4444', both],
    ['Cel 31 98888-7777 Res 31 3333-4444', both],
    ['(31)98888-7777(31)97777-6666', ['31988887777', '31977776666']],
    ['3198888777731977776666', ['31988887777', '31977776666']],
  ])('%s', (text, numbers) => expect(phonesIn(text)).toEqual(numbers))

  test.each([
    '+1 305 555 1234',
    '+34 912 345 678',
    '+31 98888 777',
    '0034 912 345 678',
    '+(34) 912 345 678',
  ])('%s is no number of Brazil', (text) => {
    expect(isPhone(nationalNumber(text))).toBe(false)
    expect(phonesIn(text).filter(isPhone)).toEqual([])
    expect(clientFieldsSchema.shape.phone.safeParse(text).data).toSatisfy(
      (stored: string) => !isPhone(stored),
    )
  })

  test('another country’s number behind one of Brazil is not a second one', () => {
    expect(phonesIn('31 98888-7777 +34 912 345 678').filter(isPhone)).toEqual(['31988887777'])
  })

  test('digits that may be divided in two ways are none', () => {
    expect(phonesIn('1'.repeat(30)).filter(isPhone)).toEqual([])
    expect(phonesIn('9'.repeat(3000)).filter(isPhone)).toEqual([])
  })
})

describe('a mail address', () => {
  test.each([
    ['ana@exemplo.com.br', 'ana@exemplo.com.br'],
    ['Ana Reis <ana@exemplo.com.br>', 'ana@exemplo.com.br'],
    ['"Reis, Ana" <ana@exemplo.com.br>', 'ana@exemplo.com.br'],
    ['<bia@exemplo.com.br>', 'bia@exemplo.com.br'],
    ['mailto:caio@exemplo.com.br', 'caio@exemplo.com.br'],
    ['mailto:caio@exemplo.com.br?subject=Oi', 'caio@exemplo.com.br'],
    ['davi@exemplo.com.br.', 'davi@exemplo.com.br'],
    ['E-mail: davi@exemplo.com.br', 'davi@exemplo.com.br'],
    ['fil@exemplo.com.br/fil2@exemplo.com.br', 'fil@exemplo.com.br'],
    ['ana@a.br; outra@a.br', 'ana@a.br'],
    ['ana@a.br, outra@a.br', 'ana@a.br'],
    ['eva..luz@exemplo.com.br', null],
    ['ana@exemplo,com.br', null],
    ['ana@', null],
    ['Ana <ana@exemplo>', null],
    ['não tem', ''],
    ['', ''],
  ])('%s is read as %s', (text, mail) => expect(mailIn(text)).toBe(mail))

  const WRONG = [
    'a@x,com.br',
    'f..g@x.com',
    'e@x.com.',
    '.e@x.com',
    'e.@x.com',
    'e@-x.com',
    'e@x',
    'é@x.com',
    'a b@x.com',
    '@x.com',
    `${'e'.repeat(200)}@x.com`,
  ]
  test.each(WRONG)('%s is none, typed and sent', (text) => {
    expect(isMailAddress(text)).toBe(false)
    expect(mailSchema().safeParse(text).error?.issues[0]?.message).toSatisfy((words: string) => words !== '')
    const edit = { mail: text, phone: '31988887777', cellphone: '31988887777', address: EMPTY_CLIENT.address }
    expect(clientEditSchema.safeParse(edit).success).toBe(false)
  })

  test('a call and a command take what mail software writes', () => {
    expect(mailSchema().parse('Ana <a@x.com>')).toBe('a@x.com')
    expect(clientFieldsSchema.shape.mail.parse('mailto:a@x.com')).toBe('a@x.com')
    expect(clientFieldsSchema.shape.mail.parse('a@x,com')).toBe('a@x,com')
    expect(mailSchema('Campo Obrigatório').safeParse('').error?.issues[0]?.message).toBe('Campo Obrigatório')
  })
})

describe('an amount in words', () => {
  test.each([
    ['Prêmio: R$ 1.500,00', 150_000],
    ['R$ 1.500,00 à vista', 150_000],
    ['1500', 150_000],
    ['10x R$ 150,00', null],
    ['R$ 150,00 x 10', null],
    ['-1.500,00', null],
    ['(1.500,00)', null],
    ['US$ 1.500', null],
    ['1,5 mil', null],
    ['10%', null],
    ['R$ 1.500,00 ou R$ 1.400,00', null],
    ['a combinar', null],
  ])('%s is %s', (text, cents) => expect(moneyIn(text)).toBe(cents))
})

test('parts of a name are joined once', () => {
  expect(joinedName(['Maria Prado Lemos', '', 'Lemos'])).toBe('Maria Prado Lemos')
  expect(joinedName(['Maria Souza', 'Souza'])).toBe('Maria Souza')
  expect(joinedName(['Maria', 'Prado', 'Lemos'])).toBe('Maria Prado Lemos')
  expect(joinedName(['Maria Prado Lemos', 'Prado', 'Lemos'])).toBe('Maria Prado Lemos')
  expect(joinedName(['Ana', 'Ana'])).toBe('Ana Ana')
  expect(joinedName(['', '', 'Lemos'])).toBe('Lemos')
})

test('what was sent with words is stored without them', () => {
  expect(clientFieldsSchema.shape.cpf.parse('CPF: 390.533.447-05')).toBe('39053344705')
  expect(clientFieldsSchema.shape.cpf.parse('39053344705')).toBe('39053344705')
  expect(clientFieldsSchema.shape.address.shape.cep.parse('CEP 01310-100')).toBe('01310100')
})

test('hostile texts take no time', () => {
  const began = performance.now()
  for (const part of ['<', '@', 'a@', '<a@', '1', '1 ', 'a', 'data', "'", '31988887777 ', 'a1', '.', '=" '])
    for (const read of [mailIn, documentIn, phonesIn, readCep, moneyIn, textOf, headerWords])
      read(part.repeat(32_000 / part.length))
  expect(performance.now() - began).toBeLessThan(10_000)
})
