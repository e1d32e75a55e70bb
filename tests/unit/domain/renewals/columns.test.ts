/** Headers of insurers' files, and the columns that they suggest. */
import { describe, expect, test } from 'vitest'
import { missingImportFields } from '../../../../src/domain/imports/lists.ts'
import { RENEWAL_FIELDS } from '../../../../src/domain/imports/renewal-fields.ts'
import { plainHeader } from '../../../../src/domain/spreadsheet/column-guess.ts'
import { suggestedMapping } from './policies.ts'

type RenewalField = (typeof RENEWAL_FIELDS)[number]['name']

const field = (header: string): RenewalField | undefined => {
  const mapping = suggestedMapping([header])
  return RENEWAL_FIELDS.find(({ name }) => mapping[name] === 0)?.name
}

describe('a header', () => {
  const CASES: readonly (readonly [string, RenewalField | undefined])[] = [
    ['Apólice', 'policy_number'],
    ['APOLICE', 'policy_number'],
    ['Nº da Apólice', 'policy_number'],
    ['N.º Apólice', 'policy_number'],
    ['Número da apólice', 'policy_number'],
    ['Ramo', 'product'],
    ['Nome do Segurado', 'client_name'],
    ['SEGURADO', 'client_name'],
    ['Nome / Razão Social', 'client_name'],
    ['CPF/CNPJ', 'document'],
    ['CPF ou CNPJ do segurado', 'document'],
    ['cpf_cnpj', 'document'],
    ['Tel. Celular', 'cellphone'],
    ['Fone', 'phone'],
    ['E-mail', 'mail'],
    ['EMAIL DO CLIENTE', 'mail'],
    ['CPF do segurado', 'document'],
    ['Nome da seguradora', 'insurer'],
    ['Cia. Seguradora', 'insurer'],
    ['Seguradora', 'insurer'],
    ['Fim de Vigência', 'end_of_validity'],
    ['Dt. Fim Vigência', 'end_of_validity'],
    ['Término da vigência', 'end_of_validity'],
    ['VENCIMENTO', 'end_of_validity'],
    ['Grupo Hierárquico', 'group'],
    ['Cód. do Grupo', 'group'],
    ['Início de Vigência', undefined],
    ['Prêmio líquido', undefined],
    ['', undefined],
  ]
  test.each(CASES)('%s is %s', (header, expected) => expect(field(header)).toBe(expected))
})

test('every field is found by its own label', () => {
  const labels = RENEWAL_FIELDS.map(({ label }) => label)
  const mapping = suggestedMapping(labels)
  expect(RENEWAL_FIELDS.map(({ name }) => mapping[name])).toEqual(labels.map((_, column) => column))
})

test('a column is used once, and the better match wins', () => {
  const mapping = suggestedMapping(['Telefone Celular', 'Telefone', 'Nome da seguradora', 'Nome'])
  expect(mapping).toMatchObject({ cellphone: 0, phone: 1, insurer: 2, client_name: 3 })
})

test('small words, accents, case and signs do not count', () => {
  expect(plainHeader('  Data do FIM-de_Vigência (dd/mm) ')).toBe('data fim vigencia dd mm')
})

test('required fields without a column are named', () => {
  expect(missingImportFields('renewals', suggestedMapping(['Apólice', 'CPF']))).toEqual([
    'Cliente',
    'Vencimento do seguro',
  ])
})
