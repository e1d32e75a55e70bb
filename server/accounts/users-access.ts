/** Of which dealerships users are, and when they were last here: docs/rules.md#users */
import { sql } from 'kysely'
import { z } from 'zod'
import { type UserAccess, userAccessSchema } from '../../src/contract/administration/users.ts'
import { WORKS_ON_SHARED_TABLET } from '../device-keys/shared-tablets.ts'
import type { Reader } from '../queries/lead-row.ts'

/** Sessions that ended long ago are deleted. The audit still has when their user signed in. */
export async function usersAccess(db: Reader): Promise<UserAccess[]> {
  const { rows } = await sql<{ row: unknown }>`
    select json_build_object(
      'id', u.id,
      'last_access', coalesce(s.at, a.at),
      'partners', coalesce(p.ids, '[]'),
      'all_partners', u.active_all_dealerships,
      'shared_tablet', ${WORKS_ON_SHARED_TABLET}) as row
    from users u
    left join (select user_id, max(last_seen_at) as at from sessions group by user_id) s on s.user_id = u.id
    left join (
      select user_id, max(at) as at from audit_log where action = 'sign_in' group by user_id) a on a.user_id = u.id
    left join (
      select user_id, json_agg(partner_id order by partner_id) as ids
      from user_partners
      group by user_id) p on p.user_id = u.id
    order by u.id`.execute(db)
  return z.array(userAccessSchema).parse(rows.map(({ row }) => row))
}
