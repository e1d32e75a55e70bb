/**
 * Whether this page may read the store of a protected device. The keys are in the memory of pages and, for half a
 * minute after the last of them, of the service worker: a new page asks both. docs/rules.md#protected-devices
 */
import { anyHeldKeys, dropKeys, holdProtected } from '../db/sealing/held-keys.ts'
import { KEY_CHANNEL, type KeyTalk, keyTalkFrom } from '../db/sealing/key-talk.ts'
import type { StoreKeys } from '../db/sealing/keys.ts'
import { forgetUse, isInUse, noteUse } from './last-use.ts'

/** A running service worker always answers, on a busy tablet late. One that has to start first has no keys. */
const WORKER_PATIENCE_MS = 3000
/** After the service worker has answered that it has none. A tab that answers later is suspended. */
const TABS_PATIENCE_MS = 400

const after = (ms: number) => new Promise<null>((resolve) => setTimeout(() => resolve(null), ms))

let channel: BroadcastChannel | null = null
let registration: ServiceWorkerRegistration | null = null
/** From the lock to the reload: nothing hands the keys on any more. */
let isLocking = false

const say = (message: KeyTalk) => message

/** Resolves when it is known which service worker this site has. */
async function findServiceWorker(): Promise<void> {
  registration = (await navigator.serviceWorker?.getRegistration()) ?? null
}

/** The first one that a device installs runs before it is active: on a slow network for a minute. */
function serviceWorker(): ServiceWorker | null {
  const { controller } = navigator.serviceWorker ?? { controller: null }
  return controller ?? registration?.active ?? registration?.waiting ?? registration?.installing ?? null
}

/** Resolves to 'alone' when it has none, and no other page is open. */
async function askServiceWorker(): Promise<StoreKeys | 'alone' | null> {
  await findServiceWorker()
  const asked = serviceWorker()
  if (asked === null) return null
  const { port1, port2 } = new MessageChannel()
  const answer = new Promise<StoreKeys | 'alone' | null>((resolve) => {
    port1.onmessage = ({ data }) => {
      const message = keyTalkFrom(data)
      if (message?.talk === 'hold') return resolve(message.keys)
      resolve(message?.talk === 'none' && message.isAlone ? 'alone' : null)
    }
  })
  asked.postMessage(say({ talk: 'ask' }), [port2])
  return answer
}

function askTabs(signal: AbortSignal): Promise<StoreKeys | null> {
  const asked = new BroadcastChannel(KEY_CHANNEL)
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => {
      asked.close()
      resolve(null)
    })
    asked.onmessage = ({ data }) => {
      const message = keyTalkFrom(data)
      if (message?.talk === 'hold') resolve(message.keys)
    }
    asked.postMessage(say({ talk: 'ask' }))
  })
}

/** The first that has the keys answers. Resolves to null when none has them. */
async function ask(): Promise<StoreKeys | null> {
  const end = new AbortController()
  const tabs = askTabs(end.signal)
  const held = Promise.race([askServiceWorker().catch(() => null), after(WORKER_PATIENCE_MS)])
  const first = await Promise.race([held, tabs])
  const keys = first ?? (await Promise.race([tabs, after(TABS_PATIENCE_MS)]))
  end.abort()
  return keys === 'alone' ? null : keys
}

/** Gives the keys to the service worker: this page may be about to be reloaded. */
function handOver(): void {
  const keys = anyHeldKeys()
  if (isLocking || keys === null) return
  serviceWorker()?.postMessage(say({ talk: 'hold', keys }))
}

function hear({ data }: MessageEvent): void {
  const message = keyTalkFrom(data)
  const keys = anyHeldKeys()
  if (message?.talk === 'lock') return leave()
  if (message?.talk === 'ask' && keys !== null && !isLocking)
    channel?.postMessage(say({ talk: 'hold', keys }))
}

/** Only a reload surely empties the memory of the page. */
function leave(): void {
  isLocking = true
  reload()
}

/** Replaced by a reload that no open form holds up. */
let reload = () => window.location.reload()

export function onLocked(act: () => void): void {
  reload = act
}

/** Holds the keys in this page, and for those that follow it. */
export function keepUnlocked(keys: StoreKeys, nowMs: number): void {
  holdProtected(keys)
  noteUse(nowMs)
  if (channel !== null) return
  channel = new BroadcastChannel(KEY_CHANNEL)
  channel.onmessage = hear
  // Without one the next page asks for the password.
  findServiceWorker().catch(() => undefined)
  window.addEventListener('pagehide', handOver)
}

/** Resolves to whether the keys were held anywhere. The idle time counts between two pages, too. */
export async function unlockFromOthers(nowMs: number): Promise<boolean> {
  if (!isInUse(nowMs)) return false
  const keys = await ask()
  if (keys === null) return false
  keepUnlocked(keys, nowMs)
  return true
}

/** Locks all tabs and the service worker. This page is reloaded by its caller. */
export function lockEverywhere(): void {
  isLocking = true
  forgetUse()
  channel?.postMessage(say({ talk: 'lock' }))
  serviceWorker()?.postMessage(say({ talk: 'lock' }))
}

/** Drops the keys at the end of a session: the next user must not find them. */
export function endUnlocked(): void {
  lockEverywhere()
  dropKeys()
}
