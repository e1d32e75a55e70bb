/** Pushed notices on this device: the browser's subscription, and the server's copy of it. docs/rules.md#push */
import { call } from '../api/call.ts'
import type { CallResult } from '../api/call-result.ts'
import {
  endPushSubscriptionRoute,
  pushSubscriptionRoute,
  savePushSubscriptionRoute,
} from '../contract/push.ts'
import { toText } from '../db/bytes/base64url.ts'
import { openMirror } from '../db/open.ts'
import { isPushWanted, keepPushWanted } from '../db/session/push-wanted.ts'
import { failureWords, offlineWords, online } from './online.ts'

/** `insecure`: the address is not https. `blocked`: the browser refuses notices of Farol. */
export type PushState = 'unsupported' | 'insecure' | 'blocked' | 'off' | 'on'

export interface PushStanding {
  readonly state: PushState
  /** A sentence for the user: why the server does not have what is switched on here. null: no problem is known. */
  readonly problem: string | null
}

const TURNING_ON = 'ligar os avisos'

/** Without an answer the notices count as off here, whatever the server has. */
const failed = (result: CallResult<unknown>): string | null =>
  result.kind === 'unreachable' ? offlineWords(TURNING_ON) : failureWords(result, TURNING_ON)

const NO_SERVICE =
  'O navegador não conseguiu ligar os avisos. Confira a conexão e as notificações do sistema, e tente de novo.'

const isSupported = () => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window

/** The service worker is registered after the first screen. */
const READY_MS = 10_000
const UNSUBSCRIBE_MS = 3000
/** The switch waits for it. */
const STANDING_MS = 4000

const late = (ms: number) => new Promise<null>((resolve) => setTimeout(() => resolve(null), ms))

async function presentSubscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration()
  return (await registration?.pushManager.getSubscription()) ?? null
}

/** The state by the device alone. */
async function stateHere(userId: number): Promise<PushState> {
  if (!window.isSecureContext) return 'insecure'
  if (!isSupported()) return 'unsupported'
  if (Notification.permission === 'denied') return 'blocked'
  const isOn = (await isPushWanted(openMirror(userId))) && (await presentSubscription()) !== null
  return isOn ? 'on' : 'off'
}

/** The browser's subscription for this key. Throws DOMException when the browser or its service refuses. */
async function subscribed(manager: PushManager, publicKey: string): Promise<PushSubscription> {
  const present = await manager.getSubscription()
  const key = present?.options.applicationServerKey ?? null
  if (present !== null && key !== null && toText(new Uint8Array(key)) === publicKey) return present
  // One browser has one subscription at a time, for one key.
  await present?.unsubscribe()
  return manager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
}

/** Whether the server took the browser's subscription when this page gave it last. */
let isGiven = true

/** Subscribes the browser, unless it is, and gives the server its address. Throws DOMException as the browser does. */
async function subscribeHere(manager: PushManager): Promise<CallResult<unknown>> {
  isGiven = false
  const key = await online((token) => call(pushSubscriptionRoute, { token }))
  if (key.kind !== 'ok') return key
  const subscription = await subscribed(manager, key.value.public_key)
  const body = savePushSubscriptionRoute.body.parse(subscription.toJSON())
  const saved = await online((token) => call(savePushSubscriptionRoute, { token, body }))
  isGiven = saved.kind === 'ok'
  return saved
}

/**
 * Returns the state of the notices here. One that is on is asked of the server, which may have lost it: it is renewed
 * then, and counts as off if that fails. Without an answer the device alone decides.
 */
export async function pushStanding(userId: number): Promise<PushStanding> {
  const state = await stateHere(userId)
  if (state !== 'on') return { state, problem: null }
  const signal = AbortSignal.timeout(STANDING_MS)
  const known = await online((token) => call(pushSubscriptionRoute, { token, signal }))
  if (known.kind === 'refused') return { state: 'off', problem: failed(known) }
  if (known.kind === 'unreachable' || (known.value.active && isGiven)) return { state, problem: null }
  const problem = await renewPush(userId)
  return { state: problem === null ? 'on' : 'off', problem }
}

/**
 * Asks for the permission and subscribes. Call it from a click: browsers refuse other questions. Returns a sentence about
 * what failed, or null. A permission that the user did not give is no failure: `pushStanding` reports it.
 */
export async function turnPushOn(userId: number): Promise<string | null> {
  if ((await Notification.requestPermission()) !== 'granted') return null
  const registration = await Promise.race([navigator.serviceWorker.ready, late(READY_MS)])
  if (registration === null) return NO_SERVICE
  try {
    const saved = await subscribeHere(registration.pushManager)
    if (saved.kind !== 'ok') {
      await dropPush()
      return failed(saved)
    }
  } catch (error) {
    if (error instanceof DOMException) return NO_SERVICE
    throw error
  }
  // The user has signed out meanwhile.
  if (!(await keepPushWanted(openMirror(userId), true))) await dropPush()
  return null
}

/** Ends the subscription here. The server learns it now, or from the push service with the next notice. */
export async function turnPushOff(userId: number): Promise<void> {
  await keepPushWanted(openMirror(userId), false)
  await dropPush()
  await online((token) => call(endPushSubscriptionRoute, { token }))
}

/**
 * Gives the server the browser's present subscription, as at each opening of the app: browsers change it, and a new
 * session has none. Ends one that this user does not want, such as an earlier user's. Returns a sentence about what
 * failed, or null. `pushStanding` tries again after a failure.
 */
export async function renewPush(userId: number): Promise<string | null> {
  if (!isSupported()) return null
  if (!(await isPushWanted(openMirror(userId)))) {
    await dropPush()
    return null
  }
  if (Notification.permission !== 'granted') return null
  const registration = await navigator.serviceWorker.getRegistration()
  if (registration === undefined) return null
  try {
    return failed(await subscribeHere(registration.pushManager))
  } catch (error) {
    if (error instanceof DOMException) return NO_SERVICE
    throw error
  }
}

/** Ends the browser's subscription, if there is one. It needs no network. */
export async function dropPush(): Promise<void> {
  if (!isSupported()) return
  const present = await presentSubscription()
  // A browser that can't reach its service may take long. It has forgotten the subscription by then.
  if (present !== null) await Promise.race([present.unsubscribe(), late(UNSUBSCRIBE_MS)])
}
