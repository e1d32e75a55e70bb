/** Case table: which clients are one person. docs/rules.md#merging-clients */
import { describe, expect, it } from 'vitest'
import {
  type Compared,
  LEAST_SCORE,
  likeness,
  type Reason,
  type Strength,
  strengthOf,
} from '../../../src/domain/client/likeness.ts'
import { documentKey, mailKey, phoneKey } from '../../../src/domain/client/likeness-keys.ts'
import { type NameLikeness, nameLikeness } from '../../../src/domain/client/person-name.ts'

const CPF = '52998224725'
const OTHER_CPF = '11144477735'
const CNPJ = '11222333000181'
const BRANCH = '11222333000262'
const PHONE = '11987654321'
const MAIL = 'familia@exemplo.com.br'

const person = (values: Partial<Compared>): Compared => ({
  name: '',
  phone: '',
  cellphone: '',
  mail: '',
  cpf: '',
  birth_date: null,
  ...values,
})

const NAMES: readonly (readonly [string, string, NameLikeness])[] = [
  ['José da Silva', 'JOSE SILVA', 'same'],
  ['Maria Souza', 'Souza, Maria', 'same'],
  ['Padaria do Zé Ltda.', 'PADARIA DO ZE', 'same'],
  ['Maria Souza', 'Maria Souza Lima', 'like'],
  ['Maria Aparecida Souza', 'Maria Aparecida Lima', 'like'],
  ['Maria A. Souza', 'Maria Aparecida Souza', 'like'],
  ['Thiago Ramos', 'Tiago Ramos', 'like'],
  ['Maria Souza', 'Maria Lima', 'first'],
  ['Maria', 'Maria Souza', 'first'],
  ['João Pereira Lima', 'João Pereira Lima Filho', 'kin'],
  ['João Pereira Lima Júnior', 'João Pereira Lima Neto', 'kin'],
  ['Ana Souza', 'Carlos Souza', 'other'],
  ['Ana', 'Eva', 'other'],
  ['', 'Ana', 'unknown'],
  ['M. S.', 'Maria Souza', 'first'],
]

describe('two names', () => {
  for (const [one, other, expected] of NAMES)
    it(`'${one}' and '${other}': ${expected}`, () => {
      expect(nameLikeness(one, other)).toBe(expected)
      expect(nameLikeness(other, one)).toBe(expected)
    })
})

interface Case {
  readonly title: string
  readonly one: Partial<Compared>
  readonly other: Partial<Compared>
  /** null: they are not shown as a pair. */
  readonly strength: Strength | null
  readonly reasons: readonly Reason[]
}

