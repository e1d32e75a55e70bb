/** What the server allows on one lead: docs/rules.md#permissions-per-lead. */
import type { Partner } from '../catalogue/catalogue.ts'
import { mayRun } from '../permissions/actions.ts'
import type { SessionUser } from '../session/session-user.ts'
import { isVehicle } from './insurance-line.ts'
import type { Lead } from './lead.ts'
import { callProblem, finishStepProblem, negotiateProblem, quoteStepProblem } from './lifecycle-problems.ts'
import { NEGOTIATION } from './status.ts'

export interface LeadPermissions {
  readonly can_call: boolean
  readonly can_finish: boolean
  readonly can_negociate: boolean
  readonly can_quote: { readonly able_to_quote: boolean; readonly quote_type: 1 | 2 | null }
}

/**
 * A user who works the lead in attendance may call. Finishing needs status 2 or later. Quoting needs an insurance and a
 * partner that releases quotes: type 1 for vehicles, 2 for the other lines.
 */
export function leadPermissions(
  lead: Lead,
  user: Pick<SessionUser, 'id' | 'roles' | 'covers'>,
  partner: Pick<Partner, 'release_quote'> | null,
): LeadPermissions {
  const ableToQuote =
    mayRun('lead.quote', user) &&
    quoteStepProblem(lead, user) === null &&
    partner?.release_quote === true &&
    lead.insurance_id !== null
  return {
    can_call: callProblem(lead, user) === null,
    can_finish: finishStepProblem(lead, user) === null && lead.status >= NEGOTIATION,
    can_negociate: negotiateProblem(lead, user) === null,
    can_quote: {
      able_to_quote: ableToQuote,
      quote_type: ableToQuote ? (isVehicle(lead.insurance_id) ? 1 : 2) : null,
    },
  }
}
