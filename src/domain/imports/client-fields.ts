/** The fields of 'Clientes', and the client fields that a list of leads has as well. docs/rules.md#any-import */
import { KIND_OF_VALUE, THIRD_PARTIES } from '../spreadsheet/other-headers.ts'
import { importField } from './fields.ts'

/**
 * Headers of other people and things. In a file of another system, the person who attends a client has a name, a mail
 * and a phone, too.
 */
const NOT_CLIENT = new RegExp(
  `${THIRD_PARTIES.source}|${KIND_OF_VALUE.source}|\\b(?:owner|proprietario|responsavel|atendente|consultor|consultora|seller|agent|concessionaria|dealership|user|criador|creator|spouse|children|managers?|assistants?|empresa|company|organization|organizacao|produto|product|pipeline|funil|campanha|campaign|arquivo|file|phonetic|yomi|nickname|apelido|prefix|prefixo|suffix|sufixo|middle|additional|proposta)\\b`,
  'u',
)
/** Words that say whose a value is, and change nothing. */
const OF_CLIENT = [
  'cliente',
  'segurado',
  'titular',
  'pessoa',
  'person',
  'contato',
  'contact',
  'numero',
  'ddd',
  'com',
]
const ofClient = { not: NOT_CLIENT, of: OF_CLIENT }
const ofPerson = { ...ofClient, ofPerson: true }

export const LONGEST_OLD_NUMBER = 60

export const CLIENT_NAME = importField(
  'client_name',
  'Nome do cliente',
  'nome cliente, cliente, nome completo, segurado, nome segurado, nome contato, pessoa nome, person name, contact name, contact person, pessoa contato, contato, contatos, associated contact, associated contacts, full name, lead name, customer name, customer, client name, client, razao social, nome razao social, titular, proponente, prospect, nome, name, primeiro nome, first name, given name',
  'Maria Oliveira',
  {
    not: new RegExp(`${NOT_CLIENT.source}|\\b(?:codigo|numero|id|item|seguro|apolice|data)\\b`, 'u'),
    required: true,
    longest: 200,
    // The whole name is there as well.
    beside: [
      {
        header: /^(?:first|given|primeiro) nome$/u,
        next: /^(?:nome|nome completo|full nome|nome cliente)$/u,
        anywhere: true,
        means: 'other',
      },
      // Whom one speaks to at a company.
      {
        header: /^(?:pessoa )?contato$/u,
        next: /^(?:nome|cliente|nome completo|nome cliente|segurado|(?:nome )?razao social)$/u,
        anywhere: true,
        means: 'other',
      },
    ],
  },
)
const NAME_PART = {
  longest: 200,
  // A name that is whole has them already.
  beside: [{ header: /./u, next: /^(?:nome completo|full nome)$/u, anywhere: true, means: 'other' }],
} as const
export const MIDDLE_NAME = importField(
  'middle_name',
  'Nome do meio',
  'nome meio, segundo nome, middle name, additional name',
  '',
  { not: /\b(?:phonetic|yomi)\b/u, ...NAME_PART },
)
export const LAST_NAME = importField(
  'last_name',
  'Sobrenome',
  'sobrenome, ultimo nome, last name, surname, family name',
  '',
  { ...ofClient, ...NAME_PART },
)
export const DOCUMENT = importField(
  'document',
  'CPF/CNPJ',
  'cpf cnpj, cpf ou cnpj, cnpj cpf, cpf, cnpj, documento, cgc cpf, document, tax id, vat',
  '529.982.247-25',
  {
    ...ofPerson,
    not: new RegExp(`${NOT_CLIENT.source}|\\b(?:identidade|rg|orgao|anterior|data)\\b`, 'u'),
  },
)
export const CELLPHONE = importField(
  'cellphone',
  'Celular',
  'celular, telefone celular, fone celular, tel celular, whatsapp, celular whatsapp, telefone whatsapp, telefone 1, telefone1, mobile phone number, mobile phone, mobile, cell phone, cellphone, pessoa telefone celular, person phone mobile, pessoa telefone, person phone, telefone trabalho, telefone celular whatsapp',
  '(11) 98765-4321',
  { ...ofPerson, several: true },
)
export const PHONE = importField(
  'phone',
  'Telefone',
  'telefone, telefone fixo, fixo, telefone residencial, telefone comercial, fone, tel, telefone 2, telefone2, phone number, phone, home phone, business phone, work phone, primary phone, pessoa telefone residencial, person phone home, person phone work',
  '(11) 3456-7890',
  { ...ofPerson, several: true },
)
export const MAIL = importField(
  'mail',
  'E-mail',
  'e mail, email, mail, correio eletronico, endereco email, pessoa e mail, pessoa email, person email, email address, person email work',
  'maria@exemplo.com.br',
  { ...ofPerson, several: true },
)
export const BIRTH_DATE = importField(
  'birth_date',
  'Data de nascimento',
  'data nascimento, nascimento, nasc, data nasc, aniversario, birth date, date of birth, birthday, birthdate',
  '15/03/1985',
  { ...ofPerson, not: new RegExp(`${NOT_CLIENT.source}|\\b(?:cidade|local|pais|uf|estado)\\b`, 'u') },
)

