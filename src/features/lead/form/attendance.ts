/**
 * Changes on the screen that follow from a choice in the attendance section. A save applies the same rules:
 * docs/rules.md#what-a-save-changes.
 */
import type { CallWay } from '../../../domain/lead/calls.ts'
import { type LeadFields, type SaleAmounts, withSaleDependencies } from '../../../domain/lead/changes.ts'
import { fillsDateWithNow } from '../../../domain/lead/form-rules.ts'
import { wholeMinute } from '../../../domain/time/sao-paulo.ts'

type Step = 'contact' | 'quoted' | 'sold'

/**
 * Type 4 sets the date of its own step to now. With any other type the user enters the date, and the end asks for a
 * missing one: docs/rules.md#dates-of-the-attendance.
 */
export const afterType = (step: Step, type: number | null, nowMs: number): Partial<LeadFields> => ({
  [`${step}_type`]: type,
  ...(fillsDateWithNow(type) ? { [`${step}_date`]: wholeMinute(nowMs) } : {}),
})

const LANDLINE = 1
const MOBILE = 2
const WHATSAPP = 4

/**
 * Returns the types of contact that a call can have been. The number that was dialled is one of them; a call that an earlier
 * version kept does not say which.
 */
export function contactTypesOfCall(way: CallWay, mobile: boolean | undefined): readonly number[] {
  if (way === 'whatsapp') return [WHATSAPP]
  return mobile === undefined ? [LANDLINE, MOBILE] : [mobile ? MOBILE : LANDLINE]
}

/** Returns the contact that the caller says a call was: docs/rules.md#dates-of-the-attendance. */
export const contactByCall = (type: number, calledAt: string): Partial<LeadFields> => ({
  contact_type: type,
  contact_date: wholeMinute(Date.parse(calledAt)),
})

type Outcome = Pick<LeadFields, 'sold' | 'lost_sale' | 'competitor_broker'>

/**
 * Returns the fields that belong to the outcome. Value and commission of a sale that becomes a loss are removed by the
 * save, not here, so that choosing the sale again brings them back.
 */
export function afterOutcome(chosen: Partial<Outcome>, lead: Outcome & SaleAmounts): Outcome {
  const { sold, lost_sale, competitor_broker } = withSaleDependencies({ ...lead, ...chosen })
  return { sold, lost_sale, competitor_broker }
}
