/** Whom an automation tells of a lead. docs/rules.md#automations */
import { sql } from 'kysely'
import { actingSql } from '../queries/acting.ts'
import type { Reader } from '../queries/lead-row.ts'

const ACTIVE = 1

interface Asked {
  readonly to: 'broker' | 'managers' | 'administrators'
  readonly brokerId: number | null
}

/** Returns the numbers of the users who are told. Who left is told nothing. */
export async function whoIsTold(db: Reader, { to, brokerId }: Asked): Promise<number[]> {
  if (to === 'broker' && brokerId === null) return []
  const users = db
    .selectFrom('users')
    .select('users.id')
    .where('users.status', '=', ACTIVE)
    .orderBy('users.id')
  const asked =
    to === 'broker'
      ? // An absent broker's notice goes to whoever acts: docs/rules.md#absences
        users.where(
          'users.id',
          'in',
          sql<number>`(select w.user_id from ${actingSql(sql`${brokerId}::int`)} w)`,
        )
      : users
          .innerJoin('user_roles', 'user_roles.user_id', 'users.id')
          .where('user_roles.role_id', '=', to === 'managers' ? 2 : 1)
          .distinct()
  return (await asked.execute()).map(({ id }) => id)
}
