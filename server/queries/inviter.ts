/** The inviter's fields that the rules of a save and of a finish need. */
import type { RoleId } from '../../src/domain/session/session-user.ts'
import type { Reader } from './lead-row.ts'

export interface Inviter {
  readonly id: number
  readonly channel_id: number
  readonly phone: string
  readonly role_id: RoleId
}

/** null: no inviter, or an unknown user. */
export async function readInviter(db: Reader, id: number | null): Promise<Inviter | null> {
  if (id === null) return null
  const found = await db
    .selectFrom('users')
    .innerJoin('user_roles', 'user_roles.user_id', 'users.id')
    .select(['users.id', 'users.channel_id', 'users.phone', 'user_roles.role_id'])
    .where('users.id', '=', id)
    .orderBy('user_roles.place')
    .executeTakeFirst()
  return found ?? null
}
