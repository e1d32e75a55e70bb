/** Signing in: token, user, device session. Loaded with the first attempt, so that the sign-in screen stays small. */

import type { z } from 'zod'
import { askedAgain } from '../../api/asked-again.ts'
import { call } from '../../api/call.ts'
import type { CallResult } from '../../api/call-result.ts'
import { login, type SignInAnswer } from '../../api/session.ts'
import { firstStepsRoute } from '../../contract/administration/first-steps.ts'
import { signInPasskeyOptionsRoute, signInPasskeyRoute } from '../../contract/passkeys.ts'
import { secondStepRoute } from '../../contract/second-factor.ts'
import { endSessionRoute, tokenConfirmRoute } from '../../contract/session.ts'
import type { assertionSchema } from '../../contract/webauthn.ts'
import { isQuotaError } from '../../db/access/storage-full.ts'
import { recoveredDeviceId, recoveryOf } from '../../db/outbox/queue-copy-store.ts'
import { forgetProtected } from '../../db/session/device-mode.ts'
import { deviceId, readSession, thisDevice, writeSession } from '../../db/session/device-session.ts'
import { keepRememberedFactor, rememberedFactors } from '../../db/session/remembered-factors.ts'
import { endingProof, keepEnding } from '../../db/session/session-endings.ts'
import { forgetKeptDrafts } from '../../db/session/waiting-work.ts'
import { hasKeyring } from '../../device/keyring/has-keyring.ts'
import { deviceMode } from '../../device/keyring/protected-device.ts'
import { provePasskey } from '../../device/second-factor/browser-passkeys.ts'
import { may } from '../../domain/permissions/actions.ts'
import type { Protection } from '../../domain/session/protection.ts'
import { roleOf } from '../../domain/session/role.ts'
import type { SessionUser } from '../../domain/session/session-user.ts'
import { formatDay, saoPauloDay } from '../../domain/time/sao-paulo.ts'
import { notify } from '../../ui/notify.ts'
import { erasedWords, unmarkErased } from './erased-flag.ts'
import type { Proven } from './full-protection.ts'
import { choosePersonal, choosesPersonal } from './personal-choice.ts'
import { sendEndings } from './send-endings.ts'
import { SEALED, storeToken } from './stored-token.ts'
import { markEndings } from './waiting-endings.ts'

export interface Credentials {
  readonly login: string
  readonly password: string
}

/** What the server waits for after the right password. */
export type SecondStep = NonNullable<SignInAnswer['second_step']>

/** What the user gives for it. */
export type StepProof =
  | { readonly code: string }
  | { readonly recovery_code: string }
  | { readonly passkey: z.input<typeof assertionSchema> }

export type SignInOutcome =
  | { readonly kind: 'ok' }
  | { readonly kind: 'second_step'; readonly step: SecondStep }
  /** A second factor is required and has to be set up now, with this token. */
  | { readonly kind: 'set_up'; readonly token: string }
  /** The password is too short for a protected device: a longer one is set now, with this token. */
  | { readonly kind: 'longer_password'; readonly token: string }
  | { readonly kind: 'credentials' }
  | { readonly kind: 'wait'; readonly seconds: number }
  | { readonly kind: 'offline' }
  | { readonly kind: 'failed' }
  | { readonly kind: 'storage_full' }
  /** The password comes again. */
  | { readonly kind: 'gone'; readonly message: string }

export type StepOutcome =
  | SignInOutcome
  /** What is wrong with the code. */
  | { readonly kind: 'wrong'; readonly message: string }

const DEFAULT_WAIT_SECONDS = 60
const OTHER_USER = 'Esta chave de acesso é de outra pessoa.'

/** `navigator.onLine`: false is certain; true may still mean that the server is down. */
const noAnswer = (): SignInOutcome => ({ kind: navigator.onLine ? 'failed' : 'offline' })

/**
 * The password from the first step to the last: the keyring of a protected device is opened by it. In the memory of
 * this page alone.
 */
let typed: { readonly password: string; readonly protects: boolean } | null = null

/** The server gives a protected device's half to the device that it knows, also after the browser cleared the databases. */
const ownDeviceId = () => deviceId(thisDevice(), recoveredDeviceId(window.localStorage))

/** Returns the outcome. Throws errors of the device's storage, except a full disk (`storage_full`). */
export const signIn = (credentials: Credentials): Promise<SignInOutcome> =>
  withRoom(() => enter(credentials, false))

/** The same, and protects this device for the user. */
export const signInToProtect = (credentials: Credentials): Promise<SignInOutcome> =>
  withRoom(() => enter(credentials, true))

