/** Which column of a file is which field: found by the header, and remapped by hand. docs/rules.md#renewal-import */
import { z } from 'zod'
import { foldText } from '../text/fold.ts'

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
  item: field('Item', 'item, numero item, n item, nr item, num item, item apolice'),
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

/** Persons and companies of a policy that are not its insured. */
const THIRD_PARTIES =
  /\b(?:corretor|corretora|produtor|produtora|estipulante|subestipulante|condutor|condutora|beneficiari[oa]|seguradora|cia|companhia|vendedor|vendedora|indicador|indicadora|angariador|agenciador|assessoria|filial|sucursal|usuario|oficina|terceiro)\b/u
/** Days of a policy that are not its end. */
const OTHER_DAYS =
  /\b(?:parcelas?|boletos?|fatura|cartao|pagamento|pagto|inicio|inicial|emissao|emitid[oa]|proposta|nascimento|nasc|vistoria|cnh|cadastro|transmissao|cancelamento|debito|garantia)\b/u
const OF_THE_INSURED: ReadonlySet<RenewalField> = new Set([
  'client_name',
  'document',
  'cellphone',
  'phone',
  'mail',
])
/** The policy that came before the expiring one. */
const EARLIER_POLICY = /\b(?:anterior|renovada|origem|antiga)\b/u

/** The header names this field of somebody or something else. */
function isOfAnother(header: string, name: RenewalField): boolean {
  if (OF_THE_INSURED.has(name)) return THIRD_PARTIES.test(header)
  if (name === 'end_of_validity') return OTHER_DAYS.test(header)
  return (name === 'policy_number' || name === 'insurer') && EARLIER_POLICY.test(header)
}

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

function matchesOf(headers: readonly string[]): Match[] {
  return headers
    .flatMap((header, column) =>
      RENEWAL_FIELDS.map((name): Match => {
        const plain = plainHeader(header)
        const score = isOfAnother(plain, name) ? 0 : scoreOf(plain, RENEWAL_COLUMNS[name].headers)
        return { name, column, score }
      }),
    )
    .filter(({ score }) => score > 0)
    .toSorted((one, other) => other.score - one.score || one.column - other.column)
}

/** The mapping that the headers suggest. A column is used once, and the better match wins. */
export function suggestedMapping(headers: readonly string[]): RenewalMapping {
  const matches = matchesOf(headers)
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

/** A header that is a field's name, or begins with it. */
const SURE = 100

/**
 * The fields whose suggestion should be looked at: the header only has the name in it, or a column that no field has
 * names the field as well.
 */
export function doubtfulFields(headers: readonly string[], mapping: RenewalMapping): RenewalField[] {
  const used = new Set(RENEWAL_FIELDS.flatMap((name) => mapping[name] ?? []))
  const matches = matchesOf(headers)
  return RENEWAL_FIELDS.filter((name) => {
    const own = matches.find((match) => match.name === name && match.column === mapping[name])
    if (own === undefined) return false
    const rival = matches.some(
      (match) => match.name === name && !used.has(match.column) && match.score >= SURE,
    )
    return own.score < SURE || (rival && !NUMBERED.has(name))
  })
}

/** Files have several of them, and one is as good as another. */
const NUMBERED: ReadonlySet<RenewalField> = new Set(['cellphone', 'phone', 'mail'])

/** How many fields the headers name. */
export const recognised = (headers: readonly string[]): number => {
  const mapping = suggestedMapping(headers)
  return RENEWAL_FIELDS.filter((name) => mapping[name] !== null).length
}

/** The required fields that have no column. */
export const missingFields = (mapping: RenewalMapping): RenewalField[] =>
  RENEWAL_FIELDS.filter((name) => RENEWAL_COLUMNS[name].required && mapping[name] === null)
