/** Fields that a form fixes or does not offer: values from elsewhere (a proposal) do not change them. Pure. */

import type { Catalogues } from '../../../db/mirror/catalogues.ts'
import { referralPartners } from '../../../domain/lead/creation-scope.ts'
import { insuranceOptions, inviterOptions, mayChooseInviter } from '../../../domain/lead/form-rules.ts'
import type { Lead } from '../../../domain/lead/lead.ts'
import type { SaveMode } from '../../../domain/lead/save-rules.ts'
import { roleOf } from '../../../domain/session/role.ts'
import type { SessionUser } from '../../../domain/session/session-user.ts'
import type { LeadFormPart } from './form-api.ts'

export interface FormBounds {
  readonly mode: SaveMode
  readonly user: SessionUser
  readonly lead: Pick<Lead, 'state'> | null
  /** The inviter is the user. */
  readonly fixedInviter: boolean
  readonly catalogues: Pick<Catalogues, 'users'>
}

export interface Bounded {
  readonly part: LeadFormPart
  /** Names of the omitted fields. */
  readonly kept: readonly string[]
}

type LeadPart = NonNullable<LeadFormPart['lead']>

/** Whether the form would let this user choose that value. */
function offers(bounds: FormBounds, field: keyof LeadPart, lead: LeadPart): boolean {
  const { mode, user } = bounds
  const value = lead[field]
  if (typeof value !== 'number') return true
  switch (field) {
    case 'inviter_id': {
      const inviter = bounds.catalogues.users.get(value)
      const free = !bounds.fixedInviter && mayChooseInviter(roleOf(user), bounds.lead?.state ?? null)
      return free && inviter !== undefined && inviterOptions([inviter]).length > 0
    }
    case 'partner_id':
      return mode !== 'referral' || referralPartners(user).includes(value)
    case 'insurance_id':
      return insuranceOptions([{ id: value }], { mode, user }).length > 0
    default:
      return true
  }
}

/** `now` has the current values. A field whose value would not change is not reported in `kept`. */
export function withinForm(part: LeadFormPart, now: LeadPart, bounds: FormBounds): Bounded {
  const lead: LeadPart = { ...part.lead }
  const kept: string[] = []
  for (const field of ['inviter_id', 'partner_id', 'insurance_id'] as const) {
    if (offers(bounds, field, lead)) continue
    if (lead[field] !== now[field]) kept.push(field)
    delete lead[field]
  }
  const { inviter_phone, ...rest } = part
  const phone = lead.inviter_id === undefined ? undefined : inviter_phone
  return { part: { ...rest, lead, ...(phone === undefined ? {} : { inviter_phone: phone }) }, kept }
}
