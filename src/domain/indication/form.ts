/**
 * The form of an external indication as typed, with and without login: its values, and the indications that it sends. docs/rules.md#external-indication. No schema is loaded here.
 */
import type { ClientFields } from '../client/changes.ts'
import { ADDRESS_NAMES, EMPTY_ADDRESS, EMPTY_CLIENT, type FoundAddress } from '../client/fields.ts'
import { stateOfCep } from '../documents/cep-state.ts'
import { cleanDocument } from '../documents/cpf-cnpj.ts'
import { isMobile } from '../phone/phone.ts'
import { rowOf } from '../record/parts.ts'
import { dayOfDigits } from '../time/day-typing.ts'
import { HEALTH_CONSENT_VERSION, type HealthConsent } from './consent.ts'
import { DETAIL_FIELDS, type DetailField, withoutHealth } from './detail-fields.ts'
import { holderOfDocument, type IndicationTab, insuranceOfTab } from './lines.ts'

export type TypedAddress = ClientFields['address']

/** Without their masks; the birth date as digits, day first. */
export const TYPED_TEXTS = ['name', 'mail', 'document', 'phone', 'rg', 'birth'] as const

export interface TypedClient extends Readonly<Record<(typeof TYPED_TEXTS)[number], string>> {
  readonly address: TypedAddress
}

export interface TypedLine {
  /** Whether this line is indicated. */
  readonly on: boolean
  readonly values: Readonly<Record<string, string>>
  /** Another address than the client's; null: the same. */
  readonly address: TypedAddress | null
  /** Without login: the agreement to be asked about health. Null: none, and then no such value either. */
  readonly healthConsent: HealthConsent | null
}

export interface TypedIndication {
  readonly client: TypedClient
  /** By the key of the tab. */
  readonly lines: Readonly<Record<string, TypedLine>>
}

export const EMPTY_LINE: TypedLine = { on: false, values: {}, address: null, healthConsent: null }
export const EMPTY_INDICATION: TypedIndication = {
  client: { ...rowOf(TYPED_TEXTS, () => ''), address: EMPTY_ADDRESS },
  lines: {},
}

/** Whether both have the same typed values. A line that is neither chosen nor filled is as good as none. */
export const sameIndication = (one: TypedIndication, other: TypedIndication): boolean =>
  textOf(one) === textOf(other)

function textOf({ client, lines }: TypedIndication): string {
  const filled = Object.entries(lines)
    .filter(([, line]) => JSON.stringify(line) !== JSON.stringify(EMPTY_LINE))
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
  return JSON.stringify([client, filled])
}

export const lineOf = (typed: TypedIndication, tab: IndicationTab): TypedLine =>
  typed.lines[tab.key] ?? EMPTY_LINE

export const withClient = (typed: TypedIndication, part: Partial<TypedClient>): TypedIndication => ({
  ...typed,
  client: { ...typed.client, ...part },
})

/** Fields of a line, or what an answer makes of them when it comes. */
export type LineChange = Partial<TypedLine> | ((present: TypedLine) => Partial<TypedLine>)

/** Switches a line. The responsible of a company is the same in its next lines: it is typed once. */
export function withLine(typed: TypedIndication, tab: IndicationTab, by: LineChange): TypedIndication {
  const before = lineOf(typed, tab)
  const change = typeof by === 'function' ? by(before) : by
  const begins = change.on === true && !before.on && Object.keys(before.values).length === 0
  const values = begins && tab.kind === 'company' ? responsibleOf(typed) : before.values
  return { ...typed, lines: { ...typed.lines, [tab.key]: { ...before, values, ...change } } }
}

/** Gives or takes back the agreement to be asked about health. Without it no such value stays. */
export const healthConsentOf = (
  { values }: TypedLine,
  given: HealthConsent | null,
): Pick<TypedLine, 'values' | 'healthConsent'> => ({
  healthConsent: given,
  values: given === null ? withoutHealth(values) : values,
})

