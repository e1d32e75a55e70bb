/** A creating call that is sent again answers what it made before, and makes nothing more. docs/rules.md#sent-again */
import type { Kysely } from 'kysely'
import type { Call } from '../context/call.ts'
import { Refusal } from '../context/refusal.ts'
import { digest } from '../context/request-key.ts'
import type { Database, Tx } from '../db/database.ts'

interface Creation<Answer> {
  /** What was asked for. A password is no part of it. */
  readonly body: unknown
  /** Makes the row. Returns its number or uid, and the answer. */
  readonly create: (tx: Tx) => Promise<{ readonly made: string | number; readonly answer: Answer }>
  /** Returns the answer about the row that the first call made. Throws Refusal `not_found` if it is gone. */
  readonly again: (tx: Tx, made: string) => Promise<Answer>
}

const OTHER_BODY = 'O que você enviou antes já foi salvo, com outros valores. Confira e salve de novo.'

const identityOf = (call: Call, given: string, body: unknown) => ({
  key: digest(String(call.session.user.id), call.address, given),
  asked: digest(JSON.stringify(body)),
})

/** Returns the row that an earlier call with this key made, or null. Throws Refusal `conflict` like `once`. */
export async function madeBefore(db: Kysely<Database>, call: Call, body: unknown): Promise<string | null> {
  const given = call.key
  return given === null ? null : madeWith(db, identityOf(call, given, body))
}

async function madeWith(
  db: Kysely<Database>,
  { key, asked }: ReturnType<typeof identityOf>,
): Promise<string | null> {
  const earlier = await db
    .selectFrom('creation_log')
    .select(['asked', 'made'])
    .where('key', '=', key)
    .executeTakeFirst()
  if (earlier === undefined) return null
  if (earlier.made === null) throw new Error('a committed creation has no row')
  if (earlier.asked !== asked) throw new Refusal('conflict', OTHER_BODY, undefined, { made: earlier.made })
  return earlier.made
}

/**
 * Runs the creation in a transaction, once for each Idempotency-Key of the caller and this address; without a key each
 * time. A refused creation does not use its key up. Throws Refusal `conflict` with `made` for the same key with another body.
 */
export async function once<Answer>(
  db: Kysely<Database>,
  call: Call,
  { body, create, again }: Creation<Answer>,
): Promise<Answer> {
  const given = call.key
  if (given === null) return db.transaction().execute(async (tx) => (await create(tx)).answer)
  const identity = identityOf(call, given, body)
  return db.transaction().execute(async (tx) => {
    // The same call at the same time waits here until the first one ends.
    const first = await tx
      .insertInto('creation_log')
      .values(identity)
      .onConflict((conflict) => conflict.doNothing())
      .returning('key')
      .executeTakeFirst()
    if (first !== undefined) {
      const { made, answer } = await create(tx)
      await tx
        .updateTable('creation_log')
        .set({ made: String(made) })
        .where('key', '=', identity.key)
        .execute()
      return answer
    }
    const earlier = await madeWith(tx, identity)
    if (earlier === null) throw new Error('the key of a creation is gone')
    return again(tx, earlier)
  })
}
