/** Unlocking the store of a protected user on this device: docs/rules.md#protected-devices */
import { call } from '../../api/call.ts'
import { pinUnlockRoute } from '../../contract/device-keys.ts'
import { fromText } from '../../db/bytes/base64url.ts'
import type { Keyring } from '../../db/keyring/keyring.ts'
import type { Bytes } from '../../db/keyring/wraps.ts'
import { deriveKeys } from '../../db/sealing/derive-keys.ts'
import { noteSealedUse, sealedSessions } from '../../db/session/device-session.ts'
import { keepIdleMinutes } from '../../opening/last-use.ts'
import { keepUnlocked, onLocked } from '../../opening/unlocked.ts'
import { forceReload } from '../../page-life/page-life.ts'
import { deriveArgon2 } from '../../workers/argon2-bridge.ts'
import { withKeyrings } from '../../workers/keyring-bridge.ts'
import { needsNewPassword, openByPasskey, openByServerHalf, pinProof, withPassword } from './open-keyring.ts'
import { passkeyOutput } from './passkey-prf.ts'
import { forgiveTries, tryPassword } from './password-try.ts'

export type UnlockOutcome =
  | { readonly kind: 'ok' }
  /** `seconds` until the next try; 0: none. */
  | { readonly kind: 'wrong'; readonly seconds: number }
  /** The password was not tried: too many were wrong. */
  | { readonly kind: 'wait'; readonly seconds: number }
  /** No keyring, or none of this way: a sign-in with the password opens it. */
  | { readonly kind: 'sign_in' }
  | { readonly kind: 'offline' }
  /** The server has deleted the PIN: too many tries, here or elsewhere. */
  | { readonly kind: 'pin_ended'; readonly message: string }
  | { readonly kind: 'not_done'; readonly message: string }

/** Which ways a user has on this device. */
export interface Ways {
  readonly password: boolean
  readonly passkey: boolean
  readonly pin: boolean
}

const readKeyring = (userId: number): Promise<Keyring | null> =>
  withKeyrings((keyrings) => keyrings.read(userId))

export async function waysOf(userId: number): Promise<Ways> {
  const keyring = await readKeyring(userId)
  return {
    password: keyring !== null && keyring.password !== null,
    passkey: keyring !== null && keyring.passkey !== null,
    pin: keyring !== null && keyring.pin !== null,
  }
}

/** The keys are in this page from now on, and for those that follow it. */
export async function holdDataKey(dataKey: Bytes, userId: number): Promise<void> {
  onLocked(forceReload)
  keepUnlocked(await deriveKeys(dataKey, userId), Date.now())
}

async function open(dataKey: Bytes, userId: number): Promise<UnlockOutcome> {
  const session = (await sealedSessions()).find((each) => each.userId === userId)
  if (session === undefined) return { kind: 'sign_in' }
  keepIdleMinutes(session.idleMinutes)
  await holdDataKey(dataKey, userId)
  await noteSealedUse(userId, { usedAt: Date.now() })
  await forgiveTries(userId)
  return { kind: 'ok' }
}

/** Needs no network. */
export async function unlockByPassword(userId: number, password: string): Promise<UnlockOutcome> {
  const keyring = await readKeyring(userId)
  if (keyring === null || keyring.password === null) return { kind: 'sign_in' }
  const tried = await tryPassword(keyring, password)
  if (tried.kind !== 'open') return tried
  const { dataKey } = tried
  if (needsNewPassword(keyring)) {
    const raised = await withPassword(keyring, dataKey, password, deriveArgon2)
    await withKeyrings((keyrings) => keyrings.write(raised))
  }
  return open(dataKey, userId)
}

const OTHER_PASSKEY = 'Esta digital não abre este aparelho. Use a senha.'

/** Needs no network. */
export async function unlockByPasskey(userId: number): Promise<UnlockOutcome> {
  const keyring = await readKeyring(userId)
  if (keyring === null || keyring.passkey === null) return { kind: 'sign_in' }
  const proved = await passkeyOutput(keyring.passkey)
  if (proved.kind === 'not_done') return proved
  const dataKey = await openByPasskey(keyring, proved.output)
  return dataKey === null ? { kind: 'not_done', message: OTHER_PASSKEY } : open(dataKey, userId)
}

/** The server compares the PIN, and answers its half. */
export async function unlockByPin(userId: number, pin: string): Promise<UnlockOutcome> {
  const keyring = await readKeyring(userId)
  if (keyring === null || keyring.pin === null) return { kind: 'sign_in' }
  const answer = await call(pinUnlockRoute, {
    body: {
      user_id: userId,
      device_secret: keyring.secret,
      pin_proof: await pinProof(pin, keyring.pin, deriveArgon2),
    },
  })
  if (answer.kind === 'unreachable') return { kind: 'offline' }
  if (answer.kind === 'refused') {
    if (answer.status !== 404) return { kind: 'not_done', message: answer.body.message }
    await withKeyrings((keyrings) => keyrings.write({ ...keyring, pin: null }))
    return { kind: 'pin_ended', message: answer.body.message }
  }
  const dataKey = await openByServerHalf(keyring, fromText(answer.value.data.server_half))
  return dataKey === null ? { kind: 'sign_in' } : open(dataKey, userId)
}
