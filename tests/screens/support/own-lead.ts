/** A lead that the signed-in user works, and its client: complete enough to be saved as they are. */
import type { Lead } from '../../../src/domain/lead/lead.ts'
import type { SessionUser } from '../../../src/domain/session/session-user.ts'
import { aClient, aLead, iso } from '../../unit/domain/fixtures.ts'

export const CLIENT = aClient({ mail: 'ana@exemplo.com.br', cellphone: '31988776650' })

/** In Negociação. Its line of insurance asks for nothing more. */
export const ownLead = ({ id }: Pick<SessionUser, 'id'>, changes: Partial<Lead> = {}): Lead =>
  aLead({
    state: 2,
    status: 2,
    channel_id: 8,
    insurance_id: 4,
    inviter_id: 5,
    broker_id: id,
    capture_date: iso('2026-11-18T09:40:00'),
    ...changes,
  })
