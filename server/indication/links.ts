/** The link of each inviter: its code, and the secret that signs the forms it opens. docs/rules.md#link-of-an-inviter */
import { randomBytes } from 'node:crypto'
import { readInviterCode } from '../../src/domain/indication/inviter-code.ts'
import { may } from '../../src/domain/permissions/actions.ts'
import { roleOf } from '../../src/domain/session/role.ts'
import type { SessionUser } from '../../src/domain/session/session-user.ts'
import { isSameSecret } from '../base/same-secret.ts'
import type { AppContext } from '../context/app-context.ts'
import { sessionUser } from '../queries/session-user.ts'

type LinkContext = Pick<AppContext, 'store' | 'now'>

export interface InviterLink {
  readonly code: string
  readonly secret: string
}

/** Crockford's digits: nothing that is mistaken for another when it is read aloud. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'
const LENGTH = 10

const newSecrets = () => ({
  code: [...randomBytes(LENGTH)].map((byte) => ALPHABET[byte % ALPHABET.length]).join(''),
  secret: randomBytes(32).toString('base64url'),
})

const whole = (userId: number, { code, secret }: InviterLink): InviterLink => ({
  code: `${userId}-${code}`,
  secret,
})

/** Returns the user's link. Makes it at its first use. */
export async function linkOfUser({ store: { db }, now }: LinkContext, userId: number): Promise<InviterLink> {
  await db
    .insertInto('indication_links')
    .values({ user_id: userId, ...newSecrets(), renewed_at: new Date(now()).toISOString() })
    .onConflict((conflict) => conflict.column('user_id').doNothing())
    .execute()
  const row = await db
    .selectFrom('indication_links')
    .select(['code', 'secret'])
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return whole(userId, row)
}

/** Makes a new link. The earlier one, and the forms that it opened, are void. */
export async function renewLink({ store: { db }, now }: LinkContext, userId: number): Promise<InviterLink> {
  const fresh = { ...newSecrets(), renewed_at: new Date(now()).toISOString() }
  await db
    .insertInto('indication_links')
    .values({ user_id: userId, ...fresh })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(fresh))
    .execute()
  return whole(userId, fresh)
}

/** Returns the active user whose present code it is, if its role still indicates; else null, without the reason. */
export async function inviterOfCode(
  { store: { db } }: LinkContext,
  given: string,
): Promise<{ readonly user: SessionUser; readonly link: InviterLink } | null> {
  const asked = readInviterCode(given)
  if (asked === null) return null
  const row = await db
    .selectFrom('indication_links')
    .select(['code', 'secret'])
    .where('user_id', '=', asked.userId)
    .executeTakeFirst()
  if (row === undefined || !isSameSecret(row.code, asked.secret)) return null
  const user = await sessionUser(db, asked.userId)
  if (user === null || !may('indication.external', roleOf(user))) return null
  return { user, link: whole(asked.userId, row) }
}
