/**
 * What a choice in the attendance part changes on the screen. A save applies the same rules:
 * docs/rules.md#what-a-save-changes.
 */
import { type LeadFields, type SaleAmounts, withSaleDependencies } from '../../../domain/lead/changes.ts'
import { fillsDateWithNow } from '../../../domain/lead/form-rules.ts'
import { wholeMinute } from '../../../domain/time/sao-paulo.ts'

type Step = 'contact' | 'quoted' | 'sold'

/** Type 4 dates its own step with now; with any other the date is the user's, and the end asks for it: docs/rules.md#dates-of-the-attendance. */
export const afterType = (step: Step, type: number | null, nowMs: number): Partial<LeadFields> => ({
  [`${step}_type`]: type,
  ...(fillsDateWithNow(type) ? { [`${step}_date`]: wholeMinute(nowMs) } : {}),
})

type Outcome = Pick<LeadFields, 'sold' | 'lost_sale' | 'competitor_broker'>

/**
 * 'Sold and lost sale': only what belongs to the outcome stays. Value and commission of a sale that was none go with the
 * save, not here: choosing again brings them back.
 */
export function afterOutcome(chosen: Partial<Outcome>, lead: Outcome & SaleAmounts): Outcome {
  const { sold, lost_sale, competitor_broker } = withSaleDependencies({ ...lead, ...chosen })
  return { sold, lost_sale, competitor_broker }
}
