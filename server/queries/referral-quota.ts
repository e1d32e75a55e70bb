/** How many people a user has referred today, by the server's clock: what a device claims of its own does not count. */
import { REFERRALS_A_DAY } from '../../src/domain/lead/creation.ts'
import type { SessionUser } from '../../src/domain/session/session-user.ts'
import { saoPauloDay, startOfDayMs } from '../../src/domain/time/sao-paulo.ts'
import type { Reader } from './lead-row.ts'

/** Whether the user's referrals of this São Paulo day have reached the quota. */
export async function hasReferredEnough(
  db: Reader,
  user: Pick<SessionUser, 'id'>,
  nowMs: number,
): Promise<boolean> {
  const since = new Date(startOfDayMs(saoPauloDay(nowMs))).toISOString()
  const { referrals } = await db
    .selectFrom('command_log')
    .select(({ fn }) => fn.countAll<number>().as('referrals'))
    .where('user_id', '=', user.id)
    .where('command', '=', 'indication.create')
    .where('outcome', '=', 'applied')
    .where('received_at', '>=', since)
    .executeTakeFirstOrThrow()
  return referrals >= REFERRALS_A_DAY
}
