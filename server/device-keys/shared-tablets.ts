/** Who works on a shared tablet, who says so, and how long the password of such a user is: docs/rules.md#protected-devices */
import { sql } from 'kysely'
import { may } from '../../src/domain/permissions/actions.ts'
import { STAFF } from '../../src/domain/permissions/roles.ts'
import { SHORTEST_PASSWORD, SHORTEST_PROTECTED_PASSWORD } from '../../src/domain/session/password.ts'
import { roleOf } from '../../src/domain/session/role.ts'
import type { SessionUser } from '../../src/domain/session/session-user.ts'
import { refusedField } from '../context/refusal.ts'
import type { Reader } from '../queries/lead-row.ts'

/**
 * True where the user `u` works on a shared tablet: the user is marked, or a dealership of a user who is not of the
 * brokerage. Brokers attend many dealerships from devices of their own, so only their own flag counts.
 */
export const WORKS_ON_SHARED_TABLET = sql<boolean>`(
  u.shared_tablet
  or not exists (select from user_roles r where r.user_id = u.id and r.role_id = any (${[...STAFF]}::int[]))
    and exists (
      select from partners p
      where p.shared_tablet and (
        u.active_all_dealerships
        or exists (select from user_partners up where up.user_id = u.id and up.partner_id = p.id))))`

/** Whether this user's devices are to be protected. */
export async function mustProtect(db: Reader, userId: number): Promise<boolean> {
  const { rows } = await sql<{ required: boolean }>`
    select ${WORKS_ON_SHARED_TABLET} as required from users u where u.id = ${userId}`.execute(db)
  return rows[0]?.required === true
}

/**
 * The fewest characters of a new password of this user: more where a device is protected, or must be. Asked each time:
 * the kept user of a session does not follow its devices.
 */
export async function shortestPasswordOf(db: Reader, userId: number): Promise<number> {
  const { rows } = await sql<{ is_protected: boolean }>`
    select ${WORKS_ON_SHARED_TABLET} or exists (
      select from device_keys k where k.user_id = u.id and k.sealed_half is not null) as is_protected
    from users u where u.id = ${userId}`.execute(db)
  return rows[0]?.is_protected === true ? SHORTEST_PROTECTED_PASSWORD : SHORTEST_PASSWORD
}

const ADMINISTRATORS_ALONE = 'Só um administrador muda ‘Tablet compartilhado’.'

/** Throws Refusal `rule` where the save changes the flag and its user may not. A form that leaves it as it was may be anybody's. */
export function demandSharedTablets(user: SessionUser, before: boolean, wanted: boolean | undefined): void {
  if (wanted === undefined || wanted === before) return
  if (!may('sharedTablets.mark', roleOf(user))) throw refusedField('shared_tablet', ADMINISTRATORS_ALONE)
}
