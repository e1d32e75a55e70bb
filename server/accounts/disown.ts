/**
 * 'Não fui eu': the owner of an account says that another person did what a mail or the bell tells. All sessions end, and
 * the password opens nothing until a new one is set. docs/rules.md#not-me
 */
import { endFeedsOf } from '../calendar/feeds.ts'
import type { AppContext } from '../context/app-context.ts'
import type { Tx } from '../db/database.ts'
import { endPins } from '../device-keys/device-keys.ts'
import { audit } from '../records/audit.ts'
import { factorsOf } from '../second-factor/factors.ts'
import { endWhatHangs } from '../second-factor/what-hangs.ts'
import { consumeLink, endLinks } from '../session/links.ts'
import { noteEndings } from '../session/tokens.ts'

interface Told {
  readonly userId: number
  /** When it happened: what was set up since then goes, too. */
  readonly sinceMs: number
}

/** Passkeys, the app and recovery codes that came since. Recovery codes go in any case: a stranger may have seen them. */
async function endFactorsSince(tx: Tx, { userId, sinceMs }: Told): Promise<void> {
  const since = new Date(sinceMs).toISOString()
  await tx.deleteFrom('passkeys').where('user_id', '=', userId).where('created_at', '>=', since).execute()
  await tx.deleteFrom('code_apps').where('user_id', '=', userId).where('confirmed_at', '>=', since).execute()
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  const { ways } = await factorsOf(tx, userId)
  if (ways.length === 0) await endWhatHangs(tx, userId)
}

/** Ends all that opens the account, in the caller's transaction. Returns the sessions that ended. */
async function endAccess(tx: Tx, nowMs: number, told: Told): Promise<readonly { readonly id: string }[]> {
  const { userId } = told
  const now = new Date(nowMs).toISOString()
  await tx.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute()
  // The change makes a revocation: a restore does not give the password back.
  await tx
    .updateTable('user_passwords')
    .set({ ended_at: now, changed_at: now })
    .where('user_id', '=', userId)
    .execute()
  await endLinks(tx, nowMs, { userId, purposes: ['verify', 'redefine', 'email', 'disown'] })
  await endFactorsSince(tx, told)
  await tx.deleteFrom('remembered_devices').where('user_id', '=', userId).execute()
  await tx.deleteFrom('sign_in_steps').where('user_id', '=', userId).execute()
  await endPins(tx, userId, null)
  await endFeedsOf(tx, { id: userId }, userId)
  await audit(tx, {
    user: { id: userId },
    action: 'disown',
    entity: 'users',
    id: userId,
    before: null,
    after: null,
  })
  return tx
    .updateTable('sessions')
    .set({ revoked_at: now })
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .returning('id')
    .execute()
}

function noteDisowned(context: AppContext, userId: number, ended: readonly { readonly id: string }[]): void {
  context.security.note('account_disowned', { user_id: userId })
  noteEndings(context, userId, ended, 'disowned')
}

/** By the link of a mail. Returns the login, for the link to a new password. Throws Refusal `link_unusable`. */
export async function disownByLink(context: AppContext, code: string): Promise<{ readonly login: string }> {
  const nowMs = context.now()
  const { link, ended } = await context.store.db.transaction().execute(async (tx) => {
    const used = await consumeLink(tx, nowMs, code, 'disown')
    const sinceMs = used.disownedSince === null ? nowMs : Date.parse(used.disownedSince)
    return { link: used, ended: await endAccess(tx, nowMs, { userId: used.userId, sinceMs }) }
  })
  noteDisowned(context, link.userId, ended)
  return { login: link.login }
}

/** By the bell, with the own password. `then` runs in the same transaction. */
export async function disownHere<Result>(
  context: AppContext,
  told: Told,
  then: (tx: Tx) => Promise<Result>,
): Promise<Result> {
  const { ended, result } = await context.store.db.transaction().execute(async (tx) => {
    const sessions = await endAccess(tx, context.now(), told)
    return { ended: sessions, result: await then(tx) }
  })
  noteDisowned(context, told.userId, ended)
  return result
}
