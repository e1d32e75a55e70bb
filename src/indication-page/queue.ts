/**
 * Indications that wait to be sent. They survive the closing of the tab, but on a device that somebody protected. Each has
 * one key, under which the server makes one lead, however often it is sent.
 */
import { createStore, del, entries, get, set } from 'idb-keyval'
import * as z from 'zod/mini'
import { SHORTEST_FILLING_MS } from '../domain/indication/shortest-filling.ts'
import { isMemoryOnly } from './memory-only.ts'
import { keepSent } from './receipt/kept-receipts.ts'
import { openInvitation, sendIndication } from './server-calls.ts'

const waitingSchema = z.object({
  key: z.string(),
  /** 'Ana Souza · Automóvel'. */
  label: z.string(),
  queuedAt: z.number(),
  /** The server refuses it before this moment, epoch ms of this device's clock. */
  notBefore: z._default(z.number(), 0),
  body: z.record(z.string(), z.unknown()),
  /** By which its sender follows it: docs/rules.md#receipt. Null: an earlier version of the page queued it. */
  receipt: z._default(z.nullable(z.string()), null),
  /** What was typed, for a correction: `TypedIndication` with this line alone. */
  typed: z._default(z.unknown(), null),
  /** The server takes no more before this moment, epoch ms. */
  limitedUntil: z._default(z.number(), 0),
  /** Another stamp was asked for; it is not asked for twice. */
  renewed: z._default(z.boolean(), false),
  /** Why the server refused it; null: not yet sent. */
  problem: z.nullable(z.string()),
})
export type Waiting = z.infer<typeof waitingSchema>

const store = createStore('farol-indicacao', 'fila')
/** For browsers that refuse a store, such as private windows, and for protected devices: it waits as long as the tab is open. */
const unstored = new Map<string, Waiting>()
/** Keys of what the server took while this page is open. */
const taken = new Set<string>()
const listeners = new Set<() => void>()
let running: Promise<void> | null = null
let timer: ReturnType<typeof setTimeout> | undefined

const changed = () => {
  for (const listener of listeners) listener()
}

/** Calls `listener` when something is queued, sent or refused. Returns a function that ends it. */
export function watchQueue(listener: () => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** Oldest first. */
export async function readQueue(): Promise<Waiting[]> {
  let stored: unknown[] = []
  try {
    stored = (await entries(store)).map(([, value]): unknown => value)
  } catch {
    // The browser has no store.
  }
  const kept = stored.flatMap((value) => {
    const parsed = waitingSchema.safeParse(value)
    return parsed.success ? [parsed.data] : []
  })
  return [...kept, ...unstored.values()].sort((one, other) => one.queuedAt - other.queuedAt)
}

/** Whether the end of the page would lose an indication. */
export const hasUnstored = (): boolean => unstored.size > 0

async function keep(waiting: Waiting): Promise<void> {
  try {
    // What was stored before the device was protected stays there until it is sent.
    if (isMemoryOnly() && (await get(waiting.key, store)) === undefined) {
      unstored.set(waiting.key, waiting)
      return
    }
    await set(waiting.key, waiting, store)
    unstored.delete(waiting.key)
  } catch {
    // No store, or no room in it.
    unstored.set(waiting.key, waiting)
  }
}

export async function drop(key: string): Promise<void> {
  unstored.delete(key)
  try {
    await del(key, store)
  } catch {
    // It was never stored.
  }
  changed()
}

export async function enqueue(waiting: readonly Waiting[]): Promise<void> {
  for (const each of waiting) await keep(each)
  changed()
}

/** Whether the server took it. */
export const isTaken = (key: string): boolean => taken.has(key)

/** Sends again what the server refused, by the link that is open now. */
export async function retry(
  waiting: Waiting,
  { code, stamp }: { readonly code: string; readonly stamp: string },
): Promise<void> {
  const body = { ...waiting.body, inviter_id: code, stamp }
  await keep({ ...waiting, body, notBefore: Date.now() + SHORTEST_FILLING_MS, problem: null, renewed: false })
  changed()
  await flush()
}

/** One tab sends at a time, where the browser has locks. Without them the key still makes one lead. */
const alone = (work: () => Promise<void>): Promise<void> =>
  'locks' in navigator ? navigator.locks.request('farol-indicacao', work) : work()

/** Sends what waits. What can't be sent now is tried again later. */
export function flush(): Promise<void> {
  clearTimeout(timer)
  running ??= alone(sendAll).finally(() => {
    running = null
  })
  return running
}

/** Resolves once the server takes it. No longer than that lasts: the clock of the device may have been set back. */
async function due({ notBefore }: Waiting): Promise<void> {
  const left = Math.min(notBefore - Date.now(), SHORTEST_FILLING_MS)
  if (left > 0) await new Promise((resolve) => setTimeout(resolve, left))
}

/** Null: the link has no inviter any more, or the server does not answer. */
async function withNewStamp(waiting: Waiting): Promise<Waiting | null> {
  const opened = await openInvitation(String(waiting.body.inviter_id))
  if (opened.kind !== 'open') return null
  const body = { ...waiting.body, stamp: opened.invitation.stamp }
  return { ...waiting, body, renewed: true, notBefore: Date.now() + SHORTEST_FILLING_MS }
}

async function sendAll(): Promise<void> {
  const tried = new Set<string>()
  // Read again after each: another may be queued meanwhile.
  const next = async () => (await readQueue()).find(({ key, problem }) => problem === null && !tried.has(key))
  for (let waiting = await next(); waiting !== undefined; waiting = await next()) {
    tried.add(waiting.key)
    await due(waiting)
    const sent = await sendIndication(waiting.key, waiting.body)
    if (sent.kind === 'accepted') {
      taken.add(waiting.key)
      if (waiting.receipt !== null) keepSent(waiting.receipt, waiting.label, Date.now())
      await drop(waiting.key)
    }
    if (sent.kind === 'refused') {
      const renewed = sent.isStamp && !waiting.renewed ? await withNewStamp(waiting) : null
      // Sent once more in this run.
      if (renewed !== null) tried.delete(waiting.key)
      await keep(renewed ?? { ...waiting, problem: sent.message })
      changed()
    }
    if (sent.kind === 'later') {
      if (sent.isLimit) {
        await keep({ ...waiting, limitedUntil: Date.now() + sent.seconds * 1000 })
        changed()
      }
      timer = setTimeout(() => void flush(), sent.seconds * 1000)
      return
    }
  }
}

/** Sends when the page opens, when the network returns, and when the tab is looked at again. */
export function keepSending(): () => void {
  const now = () => void flush()
  const seen = () => {
    if (document.visibilityState === 'visible') now()
  }
  now()
  window.addEventListener('online', now)
  document.addEventListener('visibilitychange', seen)
  return () => {
    clearTimeout(timer)
    window.removeEventListener('online', now)
    document.removeEventListener('visibilitychange', seen)
  }
}
