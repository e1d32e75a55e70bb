/** A sent indication as its form had it, for a correction: the inverse of `indicationsOf`. */
import type { ClientFields } from '../client/changes.ts'
import { digitsOfDay } from '../time/day-typing.ts'
import { DETAIL_FIELDS, type DetailField } from './detail-fields.ts'
import type { InsuranceDetails } from './details.ts'
import { EMPTY_LINE, type TypedAddress, type TypedIndication, type TypedLine } from './form.ts'
import { tabKeyOf } from './lines.ts'

interface Sent {
  readonly insurance_id: number
  readonly details: InsuranceDetails
  readonly client: ClientFields
}

/** Returns the typed values with the one line that was sent. */
export function typedAsSent({ insurance_id, details, client }: Sent): TypedIndication {
  const { name, mail, cpf, cellphone, phone, rg, birth_date, address } = client
  return {
    client: {
      name,
      mail,
      document: cpf,
      phone: cellphone || phone,
      rg,
      birth: digitsOfDay(birth_date),
      address,
    },
    lines: { [tabKeyOf(insurance_id)]: lineAsSent(details, address) },
  }
}

function lineAsSent(details: InsuranceDetails, ofClient: TypedAddress): TypedLine {
  const sent = new Map<string, unknown>(Object.entries(details))
  const values = DETAIL_FIELDS[details.kind]
    .filter(({ input }) => input !== 'address')
    .map((field): [string, string] => [field.name, typedValue(field, sent.get(field.name))])
    .filter(([, text]) => text !== '')
  return {
    ...EMPTY_LINE,
    on: true,
    values: Object.fromEntries(values),
    address: ownAddress(details, ofClient),
  }
}

/** Null: the client's own. */
function ownAddress(details: InsuranceDetails, ofClient: TypedAddress): TypedAddress | null {
  const address =
    details.kind === 'vehicle' ? details.address : details.kind === 'bike' ? details.storage_address : null
  return JSON.stringify(address) === JSON.stringify(ofClient) ? null : address
}

function typedValue({ input }: DetailField, value: unknown): string {
  if (typeof value === 'number') return String(value)
  if (typeof value !== 'string') return ''
  return input === 'date' ? digitsOfDay(value) : value
}

/** Names that the server's problems have and the form's do not. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  'client.cellphone': 'client.phone',
  insurance: 'lines',
  insurance_id: 'lines',
  details: 'lines',
}

/** Returns the form's name for a field of a refusal: 'details.model' of a car is 'vehicle.model'. */
export const fieldAsTyped = (field: string, insuranceId: number): string =>
  OTHER_NAMES[field] ?? field.replace(/^details\./, `${tabKeyOf(insuranceId)}.`)
