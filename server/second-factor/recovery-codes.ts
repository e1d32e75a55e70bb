/**
 * Ten codes for users who lost their other factors, each of 80 random bits. With so many bits, a digest without salt
 * and costs is enough. docs/rules.md#second-factor
 */
import { randomInt } from 'node:crypto'
import {
  plainRecoveryCode,
  RECOVERY_CODES,
  RECOVERY_LENGTH,
  RECOVERY_LETTERS,
} from '../../src/domain/session/second-factor.ts'
import { secretHash } from '../base/same-secret.ts'
import type { AppContext } from '../context/app-context.ts'
import type { Tx } from '../db/database.ts'
import type { Reader } from '../queries/lead-row.ts'

const newCode = () =>
  Array.from({ length: RECOVERY_LENGTH }, () => RECOVERY_LETTERS[randomInt(RECOVERY_LETTERS.length)]).join('')

/** Returns new codes, which replace all others of the user. */
export async function replaceRecoveryCodes(tx: Tx, userId: number): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, newCode)
  // Locks the user: of two calls at once the codes of one count.
  await tx.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute()
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  await tx
    .insertInto('recovery_codes')
    .values(codes.map((code) => ({ user_id: userId, code_hash: secretHash(code) })))
    .execute()
  return codes
}

/** Uses a code up. Of two uses at once one is 'right'. */
export async function spendRecoveryCode(
  { store: { db }, now }: Pick<AppContext, 'store' | 'now'>,
  userId: number,
  typed: string,
): Promise<'right' | 'wrong' | 'repeated'> {
  const code_hash = secretHash(plainRecoveryCode(typed))
  return db.transaction().execute(async (tx) => {
    const used = await tx
      .deleteFrom('recovery_codes')
      .where('user_id', '=', userId)
      .where('code_hash', '=', code_hash)
      .returning('user_id')
      .executeTakeFirst()
    if (used !== undefined) {
      const used_at = new Date(now()).toISOString()
      await tx.insertInto('used_recovery_codes').values({ user_id: userId, code_hash, used_at }).execute()
      return 'right'
    }
    const before = await tx
      .selectFrom('used_recovery_codes')
      .select('used_at')
      .where('user_id', '=', userId)
      .where('code_hash', '=', code_hash)
      .executeTakeFirst()
    return before === undefined ? 'wrong' : 'repeated'
  })
}

export async function countRecoveryCodes(db: Reader, userId: number): Promise<number> {
  const { count } = await db
    .selectFrom('recovery_codes')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return Number(count)
}
