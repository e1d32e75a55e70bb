/** When two lines are the same policy: docs/rules.md#same-policy */
import { deliveredKey } from '../insurer/same-insurer.ts'
import { foldText } from '../text/fold.ts'
import { numberOfDay } from '../time/day-number.ts'

/**
 * Signs, case and the zeros that Excel drops make no other number. Another rule needs a migration of the stored keys, as 0047
 * has one.
 */
export const numberKey = (number: string): string =>
  foldText(number)
    .replaceAll(/[^a-z0-9]+/gu, '')
    .replace(/^0+(?=.)/u, '')

export interface Policy {
  readonly insurer: string
  readonly policy_number: string
  readonly item: string
  readonly document: string
}

/** Equal for lines of one file that are the same policy: insurer, number, item and insured's document. */
export const policyKey = ({ insurer, policy_number, item, document }: Policy): string =>
  [deliveredKey(insurer), numberKey(policy_number), numberKey(item), document].join('|')

/** Ends that are this near are one term whose end was corrected. A renewal under the same number ends a year later. */
const SAME_TERM_DAYS = 180

/** `one` and `other` are days YYYY-MM-DD on which the policy ends. */
export const isSameTerm = (one: string, other: string): boolean =>
  Math.abs(numberOfDay(one) - numberOfDay(other)) <= SAME_TERM_DAYS
