/** Which column of a file is which field: found by the header, and remapped by hand. docs/rules.md#renewal-import */
import { z } from 'zod'
import { foldText } from '../text/fold.ts'

export const RENEWAL_FIELDS = [
  'policy_number',
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

interface FieldLine {
  readonly label: string
  /** Without it no line can be imported. */
  readonly required: boolean
  /** Headers that name it, as `plainHeader` writes them. The better name comes first. */
  readonly headers: readonly string[]
}

const field = (label: string, headers: string, required = false): FieldLine => ({
  label,
  required,
  headers: headers.split(', '),
})

export const RENEWAL_COLUMNS: Readonly<Record<RenewalField, FieldLine>> = {
  policy_number: field('Apólice', 'apolice, numero apolice, n apolice, nr apolice, num apolice', true),
  product: field('Produto', 'produto, nome produto, ramo, tipo seguro, modalidade'),
  client_name: field(
    'Cliente',
    'cliente, nome cliente, segurado, nome segurado, nome, titular, razao social',
    true,
  ),
  document: field('CPF/CNPJ', 'cpf cnpj, cpf ou cnpj, cnpj cpf, cpf, cnpj, documento, cgc cpf', true),
  cellphone: field(
    'Celular',
    'celular, telefone celular, fone celular, tel celular, whatsapp, telefone 1, telefone1',
  ),
  phone: field(
    'Telefone',
    'telefone, telefone fixo, telefone residencial, telefone comercial, fone, tel, telefone 2, telefone2',
  ),
  mail: field('E-mail', 'e mail, email, mail, correio eletronico'),
  insurer: field('Seguradora', 'seguradora, companhia, cia, cia seguradora, congenere'),
  end_of_validity: field(
    'Vencimento do seguro',
    'vencimento seguro, fim vigencia, final vigencia, termino vigencia, vigencia final, vigencia ate, vencimento, data vencimento, vcto, validade',
    true,
  ),
  group: field(
    'Grupo hierárquico',
    'grupo hierarquico, grupo renovador, codigo grupo, cod grupo, grupo, hierarquia',
  ),
}

/** The place of each field's column in a line; null: the file has none. */
export type RenewalMapping = Readonly<Record<RenewalField, number | null>>

const place = z.number().int().min(0).max(999).nullable()
export const renewalMappingSchema = z.strictObject({
  policy_number: place,
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

const SMALL_WORDS = new Set(['de', 'da', 'do', 'das', 'dos', 'o', 'a', 'dt'])

/** 'Nº da Apólice' becomes 'n apolice': no accents, case, signs and small words. */
export const plainHeader = (header: string): string =>
  foldText(header.replaceAll(/[º°ª]/g, ' '))
    .replaceAll(/[^a-z0-9]+/g, ' ')
    .trim()
    .split(' ')
    .filter((word) => !SMALL_WORDS.has(word))
    .join(' ')

interface Match {
  readonly name: RenewalField
  readonly column: number
  readonly score: number
}

/** A name that begins headers of other fields: 'Nome da seguradora'. */
const GENERAL = 'nome'

/**
 * A header that is a name counts most, then one that begins with it ('E-mail do cliente'), then one that has the longer
 * name in it. 0: it does not name the field.
 */
function scoreOf(header: string, names: readonly string[]): number {
  const exact = names.indexOf(header)
  if (exact >= 0) return 1000 - exact
  const within = names
    .filter((name) => ` ${header} `.includes(` ${name} `))
    .map((name) => name.length + (name !== GENERAL && header.startsWith(`${name} `) ? 100 : 0))
  return Math.max(0, ...within)
}

/** The mapping that the headers suggest. A column is used once, and the better match wins. */
export function suggestedMapping(headers: readonly string[]): RenewalMapping {
  const matches = headers
    .flatMap((header, column) =>
      RENEWAL_FIELDS.map((name): Match => {
        return { name, column, score: scoreOf(plainHeader(header), RENEWAL_COLUMNS[name].headers) }
      }),
    )
    .filter(({ score }) => score > 0)
    .toSorted((one, other) => other.score - one.score || one.column - other.column)
  const found = new Map<RenewalField, number>()
  const used = new Set<number>()
  for (const { name, column } of matches) {
    if (found.has(name) || used.has(column)) continue
    found.set(name, column)
    used.add(column)
  }
  const columnOf = (name: RenewalField) => found.get(name) ?? null
  return {
    policy_number: columnOf('policy_number'),
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

/** How many fields the headers name. */
export const recognised = (mapping: RenewalMapping): number =>
  RENEWAL_FIELDS.filter((name) => mapping[name] !== null).length

/** The required fields that have no column. */
export const missingFields = (mapping: RenewalMapping): RenewalField[] =>
  RENEWAL_FIELDS.filter((name) => RENEWAL_COLUMNS[name].required && mapping[name] === null)
