/**
 * One call of a webhook's address. The address of the name is judged where the connection is made, so that no second look at
 * the name leads elsewhere. No redirect is followed. docs/security.md#webhooks
 */
import { type LookupAddress, lookup } from 'node:dns'
import { type IncomingMessage, request as overHttp } from 'node:http'
import { request as overHttps } from 'node:https'
import type { LookupFunction } from 'node:net'
import type { FailureKind } from '../../src/domain/webhooks/failures.ts'
import { mayCall, webhookUrlProblem } from '../base/public-address.ts'
import { retryAfterMs } from '../base/retry-after.ts'

export interface OutgoingCall {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export type CallAnswer =
  | { readonly kind: 'taken'; readonly status: number }
  | {
      readonly kind: 'failed'
      readonly failure: FailureKind
      /** null: there was no answer. */
      readonly status: number | null
      /** What the answer asks to wait for; null: nothing. */
      readonly waitMs: number | null
    }

/** Throws nothing for what an address may do. */
export type CallAddress = (call: OutgoingCall, signal: AbortSignal) => Promise<CallAnswer>

export interface CallLimits {
  /** WEBHOOK_LOOPBACK. */
  readonly loopback: boolean
  /** For the whole call, with its answer. */
  readonly timeoutMs?: number
  /** As `dns.lookup`. */
  readonly resolve?: (
    name: string,
    found: (error: Error | null, addresses: readonly LookupAddress[]) => void,
  ) => void
}

const TIMEOUT_MS = 10_000
/** No more of an answer is read. Its status is all that counts. */
const LONGEST_ANSWER = 64 * 1024

class NotCalled extends Error {
  readonly code = 'ENOTPUBLIC'
}

const failed = (
  failure: FailureKind,
  status: number | null = null,
  waitMs: number | null = null,
): CallAnswer => ({
  kind: 'failed',
  failure,
  status,
  waitMs,
})

const lookUp: NonNullable<CallLimits['resolve']> = (name, found) => lookup(name, { all: true }, found)

/** Looks the name up, and gives addresses only if none of them is internal. */
const guarded =
  ({ loopback, resolve = lookUp }: CallLimits): LookupFunction =>
  (name, options, done) => {
    resolve(name, (error, addresses) => {
      const [first] = addresses ?? []
      if (error !== null || first === undefined)
        return done(error ?? new NotCalled('no address'), '', undefined)
      if (!addresses.every(({ address }) => mayCall(address, { loopback })))
        return done(new NotCalled('an internal address'), '', undefined)
      if (options.all === true) return done(null, [...addresses])
      return done(null, first.address, first.family)
    })
  }

function answerOf({ statusCode = 0, headers }: IncomingMessage): CallAnswer {
  const waitMs = retryAfterMs(headers['retry-after'])
  if (statusCode >= 200 && statusCode < 300) return { kind: 'taken', status: statusCode }
  if (statusCode >= 300 && statusCode < 400) return failed('redirect', statusCode)
  if (statusCode === 410) return failed('gone', statusCode)
  if (statusCode === 429 || (statusCode === 503 && waitMs !== null)) return failed('busy', statusCode, waitMs)
  return failed(statusCode >= 500 ? 'fault' : 'refusal', statusCode, waitMs)
}

const CODES: Readonly<Record<string, FailureKind>> = {
  ECONNREFUSED: 'refused',
  ENOTFOUND: 'unresolved',
  EAI_AGAIN: 'unresolved',
  ENODATA: 'unresolved',
  ENOTPUBLIC: 'private',
  ECONNRESET: 'broken',
  EPIPE: 'broken',
  HPE_INVALID_CONSTANT: 'broken',
  ERR_STREAM_PREMATURE_CLOSE: 'broken',
  EPROTO: 'certificate',
}

function failureOf(error: unknown): FailureKind {
  if (!(error instanceof Error)) return 'unreachable'
  const code = 'code' in error ? String(error.code) : ''
  if (/CERT|^ERR_TLS|^ERR_SSL|SELF_SIGNED|UNABLE_TO/.test(code)) return 'certificate'
  return CODES[code] ?? (code.startsWith('HPE_') ? 'broken' : 'unreachable')
}

/** Reads the answer to its end, or as far as it counts. Rejects when the connection ends before. */
async function drained(answer: IncomingMessage): Promise<void> {
  let read = 0
  for await (const chunk of answer) {
    read += Buffer.isBuffer(chunk) ? chunk.length : 0
    if (read > LONGEST_ANSWER) return
  }
}

export function callerOf(limits: CallLimits): CallAddress {
  const { loopback, timeoutMs = TIMEOUT_MS } = limits
  return async ({ url, headers, body }, stop) => {
    // The setting may have been taken back since the address was saved; a literal address is never looked up.
    if (webhookUrlProblem(url, { loopback }) !== null) return failed('private')
    const late = AbortSignal.timeout(timeoutMs)
    const { protocol } = new URL(url)
    const send = protocol === 'http:' ? overHttp : overHttps
    const request = send(url, {
      method: 'POST',
      // A connection of its own: no later call comes by a connection whose address was judged before.
      agent: false,
      lookup: guarded(limits),
      signal: AbortSignal.any([stop, late]),
      headers: { ...headers, 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) },
    })
    try {
      const answer = await new Promise<IncomingMessage>((resolve, reject) => {
        request.once('response', resolve)
        request.once('error', reject)
        request.end(body)
      })
      // After the head, a connection that breaks is an error of the answer, and of the request.
      request.on('error', () => undefined)
      await drained(answer)
      return answerOf(answer)
    } catch (error) {
      return failed(late.aborted ? 'timeout' : failureOf(error))
    } finally {
      request.destroy()
    }
  }
}
