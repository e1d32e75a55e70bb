/** docs/rules.md#known-contacts */
import { describe, expect, test } from 'vitest'
import { newClient } from '../../../src/domain/client/changes.ts'
import { EMPTY_CLIENT } from '../../../src/domain/client/fields.ts'
import {
  askedContact,
  asksNothing,
  knownContactWords,
  sharedFields,
  sharedKey,
} from '../../../src/domain/client/typed-contact.ts'

const NOTHING = { cellphone: '', phone: '', mail: '' }
const maria = newClient('maria', {
  ...EMPTY_CLIENT,
  name: 'Maria Souza',
  cellphone: '31998765432',
  phone: '3133445566',
  mail: 'Maria@Exemplo.com',
})

describe('what is asked for', () => {
  test.each([
    ['an incomplete phone', { ...NOTHING, cellphone: '319987654' }],
    ['an area code that does not exist', { ...NOTHING, phone: '2033445566' }],
    ['an incomplete mail', { ...NOTHING, mail: 'maria@exemplo' }],
  ])('%s is not asked for', (_, typed) => {
    expect(asksNothing(askedContact(typed, null))).toBe(true)
  })

  test('complete values are asked for as they are compared', () => {
    const typed = { cellphone: '+55 (31) 99876-5432', phone: '031998765432', mail: ' MARIA@exemplo.com ' }
    expect(askedContact(typed, null)).toEqual({ phones: ['31998765432'], mail: 'maria@exemplo.com' })
  })

  test('a value that the client has already is not asked for, in any field', () => {
    const typed = { cellphone: '3133445566', phone: '31998765432', mail: 'maria@exemplo.com' }
    expect(asksNothing(askedContact(typed, maria))).toBe(true)
  })
})

describe('what a client shares', () => {
  test.each([
    ['a mobile', { ...NOTHING, cellphone: '31998765432' }, ['cellphone']],
    ['a mobile that was typed as landline', { ...NOTHING, phone: '31998765432' }, ['phone']],
    ['a landline that was typed as mobile', { ...NOTHING, cellphone: '3133445566' }, ['cellphone']],
    ['a mobile from before the ninth digit', { ...NOTHING, cellphone: '3198765432' }, ['cellphone']],
    ['a mail in other letters', { ...NOTHING, mail: 'MARIA@EXEMPLO.COM' }, ['mail']],
    ['two values', { cellphone: '31998765432', phone: '', mail: 'maria@exemplo.com' }, ['cellphone', 'mail']],
    ['nothing', { cellphone: '31998765433', phone: '', mail: 'mario@exemplo.com' }, []],
  ])('%s', (_, typed, fields) => {
    expect(sharedFields(typed, null, maria)).toEqual(fields)
  })

  test('an answer to an earlier value shares nothing with the present one', () => {
    expect(sharedFields({ ...NOTHING, cellphone: '3199876543' }, null, maria)).toEqual([])
  })

  test('empty fields of a client are not shared', () => {
    expect(sharedFields(NOTHING, null, newClient('blank', EMPTY_CLIENT))).toEqual([])
  })

  test('another value is another question, the same value in another mask is not', () => {
    const key = (cellphone: string) => sharedKey('maria', { ...NOTHING, cellphone }, ['cellphone'])
    expect(key('(31) 99876-5432')).toBe(key('31998765432'))
    expect(key('31998765431')).not.toBe(key('31998765432'))
  })
})

test.each([
  [['cellphone'], 0, 'Maria Souza já tem este celular'],
  [['phone'], 0, 'Maria Souza já tem este telefone'],
  [['mail', 'cellphone'], 0, 'Maria Souza já tem este celular e este e-mail'],
  [['mail'], 1, 'Maria Souza e mais 1 cliente já têm este e-mail'],
  [['cellphone'], 2, 'Maria Souza e mais 2 clientes já têm este celular'],
] as const)('%s with %i others is put into words', (fields, others, words) => {
  expect(knownContactWords('Maria Souza', fields, others)).toBe(words)
})
