/** What a choice in the attendance part brings along on the screen: first text, section 4. The same holds again when it is saved. */
import { type LeadFields, withSaleDependencies } from '../../../domain/lead/changes.ts'
import { fillsDateWithNow } from '../../../domain/lead/form-rules.ts'
import { wholeMinute } from '../../../domain/time/sao-paulo.ts'

type Step = 'contact' | 'quoted' | 'sold'

/** 'Pre-filled dates': an empty date is filled with now; the immediate type (4) always sets it. */
export function afterType(
  step: Step,
  type: number | null,
  lead: Pick<LeadFields, 'contact_date' | 'quoted_date' | 'sold_date'>,
  nowMs: number,
): Partial<LeadFields> {
  const fills = fillsDateWithNow(type) || (type !== null && lead[`${step}_date`] === null)
  const now = wholeMinute(nowMs)
  return { [`${step}_type`]: type, ...(fills ? { [`${step}_date`]: now } : {}) }
}

type Outcome = Pick<LeadFields, 'sold' | 'lost_sale' | 'competitor_broker'>

/** 'Sold and lost sale': only what belongs to the outcome stays. */
export function afterOutcome(chosen: Partial<Outcome>, lead: Outcome): Outcome {
  const { sold, lost_sale, competitor_broker } = { ...lead, ...chosen }
  return withSaleDependencies({ sold, lost_sale, competitor_broker })
}
