/**
 * Stores what a dealership or a referrer typed for a new lead. It goes on seeing that text after staff changes the
 * lead.
 */
import type { Transaction } from 'kysely'
import type { Client } from '../../../src/domain/client/client.ts'
import { isStaffScope, scopeOf } from '../../../src/domain/lead/access.ts'
import type { Lead } from '../../../src/domain/lead/lead.ts'
import type { SessionUser } from '../../../src/domain/session/session-user.ts'
import type { Database } from '../../db/database.ts'
import { keepReferredClient } from '../../queries/referred-clients.ts'

/** `referred`: the client values that this user sees of a client outside its scope; null: it sees the client itself. */
export async function keepReferral(
  tx: Transaction<Database>,
  lead: Lead,
  { user, referred }: { user: SessionUser; referred: Client | null },
): Promise<void> {
  if (isStaffScope(scopeOf(user))) return
  if (lead.additional_information !== '')
    await tx
      .updateTable('leads')
      .set({ notes_as_referred: lead.additional_information })
      .where('uid', '=', lead.uid)
      .execute()
  if (referred !== null) await keepReferredClient(tx, lead, referred, user)
}
