/**
 * The fields of a client, each declared once: docs/rules.md#clients. Types, schemas, empty values, select lists, names and
 * what a merge asks for follow from these tables. What only the server needs is in `server/records/clients.ts`, which does
 * not compile without a line for each field. No schema is loaded here: the page without login has no room for one.
 */
import { keysOf, partsOf, picked, rowOf } from '../record/parts.ts'

/** How a field is typed, and by that cleaned and shown. A day is YYYY-MM-DD, all others are texts. */
export type ClientTyping = 'text' | 'mail' | 'phone' | 'document' | 'day' | 'cep' | 'state'

export interface ClientField {
  readonly label: string
  readonly typing: ClientTyping
  /** The most characters of a text that is stored, and of one that is typed where it is cleaned of others. */
  readonly most?: number
  readonly longest?: number
  /** It tells who the client is. A merge of changes never takes some of these from one person and some from another. */
  readonly identity?: true
  /** A text in which people mention others: docs/rules.md#mentions */
  readonly mentions?: true
  /** Younger than a release: what a device of an earlier version queued or stored lacks it, and has it empty. */
  readonly later?: true
}

/** In the order of the wire. */
export const PERSON_FIELDS = {
  name: { label: 'Nome', typing: 'text', most: 200, identity: true },
  phone: { label: 'Telefone', typing: 'phone', most: 16, longest: 40 },
  cellphone: { label: 'Celular', typing: 'phone', most: 16, longest: 40 },
  mail: { label: 'E-mail', typing: 'mail', most: 200 },
  cpf: { label: 'CPF/CNPJ', typing: 'document', most: 14, longest: 40, identity: true },
  rg: { label: 'RG', typing: 'text', most: 20, identity: true },
  birth_date: { label: 'Data de nascimento', typing: 'day', identity: true },
  /** Templates and automations then write nothing to the client: docs/rules.md#opt-out */
  no_messages_since: { label: 'Não quer mensagens desde', typing: 'day', later: true },
} as const satisfies Readonly<Record<string, ClientField>>

export const ADDRESS_FIELDS = {
  cep: { label: 'CEP', typing: 'cep', most: 8, longest: 20 },
  street: { label: 'Rua', typing: 'text', most: 200, mentions: true },
  number: { label: 'Número', typing: 'text', most: 20 },
  comp: { label: 'Complemento', typing: 'text', most: 200, mentions: true },
  district: { label: 'Bairro', typing: 'text', most: 200 },
  city: { label: 'Cidade', typing: 'text', most: 200 },
  state: { label: 'Estado (UF)', typing: 'state', most: 2 },
} as const satisfies Readonly<Record<string, ClientField>>

/** What a CEP tells of an address, by its names in the answers about CEPs. */
export const CEP_PARTS = { street: 'logradouro', district: 'bairro', city: 'cidade', state: 'uf' } as const
export type FoundAddress = Record<keyof typeof CEP_PARTS, string>

export const foundAddress = (
  answer: Readonly<Record<(typeof CEP_PARTS)[keyof FoundAddress], string>>,
): FoundAddress => rowOf(keysOf(CEP_PARTS), (name) => answer[CEP_PARTS[name]])

type Declared = typeof PERSON_FIELDS
export type PersonField = keyof Declared
export type AddressField = keyof typeof ADDRESS_FIELDS

/** A value for each field of the person: of a text, or of a day. */
export type OfPerson<Text, Day> = {
  [Field in PersonField]: Declared[Field]['typing'] extends 'day' ? Day : Text
}
export type OfAddress<Text> = Record<AddressField, Text>

export const PERSON_NAMES = keysOf(PERSON_FIELDS)
export const ADDRESS_NAMES = keysOf(ADDRESS_FIELDS)
export const IDENTITY_FIELDS = keysOf(partsOf(PERSON_FIELDS, 'identity'))

/** Returns all fields of the person: these first, the others after them. */
export const personFieldsFrom = (...first: readonly PersonField[]): readonly PersonField[] => [
  ...new Set([...first, ...PERSON_NAMES]),
]

export function ofPerson<Text, Day>(text: (field: ClientField) => Text, day: Day): OfPerson<Text, Day>
export function ofPerson(text: (field: ClientField) => unknown, day: unknown): Record<string, unknown> {
  const fields = Object.entries<ClientField>(PERSON_FIELDS)
  return Object.fromEntries(fields.map(([name, field]) => [name, field.typing === 'day' ? day : text(field)]))
}

export function ofAddress<Text>(text: (field: ClientField) => Text): OfAddress<Text>
export function ofAddress(text: (field: ClientField) => unknown): Record<string, unknown> {
  const fields = Object.entries<ClientField>(ADDRESS_FIELDS)
  return Object.fromEntries(fields.map(([name, field]) => [name, text(field)]))
}

export const EMPTY_ADDRESS: OfAddress<string> = ofAddress(() => '')

type Fields = OfPerson<string, string | null> & { address: OfAddress<string> }

export const EMPTY_CLIENT: Fields = { ...ofPerson(() => '', null), address: EMPTY_ADDRESS }

/** Only the known fields: a row may have fields of a newer version, and lack those that are newer than itself. */
export const clientFieldsOf = (client: Fields): Fields => ({
  ...EMPTY_CLIENT,
  ...picked(client, PERSON_NAMES),
  address: { ...EMPTY_ADDRESS, ...picked(client.address, ADDRESS_NAMES) },
})
