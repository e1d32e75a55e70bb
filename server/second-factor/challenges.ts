/** Challenges that passkeys answer, each once and for what it was made for: docs/rules.md#passkeys */
import { randomBytes } from 'node:crypto'
import { CHALLENGE_MS } from '../../src/domain/session/passkeys.ts'
import type { AppContext } from '../context/app-context.ts'

/** What a challenge is for, with whom or what it is bound to. */
export type ChallengeAbout = 'sign-in' | `step ${string}` | `confirm ${string}` | `register ${string}`

/** Returns the bytes of a new challenge in base64url. */
export async function makeChallenge({ store, now }: AppContext, about: ChallengeAbout): Promise<string> {
  const challenge = randomBytes(32).toString('base64url')
  await store.db
    .insertInto('passkey_challenges')
    .values({ challenge, about, expires_at: new Date(now() + CHALLENGE_MS).toISOString() })
    .execute()
  return challenge
}

/** Uses the challenge up. Returns whether it was one of these that has not ended: of two uses at once one is true. */
export async function spendChallenge(
  { store, now }: AppContext,
  challenge: string,
  about: ChallengeAbout,
): Promise<boolean> {
  const spent = await store.db
    .deleteFrom('passkey_challenges')
    .where('challenge', '=', challenge)
    .where('about', '=', about)
    .where('expires_at', '>', new Date(now()).toISOString())
    .returning('challenge')
    .executeTakeFirst()
  return spent !== undefined
}
