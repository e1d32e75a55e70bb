/** A lead for which limits of the law run, as the screen and the notices take it: docs/rules.md#obligations */
import type { Leaves } from '../absence/leave.ts'
import type { Lead } from '../lead/lead.ts'
import { obligationsOf, type RunningObligation } from './obligation.ts'

export interface LawLead {
  readonly uid: string
  /** null until the server assigns the number. */
  readonly id: number | null
  readonly clientName: string
  readonly brokerId: number | null
  /** Whether it has a PDF, which can be a proof. */
  readonly hasFile: boolean
  /** The nearest first. */
  readonly limits: readonly RunningObligation[]
}

/** What a proof asks of the lead. */
export const lawLead = (lead: Lead): LawLead => ({
  uid: lead.uid,
  id: lead.id,
  clientName: lead.client_name,
  brokerId: lead.broker_id,
  hasFile: lead.file_path !== null,
  limits: obligationsOf(lead),
})

export interface ToldLawLead extends LawLead {
  /** Whose lead it is, where the user acts for somebody on leave. */
  readonly inPlaceOf?: string
}

/** The leads of which the user is told: its own, unless a substitute acts, and those of people on leave for whom it acts. */
export const toldLawLeads = (
  leads: readonly LawLead[],
  userId: number,
  { away, covers, ofTeam }: Leaves,
): ToldLawLead[] => [
  ...leads.filter(({ brokerId }) => away === null && brokerId === userId),
  ...[...covers, ...ofTeam].flatMap(({ userId: absent, name }) =>
    leads.filter(({ brokerId }) => brokerId === absent).map((lead) => ({ ...lead, inPlaceOf: name })),
  ),
]