async function enter(credentials: Credentials, protects: boolean): Promise<SignInOutcome> {
  // Another user's sign-out may still wait for a network. It is sent now, whether or not this sign-in succeeds.
  void sendEndings()
  const device = await ownDeviceId()
  const remembered = rememberedFactors(window.localStorage)
  const answer = await login({ ...credentials, deviceId: device, remembered, protects })
  if (answer.kind === 'refused' && answer.status === 404) return { kind: 'credentials' }
  // The owner ended this password by 'Não fui eu'.
  if (answer.kind === 'refused' && answer.status === 410)
    return { kind: 'gone', message: answer.body.message }
  if (answer.kind !== 'ok') return failure(answer)
  const { token, second_step: step, set_up: setUp, longer_password: isShort } = answer.value
  typed = { password: credentials.password, protects }
  if (step !== null) return { kind: 'second_step', step }
  if (token === null) return { kind: 'failed' }
  if (setUp?.is_due === true) return { kind: 'set_up', token }
  if (isShort) return { kind: 'longer_password', token }
  const begun = await begin(token, answer.value)
  if (begun.kind === 'ok' && setUp !== null) notify.warning(setUpWords(setUp.until))
  return begun
}

const setUpWords = (until: string) =>
  `A sua corretora exige um segundo fator. Configure o seu até ${formatDay(saoPauloDay(Date.parse(until)))}, em Profile, Segurança.`

const PASSWORD_AGAIN = 'O tempo para entrar acabou. Informe a senha de novo.'

/**
 * Enters with the token of a sign-in whose set-up is done. It may be called again without an answer of the server. Returns
 * the outcome; throws as `signIn` does.
 */
export const enterAfterSetUp = (token: string): Promise<SignInOutcome> =>
  withRoom(async () => {
    if (typed === null) return { kind: 'gone', message: PASSWORD_AGAIN }
    const { fullProtection } = await import('./full-protection.ts')
    const full = await fullProtection(token, typed.password)
    if (full.kind !== 'ok') return failure(full)
    return full.value === 'longer password' ? { kind: 'longer_password', token } : begin(token, full.value)
  })

/**
 * Sets a longer password with the token of a sign-in that waits for one, and enters. It may be called again without an answer
 * of the server. Returns the outcome; throws as `signIn` does.
 */
export const enterWithLongerPassword = (token: string, password: string): Promise<StepOutcome> =>
  withRoom(async () => {
    if (typed === null) return { kind: 'gone', message: PASSWORD_AGAIN }
    const { longerPassword } = await import('./full-protection.ts')
    const set = await longerPassword(token, { present: typed.password, password })
    if (set.kind === 'refused' && set.status === 422) {
      const message = set.body.errors?.password?.[0]
      return message === undefined ? { kind: 'gone', message: PASSWORD_AGAIN } : { kind: 'wrong', message }
    }
    if (set.kind === 'refused' && set.body.code === 'session')
      return { kind: 'gone', message: PASSWORD_AGAIN }
    if (set.kind !== 'ok') return failure(set)
    typed = { ...typed, password }
    return enterAfterSetUp(token)
  })

/**
 * Signs in by a passkey alone. `login`: the user whose passkey it must be, if the screen belongs to one. Returns the
 * outcome; throws as `signIn` does.
 */
export async function signInWithPasskey(login: string | null): Promise<StepOutcome> {
  void sendEndings()
  typed = null
  const options = await call(signInPasskeyOptionsRoute, { body: {} })
  if (options.kind !== 'ok') return refusal(options)
  const proved = await provePasskey(options.value.data)
  if (proved.kind === 'not_done') return { kind: 'wrong', message: proved.message }
  const body = { passkey: proved.response, device_id: await ownDeviceId() }
  const entered = await call(signInPasskeyRoute, { body })
  if (entered.kind !== 'ok') return refusal(entered)
  const { token } = entered.value.data
  return token === null ? { kind: 'failed' } : withRoom(() => begin(token, entered.value.data, login))
}

/** Proves a passkey for a step that waits. */
export async function proveForStep({ step }: SecondStep): Promise<StepProof | StepOutcome> {
  const options = await call(signInPasskeyOptionsRoute, { body: { step } })
  if (options.kind === 'refused' && options.status === 404)
    return { kind: 'gone', message: options.body.message }
  if (options.kind !== 'ok') return refusal(options)
  const proved = await provePasskey(options.value.data)
  return proved.kind === 'ok' ? { passkey: proved.response } : { kind: 'wrong', message: proved.message }
}

/** What the server says of a passkey is for the user. */
function refusal(result: Exclude<CallResult<unknown>, { kind: 'ok' }>): StepOutcome {
  return result.kind === 'refused' && [400, 404, 410, 422].includes(result.status)
    ? { kind: 'wrong', message: result.body.message }
    : failure(result)
}

async function withRoom<Outcome>(
  enter: () => Promise<Outcome>,
): Promise<Outcome | { readonly kind: 'storage_full' }> {
  try {
    return await enter()
  } catch (error) {
    if (isQuotaError(error)) return { kind: 'storage_full' }
    throw error
  }
}

function failure(result: Exclude<CallResult<unknown>, { kind: 'ok' }>): SignInOutcome {
  if (result.kind === 'unreachable') return noAnswer()
  return result.status === 429
    ? { kind: 'wait', seconds: result.retryAfterSeconds ?? DEFAULT_WAIT_SECONDS }
    : { kind: 'failed' }
}

