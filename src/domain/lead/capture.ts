/** The capture of a lead: who may, and what it changes. First text, sections 4 'Capture' and 6 'Lead board rules'. */
import type { SessionUser } from '../session/session-user.ts'
import type { Settings } from '../settings/settings.ts'
import type { Lead } from './lead.ts'

export interface CaptureContext {
  readonly occurredAt: string
  readonly user: SessionUser
  readonly settings: Settings
  readonly statusFlow: readonly number[]
}

/** Fields that a capture sets. */
export function captureChanges(lead: Lead, context: CaptureContext): Partial<Lead> {
  throw new Error(`not written yet ${lead.uid} ${context.occurredAt}`)
}
