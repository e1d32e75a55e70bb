/** The daily quota of referrals. It counts by the server's clock, since a device's clock may be wrong. */
import { sql, type Transaction } from 'kysely'
import { REFERRALS_A_DAY } from '../../src/domain/lead/creation.ts'
import type { SessionUser } from '../../src/domain/session/session-user.ts'
import { saoPauloDay, startOfDayMs } from '../../src/domain/time/sao-paulo.ts'
import type { Database } from '../db/database.ts'

/**
 * True when the user's referrals of this São Paulo day have reached the quota. Other referrals of the user wait until
 * `tx` ends.
 */
export async function hasReferredEnough(
  tx: Transaction<Database>,
  user: Pick<SessionUser, 'id'>,
  nowMs: number,
): Promise<boolean> {
  const since = new Date(startOfDayMs(saoPauloDay(nowMs))).toISOString()
  await sql`select pg_advisory_xact_lock(hashtext(${`referrals ${user.id}`}))`.execute(tx)
  const { referrals } = await tx
    .selectFrom('command_log')
    .select(({ fn }) => fn.countAll<number>().as('referrals'))
    .where('user_id', '=', user.id)
    .where('command', 'in', ['indication.create', 'lead.create', 'indication.external'])
    // What comes by the user's link has limits of its own.
    .where('key', 'not like', 'link:%')
    .where('outcome', '=', 'applied')
    .where('received_at', '>=', since)
    .executeTakeFirstOrThrow()
  return referrals >= REFERRALS_A_DAY
}
