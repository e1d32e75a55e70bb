/** The fields of a file of expiring policies, and the headers that name them. docs/rules.md#renewal-import */
import type { FieldLine } from '../spreadsheet/column-guess.ts'
import { EARLIER_POLICY, KIND_OF_VALUE, OTHER_DAYS, THIRD_PARTIES } from '../spreadsheet/other-headers.ts'
import { END_HEADERS, END_OF_VALIDITY } from '../spreadsheet/policy-headers.ts'
import { type ImportField, importField } from './fields.ts'

/** There is no model file of policies. */
const field = <const Name extends string>(
  name: Name,
  label: string,
  headers: string,
  more: Partial<FieldLine> = {},
): ImportField<Name> => importField(name, label, headers, '', more)

const NOT_INSURED = new RegExp(
  `${THIRD_PARTIES.source}|${KIND_OF_VALUE.source}|\\b(?:proposta|produto|ramo|grupo|anterior|identidade|rg)\\b`,
  'u',
)
/** Words that say whose a value is, and change nothing. */
const OF_INSURED = ['segurado', 'cliente', 'titular', 'contato', 'pessoa', 'numero', 'ddd']
const ofInsured = { not: NOT_INSURED, of: OF_INSURED }
const ofPerson = { ...ofInsured, ofPerson: true }
const required = { required: true }

export const RENEWAL_FIELDS = [
  field('policy_number', 'Apólice', 'apolice, numero apolice, n apolice, nr apolice, num apolice', {
    ...required,
    not: new RegExp(
      `${EARLIER_POLICY.source}|\\b(?:item|tipo|status|situacao|data|emissao|valor|premio|vigencia|vencimento|fim|inicio|ramo|produto|corretor|titular)\\b`,
      'u',
    ),
    of: ['seguro'],
  }),
  field('item', 'Item', 'item, numero item, n item, nr item, num item, item apolice', {
    not: /\b(?:valor|premio|descricao|veiculo|tipo)\b/u,
  }),
  field('product', 'Produto', 'produto, nome produto, ramo, nome ramo, tipo seguro, modalidade', {
    not: /\b(?:codigo|numero|valor|data|grupo|fim|inicio|vigencia|vencimento)\b/u,
  }),
  field(
    'client_name',
    'Cliente',
    'cliente, nome cliente, segurado, nome segurado, nome, titular, razao social, nome razao social, nome completo',
    {
      ...required,
      doubted: ['proponente', 'nome proponente'],
      not: new RegExp(`${NOT_INSURED.source}|\\b(?:codigo|numero|id|item|seguro|apolice|data)\\b`, 'u'),
    },
  ),
  field('document', 'CPF/CNPJ', 'cpf cnpj, cpf ou cnpj, cnpj cpf, cpf, cnpj, documento, cgc cpf', {
    ...required,
    ...ofPerson,
  }),
  field(
    'cellphone',
    'Celular',
    'celular, telefone celular, fone celular, tel celular, whatsapp, celular whatsapp, telefone 1, telefone1',
    { ...ofPerson, several: true },
  ),
  field(
    'phone',
    'Telefone',
    'telefone, telefone fixo, fixo, telefone residencial, telefone comercial, fone, tel, telefone 2, telefone2',
    { ...ofPerson, several: true },
  ),
  field('mail', 'E-mail', 'e mail, email, mail, correio eletronico, endereco email', {
    ...ofPerson,
    several: true,
  }),
  field('insurer', 'Seguradora', 'seguradora, nome seguradora, companhia, cia, cia seguradora', {
    not: /\b(?:anterior|origem|codigo|cnpj|susep|telefone|email)\b/u,
    doubted: ['congenere', 'cia congenere'],
  }),
  field('end_of_validity', 'Vencimento do seguro', END_HEADERS.join(', '), {
    ...required,
    ...END_OF_VALIDITY,
    alone: ['fim', 'data fim'],
    not: new RegExp(`${OTHER_DAYS.source}|${EARLIER_POLICY.source}`, 'u'),
  }),
  field(
    'group',
    'Grupo hierárquico',
    'grupo hierarquico, grupo renovador, codigo grupo, cod grupo, grupo, hierarquia',
  ),
] as const
