/** Who may be given a lead, by the rule of `src/domain/lead/assignable-broker.ts`. docs/rules.md#assignable-brokers */

import { type RawBuilder, sql } from 'kysely'
import type { AssignedBy } from '../../src/domain/lead/assignable-broker.ts'
import { BROKERS, STAFF } from '../../src/domain/permissions/roles.ts'
import type { Reader } from './lead-row.ts'
import { rolesSql } from './roles-sql.ts'

/** A query of the ids of all whom `by` may give leads. */
export const assignableBrokersSql = (by: AssignedBy = 'farol'): RawBuilder<unknown> => sql`(
  select u.id
  from users u
  join lateral (select role_id from user_roles where user_id = u.id order by place limit 1) r on true
  where u.status = 1 and r.role_id in ${rolesSql(by === 'hand' ? STAFF : BROKERS)})`

/**
 * Whether the user may be given a lead by the end of this transaction: a deactivation that has begun is waited for, and a
 * later one waits and then sees the lead.
 */
export async function assignableBroker(db: Reader, id: number, by: AssignedBy = 'farol'): Promise<boolean> {
  await sql`select id from users where id = ${id} for key share`.execute(db)
  const { rows } = await sql`select 1 where ${id}::int in ${assignableBrokersSql(by)}`.execute(db)
  return rows.length > 0
}

/**
 * As `assignableBroker`, for all at once: a user who may be given leads now still may at the end of this transaction.
 */
export async function lockAssignable(db: Reader): Promise<void> {
  await sql`select id from users where id in ${assignableBrokersSql()} order by id for key share`.execute(db)
}
