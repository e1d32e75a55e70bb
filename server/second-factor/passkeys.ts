/**
 * Passkeys: made by a signed-in user, proved at a sign-in and at the question for the own password. The user is verified by
 * the device each time, so that a passkey is two factors by itself. docs/rules.md#passkeys
 */
import { randomUUID } from 'node:crypto'
import {
  type AuthenticationResponseJSON,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import type { Assertion, AssertionOptions, Registration } from '../../src/contract/webauthn.ts'
import { CHALLENGE_MS } from '../../src/domain/session/passkeys.ts'
import type { AppContext } from '../context/app-context.ts'
import type { Tx } from '../db/database.ts'
import { readBrokerage } from '../mail/brokerage.ts'
import type { Reader } from '../queries/lead-row.ts'
import { type ChallengeAbout, makeChallenge, spendChallenge } from './challenges.ts'

/** The name by which browsers know the site, and its address. */
export interface PasskeyPlace {
  readonly rpId: string
  readonly origin: string
}

interface Owner {
  readonly id: number
  readonly login: string
  readonly name: string
}

/** ES256, EdDSA and RS256: what authenticators have. */
const ALGORITHMS = [-7, -8, -257]

/** It is no secret, and reveals nothing but a number. */
const handleOf = (userId: number) => Buffer.from(`farol ${userId}`).toString('base64url')

const keysOf = (rows: readonly { readonly credential_id: string }[]) =>
  rows.map(({ credential_id: id }) => ({ id, type: 'public-key' as const }))

export const passkeysOf = (db: Reader, userId: number) =>
  db
    .selectFrom('passkeys')
    .select(['id', 'credential_id', 'rp_id', 'name', 'created_at', 'last_used_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()

/** What the browser makes a passkey by. */
export async function registrationOptions(
  context: AppContext,
  { rpId }: PasskeyPlace,
  user: Owner,
  about: ChallengeAbout,
) {
  const { db } = context.store
  const { name } = await readBrokerage(db)
  const present = await passkeysOf(db, user.id)
  return {
    rp: { id: rpId, name: name ?? 'Farol' },
    user: { id: handleOf(user.id), name: user.login, displayName: user.name },
    challenge: await makeChallenge(context, about),
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ alg, type: 'public-key' as const })),
    timeout: CHALLENGE_MS,
    // An authenticator that has one of the user makes no second.
    excludeCredentials: keysOf(present.filter((row) => row.rp_id === rpId)),
    authenticatorSelection: {
      residentKey: 'required' as const,
      requireResidentKey: true as const,
      userVerification: 'required' as const,
    },
    attestation: 'none' as const,
  }
}

export interface NewPasskey {
  readonly credentialId: string
  readonly publicKey: string
  readonly counter: number
}

/** Checks what an authenticator made. null: it is not what was asked for. */
export async function madePasskey(
  context: AppContext,
  { rpId, origin }: PasskeyPlace,
  given: Registration,
  about: ChallengeAbout,
): Promise<NewPasskey | null> {
  const response: RegistrationResponseJSON = {
    id: given.id,
    rawId: given.rawId,
    type: given.type,
    clientExtensionResults: {},
    response: given.response,
  }
  // It throws for anything that does not fit, and bytes of a stranger may be anything.
  const { registrationInfo } = await verifyRegistrationResponse({
    response,
    expectedChallenge: (challenge) => spendChallenge(context, challenge, about),
    expectedOrigin: origin,
    expectedRPID: rpId,
    requireUserVerification: true,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch(() => ({ registrationInfo: undefined }))
  if (registrationInfo === undefined) return null
  const { id, publicKey, counter } = registrationInfo.credential
  return { credentialId: id, publicKey: Buffer.from(publicKey).toString('base64url'), counter }
}

/** Stores the passkey. null: the same credential is stored already. */
export async function keepPasskey(
  tx: Tx,
  { userId, name, rpId, nowMs }: { userId: number; name: string; rpId: string; nowMs: number },
  { credentialId, publicKey, counter }: NewPasskey,
): Promise<true | null> {
  const kept = await tx
    .insertInto('passkeys')
    .values({
      id: randomUUID(),
      user_id: userId,
      credential_id: credentialId,
      public_key: publicKey,
      counter,
      rp_id: rpId,
      name,
      created_at: new Date(nowMs).toISOString(),
    })
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .returning('id')
    .executeTakeFirst()
  return kept === undefined ? null : true
}

/** What the browser proves a passkey by. `userId` null: any passkey that the user chooses on the device. */
export async function assertionOptions(
  context: AppContext,
  { rpId }: PasskeyPlace,
  userId: number | null,
  about: ChallengeAbout,
): Promise<AssertionOptions | null> {
  const present = userId === null ? null : await passkeysOf(context.store.db, userId)
  const usable = present?.filter((row) => row.rp_id === rpId)
  if (usable?.length === 0) return null
  return {
    challenge: await makeChallenge(context, about),
    rpId,
    timeout: CHALLENGE_MS,
    userVerification: 'required',
    allowCredentials: keysOf(usable ?? []),
  }
}

/** Returns the active user whose passkey was proved for this, else null. Its use is noted. */
export async function provedPasskey(
  context: AppContext,
  { rpId, origin }: PasskeyPlace,
  given: Assertion,
  about: ChallengeAbout,
): Promise<{ readonly id: number; readonly login: string } | null> {
  const { db } = context.store
  const row = await db
    .selectFrom('passkeys as p')
    .innerJoin('users as u', 'u.id', 'p.user_id')
    .select(['p.id', 'p.user_id', 'p.credential_id', 'p.public_key', 'p.counter', 'u.login'])
    .where('p.credential_id', '=', given.id)
    .where('p.rp_id', '=', rpId)
    .where('u.status', '=', 1)
    .executeTakeFirst()
  if (row === undefined) return null
  const { userHandle, ...signed } = given.response
  if (typeof userHandle === 'string' && userHandle !== handleOf(row.user_id)) return null
  const response: AuthenticationResponseJSON = {
    id: given.id,
    rawId: given.rawId,
    type: given.type,
    clientExtensionResults: {},
    response: signed,
  }
  const verified = await verifyAuthenticationResponse({
    response,
    expectedChallenge: (challenge) => spendChallenge(context, challenge, about),
    expectedOrigin: origin,
    expectedRPID: rpId,
    credential: {
      id: row.credential_id,
      publicKey: new Uint8Array(Buffer.from(row.public_key, 'base64url')),
      counter: Number(row.counter),
    },
    requireUserVerification: true,
  }).catch(() => null)
  if (verified === null || !verified.verified) return null
  await db
    .updateTable('passkeys')
    .set({
      counter: verified.authenticationInfo.newCounter,
      last_used_at: new Date(context.now()).toISOString(),
    })
    .where('id', '=', row.id)
    .execute()
  return { id: row.user_id, login: row.login }
}