const STREET = /\b(?:rua|logradouro|endereco|street|avenida|bairro|complemento)\b|(?<!email )\baddress\b/u
/** 'Número' is the house's beside the street, and may be elsewhere. */
export const HOUSE_NUMBER = [
  { header: /^numero$/u, next: STREET, means: 'other' },
  { header: /^numero$/u, next: STREET, anywhere: true, means: 'doubt' },
] as const
/** Contacts have addresses of several kinds. */
const OF_ADDRESS = [...OF_CLIENT, 'endereco', 'address', 'home', 'residencial', 'residencia']
const ofAddress = {
  not: new RegExp(
    `${NOT_CLIENT.source}|\\b(?:email|ip|country|pais|box|extended|formatted|numero|civil|nascimento)\\b`,
    'u',
  ),
  of: OF_ADDRESS,
}

export const CLIENT_FIELDS = [
  importField(
    'old_number',
    'Número antigo',
    'numero antigo, codigo antigo, id antigo, codigo cliente, cod cliente, id cliente, numero cliente, n cliente, record id, record id contact, contact id, person id, pessoa id, id contato, id externo, external id',
    '1001',
    {
      alone: ['id', 'codigo', 'cod', 'numero', 'n'],
      longest: LONGEST_OLD_NUMBER,
      beside: HOUSE_NUMBER,
    },
  ),
  CLIENT_NAME,
  MIDDLE_NAME,
  LAST_NAME,
  DOCUMENT,
  importField('rg', 'RG', 'rg, identidade, numero rg, rg ie, documento identidade', '12.345.678-9', {
    ...ofPerson,
    not: new RegExp(`${NOT_CLIENT.source}|\\b(?:orgao|data|emissor|uf)\\b`, 'u'),
    longest: 20,
  }),
  BIRTH_DATE,
  CELLPHONE,
  PHONE,
  MAIL,
  importField('cep', 'CEP', 'cep, codigo postal, postal code, zip code, zip', '01310-100', ofAddress),
  importField(
    'street',
    'Rua',
    'rua, logradouro, endereco, end, street address, street, address',
    'Av. Paulista',
    { ...ofAddress, longest: 200 },
  ),
  importField(
    'address_number',
    'Número do endereço',
    'numero endereco, numero casa, n endereco, numero imovel, numero residencia, numero logradouro',
    '1000',
    { longest: 20, beside: [{ header: /^numero$/u, next: STREET, means: 'field' }] },
  ),
  importField('complement', 'Complemento', 'complemento, compl, complement', 'apto 12', {
    ...ofAddress,
    longest: 200,
  }),
  importField('district', 'Bairro', 'bairro, district, neighborhood', 'Bela Vista', {
    ...ofAddress,
    longest: 200,
  }),
  importField('city', 'Cidade', 'cidade, municipio, city', 'São Paulo', { ...ofAddress, longest: 200 }),
  importField('state', 'Estado', 'uf, estado, state region, state, region', 'SP', {
    ...ofAddress,
    longest: 60,
  }),
] as const