/** Sends what the user gave for the second step. Returns the outcome; throws as `signIn` does. */
export async function answerSecondStep(
  { step }: SecondStep,
  proof: StepProof,
  remember: boolean,
): Promise<StepOutcome> {
  const body = { step, remember, ...proof }
  const result = await askedAgain(body, (key) => call(secondStepRoute, { key, body }))
  if (result.kind === 'refused' && result.status === 404)
    return { kind: 'gone', message: result.body.message }
  // 503: the server can't check this way, and says which one works.
  const isForUser =
    result.kind === 'refused' && ([400, 422].includes(result.status) || result.body.code === 'not_configured')
  if (isForUser) return { kind: 'wrong', message: result.body.message }
  if (result.kind !== 'ok') return failure(result)
  const { token, remembered, longer_password: isShort } = result.value.data
  if (remembered !== null) keepRememberedFactor(window.localStorage, remembered)
  if (isShort) return { kind: 'longer_password', token }
  return withRoom(() => begin(token, result.value.data))
}

/** The end of every way to sign in: reads who the token is of, and keeps both. */
function begin(token: string, proven: Proven): Promise<SignInOutcome>
function begin(token: string, proven: Proven, login: string | null): Promise<StepOutcome>
async function begin(token: string, proven: Proven, login: string | null = null): Promise<StepOutcome> {
  const user = await call(tokenConfirmRoute, { token })
  if (user.kind === 'refused' && user.body.code === 'session') {
    const words = await eraseByOrder(token)
    return words === null ? { kind: 'failed' } : { kind: 'gone', message: `${words} Entre outra vez.` }
  }
  if (user.kind !== 'ok') {
    void abandon(token)
    return user.kind === 'refused' ? { kind: 'failed' } : noAnswer()
  }
  if (login !== null && user.value.login !== login) {
    void abandon(token)
    return { kind: 'wrong', message: OTHER_USER }
  }
  const problem = await keepSession(token, user.value, proven).catch((error: unknown) => {
    void abandon(token)
    throw error
  })
  if (problem !== null) {
    void abandon(token)
    return problem
  }
  typed = null
  unmarkErased()
  forgetKeptDrafts(window.localStorage, user.value.id)
  void sendEndings()
  await askPersistence()
  return { kind: 'ok' }
}

const PROTECTED_NOW =
  'Este aparelho é protegido: o Farol pede a sua senha ao reabrir e depois de minutos sem uso.'
const PERSONAL_NOW =
  'Este aparelho deixou de ser protegido: quem abrir o navegador, ou copiar o disco, lê os dados do Farol.'

/** A server of an earlier version answers no protection. */
const UNKNOWN: Protection = {
  required: false,
  server_half: null,
  idle_minutes: 10,
  has_pin: false,
  sealing_key: null,
}

/** Stores the session, sealed where the device is protected for this user. Returns why it is not stored, or null. */
async function keepSession(
  token: string,
  user: SessionUser,
  { protection, confirmation }: Proven,
): Promise<SignInOutcome | null> {
  const wasProtected =
    // The browser took the keyring, and left a queue that only its key opens.
    recoveryOf(window.localStorage, user.id) !== null || (await hasKeyring(user.id))
  const isAsked = protection?.required === true || typed?.protects === true
  const mode = await deviceMode()
  const isProtected = isAsked || mode === 'sealed' || (mode === 'kept' && !choosesPersonal())
  if (!isProtected) {
    await writeSession(token, user)
    storeToken(token)
    forgetProtected(window.localStorage)
    if (mode === 'kept') notify.warning(PERSONAL_NOW)
    choosePersonal(false)
    return null
  }
  const { enterProtected } = await import('../../device/keyring/protected-sign-in.ts')
  const password = typed?.password ?? null
  const outcome = await enterProtected(
    { token, user, protection: protection ?? UNKNOWN, confirmation, password },
    Date.now(),
  )
  if (outcome.kind === 'unreachable') return noAnswer()
  if (outcome.kind === 'refused') return { kind: 'gone', message: outcome.message }
  storeToken(SEALED)
  // Who did not ask for it would meet the lock screen unprepared.
  if (typed?.protects !== true && !wasProtected) notify.success(PROTECTED_NOW)
  return null
}

/** The answer about the first steps may take so many ms; the board waits for it. */
const STEPS_MS = 3000

/**
 * Where a sign-in leads that asked for no screen: an administrator of an installation that is not in use yet to the
 * first steps. docs/rules.md#first-steps
 */
export async function homeAfterSignIn(): Promise<'/' | '/primeiros-passos'> {
  const session = await readSession()
  if (session === undefined || !may('settings.manage', roleOf(session.user))) return '/'
  const steps = await call(firstStepsRoute, { token: session.token, signal: AbortSignal.timeout(STEPS_MS) })
  return steps.kind === 'ok' && steps.value.untouched ? '/primeiros-passos' : '/'
}

/**
 * A sign-in on a device that is still to be erased opens nothing. Returns what the screen says; null without an order.
 */
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
