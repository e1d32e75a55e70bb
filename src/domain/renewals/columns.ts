/** Which column of a file is which field: found by the header, and remapped by hand. docs/rules.md#renewal-import */
import { z } from 'zod'
import {
  doubtfulColumns,
  type FieldLine,
  type FieldTable,
  missingColumns,
  suggestedColumns,
} from '../spreadsheet/column-guess.ts'
import { OTHER_DAYS, THIRD_PARTIES } from '../spreadsheet/other-headers.ts'

export const RENEWAL_FIELDS = [
  'policy_number',
  'item',
  'product',
  'client_name',
  'document',
  'cellphone',
  'phone',
  'mail',
  'insurer',
  'end_of_validity',
  'group',
] as const
export type RenewalField = (typeof RENEWAL_FIELDS)[number]

/** The policy that came before the expiring one. */
const EARLIER_POLICY = /\b(?:anterior|renovada|origem|antiga)\b/u

const field = (label: string, headers: string, more: Partial<FieldLine> = {}): FieldLine => ({
  label,
  required: false,
  headers: headers.split(', '),
  ...more,
})
const ofInsured = { not: THIRD_PARTIES }
const required = { required: true }

export const RENEWAL_COLUMNS: Readonly<Record<RenewalField, FieldLine>> = {
  policy_number: field('Apólice', 'apolice, numero apolice, n apolice, nr apolice, num apolice', {
    ...required,
    not: EARLIER_POLICY,
  }),
  item: field('Item', 'item, numero item, n item, nr item, num item, item apolice'),
  product: field('Produto', 'produto, nome produto, ramo, tipo seguro, modalidade'),
  client_name: field(
    'Cliente',
    'cliente, nome cliente, segurado, nome segurado, nome, titular, razao social',
    { ...required, ...ofInsured },
  ),
  document: field('CPF/CNPJ', 'cpf cnpj, cpf ou cnpj, cnpj cpf, cpf, cnpj, documento, cgc cpf', {
    ...required,
    ...ofInsured,
  }),
  cellphone: field(
    'Celular',
    'celular, telefone celular, fone celular, tel celular, whatsapp, telefone 1, telefone1',
    { ...ofInsured, several: true },
  ),
  phone: field(
    'Telefone',
    'telefone, telefone fixo, telefone residencial, telefone comercial, fone, tel, telefone 2, telefone2',
    { ...ofInsured, several: true },
  ),
  mail: field('E-mail', 'e mail, email, mail, correio eletronico', { ...ofInsured, several: true }),
  insurer: field('Seguradora', 'seguradora, companhia, cia, cia seguradora, congenere', {
    not: EARLIER_POLICY,
  }),
  end_of_validity: field(
    'Vencimento do seguro',
    'vencimento seguro, fim vigencia, final vigencia, termino vigencia, vigencia final, vigencia ate, vencimento, data vencimento, vcto, validade',
    { ...required, not: OTHER_DAYS },
  ),
  group: field(
    'Grupo hierárquico',
    'grupo hierarquico, grupo renovador, codigo grupo, cod grupo, grupo, hierarquia',
  ),
}

/** What the days of a field are. docs/rules.md#order-of-days */
export const RENEWAL_DAYS = { end_of_validity: 'end' } as const

const TABLE: FieldTable<RenewalField> = { fields: RENEWAL_FIELDS, lineOf: (name) => RENEWAL_COLUMNS[name] }

/** The place of each field's column in a line; null: the file has none. */
export type RenewalMapping = Readonly<Record<RenewalField, number | null>>

const place = z.number().int().min(0).max(999).nullable()
export const renewalMappingSchema = z.strictObject({
  policy_number: place,
  // Devices with an earlier version of the app do not send it.
  item: place.default(null),
  product: place,
  client_name: place,
  document: place,
  cellphone: place,
  phone: place,
  mail: place,
  insurer: place,
  end_of_validity: place,
  group: place,
})

/** The mapping that the headers suggest. A column is used once, and the better match wins. */
export function suggestedMapping(headers: readonly string[]): RenewalMapping {
  const found = suggestedColumns(TABLE, headers)
  const columnOf = (name: RenewalField) => found.get(name) ?? null
  return {
    policy_number: columnOf('policy_number'),
    item: columnOf('item'),
    product: columnOf('product'),
    client_name: columnOf('client_name'),
    document: columnOf('document'),
    cellphone: columnOf('cellphone'),
    phone: columnOf('phone'),
    mail: columnOf('mail'),
    insurer: columnOf('insurer'),
    end_of_validity: columnOf('end_of_validity'),
    group: columnOf('group'),
  }
}

/** The fields whose suggestion should be looked at. */
export const doubtfulFields = (headers: readonly string[], mapping: RenewalMapping): RenewalField[] =>
  doubtfulColumns(TABLE, headers, (name) => mapping[name])

/** How many fields the headers name. */
export const recognised = (headers: readonly string[]): number => suggestedColumns(TABLE, headers).size

/** The required fields that have no column. */
export const missingFields = (mapping: RenewalMapping): RenewalField[] =>
  missingColumns(TABLE, (name) => mapping[name])
