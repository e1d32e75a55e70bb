/** Which column of a file is which field: found by the header, and remapped by hand. docs/rules.md#renewal-import */
import { z } from 'zod'
import {
  doubtfulColumns,
  type FieldLine,
  type FieldTable,
  missingColumns,
  suggestedColumns,
} from '../spreadsheet/column-guess.ts'
import { EARLIER_POLICY, KIND_OF_VALUE, OTHER_DAYS, THIRD_PARTIES } from '../spreadsheet/other-headers.ts'
import { END_HEADERS, END_OF_VALIDITY } from '../spreadsheet/policy-headers.ts'

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

const field = (label: string, headers: string, more: Partial<FieldLine> = {}): FieldLine => ({
  label,
  required: false,
  headers: headers.split(', '),
  ...more,
})
const NOT_INSURED = new RegExp(
  `${THIRD_PARTIES.source}|${KIND_OF_VALUE.source}|\\b(?:proposta|produto|ramo|grupo|anterior|identidade|rg)\\b`,
  'u',
)
/** Words that say whose a value is, and change nothing. */
const OF_INSURED = ['segurado', 'cliente', 'titular', 'contato', 'pessoa', 'numero', 'ddd']
const ofInsured = { not: NOT_INSURED, of: OF_INSURED }
const ofPerson = { ...ofInsured, ofPerson: true }
const required = { required: true }

export const RENEWAL_COLUMNS: Readonly<Record<RenewalField, FieldLine>> = {
  policy_number: field('Apólice', 'apolice, numero apolice, n apolice, nr apolice, num apolice', {
    ...required,
    not: new RegExp(
      `${EARLIER_POLICY.source}|\\b(?:item|tipo|status|situacao|data|emissao|valor|premio|vigencia|vencimento|fim|inicio|ramo|produto|corretor|titular)\\b`,
      'u',
    ),
    of: ['seguro'],
  }),
  item: field('Item', 'item, numero item, n item, nr item, num item, item apolice', {
    not: /\b(?:valor|premio|descricao|veiculo|tipo)\b/u,
  }),
  product: field('Produto', 'produto, nome produto, ramo, nome ramo, tipo seguro, modalidade', {
    not: /\b(?:codigo|numero|valor|data|grupo|fim|inicio|vigencia|vencimento)\b/u,
  }),
  client_name: field(
    'Cliente',
    'cliente, nome cliente, segurado, nome segurado, nome, titular, razao social, nome razao social, nome completo',
    {
      ...required,
      doubted: ['proponente', 'nome proponente'],
      not: new RegExp(`${NOT_INSURED.source}|\\b(?:codigo|numero|id|item|seguro|apolice|data)\\b`, 'u'),
    },
  ),
  document: field('CPF/CNPJ', 'cpf cnpj, cpf ou cnpj, cnpj cpf, cpf, cnpj, documento, cgc cpf', {
    ...required,
    ...ofPerson,
  }),
  cellphone: field(
    'Celular',
    'celular, telefone celular, fone celular, tel celular, whatsapp, celular whatsapp, telefone 1, telefone1',
    { ...ofPerson, several: true },
  ),
  phone: field(
    'Telefone',
    'telefone, telefone fixo, fixo, telefone residencial, telefone comercial, fone, tel, telefone 2, telefone2',
    { ...ofPerson, several: true },
  ),
  mail: field('E-mail', 'e mail, email, mail, correio eletronico, endereco email', {
    ...ofPerson,
    several: true,
  }),
  insurer: field('Seguradora', 'seguradora, nome seguradora, companhia, cia, cia seguradora', {
    not: /\b(?:anterior|origem|codigo|cnpj|susep|telefone|email)\b/u,
    doubted: ['congenere', 'cia congenere'],
  }),
  end_of_validity: field('Vencimento do seguro', END_HEADERS.join(', '), {
    ...required,
    ...END_OF_VALIDITY,
    alone: ['fim', 'data fim'],
    not: new RegExp(`${OTHER_DAYS.source}|${EARLIER_POLICY.source}`, 'u'),
  }),
  group: field(
    'Grupo hierárquico',
    'grupo hierarquico, grupo renovador, codigo grupo, cod grupo, grupo, hierarquia',
  ),
}

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
