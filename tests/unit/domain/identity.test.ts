/** Who a client is: docs/rules.md#identity-of-a-client */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type IdentityChange,
  identityChange,
  identityProblem,
  identityVerdict,
  isAnotherPerson,
  isOtherDocument,
  type Person,
  personWords,
} from '../../../src/domain/client/identity.ts'
import { fieldsOfOnePerson, identityConflicts } from '../../../src/domain/client/identity-conflicts.ts'
import { cleanDocument, isDocument } from '../../../src/domain/documents/cpf-cnpj.ts'

const EMANUELLY: Person = { name: 'Emanuelly Duarte', cpf: '20549917403' }
const OTHER = '52998224725'

describe('what a change makes of a client', () => {
  test.each<[what: string, typed: Partial<Person>, change: IdentityChange]>([
    ['nothing', {}, 'none'],
    ['her married name', { name: 'Emanuelly Duarte Lima' }, 'none'],
    ['her name after a divorce', { name: 'Emanuelly Prado' }, 'none'],
    ['a slip of the pen', { name: 'Emanuely Duarte' }, 'none'],
    ['another name in capitals', { name: 'EMANUELLY DUARTE' }, 'none'],
    ['a name that shares no word', { name: 'Marcos Prado' }, 'name'],
    ['particles alone in common', { name: 'Marcos de Prado' }, 'name'],
    ['another document', { cpf: OTHER }, 'document'],
    ['another document and a longer name', { name: 'Emanuelly Duarte Lima', cpf: OTHER }, 'document'],
    ['another document and her first name alone', { name: 'Emanuelly Prado', cpf: OTHER }, 'document'],
    ['no document', { cpf: '' }, 'removed'],
    ['another document and another name', { name: 'Marcos Prado', cpf: OTHER }, 'person'],
    ['her husband', { name: 'Marcos Duarte', cpf: OTHER }, 'person'],
    ['a company', { name: 'Padaria Central Ltda', cpf: '11222333000181' }, 'person'],
    [
      'a document with wrong digits and another name',
      { name: 'Marcos Prado', cpf: '12345678900' },
      'document',
    ],
  ])('%s', (_what, typed, change) => {
    expect(identityChange(EMANUELLY, { ...EMANUELLY, ...typed })).toBe(change)
  })

  test('a client without a document, or with one of wrong digits, may get one', () => {
    const marcos = { name: 'Marcos Prado', cpf: OTHER }
    expect(identityChange({ ...EMANUELLY, cpf: '' }, marcos)).toBe('none')
    expect(identityChange({ ...EMANUELLY, cpf: '12345678900' }, { ...EMANUELLY, cpf: OTHER })).toBe('none')
    expect(identityChange({ ...EMANUELLY, cpf: '12345678900' }, marcos)).toBe('person')
  })

  test('a document that lost its zeros in a spreadsheet is the same', () => {
    const known = { name: 'Ana', cpf: '01234567890' }
    expect(identityChange(known, { name: 'Ana', cpf: '1234567890' })).toBe('none')
  })

  test('father and son are two', () => {
    const father = { name: 'João Silva', cpf: EMANUELLY.cpf }
    expect(identityChange(father, { name: 'João Silva Filho', cpf: OTHER })).toBe('person')
  })
})

const name = fc.constantFrom(
  'Emanuelly Duarte',
  'Emanuelly Duarte Lima',
  'Emanuelly Prado',
  'Marcos Prado',
  'Marcos Duarte',
  'Beatriz Nunes',
  'Padaria Central Ltda',
  'J. Duarte',
  '',
)
const cpf = fc.constantFrom('', '20549917403', OTHER, '39053344705', '11222333000181', '12345678900')
const person = fc.record({ name, cpf })
const choice = fc.constantFrom(undefined, 'correct' as const, 'other' as const)

