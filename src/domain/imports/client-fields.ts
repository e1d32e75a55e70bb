/** The fields of 'Clientes', and the client fields that a list of leads has as well. docs/rules.md#any-import */
import { THIRD_PARTIES } from '../spreadsheet/other-headers.ts'
import { importField } from './fields.ts'

/**
 * Headers of other people and things. In a file of another system, the person who attends a client has a name, a mail
 * and a phone, too.
 */
const NOT_CLIENT = new RegExp(
  `${THIRD_PARTIES.source}|\\b(?:owner|proprietario|responsavel|atendente|consultor|consultora|seller|agent|concessionaria|dealership|usuario|user|criador|creator|conjuge|empresa|produto|product|pipeline|funil|campanha|campaign|arquivo|file)\\b`,
  'u',
)
const ofClient = { not: NOT_CLIENT }

export const LONGEST_OLD_NUMBER = 60

export const CLIENT_NAME = importField(
  'client_name',
  'Nome do cliente',
  'nome cliente, cliente, nome completo, segurado, nome segurado, nome contato, pessoa nome, person name, contact name, contact person, pessoa contato, contato, contatos, associated contact, associated contacts, full name, lead name, customer name, customer, client name, client, razao social, titular, proponente, prospect, primeiro nome, first name, nome, name',
  'Maria Oliveira',
  { ...ofClient, required: true, longest: 200 },
)
export const LAST_NAME = importField(
  'last_name',
  'Sobrenome',
  'sobrenome, ultimo nome, last name, surname, family name',
  '',
  { ...ofClient, longest: 200 },
)
export const DOCUMENT = importField(
  'document',
  'CPF/CNPJ',
  'cpf cnpj, cpf ou cnpj, cnpj cpf, cpf, cnpj, documento, cgc cpf, document, tax id, vat',
  '529.982.247-25',
  ofClient,
)
export const CELLPHONE = importField(
  'cellphone',
  'Celular',
  'celular, telefone celular, fone celular, tel celular, whatsapp, telefone 1, telefone1, mobile phone number, mobile phone, mobile, cell phone, cellphone, pessoa telefone celular, person phone mobile, pessoa telefone, person phone, telefone trabalho',
  '(11) 98765-4321',
  { ...ofClient, several: true },
)
export const PHONE = importField(
  'phone',
  'Telefone',
  'telefone, telefone fixo, telefone residencial, telefone comercial, fone, tel, telefone 2, telefone2, phone number, phone, home phone, pessoa telefone residencial, person phone home, person phone work',
  '(11) 3456-7890',
  { ...ofClient, several: true },
)
export const MAIL = importField(
  'mail',
  'E-mail',
  'e mail, email, mail, correio eletronico, pessoa e mail, pessoa email, person email, email address, person email work',
  'maria@exemplo.com.br',
  { ...ofClient, several: true },
)
export const BIRTH_DATE = importField(
  'birth_date',
  'Data de nascimento',
  'data nascimento, nascimento, nasc, data nasc, aniversario, birth date, date of birth, birthday, birthdate',
  '15/03/1985',
  ofClient,
)

export const CLIENT_FIELDS = [
  importField(
    'old_number',
    'Número antigo',
    'numero antigo, codigo antigo, id antigo, codigo cliente, cod cliente, id cliente, numero cliente, n cliente, record id, record id contact, contact id, person id, pessoa id, id contato, id externo, external id',
    '1001',
    { alone: ['id', 'codigo', 'cod', 'numero', 'n'], longest: LONGEST_OLD_NUMBER },
  ),
  CLIENT_NAME,
  LAST_NAME,
  DOCUMENT,
  importField('rg', 'RG', 'rg, identidade, numero rg, rg ie', '12.345.678-9', { ...ofClient, longest: 20 }),
  BIRTH_DATE,
  CELLPHONE,
  PHONE,
  MAIL,
  importField('cep', 'CEP', 'cep, codigo postal, postal code, zip code, zip', '01310-100', ofClient),
  importField('street', 'Rua', 'rua, logradouro, endereco, street address, street, address', 'Av. Paulista', {
    not: new RegExp(`${NOT_CLIENT.source}|\\b(?:e mail|email|mail|ip)\\b`, 'u'),
    longest: 200,
  }),
  importField('address_number', 'Número do endereço', 'numero endereco, numero casa, n endereco', '1000', {
    longest: 20,
  }),
  importField('complement', 'Complemento', 'complemento, compl, complement', 'apto 12', { longest: 200 }),
  importField('district', 'Bairro', 'bairro, district, neighborhood', 'Bela Vista', { longest: 200 }),
  importField('city', 'Cidade', 'cidade, municipio, city', 'São Paulo', { ...ofClient, longest: 200 }),
  importField('state', 'Estado', 'uf, estado, state region, state', 'SP', { ...ofClient, longest: 60 }),
] as const
