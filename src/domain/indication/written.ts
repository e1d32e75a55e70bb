/** An unsent indication as a list of its fields, for a user who may read it and has no form for it any more. */
import { chosenTabs, clientOf, detailsOf, type TypedIndication } from './form.ts'
import { EXTERNAL_INSURANCES, holderOfDocument, insuranceOfTab, tabsFor } from './lines.ts'

interface Written {
  /** Name of the field as in conflicts and timeline: 'client.name', 'insurance_details.model'. */
  readonly field: string
  readonly value: unknown
}

const ALL_LINES = EXTERNAL_INSURANCES.map((id) => ({ id, name: '' }))
const ADDRESS = 'address'

/** Returns the filled fields of the client, then of each chosen line, which begins with its insurance. */
export function writtenIndication(typed: TypedIndication): Written[] {
  const { address, ...client } = clientOf(typed)
  const holder = holderOfDocument(client.cpf)
  const tabs = holder === null ? [] : chosenTabs(typed, tabsFor(holder, ALL_LINES))
  return [
    ...fields(client, 'client'),
    ...fields(address, `client.${ADDRESS}`),
    ...tabs.flatMap((tab) => {
      const { kind: _kind, ...details } = detailsOf(typed, tab)
      return [
        { field: 'insurance_id', value: insuranceOfTab(tab, details) },
        ...fields(details, 'insurance_details'),
      ]
    }),
  ]
}

const fields = (row: object, prefix: string): Written[] =>
  Object.entries(row)
    .map(([name, value]: [string, unknown]) => ({ field: `${prefix}.${name}`, value }))
    .filter(({ value }) => value !== null && value !== '')
