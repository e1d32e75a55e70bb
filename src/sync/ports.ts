/** What the engine needs of the world: everything it touches besides the store comes in here, so that tests can drive it. */

import type { PullPage, PushRequest, PushResponse } from '../contract/sync.ts'
import type { MirrorDb } from '../db/mirror/mirror.ts'
import type { SessionUser } from '../domain/session/session-user.ts'

/** How an exchange ended. Only `ok` says that the server was reached by this app and understood. */
export type Exchange<Value> =
  /** `clockOffset`: the server's clock minus this device's, in ms; null when the answer could not tell. */
  | { readonly kind: 'ok'; readonly value: Value; readonly clockOffset: number | null }
  /** No answer, or one that is not Farol's (a captive portal answers 200 with HTML). */
  | { readonly kind: 'offline' }
  /** 429 or 5xx: again later, not before `retryAfterMs` where the server names it. */
  | { readonly kind: 'later'; readonly retryAfterMs: number | null; readonly message: string }
  /** The token is dead: the queue waits for a sign-in. */
  | { readonly kind: 'session'; readonly revoked: boolean }
  | { readonly kind: 'too_old'; readonly message: string }

/** How the sending of a file ended. `refused`: the server will never take it, for a reason of its content. */
export type Upload =
  | Exchange<null>
  | { readonly kind: 'refused'; readonly message: string; readonly errors: Record<string, string[]> }

export type Failure = Exclude<Exchange<unknown>, { kind: 'ok' }>

export interface Transport {
  pull(cursor: string | null, limit: number, signal: AbortSignal): Promise<Exchange<PullPage>>
  push(request: PushRequest, signal: AbortSignal): Promise<Exchange<PushResponse>>
  /** Sends a file's bytes; the same file twice is no harm. */
  upload(fileUid: string, bytes: Blob, signal: AbortSignal): Promise<Upload>
  /** Resolves when the stream ends, whyever; `onPoke` is called for each poke and once when it opens. */
  events(onPoke: () => void, signal: AbortSignal): Promise<void>
}

export interface Clock {
  /** Epoch ms. */
  now(): number
  /** Resolves after `ms`, or at once when the signal aborts. */
  sleep(ms: number, signal: AbortSignal): Promise<void>
}

/** 0 to 1, as Math.random. */
export type Random = () => number

export interface PushDeps {
  readonly db: MirrorDb
  readonly transport: Transport
  readonly user: SessionUser
  readonly deviceId: string
  readonly appVersion: string
  readonly now: () => number
  readonly random: Random
}
