/** Signing in: token, user, device session. Loaded with the first attempt, so that the sign-in screen stays small. */
import { call } from '../../api/call.ts'
import { login } from '../../api/session.ts'
import { firstStepsRoute } from '../../contract/administration/first-steps.ts'
import { endSessionRoute, tokenConfirmRoute } from '../../contract/session.ts'
import { may } from '../../domain/permissions/actions.ts'
import { roleOf } from '../../domain/session/role.ts'
import { isQuotaError } from '../../store/access/storage-full.ts'
import { deviceId, readSession, writeSession } from '../../store/session/device-session.ts'
import { endingProof, keepEnding } from '../../store/session/session-endings.ts'
import { forgetKeptDrafts } from '../../store/session/waiting-work.ts'
import { erasedWords, unmarkErased } from './erased-mark.ts'
import { sendEndings } from './send-endings.ts'
import { storeToken } from './stored-token.ts'
import { markEndings } from './waiting-endings.ts'

export interface Credentials {
  readonly login: string
  readonly password: string
}

export type SignInOutcome =
  | { readonly kind: 'ok' }
  | { readonly kind: 'credentials' }
  | { readonly kind: 'wait'; readonly seconds: number }
  | { readonly kind: 'offline' }
  | { readonly kind: 'failed' }
  | { readonly kind: 'storage_full' }
  /** The device had to be erased first, and was. */
  | { readonly kind: 'erased'; readonly words: string }

const DEFAULT_WAIT_SECONDS = 60

/** `navigator.onLine`: false is certain; true may still mean that the server is down. */
const noAnswer = (): SignInOutcome => ({ kind: navigator.onLine ? 'failed' : 'offline' })

/** Returns the outcome. Throws errors of the device's storage, except a full disk (`storage_full`). */
export async function signIn(credentials: Credentials): Promise<SignInOutcome> {
  try {
    return await enter(credentials)
  } catch (error) {
    if (isQuotaError(error)) return { kind: 'storage_full' }
    throw error
  }
}

async function enter(credentials: Credentials): Promise<SignInOutcome> {
  // Another user's sign-out may still wait for a network. It is sent now, whether or not this sign-in succeeds.
  void sendEndings()
  const device = await deviceId()
  const answer = await login({ ...credentials, deviceId: device })
  if (answer.kind === 'unreachable') return noAnswer()
  if (answer.kind === 'refused') {
    if (answer.status === 404) return { kind: 'credentials' }
    if (answer.status === 429)
      return { kind: 'wait', seconds: answer.retryAfterSeconds ?? DEFAULT_WAIT_SECONDS }
    return { kind: 'failed' }
  }
  const user = await call(tokenConfirmRoute, { token: answer.value })
  if (user.kind === 'refused' && user.body.code === 'session') {
    const words = await eraseByOrder(answer.value)
    return words === null ? { kind: 'failed' } : { kind: 'erased', words }
  }
  if (user.kind !== 'ok') {
    void abandon(answer.value)
    return user.kind === 'refused' ? { kind: 'failed' } : noAnswer()
  }
  try {
    await writeSession(answer.value, user.value)
  } catch (error) {
    void abandon(answer.value)
    throw error
  }
  storeToken(answer.value)
  unmarkErased()
  forgetKeptDrafts(window.localStorage, user.value.id)
  void sendEndings()
  await askPersistence()
  return { kind: 'ok' }
}

/** The network has so many ms to tell of the first steps; the board waits for it. */
const STEPS_MS = 3000

/**
 * Where a sign-in leads that asked for no screen: an administrator of an installation that nobody has begun with to the first
 * steps. docs/rules.md#first-steps
 */
export async function homeAfterSignIn(): Promise<'/' | '/primeiros-passos'> {
  const session = await readSession()
  if (session === undefined || !may('settings.manage', roleOf(session.user))) return '/'
  const steps = await call(firstStepsRoute, { token: session.token, signal: AbortSignal.timeout(STEPS_MS) })
  return steps.kind === 'ok' && steps.value.untouched ? '/primeiros-passos' : '/'
}

/** A sign-in on a device that is still to be erased opens nothing. Returns what the screen says; null without an order. */
async function eraseByOrder(token: string): Promise<string | null> {
  const { askEraseOrder, eraseUser } = await import('./erase-device.ts')
  const order = await askEraseOrder(token)
  if (order === null) return null
  await eraseUser({ session: { token, userId: order.user_id }, by: order.by })
  return erasedWords()
}

/** Ends the session of a token that is not stored, as soon as the server can be reached. */
async function abandon(token: string): Promise<void> {
  const proof = await endingProof(token)
  // On a full disk this is the only attempt.
  await keepEnding({ proof, since: Date.now() }).catch(() => call(endSessionRoute, { body: { proof } }))
  markEndings()
  await sendEndings()
}

/** Asks the browser not to clear mirror and queue. The sync screen shows its answer. */
async function askPersistence(): Promise<void> {
  if (!('storage' in navigator)) return
  // Some browsers ask the user before they answer: the sign-in does not wait.
  void navigator.storage.persist().catch(() => false)
}
