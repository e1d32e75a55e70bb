/** The screens that create leads: docs/rules.md#creation and #referrals. */

import type { Catalogues } from '../../../db/mirror/catalogues.ts'
import { EMPTY_CLIENT } from '../../../domain/client/fields.ts'
import { CHANNEL } from '../../../domain/lead/channel-rules.ts'
import { DEFAULT_CHANNEL, DEFAULT_PARTNER, emptyLeadFields } from '../../../domain/lead/creation.ts'
import { referralPartners } from '../../../domain/lead/creation-scope.ts'
import type { SaveMode } from '../../../domain/lead/save-rules.ts'
import { isManagement } from '../../../domain/permissions/roles.ts'
import { roleOf } from '../../../domain/session/role.ts'
import type { SessionUser } from '../../../domain/session/session-user.ts'
import { wholeMinute } from '../../../domain/time/sao-paulo.ts'
import type { LeadFormValues } from './lead-values.ts'

export interface Creation {
  readonly path: '/lead' | '/auto-indicação' | '/'
  readonly command: 'lead.create' | 'indication.create'
  readonly mode: SaveMode
  /** The inviter is the user, with a given channel. */
  readonly fixedInviter: boolean
  readonly title: string
}

const FULL: Creation = {
  path: '/lead',
  command: 'lead.create',
  mode: 'create',
  fixedInviter: false,
  title: 'Criar Lead',
}
const REFERRAL: Creation = { ...FULL, command: 'indication.create', mode: 'referral', fixedInviter: true }
const SELF: Creation = { ...FULL, path: '/auto-indicação', fixedInviter: true, title: 'Me Indico' }
const INDICATION: Creation = { ...REFERRAL, path: '/', title: 'Nova indicação' }

export function creationAt(path: Creation['path'], user: Pick<SessionUser, 'roles'>): Creation {
  if (path === '/') return INDICATION
  if (path === '/auto-indicação') return SELF
  return isManagement(roleOf(user)) ? FULL : REFERRAL
}

/** Of the user's partners that are active: the default, else the first. */
function firstPartner(user: SessionUser, { partnerRows }: Pick<Catalogues, 'partnerRows'>): number | null {
  const own = referralPartners(user).filter((id) => partnerRows.get(id)?.active === true)
  return own.includes(DEFAULT_PARTNER) ? DEFAULT_PARTNER : (own[0] ?? null)
}

/** Returns the initial values of a creation. The inviter is the user; the screen decides channel and partner. */
export function beginning(
  creation: Creation,
  user: SessionUser,
  catalogues: Pick<Catalogues, 'partnerRows'>,
  nowMs: number,
): LeadFormValues {
  const now = wholeMinute(nowMs)
  const self = creation.path === '/auto-indicação'
  return {
    lead: {
      ...emptyLeadFields(user, now),
      channel_id: self ? CHANNEL.selfIndication : DEFAULT_CHANNEL,
      partner_id: creation.mode === 'referral' ? firstPartner(user, catalogues) : null,
    },
    client: EMPTY_CLIENT,
    inviter_phone: '',
  }
}
