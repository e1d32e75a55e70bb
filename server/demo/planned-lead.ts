/** A lead of the demo before it is told in full: its kind, its age, and whose it is. */
export type LeadKind =
  | 'unclaimed'
  | 'fresh'
  | 'suspended'
  | 'scheduled'
  | 'renewal'
  | 'attended'
  | 'sold'
  | 'lost'
  | 'cancelled'

export interface Shown {
  readonly inviterId: number
  /** Null for an unclaimed lead. */
  readonly brokerId: number | null
  readonly schedule: 'due' | 'late' | null
}

export interface PlannedLead {
  readonly kind: LeadKind
  /** Epoch milliseconds; never after now. */
  readonly createdMs: number
  readonly shown?: Shown
}
