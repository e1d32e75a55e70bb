/** The plan of a demo lead: its kind, its age, and its people. */
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
  /** null for an unclaimed lead. */
  readonly brokerId: number | null
  readonly schedule: 'due' | 'late' | null
}

export interface PlannedLead {
  readonly kind: LeadKind
  /** Epoch ms, not after now. */
  readonly createdMs: number
  readonly shown?: Shown
}
