/** What may stay empty in the details of a line: docs/rules.md#details-by-line */
import { EMPTY_ADDRESS } from '../client/fields.ts'
import { DETAIL_FIELDS, type DetailInput } from './detail-fields.ts'
import { type DetailKind, type InsuranceDetails, insuranceDetailsSchema } from './details.ts'

const EMPTY_DETAILS: Readonly<Record<DetailInput, unknown>> = {
  text: '',
  long: '',
  chassi: '',
  renavam: '',
  mail: '',
  phone: '',
  money: null,
  date: null,
  address: EMPTY_ADDRESS,
  // These are asked for wherever they are.
  few: undefined,
  choice: undefined,
}

/** Completes values that have no problem by what may stay empty. A question about health that was not asked stays absent. */
export function completedDetails(
  kind: DetailKind,
  values: Readonly<Record<string, unknown>>,
): InsuranceDetails {
  const empty = DETAIL_FIELDS[kind]
    .filter(({ isHealth }) => isHealth !== true)
    .map(({ name, input }) => [name, EMPTY_DETAILS[input]])
  return insuranceDetailsSchema.parse({ ...Object.fromEntries(empty), ...values, kind })
}
