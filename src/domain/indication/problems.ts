/** What an external indication needs: docs/rules.md#external-indication. Both forms and the server ask these functions. */
import { isValidRenavam } from '@brazilian-utils/brazilian-utils/is-valid-renavam'
import { isBirthDate } from '../client/birth-date.ts'
import type { ClientFields } from '../client/changes.ts'
import { isMailAddress } from '../client/mail-address.ts'
import { isDocument } from '../documents/cpf-cnpj.ts'
import { type FieldProblem, problemWhen } from '../lead/field-problem.ts'
import { isPhone } from '../phone/phone.ts'
import { saoPauloDay } from '../time/sao-paulo.ts'
import { askedOf, DETAIL_FIELDS, type DetailField } from './detail-fields.ts'
import type { DetailKind } from './details.ts'
import { hasPetInsurance, holderOf, holderOfDocument, kindOf } from './lines.ts'

export const PET_CITIES_ONLY =
  'O seguro pet está disponível apenas em Belo Horizonte, Rio de Janeiro e São Paulo.'

const CHASSI = /^[A-HJ-NPR-Z0-9]{17}$/

const isEmpty = (value: unknown) =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '')

/** What the tab of a line says of the client's city; null: nothing. */
export const cityNote = (kind: DetailKind, city: string): string | null => {
  if (kind !== 'pet' || hasPetInsurance(city)) return null
  return city.trim() === '' ? `${PET_CITIES_ONLY} Informe a cidade no endereço do cliente.` : PET_CITIES_ONLY
}

/** Problems of the client, by the names of the form: 'client.name', 'client.address.cep'. */
export function externalClientProblems(client: ClientFields, nowMs: number): readonly FieldProblem[] {
  const { birth_date: birth, cellphone, phone } = client
  const wrong = (text: string, fits: (text: string) => boolean) => !isEmpty(text) && !fits(text)
  const isPerson = holderOfDocument(client.cpf) === 'person'
  return [
    ...problemWhen(isEmpty(client.name), 'client.name', 'Informe o nome'),
    ...problemWhen(isEmpty(client.mail), 'client.mail', 'Informe o e-mail'),
    ...problemWhen(wrong(client.mail, isMailAddress), 'client.mail', 'E-mail inválido'),
    ...problemWhen(isEmpty(client.cpf), 'client.cpf', 'Informe o CPF/CNPJ'),
    ...problemWhen(wrong(client.cpf, isDocument), 'client.cpf', 'CPF/CNPJ inválido'),
    ...problemWhen(isEmpty(cellphone) && isEmpty(phone), 'client.cellphone', 'Informe o telefone'),
    ...problemWhen(wrong(cellphone, isPhone), 'client.cellphone', 'Telefone inválido'),
    ...problemWhen(wrong(phone, isPhone), 'client.phone', 'Telefone inválido'),
    ...problemWhen(isPerson && isEmpty(client.rg), 'client.rg', 'Informe o RG'),
    ...problemWhen(
      birth !== null && !isBirthDate(birth, nowMs),
      'client.birth_date',
      'Data de nascimento inválida',
    ),
    ...problemWhen(
      wrong(client.address.cep, (cep) => /^\d{8}$/.test(cep)),
      'client.address.cep',
      'CEP inválido',
    ),
  ]
}

/** Whether a CPF asks for this line, or a CNPJ. An incomplete document is a problem of its own. */
export function lineProblems(insuranceId: number, document: string): readonly FieldProblem[] {
  const holder = holderOf(insuranceId)
  const asks = holderOfDocument(document)
  if (holder === null) return [{ field: 'insurance', message: 'Este seguro não pode ser indicado aqui' }]
  if (asks === null || asks === holder) return []
  const message =
    holder === 'person' ? 'Este seguro é só para pessoa física' : 'Este seguro é só para empresas'
  return [{ field: 'insurance', message }]
}

/** Problems of the details as typed, by name. `city` is the client's. */
export function detailProblems(
  kind: DetailKind,
  details: Readonly<Record<string, unknown>>,
  { city, nowMs }: { readonly city: string; readonly nowMs: number },
): readonly FieldProblem[] {
  return [
    ...DETAIL_FIELDS[kind].flatMap((field) => fieldProblems(field, details, nowMs)),
    ...problemWhen(kind === 'pet' && !hasPetInsurance(city), 'client.address.city', PET_CITIES_ONLY),
    ...problemWhen(
      kind === 'company' &&
        ['responsible_email', 'responsible_mobile', 'responsible_landline'].every((name) =>
          isEmpty(details[name]),
        ),
      'responsible_mobile',
      'Informe um contato do responsável',
    ),
  ]
}

export interface CheckedIndication {
  readonly client: ClientFields
  readonly insuranceId: number
  /** By name; `kind` may be among them. */
  readonly details: Readonly<Record<string, unknown>>
}

/** All problems of an indication in the order of the form: client, line, details ('details.model'). */
export function indicationProblems(
  { client, insuranceId, details }: CheckedIndication,
  nowMs: number,
): readonly FieldProblem[] {
  const kind = kindOf(insuranceId)
  const { city } = client.address
  const isOther = kind !== null && details.kind !== undefined && details.kind !== kind
  return [
    ...externalClientProblems(client, nowMs),
    ...lineProblems(insuranceId, client.cpf),
    ...problemWhen(isOther, 'details', 'Detalhes de outro tipo de seguro'),
    ...(kind === null || isOther
      ? []
      : detailProblems(kind, details, { city, nowMs }).map(({ field, message }) => ({
          field: field.startsWith('client.') ? field : `details.${field}`,
          message,
        }))),
  ]
}

function fieldProblems(
  field: DetailField,
  details: Readonly<Record<string, unknown>>,
  nowMs: number,
): readonly FieldProblem[] {
  const { name, label } = field
  const [value, ask] = [details[name], askedOf(field, details)]
  if (isEmpty(value))
    return problemWhen(ask !== undefined, name, `${field.input === 'choice' ? 'Escolha' : 'Informe'} ${ask}`)
  return problemWhen(!fits(field, value, nowMs), name, `${label}: valor inválido`)
}

function fits({ input, choices, name }: DetailField, value: unknown, nowMs: number): boolean {
  switch (input) {
    case 'choice':
      return choices?.some((choice) => choice === value) === true
    case 'few':
      return typeof value === 'number' && Number.isInteger(value) && value <= 99 && value >= least(name)
    case 'money':
      return typeof value === 'number' && Number.isInteger(value) && value >= 0
    case 'date':
      return typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) && value <= saoPauloDay(nowMs)
    case 'phone':
      return typeof value === 'string' && isPhone(value)
    case 'mail':
      return typeof value === 'string' && isMailAddress(value)
    case 'chassi':
      return typeof value === 'string' && CHASSI.test(value)
    case 'renavam':
      return typeof value === 'string' && isValidRenavam(value.padStart(11, '0'))
    case 'address':
      return typeof value === 'object'
    case 'text':
    case 'long':
      return typeof value === 'string'
  }
}

/** A quantity of none is no pet. */
const least = (name: string) => (name === 'quantity' ? 1 : 0)
