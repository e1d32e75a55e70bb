/** What the form's parts share about a PDF that was read: docs/rules.md#policy-reading */
import { createContext } from 'react'
import type { OfferedField, PolicyOffer } from '../../../domain/policy/offers.ts'
import type { PolicyOutcome } from '../../../domain/policy/outcome.ts'

/** An offer that was taken, and what the field had before. */
export interface TakenOffer {
  readonly offer: PolicyOffer
  readonly before: string | number | null
}

export interface PolicyDesk {
  /** `reading`: a PDF is being read. Null: none was, or the user closed what it said. */
  readonly state: 'reading' | PolicyOutcome | null
  readonly offers: readonly PolicyOffer[]
  readonly taken: readonly TakenOffer[]
  /** Returns what became of it, also where it is shown no more: whose policy it is must be known before it is attached. */
  readonly read: (file: File) => Promise<PolicyOutcome>
  readonly take: (offer: PolicyOffer) => void
  readonly undo: (taken: TakenOffer) => void
  readonly close: () => void
  /** Scrolls to a field of the form, and focuses its offer: no keyboard opens. */
  readonly show: (field: OfferedField) => void
}

/** Id of the button that takes an offer. */
export const offerId = (field: OfferedField) => `offer-${field.replaceAll('.', '-')}`

export const PolicyDeskContext = createContext<PolicyDesk | null>(null)