describe('of any two persons', () => {
  test('nothing is written over a client with a document by another valid document and another name', () => {
    fc.assert(
      fc.property(person, person, choice, (known, typed, chosen) => {
        fc.pre(identityChange(known, typed) === 'person')
        expect(identityVerdict(known, typed, chosen)).not.toBe('write')
        expect(isDocument(typed.cpf)).toBe(true)
        expect(cleanDocument(typed.cpf)).not.toBe(cleanDocument(known.cpf))
      }),
    )
  })

  test('without a choice a document changes only under the same name, and a name only where a word stays', () => {
    fc.assert(
      fc.property(person, person, (known, typed) => {
        fc.pre(known.cpf !== '' && isDocument(known.cpf) && known.name !== '' && typed.name !== '')
        if (identityVerdict(known, typed, undefined) !== 'write') return
        const words = (text: string) => text.toLowerCase().split(/[ .]+/)
        const common = words(known.name).filter((word) => word.length > 1 && words(typed.name).includes(word))
        expect(common).not.toEqual([])
        if (typed.cpf !== known.cpf) expect(typed.name === known.name || common.length > 1).toBe(true)
      }),
    )
  })

  test('without a choice no document is taken away: the next command could make anyone of the client', () => {
    fc.assert(
      fc.property(person, person, (known, typed) => {
        fc.pre(isDocument(known.cpf))
        expect(identityVerdict(known, { ...typed, cpf: '' }, undefined)).toBe('refuse')
      }),
    )
  })

  test('a choice is followed wherever one is asked for, and what is refused has a reason', () => {
    fc.assert(
      fc.property(person, person, choice, (known, typed, chosen) => {
        const change = identityChange(known, typed)
        const verdict = identityVerdict(known, typed, chosen)
        if (change === 'none') expect(verdict).toBe('write')
        else expect(identityProblem(known, typed)?.message).toMatch(/\w/)
        if (change === 'document' || change === 'removed' || change === 'name')
          if (chosen !== undefined) expect(verdict).toBe(chosen === 'correct' ? 'write' : 'other')
      }),
    )
  })

  test('a line of a file completes no one whom a save would not write to', () => {
    fc.assert(
      fc.property(person, person, (known, typed) => {
        fc.pre(known.cpf !== '' && typed.cpf !== '')
        if (!isAnotherPerson(known, typed)) expect(identityChange(known, typed)).toBe('none')
        expect(isAnotherPerson(known, known)).toBe(false)
      }),
    )
  })
})

test('name and document that changed together are one choice', () => {
  const fields = ['client.mail', 'client.name', 'client.cpf', 'client.birth_date']
  expect(fieldsOfOnePerson(fields)).toEqual(['client.name', 'client.cpf', 'client.birth_date'])
  expect(fieldsOfOnePerson(['client.name', 'client.mail'])).toEqual([])
})

test('a policy is of another person by its document alone', () => {
  expect(isOtherDocument(EMANUELLY, { name: '', cpf: OTHER })).toBe(true)
  expect(isOtherDocument(EMANUELLY, { name: 'Marcos', cpf: '' })).toBe(false)
  expect(isOtherDocument({ ...EMANUELLY, cpf: '' }, { name: '', cpf: OTHER })).toBe(false)
})

test('a person is named with the kind of its document', () => {
  expect(personWords(EMANUELLY)).toBe('Emanuelly Duarte (CPF 205.499.174-03)')
  expect(personWords({ name: 'Padaria', cpf: '11222333000181' })).toBe('Padaria (CNPJ 11.222.333/0001-81)')
  expect(personWords({ name: '', cpf: OTHER })).toBe('CPF 529.982.247-25')
  expect(personWords({ name: 'Ana', cpf: '' })).toBe('Ana')
})

describe('two changes of one client', () => {
  const row = ({ name, cpf }: Person, more: object = {}) => ({
    'client.name': name,
    'client.cpf': cpf,
    'client.rg': '',
    ...more,
  })

  test('a document that was typed for another person conflicts together with the name', () => {
    const current = row({ ...EMANUELLY, name: 'Marcos Prado' })
    const wanted = { ...current, 'client.cpf': OTHER }
    const base = { 'client.name': EMANUELLY.name, 'client.cpf': EMANUELLY.cpf }
    expect(identityConflicts(base, current, wanted)).toEqual([
      { field: 'client.name', yours: EMANUELLY.name, current: 'Marcos Prado' },
    ])
  })

  test('what names no person, and a change of the same person, merge', () => {
    const current = row({ ...EMANUELLY, name: 'Emanuelly Lima' })
    const base = { 'client.name': EMANUELLY.name, 'client.cpf': EMANUELLY.cpf }
    expect(identityConflicts(base, current, { ...current, 'client.rg': '5' })).toEqual([])
    const other = row({ ...EMANUELLY, name: 'Marcos Prado' })
    expect(identityConflicts(base, other, { ...other, 'client.mail': 'a@b.com' })).toEqual([])
  })
})
