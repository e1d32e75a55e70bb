/** Sends one notice to a push service, encrypted for its browser and signed with the server's keys. */
import { createHash } from 'node:crypto'
import webPush, { type Urgency, type VapidKeys } from 'web-push'
import { type PushPayload, pushTag } from '../../src/domain/notices/push.ts'
import { wallNow } from '../base/clock/machine.ts'
import type { PushConfig } from '../base/settings/push.ts'
import type { PushTarget } from './subscriptions.ts'

export interface OutgoingPush {
  /** Its address as `pushAddressOf` returns it: web-push signs for the host that it reads there, and fetch calls it. */
  readonly target: PushTarget
  readonly payload: PushPayload
  /** Of the device: the service replaces what it still holds for it. */
  readonly sessionId: string
  readonly urgency: Urgency
  /** How long the service keeps it for a device that is off. */
  readonly ttlSeconds: number
}

export type PushAnswer =
  | { readonly kind: 'taken' }
  /** The subscription is no longer valid. */
  | { readonly kind: 'gone' }
  /** `waitMs`: what the service asks for; null: nothing. */
  | { readonly kind: 'later'; readonly waitMs: number | null; readonly reason: string }
  /** The service will not take it at another try either. */
  | { readonly kind: 'refused'; readonly reason: string }

/** Throws nothing for what a push service may do. */
export type SendPush = (push: OutgoingPush, signal: AbortSignal) => Promise<PushAnswer>

const TIMEOUT_MS = 10_000

/** 32 characters that reveal neither kind nor lead to the push service. */
const topicOf = ({ sessionId, payload }: OutgoingPush) =>
  createHash('sha256')
    .update(`${sessionId} ${pushTag(payload)}`)
    .digest('base64url')
    .slice(0, 32)

/** Retry-After in seconds or as a date. Returns ms from now, or null. */
function waitOf(response: Response): number | null {
  const header = response.headers.get('retry-after')
  if (header === null) return null
  const seconds = Number(header)
  const ms = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(header) - wallNow()
  return Number.isFinite(ms) && ms > 0 ? ms : null
}

function answerOf(response: Response, host: string): PushAnswer {
  const { ok, status } = response
  const reason = `${host} answered ${status}`
  if (ok) return { kind: 'taken' }
  if (status === 404 || status === 410) return { kind: 'gone' }
  if (status === 429 || status >= 500) return { kind: 'later', waitMs: waitOf(response), reason }
  return { kind: 'refused', reason }
}

interface Signer extends Pick<PushConfig, 'subject'> {
  readonly keys: VapidKeys
}

/** The encrypted and signed request. Throws for keys of a browser that encrypt nothing. */
function requestOf(push: OutgoingPush, { subject, keys }: Signer) {
  const { target, payload, ttlSeconds, urgency } = push
  const { endpoint, p256dh, auth } = target
  const { method, headers, body } = webPush.generateRequestDetails(
    { endpoint, keys: { p256dh, auth } },
    JSON.stringify(payload),
    { vapidDetails: { subject, ...keys }, TTL: ttlSeconds, urgency, topic: topicOf(push) },
  )
  // fetch counts the bytes itself.
  const { 'Content-Length': _length, ...rest } = headers
  return { method, headers: rest, body: new Uint8Array(body) }
}

export function webPushSender(
  { subject }: Pick<PushConfig, 'subject'>,
  keys: VapidKeys,
  timeoutMs = TIMEOUT_MS,
): SendPush {
  return async (push, signal) => {
    const { endpoint } = push.target
    const { host } = new URL(endpoint)
    try {
      const response = await fetch(endpoint, {
        ...requestOf(push, { subject, keys }),
        // An address of the list must not lead to one that is not on it.
        redirect: 'manual',
        signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
      })
      await response.body?.cancel()
      return answerOf(response, host)
    } catch (error) {
      if (!(error instanceof Error)) throw error
      return { kind: 'later', waitMs: null, reason: `${host} was not reached: ${error.message}` }
    }
  }
}
