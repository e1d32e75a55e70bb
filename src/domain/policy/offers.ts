/**
 * Which fields of a lead a policy's PDF is offered for. Nothing is written before a person takes it.
 * docs/rules.md#policy-reading
 */

import type { ClientFields } from '../client/changes.ts'
import { deliveredKey } from '../insurer/same-insurer.ts'
import { hasProduct, type LeadFields } from '../lead/changes.ts'
import type { FormLayout } from '../lead/form-rules.ts'
import { isSameTerm } from '../renewals/policy-key.ts'
import { foldText } from '../text/fold.ts'
import { numberOfDay } from '../time/day-number.ts'
import type { PolicyReading, ReadValue } from './read-policy.ts'

/** The form's fields that a policy can fill. */
export type OfferedField =
  | 'client.cpf'
  | 'client.name'
  | 'product_details.license_plate'
  | 'product_details.chassis'
  | 'old_insurer'
  | 'old_end_of_validity'
  | 'end_of_validity'
  | 'sale_value_cents'

export interface PolicyOffer {
  readonly field: OfferedField
  /** A number is cents. */
  readonly value: string | number
  /** Marked 'Confira'. */
  readonly unsure: boolean
}

/** The values that the form shows. */
export interface ShownValues {
  readonly lead: LeadFields
  readonly client: ClientFields
}

/** Returns the value that the form shows in the field. */
export function shownValue({ lead, client }: ShownValues, field: OfferedField): string | number | null {
  switch (field) {
    case 'client.cpf':
      return client.cpf
    case 'client.name':
      return client.name
    case 'product_details.license_plate':
      return lead.product_details.license_plate
    case 'product_details.chassis':
      return lead.product_details.chassis
    default:
      return lead[field]
  }
}

/** Whether the field already has what the PDF says, in whatever letters. */
export function hasValue(values: ShownValues, { field, value }: PolicyOffer): boolean {
  const shown = shownValue(values, field)
  if (typeof shown !== 'string' || typeof value !== 'string') return shown === value
  return field === 'old_insurer'
    ? deliveredKey(shown) === deliveredKey(value)
    : foldText(shown) === foldText(value)
}

/** A policy that ends so soon, or has ended, is rather the one before a sale. */
const ENDS_SOON_DAYS = 180

interface Sides {
  /** Of the policy that is being renewed. */
  readonly earlier: boolean
  /** Of the policy that is sold. */
  readonly sold: boolean
  readonly doubtful: boolean
}

/** Whether the PDF is the policy that is being renewed, or the one that is sold: docs/rules.md#two-policies */
function sidesOf(end: ReadValue | undefined, old: string | null, layout: FormLayout, today: string): Sides {
  const isRenewal = layout === 'renewal'
  if (end === undefined) return { earlier: isRenewal, sold: !isRenewal, doubtful: isRenewal }
  const soon = numberOfDay(end.value) - numberOfDay(today) <= ENDS_SOON_DAYS
  if (!isRenewal) return { earlier: false, sold: true, doubtful: soon }
  const earlier = old === null ? soon : isSameTerm(end.value, old)
  return { earlier, sold: !earlier, doubtful: false }
}

interface Setting {
  readonly values: ShownValues
  readonly layout: FormLayout
  readonly today: string
}

/** Returns what the PDF offers for fields that are on the form and say something else, in the form's order. */
export function policyOffers(reading: PolicyReading, { values, layout, today }: Setting): PolicyOffer[] {
  if (layout === 'quiver_cancellation') return []
  const { lead } = values
  const { earlier, sold, doubtful } = sidesOf(reading.end, lead.old_end_of_validity, layout, today)
  const vehicle = hasProduct(lead)
  const sale = sold && lead.sold !== 0
  const premium = reading.premium && { ...reading.premium, value: Number(reading.premium.value) }
  const lines = [
    ['client.cpf', reading.document, true, false],
    ['client.name', reading.name, true, false],
    ['old_insurer', reading.insurer, earlier, doubtful],
    ['old_end_of_validity', reading.end, earlier, doubtful],
    ['product_details.chassis', reading.chassis, vehicle, false],
    ['product_details.license_plate', reading.plate, vehicle, false],
    ['sale_value_cents', premium, sale, doubtful],
    ['end_of_validity', reading.end, sale, doubtful],
  ] as const
  return lines
    .flatMap(([field, read, has, doubt]) =>
      read === undefined || !has ? [] : [{ field, value: read.value, unsure: read.unsure || doubt }],
    )
    .filter((offer) => !hasValue(values, offer))
}
