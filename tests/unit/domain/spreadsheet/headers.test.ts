/** What headers of real files name, alone and beside their neighbours. docs/rules.md#spreadsheets */
import { describe, expect, test } from 'vitest'
import {
  doubtfulImportFields,
  type ListKind,
  suggestedImportMapping,
} from '../../../../src/domain/imports/lists.ts'
import { CLIENT_HEADERS, LEAD_HEADERS, RENEWAL_HEADERS } from './header-cases.ts'

/** The header of each field that has one, with '?' before it where it should be looked at. */
function guessed(list: ListKind, headers: readonly string[]): Record<string, string> {
  const mapping = suggestedImportMapping(list, headers)
  const doubtful = doubtfulImportFields(list, headers, mapping)
  return Object.fromEntries(
    Object.entries(mapping).flatMap(([name, column]) =>
      column === null ? [] : [[name, `${doubtful.includes(name) ? '?' : ''}${headers[column]}`]],
    ),
  )
}

/** The field of a header, as the tables write it. */
function fieldOf(list: ListKind, header: string): string | null {
  const [found] = Object.entries(guessed(list, [header]))
  return found === undefined ? null : `${found[1].startsWith('?') ? '?' : ''}${found[0]}`
}

describe('a header of renewals', () => {
  test.each(RENEWAL_HEADERS)('%s is %s', (header, field) => expect(fieldOf('renewals', header)).toBe(field))
})
describe('a header of clients', () => {
  test.each(CLIENT_HEADERS)('%s is %s', (header, field) => expect(fieldOf('clients', header)).toBe(field))
})
describe('a header of leads', () => {
  test.each(LEAD_HEADERS)('%s is %s', (header, field) => expect(fieldOf('leads', header)).toBe(field))
})

describe('beside its neighbours', () => {
  test('a number behind the street is the house’s, and elsewhere the old one with a doubt', () => {
    expect(guessed('clients', ['Nome', 'CPF', 'Rua', 'Número', 'Bairro'])).toMatchObject({
      street: 'Rua',
      address_number: 'Número',
    })
    expect(guessed('clients', ['Nome', 'CPF', 'Rua', 'Número', 'Bairro'])).not.toHaveProperty('old_number')
    expect(guessed('clients', ['Número', 'Nome', 'CPF', 'Rua'])).toMatchObject({ old_number: '?Número' })
    expect(guessed('clients', ['Número', 'Nome', 'CPF'])).toMatchObject({ old_number: 'Número' })
    expect(guessed('clients', ['Código', 'Nome', 'Endereço', 'Nº', 'Cidade'])).toMatchObject({
      old_number: 'Código',
      address_number: 'Nº',
    })
  })

  test('a contact behind another person is that person’s, unless it is looked at', () => {
    const headers = ['Segurado', 'CPF', 'Corretor', 'Celular', 'E-mail']
    expect(guessed('renewals', headers)).toMatchObject({
      document: 'CPF',
      cellphone: '?Celular',
      mail: '?E-mail',
    })
    expect(guessed('renewals', ['Corretor', 'Apólice', 'Segurado', 'Celular'])).toMatchObject({
      cellphone: 'Celular',
    })
    expect(guessed('renewals', ['Corretor', 'Telefone', 'Segurado', 'Telefone'])).toEqual({
      client_name: 'Segurado',
      phone: 'Telefone',
    })
  })

  test('of two columns of one name, the one behind the client is taken', () => {
    const mapping = suggestedImportMapping('renewals', ['Corretor', 'Telefone', 'Segurado', 'Telefone'])
    expect(mapping['phone']).toBe(3)
  })

  test('a due date beside the instalment is looked at, and the policy’s end wins', () => {
    expect(guessed('renewals', ['Apólice', 'Parcela', 'Vencimento'])).toMatchObject({
      end_of_validity: '?Vencimento',
    })
    expect(
      guessed('renewals', ['Apólice', 'Fim Vig.', 'Vencimento 1ª Parc.', 'Tel. Cor.', 'Celular']),
    ).toEqual({ policy_number: 'Apólice', end_of_validity: 'Fim Vig.', cellphone: 'Celular' })
  })

  test('the state beside a city is no result', () => {
    expect(guessed('leads', ['Nome', 'Cidade', 'Estado'])).not.toHaveProperty('result')
    expect(guessed('leads', ['Nome', 'Etapa', 'Estado'])).toMatchObject({ result: '?Estado' })
  })

  test('a whole name has no surname beside it', () => {
    expect(guessed('clients', ['Nome completo', 'Sobrenome'])).toEqual({ client_name: 'Nome completo' })
    expect(guessed('clients', ['First Name', 'Middle Name', 'Last Name'])).toEqual({
      client_name: 'First Name',
      middle_name: 'Middle Name',
      last_name: 'Last Name',
    })
  })

  test('contacts of Google', () => {
    const headers =
      'First Name,Middle Name,Last Name,Phonetic First Name,Nickname,File As,Organization Name,Birthday,Notes,Photo,Labels,E-mail 1 - Label,E-mail 1 - Value,E-mail 2 - Label,E-mail 2 - Value,Phone 1 - Label,Phone 1 - Value,Address 1 - Label,Address 1 - Formatted,Address 1 - Street,Address 1 - City,Address 1 - PO Box,Address 1 - Region,Address 1 - Postal Code,Address 1 - Country,Website 1 - Label,Website 1 - Value'.split(
        ',',
      )
    expect(guessed('clients', headers)).toEqual({
      client_name: 'First Name',
      middle_name: 'Middle Name',
      last_name: 'Last Name',
      birth_date: 'Birthday',
      cellphone: 'Phone 1 - Value',
      mail: 'E-mail 1 - Value',
      street: 'Address 1 - Street',
      city: 'Address 1 - City',
      state: 'Address 1 - Region',
      cep: 'Address 1 - Postal Code',
    })
    expect(guessed('leads', headers)).not.toHaveProperty('sale_value')
  })

  test('contacts of Outlook', () => {
    const headers =
      "First Name,Middle Name,Last Name,Title,Suffix,Nickname,E-mail Address,E-mail 2 Address,E-mail Type,E-mail Display Name,Home Phone,Business Phone,Mobile Phone,Home Fax,Assistant's Phone,Home Street,Home City,Home State,Home Postal Code,Home Country/Region,Company,Manager's Name,Spouse,Birthday,Notes".split(
        ',',
      )
    expect(guessed('clients', headers)).toEqual({
      client_name: 'First Name',
      middle_name: 'Middle Name',
      last_name: 'Last Name',
      birth_date: 'Birthday',
      cellphone: 'Mobile Phone',
      phone: 'Home Phone',
      mail: 'E-mail Address',
      street: 'Home Street',
      city: 'Home City',
      state: 'Home State',
      cep: 'Home Postal Code',
    })
  })
})