/** Returns kept values as the page without login may show them: of health only what the present text covers. */
export const asConsented = (typed: TypedIndication): TypedIndication => ({
  ...typed,
  lines: Object.fromEntries(
    Object.entries(typed.lines).map(([key, line]) => {
      const { healthConsent: given } = line
      const isPresent = given?.version === HEALTH_CONSENT_VERSION
      return [key, { ...line, ...healthConsentOf(line, isPresent ? given : null) }]
    }),
  ),
})

function responsibleOf({ lines }: TypedIndication): Readonly<Record<string, string>> {
  const filled = Object.values(lines).find(({ on, values }) => on && values.responsible_name !== undefined)
  const { observation: _own, ...responsible } = filled?.values ?? {}
  return responsible
}

/** Only a person has an RG and a birth date. */
export function clientOf({ client }: TypedIndication): ClientFields {
  const { name, mail, document, phone, rg, birth, address } = client
  const isCompany = holderOfDocument(document) === 'company'
  const mobile = isMobile(phone)
  const typed = {
    name: name.trim(),
    mail: mail.trim(),
    cpf: cleanDocument(document),
    cellphone: mobile ? phone : '',
    phone: mobile ? '' : phone,
    rg: isCompany ? '' : rg,
    birth_date: isCompany ? null : dayOfDigits(birth),
    address: {
      ...rowOf(ADDRESS_NAMES, (field) => address[field].trim()),
      cep: address.cep,
      state: address.state.toUpperCase(),
    },
  }
  // The other fields are empty. `typed` comes first, too: the words of an indication that waits have its order.
  return { ...typed, ...EMPTY_CLIENT, ...typed }
}

function valueOf({ name, input }: DetailField, line: TypedLine, client: ClientFields): unknown {
  const typed = (line.values[name] ?? '').trim()
  switch (input) {
    case 'address':
      return line.address ?? client.address
    case 'few':
      return typed === '' ? null : Number(typed)
    case 'money':
      return typed === '' ? null : Number(typed)
    case 'date':
      return dayOfDigits(typed)
    case 'text':
    case 'long':
    case 'choice':
    case 'phone':
    case 'mail':
    case 'chassi':
    case 'renavam':
      return typed
  }
}

/** The details as `src/domain/indication/details.ts` has them, once they have no problem. */
export function detailsOf(typed: TypedIndication, tab: IndicationTab): Record<string, unknown> {
  const client = clientOf(typed)
  const line = lineOf(typed, tab)
  const values = DETAIL_FIELDS[tab.kind].map((field): [string, unknown] => [
    field.name,
    valueOf(field, line, client),
  ])
  return { kind: tab.kind, ...Object.fromEntries(values) }
}

/** The chosen lines among the tabs of this client. */
export const chosenTabs = (typed: TypedIndication, tabs: readonly IndicationTab[]) =>
  tabs.filter((tab) => lineOf(typed, tab).on)

export interface Indication {
  readonly insurance: number
  readonly label: string
  readonly details: Record<string, unknown>
  readonly client: ClientFields
}

/** One for each line, for values without problems. */
export function indicationsOf(typed: TypedIndication, tabs: readonly IndicationTab[]): Indication[] {
  const client = clientOf(typed)
  return chosenTabs(typed, tabs).map((tab) => {
    const details = detailsOf(typed, tab)
    return { insurance: insuranceOfTab(tab, details), label: tab.label, details, client }
  })
}

/** A CEP says its state. */
export const withCep = (typed: TypedAddress, cep: string): TypedAddress => ({
  ...typed,
  cep,
  state: stateOfCep(cep) || typed.state,
})

/**
 * Fills in the address that was found for the CEP of `asked`. Street and district stay as typed, and so does what was
 * typed since. If the CEP has changed meanwhile, the found address is not used.
 */
export function filledAddress(typed: TypedAddress, asked: TypedAddress, found: FoundAddress): TypedAddress {
  if (typed.cep !== asked.cep) return typed
  const fill = (name: 'city' | 'state') =>
    typed[name] === asked[name] ? found[name] || typed[name] : typed[name]
  return {
    ...typed,
    street: typed.street || found.street,
    district: typed.district || found.district,
    city: fill('city'),
    state: fill('state'),
  }
}
