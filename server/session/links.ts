/**
 * Links that prove an e-mail address: an invitation, a new password, a new address. The code is random and stored as a
 * hash; opening the page uses nothing up. docs/rules.md#links
 */

import { createHash, randomBytes } from 'node:crypto'
import { isActive } from '../../src/domain/session/active.ts'
import { DAY_MS, HOUR_MS } from '../../src/domain/time/durations.ts'
import type { AppContext } from '../context/app-context.ts'
import { ownOrigin } from '../context/origin.ts'
import { Refusal } from '../context/refusal.ts'
import type { Tx } from '../db/database.ts'
import type { Reader } from '../queries/lead-row.ts'

export type LinkPurpose = 'verify' | 'redefine' | 'email' | 'disown'

const LIVES_MS: Readonly<Record<LinkPurpose, number>> = {
  verify: 7 * DAY_MS,
  redefine: HOUR_MS,
  email: 7 * DAY_MS,
  // As long as an invitation: a mail may be read after a holiday. It opens nothing.
  disown: 7 * DAY_MS,
}

export const linkHash = (code: string) => createHash('sha256').update(code).digest('hex')

/** The page of a link. `/verify` also confirms a new address, and asks whether 'Não fui eu' is meant. */
const pageOf = (purpose: LinkPurpose) => (purpose === 'redefine' ? 'redefine' : 'verify')

export const linkTo = (origin: string, purpose: LinkPurpose, code: string) =>
  `${origin}/${pageOf(purpose)}/${code}`

/** `origin`: of the caller's call, see `server/context/origin.ts`. */
export type LinkContext = Pick<AppContext, 'config' | 'now'> & { readonly origin: string }

interface Issued {
  readonly userId: number
  readonly purpose: LinkPurpose
  /** With the purpose `email`. */
  readonly newEmail?: string
  /** With the purpose `disown`: when it happened, in epoch ms. What was set up since then goes, too. */
  readonly sinceMs?: number
}

const LINK_ENDED = 'O link deste e-mail deixou de valer antes do envio.'

/** Ends the user's unused links of the purposes, and the mails that would still carry one. */
export async function endLinks(
  tx: Tx,
  nowMs: number,
  { userId, purposes }: { readonly userId: number; readonly purposes: readonly LinkPurpose[] },
): Promise<void> {
  const now = new Date(nowMs).toISOString()
  await tx
    .updateTable('password_verifications')
    .set({ expires_at: now })
    .where('user_id', '=', userId)
    .where('purpose', 'in', purposes)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .execute()
  await tx
    .updateTable('mails')
    .set({ failed_at: now, problem: LINK_ENDED, body_text: '', body_html: '' })
    .where('user_id', '=', userId)
    .where('purpose', 'in', purposes)
    .where('sent_at', 'is', null)
    .where('failed_at', 'is', null)
    .execute()
}

/** Writes a link and returns it. Earlier ones go on. */
async function newLink(
  tx: Tx,
  context: LinkContext,
  { userId, purpose, newEmail, sinceMs }: Issued,
): Promise<string> {
  const code = randomBytes(32).toString('base64url')
  await tx
    .insertInto('password_verifications')
    .values({
      code_hash: linkHash(code),
      user_id: userId,
      purpose,
      new_email: newEmail ?? null,
      disowned_since: sinceMs === undefined ? null : new Date(sinceMs).toISOString(),
      created_at: new Date(context.now()).toISOString(),
      expires_at: new Date(context.now() + LIVES_MS[purpose]).toISOString(),
    })
    .execute()
  return linkTo(context.origin, purpose, code)
}

/** Returns the link. An earlier one of the same purpose that was not used ends. */
export async function issueLink(
  tx: Tx,
  context: LinkContext,
  issued: Issued & { readonly purpose: Exclude<LinkPurpose, 'disown'> },
): Promise<string> {
  await endLinks(tx, context.now(), { userId: issued.userId, purposes: [issued.purpose] })
  return newLink(tx, context, issued)
}

/** The link of 'Não fui eu' in a mail. Links of earlier mails go on. */
export const disownLink = (
  tx: Tx,
  context: Pick<AppContext, 'config' | 'now'>,
  issued: { readonly userId: number; readonly sinceMs: number },
): Promise<string> =>
  newLink(tx, { ...context, origin: ownOrigin(context) }, { ...issued, purpose: 'disown' })

/** The new address that waits for its link, or null. */
export async function waitingEmail(db: Reader, nowMs: number, userId: number): Promise<string | null> {
  const row = await db
    .selectFrom('password_verifications')
    .select('new_email')
    .where('user_id', '=', userId)
    .where('purpose', '=', 'email')
    .where('used_at', 'is', null)
    .where('expires_at', '>', new Date(nowMs).toISOString())
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.new_email ?? null
}

const UNKNOWN = 'Este link não é válido. Confira o endereço ou peça um novo.'
const USED = 'Este link já foi usado. Entre com a sua senha ou peça um novo link.'
const VERIFIED = 'Esta conta já está confirmada. Entre com a sua senha.'
const OTHER_PURPOSE = 'Este link não serve para isso.'
const EXPIRED = 'Este link expirou. Peça um novo.'

const unusable = (message: string) => new Refusal('link_unusable', message)

export interface Link {
  readonly userId: number
  readonly purpose: LinkPurpose
  readonly newEmail: string | null
  /** With the purpose `disown`. */
  readonly disownedSince: string | null
  readonly name: string
  readonly login: string
  readonly email: string
}

/** The link of a code. Throws Refusal `link_unusable` with the reason where it can't be used (any more). */
export async function linkOf(db: Reader, nowMs: number, code: string): Promise<Link> {
  const row = await db
    .selectFrom('password_verifications as v')
    .innerJoin('users as u', 'u.id', 'v.user_id')
    .select(['v.user_id', 'v.purpose', 'v.new_email', 'v.disowned_since', 'v.expires_at', 'v.used_at'])
    .select(['u.name', 'u.login', 'u.email', 'u.status', 'u.verified_at'])
    .where('v.code_hash', '=', linkHash(code))
    .executeTakeFirst()
  if (row === undefined || !isActive(row)) throw unusable(UNKNOWN)
  const {
    user_id: userId,
    purpose,
    new_email: newEmail,
    disowned_since: disownedSince,
    name,
    login,
    email,
  } = row
  if (row.used_at !== null) throw unusable(USED)
  if (purpose === 'verify' && row.verified_at !== null) throw unusable(VERIFIED)
  if (Date.parse(row.expires_at) <= nowMs) throw unusable(EXPIRED)
  return { userId, purpose, newEmail, disownedSince, name, login, email }
}

/** Throws Refusal `link_unusable` for a link that is for something else. */
export const demandPurpose = ({ purpose }: Link, ...wanted: readonly LinkPurpose[]): void => {
  if (!wanted.includes(purpose)) throw unusable(OTHER_PURPOSE)
}

/** Uses the link up. Throws Refusal `link_unusable`; of two uses at once one does. */
export async function consumeLink(
  tx: Tx,
  nowMs: number,
  code: string,
  ...purposes: readonly LinkPurpose[]
): Promise<Link> {
  const link = await linkOf(tx, nowMs, code)
  demandPurpose(link, ...purposes)
  const used = await tx
    .updateTable('password_verifications')
    .set({ used_at: new Date(nowMs).toISOString() })
    .where('code_hash', '=', linkHash(code))
    .where('used_at', 'is', null)
    .returning('user_id')
    .executeTakeFirst()
  if (used === undefined) throw unusable(USED)
  return link
}
