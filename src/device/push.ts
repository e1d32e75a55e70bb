/** Pushed notices on this device: the browser's subscription, and the server's copy of it. docs/rules.md#push */
import { call } from '../api/call.ts'
import type { CallResult } from '../api/call-result.ts'
import {
  endPushSubscriptionRoute,
  pushSubscriptionRoute,
  savePushSubscriptionRoute,
} from '../contract/push.ts'
import { openMirror } from '../db/mirror/mirror.ts'
import { isPushWanted, keepPushWanted } from '../db/session/push-wanted.ts'
import { failureWords, online } from './online.ts'

/** `insecure`: the address is not https. `blocked`: the browser refuses notices of Farol. */
export type PushState = 'unsupported' | 'insecure' | 'blocked' | 'off' | 'on'

const NO_SERVICE =
  'O navegador não conseguiu ligar os avisos. Confira a conexão e as notificações do sistema, e tente de novo.'

const isSupported = () => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window

/** The service worker is registered after the first screen. */
const READY_MS = 10_000
const UNSUBSCRIBE_MS = 3000

const late = (ms: number) => new Promise<null>((resolve) => setTimeout(() => resolve(null), ms))

async function presentSubscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration()
  return (await registration?.pushManager.getSubscription()) ?? null
}

export async function pushState(userId: number): Promise<PushState> {
  if (!window.isSecureContext) return 'insecure'
  if (!isSupported()) return 'unsupported'
  if (Notification.permission === 'denied') return 'blocked'
  const isOn = (await isPushWanted(openMirror(userId))) && (await presentSubscription()) !== null
  return isOn ? 'on' : 'off'
}

/** base64url without padding, as the server writes its key. */
function textOf(key: ArrayBuffer | null): string {
  if (key === null) return ''
  const base64 = btoa(String.fromCharCode(...new Uint8Array(key)))
  return base64.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

/** The browser's subscription for this key. Throws DOMException when the browser or its service refuses. */
async function subscribed(manager: PushManager, publicKey: string): Promise<PushSubscription> {
  const present = await manager.getSubscription()
  if (present !== null && textOf(present.options.applicationServerKey) === publicKey) return present
  // One browser has one subscription at a time, for one key.
  await present?.unsubscribe()
  return manager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
}

/** Subscribes the browser, unless it is, and gives the server its address. Throws DOMException as the browser does. */
async function subscribeHere(manager: PushManager): Promise<CallResult<unknown>> {
  const key = await online((token) => call(pushSubscriptionRoute, { token }))
  if (key.kind !== 'ok') return key
  const subscription = await subscribed(manager, key.value.public_key)
  const body = savePushSubscriptionRoute.body.parse(subscription.toJSON())
  return online((token) => call(savePushSubscriptionRoute, { token, body }))
}

/**
 * Asks for the permission and subscribes. Call it from a click: browsers refuse other questions. Returns a sentence about
 * what failed, or null. A permission that the user did not give is no failure: `pushState` tells of it.
 */
export async function turnPushOn(userId: number): Promise<string | null> {
  if ((await Notification.requestPermission()) !== 'granted') return null
  const registration = await Promise.race([navigator.serviceWorker.ready, late(READY_MS)])
  if (registration === null) return NO_SERVICE
  try {
    const saved = await subscribeHere(registration.pushManager)
    if (saved.kind !== 'ok') {
      await dropPush()
      return failureWords(saved, 'ligar os avisos')
    }
  } catch (error) {
    if (error instanceof DOMException) return NO_SERVICE
    throw error
  }
  // The user has signed out meanwhile.
  if (!(await keepPushWanted(openMirror(userId), true))) await dropPush()
  return null
}

/** Ends the subscription here. The server hears of it now, or from the push service with the next notice. */
export async function turnPushOff(userId: number): Promise<void> {
  await keepPushWanted(openMirror(userId), false)
  await dropPush()
  await online((token) => call(endPushSubscriptionRoute, { token }))
}

/**
 * Gives the server the browser's present subscription, as at each opening of the app: browsers change it, and a new
 * session has none. Ends one that this user does not want, such as an earlier user's.
 */
export async function renewPush(userId: number): Promise<void> {
  if (!isSupported()) return
  if (!(await isPushWanted(openMirror(userId)))) return dropPush()
  if (Notification.permission !== 'granted') return
  const registration = await navigator.serviceWorker.getRegistration()
  if (registration !== undefined) await subscribeHere(registration.pushManager)
}

/** Ends the browser's subscription, if there is one. It needs no network. */
export async function dropPush(): Promise<void> {
  if (!isSupported()) return
  const present = await presentSubscription()
  // A browser that can't tell its service may take long. It has forgotten the subscription by then.
  if (present !== null) await Promise.race([present.unsubscribe(), late(UNSUBSCRIBE_MS)])
}
