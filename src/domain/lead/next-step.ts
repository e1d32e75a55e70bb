/** The step that the form puts in front, with its one filled button: docs/rules.md#the-next-step. */
import type { LeadFields } from './changes.ts'
import type { Lead } from './lead.ts'
import { schedulingState } from './scheduling.ts'
import { SOLD_PENDING } from './status.ts'

export type NextStep = 'save' | 'call' | 'quote' | 'schedule' | 'finish' | 'quiver'

interface NextStepQuestion {
  readonly lead: Pick<Lead, 'status' | 'quoted' | 'lead_scheduling'>
  /** The fields as they are in the form. */
  readonly typed: Pick<LeadFields, 'sold' | 'contact_date'>
  readonly isDirty: boolean
  /** Whether this user may take the step now. */
  readonly may: (step: NextStep) => boolean
  readonly nowMs: number
}

/** Returns the first step that applies and that the user may take. Null: the user may take none. */
export function nextStep({ lead, typed, isDirty, may, nowMs }: NextStepQuestion): NextStep | null {
  const scheduling = schedulingState(lead.lead_scheduling, nowMs)
  const isEnding = typed.sold !== null || lead.status === SOLD_PENDING
  const steps: readonly (readonly [NextStep, boolean])[] = [
    ['quiver', true],
    ['finish', isEnding],
    ['save', isDirty],
    ['call', typed.contact_date === null || scheduling === 'late'],
    ['quote', lead.quoted === 0],
    ['schedule', scheduling !== 'pending'],
    ['finish', true],
    ['save', true],
  ]
  return steps.find(([step, applies]) => applies && may(step))?.[0] ?? null
}