const CASES: readonly Case[] = [
  {
    title: 'one document in two forms',
    one: { name: 'José da Silva', cpf: CPF },
    other: { name: 'Jose Silva', cpf: '529.982.247-25' },
    strength: 'strong',
    reasons: ['document_form', 'name'],
  },
  {
    title: 'a document that lost its zero in a spreadsheet',
    one: { name: 'José da Silva', cpf: '01234567890' },
    other: { name: 'José Silva', cpf: '1234567890' },
    strength: 'strong',
    reasons: ['document_form', 'name'],
  },
  {
    title: 'one invalid document that was stored before validation',
    one: { name: 'José da Silva', cpf: '52998224700' },
    other: { name: 'José da Silva', cpf: '52998224700' },
    strength: 'strong',
    reasons: ['document', 'name'],
  },
  {
    title: 'one document under names that have nothing in common',
    one: { name: 'José da Silva', cpf: CPF },
    other: { name: 'Carla Mendes', cpf: CPF },
    strength: 'probable',
    reasons: ['document', 'names_differ'],
  },
  {
    title: 'a document with one wrong digit, and the same name',
    one: { name: 'José da Silva', cpf: CPF },
    other: { name: 'José da Silva', cpf: '52998224726' },
    strength: 'probable',
    reasons: ['document_slip', 'name'],
  },
  {
    title: 'a placeholder is no document',
    one: { name: 'José da Silva', cpf: '11111111111' },
    other: { name: 'Carla Mendes', cpf: '11111111111' },
    strength: null,
    reasons: ['names_differ'],
  },
  {
    title: 'a woman who married',
    one: { name: 'Maria Souza', cellphone: PHONE },
    other: { name: 'Maria Souza Lima', cellphone: PHONE },
    strength: 'probable',
    reasons: ['phone', 'name_like'],
  },
  {
    title: 'a woman who took another name',
    one: { name: 'Maria Souza', cellphone: PHONE },
    other: { name: 'Maria Lima', cellphone: PHONE },
    strength: 'possible',
    reasons: ['phone', 'name_first'],
  },
  {
    title: 'an accent, and the phone in the other field without its nine',
    one: { name: 'José Ramos', cellphone: PHONE },
    other: { name: 'Jose Ramos', phone: '1187654321' },
    strength: 'strong',
    reasons: ['phone', 'name'],
  },
  {
    title: 'a name in another order with the same mail',
    one: { name: 'Souza Maria', mail: MAIL },
    other: { name: 'Maria Souza', mail: ' Familia@Exemplo.com.br' },
    strength: 'strong',
    reasons: ['mail', 'name'],
  },
  {
    title: 'father and son with one phone',
    one: { name: 'João Pereira Lima', cellphone: PHONE },
    other: { name: 'João Pereira Lima Filho', cellphone: PHONE },
    strength: null,
    reasons: ['phone', 'kin'],
  },
  {
    title: 'father and son with one name and two documents',
    one: { name: 'João Pereira Lima', cellphone: PHONE, cpf: CPF },
    other: { name: 'João Pereira Lima', cellphone: PHONE, cpf: OTHER_CPF },
    strength: null,
    reasons: ['documents_differ', 'phone', 'name'],
  },
  {
    title: 'husband and wife with one mail and no documents',
    one: { name: 'Ana Souza', mail: MAIL },
    other: { name: 'Carlos Souza', mail: MAIL },
    strength: 'possible',
    reasons: ['mail', 'names_differ'],
  },
  {
    title: 'husband and wife with one mail, one phone and two documents',
    one: { name: 'Ana Souza', mail: MAIL, cellphone: PHONE, cpf: CPF },
    other: { name: 'Carlos Souza', mail: MAIL, cellphone: PHONE, cpf: OTHER_CPF },
    strength: null,
    reasons: ['documents_differ', 'phone', 'mail', 'names_differ'],
  },
  {
    title: 'a company and its owner with one phone',
    one: { name: 'Padaria do Zé Ltda', cellphone: PHONE, cpf: CNPJ },
    other: { name: 'José Ramos', cellphone: PHONE, cpf: CPF },
    strength: null,
    reasons: ['documents_differ', 'phone', 'names_differ'],
  },
  {
    title: 'branches of one company',
    one: { name: 'Padaria do Zé Ltda', cellphone: PHONE, mail: MAIL, cpf: CNPJ },
    other: { name: 'Padaria do Zé Ltda', cellphone: PHONE, mail: MAIL, cpf: BRANCH },
    strength: null,
    reasons: ['branches', 'phone', 'mail', 'name'],
  },
  {
    title: 'one phone under two names',
    one: { name: 'Ana Souza', cellphone: PHONE },
    other: { name: 'Carlos Mendes', cellphone: PHONE },
    strength: null,
    reasons: ['phone', 'names_differ'],
  },
  {
    title: 'name and birthday',
    one: { name: 'Ana Souza', birth_date: '1980-02-03' },
    other: { name: 'Ana Souza', birth_date: '1980-02-03' },
    strength: 'probable',
    reasons: ['birth_date', 'name'],
  },
  {
    title: 'many people have the same name alone',
    one: { name: 'Ana Souza' },
    other: { name: 'Ana Souza' },
    strength: null,
    reasons: ['name'],
  },
]

describe('two clients', () => {
  for (const { title, one, other, strength, reasons } of CASES)
    it(title, () => {
      const found = likeness(person(one), person(other))
      expect(found.reasons).toEqual(reasons)
      expect(found.score < LEAST_SCORE ? null : strengthOf(found.score)).toBe(strength)
      expect(likeness(person(other), person(one))).toEqual(found)
    })

  it('a further thing in common raises the score, another birthday lowers it', () => {
    const base = { name: 'Maria Souza Lima', cellphone: PHONE }
    const score = (one: Partial<Compared>, other: Partial<Compared>) =>
      likeness(person({ ...base, ...one }), person({ ...base, name: 'Maria Souza', ...other })).score
    expect(score({ mail: MAIL }, { mail: MAIL })).toBeGreaterThan(score({}, {}))
    expect(score({ birth_date: '1980-01-01' }, { birth_date: '1999-01-01' })).toBeLessThan(score({}, {}))
  })
})

describe('keys', () => {
  it('a phone has one key in every form', () => {
    for (const text of ['(11) 98765-4321', '11987654321', '+55 11 98765-4321', '011987654321', '1187654321'])
      expect(phoneKey(text)).toBe('1187654321')
    for (const text of ['', '987654321', '11999999999', '123']) expect(phoneKey(text)).toBeNull()
  })

  it('a document and a mail have one key in every form', () => {
    for (const text of ['01234567890', '1234567890', '012.345.678-90'])
      expect(documentKey(text)).toBe('1234567890')
    for (const text of ['', '00000000000', '123', '99999999999']) expect(documentKey(text)).toBeNull()
    expect(mailKey(' Ana@Exemplo.com ')).toBe('ana@exemplo.com')
    for (const text of ['', 'ana', '@', 'a@b@c']) expect(mailKey(text)).toBeNull()
  })
})
