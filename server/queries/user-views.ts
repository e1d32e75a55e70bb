/** When users last opened a screen that counts what is new: docs/rules.md#users */
import { USERS_SCREEN } from '../../src/domain/session/new-users.ts'
import type { Reader } from './lead-row.ts'

/** Writes nothing if no user is new, because each write pokes the viewer's devices. */
export async function markUsersSeen(db: Reader, userId: number, nowMs: number): Promise<void> {
  const now = new Date(nowMs).toISOString()
  const newest = await db
    .selectFrom('users')
    .select('created_at')
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  const view = await db
    .selectFrom('user_views')
    .select('opened_at')
    .where('user_id', '=', userId)
    .where('screen', '=', USERS_SCREEN)
    .executeTakeFirst()
  if (
    view !== undefined &&
    newest !== undefined &&
    Date.parse(newest.created_at) <= Date.parse(view.opened_at)
  )
    return
  await db
    .insertInto('user_views')
    .values({ user_id: userId, screen: USERS_SCREEN, opened_at: now })
    .onConflict((conflict) => conflict.columns(['user_id', 'screen']).doUpdateSet({ opened_at: now }))
    .execute()
}
