/** Whether the brokerage requires a second factor of a user, and from when on: docs/rules.md#required-second-factor */
import { isManagement } from '../../src/domain/permissions/roles.ts'
import type { RoleId } from '../../src/domain/session/session-user.ts'
import { DAY_MS } from '../../src/domain/time/durations.ts'
import type { AppContext } from '../context/app-context.ts'
import type { Reader } from '../queries/lead-row.ts'
import { readSettings } from '../queries/settings.ts'

/** The days that such a user has; 0: it is not required. */
async function daysFor(db: Reader, role: RoleId | null): Promise<number> {
  return role !== null && isManagement(role) ? (await readSettings(db)).second_factor_days : 0
}

export const mustHaveFactor = async (db: Reader, role: RoleId | null): Promise<boolean> =>
  (await daysFor(db, role)) > 0

export interface Term {
  readonly until: string
  readonly is_due: boolean
}

/** The term of a user without a factor, which begins at the first sign-in that asks. null: none is required. */
export async function termOf(
  { store: { db }, now }: AppContext,
  user: { readonly id: number; readonly role: RoleId | null },
): Promise<Term | null> {
  const days = await daysFor(db, user.role)
  if (days === 0) return null
  const due = new Date(now() + days * DAY_MS).toISOString()
  await db
    .insertInto('second_factor_terms')
    .values({ user_id: user.id, due_at: due })
    .onConflict((conflict) => conflict.column('user_id').doNothing())
    .execute()
  const { due_at: until } = await db
    .selectFrom('second_factor_terms')
    .select('due_at')
    .where('user_id', '=', user.id)
    .executeTakeFirstOrThrow()
  return { until, is_due: Date.parse(until) <= now() }
}
