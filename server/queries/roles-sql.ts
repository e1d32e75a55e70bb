/** Groups of roles in SQL. */
import { type RawBuilder, sql } from 'kysely'
import type { RoleId } from '../../src/domain/session/session-user.ts'

/** Returns the list behind `in`, written out: a parameter would be another plan. */
export const rolesSql = (roles: readonly RoleId[]): RawBuilder<unknown> =>
  sql`(${sql.join(roles.map((role) => sql.lit(role)))})`
