/** Wrong codes after the right password, by user and day: their limit, and what the owner learns. docs/rules.md#second-factor */
import { sql } from 'kysely'
import { CODES_A_DAY } from '../../src/domain/session/second-factor.ts'
import { DAY_MS } from '../../src/domain/time/durations.ts'
import { secretHash } from '../base/same-secret.ts'
import type { AppContext } from '../context/app-context.ts'
import type { Tx } from '../db/database.ts'
import { wrongCodeLetter, wrongCodesLetter } from '../mail/letters.ts'
import { queueMail } from '../mail/queue.ts'
import type { Reader } from '../queries/lead-row.ts'
import { disownLink } from '../session/links.ts'

/** As long as the bell shows what happened. */
const KEPT_MS = 30 * DAY_MS

const ownerOf = (tx: Tx, id: number) =>
  tx
    .selectFrom('users')
    .select(['id', 'name', 'login', 'email'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

/**
 * Counts a wrong code. Its owner gets a mail about the first of a day. From the tenth of a day on its
 * waiting sign-in ends, so that each further try needs the password again; others go on, since one may be the owner's.
 * Returns whether it ended.
 */
export async function countWrongCode(
  context: AppContext,
  { userId, token }: { readonly userId: number; readonly token: string },
): Promise<boolean> {
  const nowMs = context.now()
  const now = new Date(nowMs).toISOString()
  return context.store.db.transaction().execute(async (tx) => {
    // Locks the user: wrong codes at the same time would begin a day each.
    await tx.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute()
    const day = await tx
      .updateTable('factor_tries')
      .set((row) => ({ wrong: row('wrong', '+', 1) }))
      .where('user_id', '=', userId)
      .where('began_at', '>', new Date(nowMs - DAY_MS).toISOString())
      .where('began_at', '<=', now)
      .returning('wrong')
      .executeTakeFirst()
    if (day === undefined) {
      await tx.insertInto('factor_tries').values({ user_id: userId, began_at: now, wrong: 1 }).execute()
      const owner = await ownerOf(tx, userId)
      const letter = wrongCodeLetter(owner, await disownLink(tx, context, { userId, sinceMs: nowMs }))
      await queueMail(tx, { userId, purpose: 'wrong_codes', recipient: owner.email, letter, nowMs })
    }
    if ((day?.wrong ?? 1) < CODES_A_DAY) return false
    await tx.deleteFrom('sign_in_steps').where('token_hash', '=', secretHash(token)).execute()
    return true
  })
}

/** Queues the mails about days that are over and had more than one wrong code. */
export async function sumWrongCodes(context: AppContext): Promise<void> {
  const { db } = context.store
  const nowMs = context.now()
  await db
    .deleteFrom('factor_tries')
    .where('began_at', '<', new Date(nowMs - KEPT_MS).toISOString())
    .execute()
  await db.transaction().execute(async (tx) => {
    const over = await tx
      .updateTable('factor_tries')
      .set({ summed: true })
      .where('summed', '=', false)
      .where('began_at', '<=', new Date(nowMs - DAY_MS).toISOString())
      .returning(['user_id', 'began_at', 'wrong'])
      .execute()
    for (const { user_id: userId, began_at: began, wrong } of over) {
      if (wrong < 2) continue
      const owner = await ownerOf(tx, userId)
      const link = await disownLink(tx, context, { userId, sinceMs: Date.parse(began) })
      const letter = wrongCodesLetter(owner, wrong, link)
      await queueMail(tx, { userId, purpose: 'wrong_codes', recipient: owner.email, letter, nowMs })
    }
  })
}

/** The days with wrong codes that the bell shows, the latest first. */
export async function daysOfWrongCodes(
  db: Reader,
  userId: number,
  nowMs: number,
): Promise<readonly { readonly at: string; readonly wrong: number }[]> {
  const { rows } = await sql<{ at: string; wrong: number }>`
    select began_at as at, wrong from factor_tries
    where user_id = ${userId} and began_at > ${new Date(nowMs - KEPT_MS).toISOString()}
    order by began_at desc`.execute(db)
  return rows
}
