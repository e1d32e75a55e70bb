/** The engine's ports: everything that it uses besides the store, so that tests can replace it. */

import type { PullPage, PushRequest, PushResponse } from '../contract/sync.ts'
import type { ClockOffsetRange } from '../db/mirror/clock-offset.ts'
import type { MirrorDb } from '../db/schema/mirror.ts'
import type { SessionUser } from '../domain/session/session-user.ts'

/** The result of an exchange. Only `ok` means that the server answered this app and the answer parsed. */
export type Exchange<Value> =
  /** `clockOffset` is the server's clock minus this device's. null when the answer cannot show it. */
  | { readonly kind: 'ok'; readonly value: Value; readonly clockOffset: ClockOffsetRange | null }
  /** No answer, or an answer that is not Farol's: a captive portal answers 200 with HTML. */
  | { readonly kind: 'offline' }
  /** 429 or 5xx: try again later, not before `retryAfterMs` if the server set it. */
  | { readonly kind: 'later'; readonly retryAfterMs: number | null; readonly message: string }
  /** The token is refused. The queue waits for a sign-in. */
  | { readonly kind: 'session'; readonly revoked: boolean }
  | { readonly kind: 'too_old'; readonly message: string }

/** The result of an upload. `refused`: the server will never accept the file, because of its content. */
export type Upload =
  | Exchange<null>
  | { readonly kind: 'refused'; readonly message: string; readonly errors: Record<string, string[]> }

export type Failure = Exclude<Exchange<unknown>, { kind: 'ok' }>

/** Where a pull continues, and what the server had seen at its latest answer to commands. */
export interface PullPlace {
  readonly cursor: string | null
  readonly seen: string | null
}

export interface Transport {
  pull(place: PullPlace, limit: number, signal: AbortSignal): Promise<Exchange<PullPage>>
  push(request: PushRequest, signal: AbortSignal): Promise<Exchange<PushResponse>>
  /** Uploads a file's bytes. Repeating it is safe. */
  upload(fileUid: string, bytes: Blob, signal: AbortSignal): Promise<Upload>
  /** Resolves when the stream ends, for any reason. `onPoke` runs for each poke and once at the opening. */
  events(onPoke: () => void, signal: AbortSignal): Promise<void>
}

export interface Clock {
  /** Epoch ms. */
  now(): number
  /** Resolves after `ms`, or at once when the signal aborts. */
  sleep(ms: number, signal: AbortSignal): Promise<void>
}

/** Returns a number from 0 to 1, as Math.random does. */
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
