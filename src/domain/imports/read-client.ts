/** The client of a line, in a list of clients and in one of leads. docs/rules.md#any-import */
import { isBirthDate } from '../client/birth-date.ts'
import type { ClientFields } from '../client/changes.ts'
import { EMPTY_ADDRESS, EMPTY_CLIENT } from '../client/fields.ts'
import { joinedName } from '../client/joined-name.ts'
import { mailIn } from '../client/mail-address.ts'
import { readCep } from '../documents/read-cep.ts'
import { STATES } from '../documents/states.ts'
import { type Cell, documentOf, identifierOf, phonesOf } from '../spreadsheet/cells.ts'
import { dayOf } from '../spreadsheet/day-cells.ts'
import { foldText } from '../text/fold.ts'
import { saoPauloDay } from '../time/sao-paulo.ts'
import type { CLIENT_FIELDS } from './client-fields.ts'
import { CLIENT_DAYS } from './day-fields.ts'
import { type LineCells, oldNumberOf } from './line-cells.ts'
import type { ClientRow } from './rows.ts'

/** In the order of `STATES`. */
const NAMES =
  'Acre,Alagoas,Amapá,Amazonas,Bahia,Ceará,Distrito Federal,Espírito Santo,Goiás,Maranhão,Mato Grosso,Mato Grosso do Sul,Minas Gerais,Pará,Paraíba,Paraná,Pernambuco,Piauí,Rio de Janeiro,Rio Grande do Norte,Rio Grande do Sul,Rondônia,Roraima,Santa Catarina,São Paulo,Sergipe,Tocantins'
const BY_NAME = new Map(NAMES.split(',').map((name, place) => [foldText(name), STATES[place] ?? '']))

/** The letters of a state that is written in letters or as its name; '' for no text, null for what is no state. */
function stateOf(text: string): string | null {
  const letters = text.trim().toUpperCase()
  if (letters === '' || STATES.includes(letters)) return letters
  return BY_NAME.get(foldText(text)) ?? null
}

type ClientName =
  | 'client_name'
  | 'middle_name'
  | 'last_name'
  | 'document'
  | 'cellphone'
  | 'phone'
  | 'mail'
  | 'birth_date'

/** Software writes its first days for none. */
const FIRST_BIRTH = '1901-01-01'

/** '' where there is none, null for what is no birth date. */
function birthOf(cell: Cell, nowMs: number): string | null {
  const day = dayOf(cell, saoPauloDay(nowMs), CLIENT_DAYS.birth_date)
  return day === null || day === '' || (isBirthDate(day, nowMs) && day >= FIRST_BIRTH) ? day : null
}

/** The mail of a cell that may have several; '' with a note for what is none. */
export function mailOf({ text, notes }: LineCells<'mail'>): string {
  const written = text('mail')
  const mail = mailIn(written)
  if (mail === null || (mail === '' && written !== '')) notes.push('E-mail inválido no arquivo')
  return mail ?? ''
}

/** What is no document, phone, mail or birth date is left out and noted: the client is worth more than it. */
export function clientOfLine(line: LineCells<ClientName>, nowMs: number): ClientFields {
  const { cell, text, has, reasons, notes } = line
  const name = joinedName([text('client_name'), text('middle_name'), text('last_name')])
  if (name === '') reasons.push('Sem nome do cliente')
  const cpf = documentOf(cell('document'))
  if (cpf === null) notes.push('CPF/CNPJ inválido no arquivo')
  const phones = phonesOf([cell('cellphone'), cell('phone')])
  if (phones.invalid > 0) notes.push('Telefone inválido no arquivo')
  const birth = has('birth_date') ? birthOf(cell('birth_date'), nowMs) : ''
  if (birth === null) notes.push('Data de nascimento inválida no arquivo')
  return {
    ...EMPTY_CLIENT,
    name,
    cpf: cpf ?? '',
    cellphone: phones.cellphone,
    phone: phones.phone,
    mail: mailOf(line),
    birth_date: birth || null,
  }
}

type AddressName = 'cep' | 'street' | 'address_number' | 'complement' | 'district' | 'city' | 'state'

function addressOfLine({ text, cell, notes }: LineCells<AddressName>): ClientFields['address'] {
  const cep = readCep(text('cep'))
  if (cep === null) notes.push('CEP inválido no arquivo')
  const state = stateOf(text('state'))
  if (state === null) notes.push('Estado inválido no arquivo')
  return {
    ...EMPTY_ADDRESS,
    cep: cep ?? '',
    street: text('street'),
    number: identifierOf(cell('address_number')) ?? text('address_number'),
    comp: text('complement'),
    district: text('district'),
    city: text('city'),
    state: state ?? '',
  }
}

export type ClientLine = LineCells<(typeof CLIENT_FIELDS)[number]['name']>

/** Reads a line of 'Clientes'; null where it is refused: `line.reasons` says why. */
export function readClient(line: ClientLine, nowMs: number): ClientRow | null {
  const old_number = oldNumberOf(line)
  const rg = identifierOf(line.cell('rg'))
  if (rg === null) line.notes.push('RG cortado pelo Excel no arquivo')
  const client = { ...clientOfLine(line, nowMs), rg: rg ?? '', address: addressOfLine(line) }
  return line.reasons.length > 0 ? null : { old_number, client, notes: line.notes }
}
