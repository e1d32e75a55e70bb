/** What the server allows on one lead: docs/rules.md#permissions-per-lead. */
import type { Partner } from '../catalogue/catalogue.ts'
import { isStaff } from '../permissions/roles.ts'
import { roleOf } from '../session/role.ts'
import type { SessionUser } from '../session/session-user.ts'
import { mayWork } from './access.ts'
import { isVehicle } from './insurance-line.ts'
import type { Lead } from './lead.ts'
import { isInAttendance } from './lead-state.ts'

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
  user: Pick<SessionUser, 'id' | 'roles'>,
  partner: Pick<Partner, 'release_quote'> | null,
): LeadPermissions {
  const open = mayWork(lead, user) && isInAttendance(lead)
  const ableToQuote = open && partner?.release_quote === true && lead.insurance_id !== null
  return {
    can_call: open,
    can_finish: open && lead.status >= 2,
    can_negociate: open && lead.status < 5 && isStaff(roleOf(user)),
    can_quote: {
      able_to_quote: ableToQuote,
      quote_type: ableToQuote ? (isVehicle(lead.insurance_id) ? 1 : 2) : null,
    },
  }
}
