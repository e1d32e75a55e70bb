/** The engine's transport: fetch with a bearer token. The contract's schemas parse every answer. */
import { createParser } from 'eventsource-parser'
import type { z } from 'zod'
import { errorBodySchema } from '../contract/errors.ts'
import { type PushRequest, pullPageSchema, pushResponseSchema } from '../contract/sync.ts'
import type { ClockOffsetRange } from '../db/mirror/clock-offset.ts'
import type { Exchange, Transport, Upload } from './ports.ts'

const PUSH_TIMEOUT_MS = 30_000
const PULL_TIMEOUT_MS = 60_000
/** Enough for a document of some megabytes over a slow mobile network. */
const UPLOAD_TIMEOUT_MS = 180_000
/** The server sends a heartbeat every 20 s. A longer silence means a dead connection. */
const STREAM_SILENCE_MS = 50_000

async function bodyOf(response: Response): Promise<unknown> {
  if (!(response.headers.get('content-type') ?? '').includes('json')) return null
  return response.json()
}

/** Parses Retry-After, seconds or a date. Returns ms from now. */
function retryAfter(response: Response): number | null {
  const header = response.headers.get('retry-after')
  if (header === null) return null
  const seconds = Number(header)
  const ms = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(header) - Date.now()
  return Number.isFinite(ms) && ms > 0 ? ms : null
}

async function refusal(response: Response): Promise<Exchange<never>> {
  const parsed = errorBodySchema.safeParse(await bodyOf(response))
  if (!parsed.success)
    return response.status >= 500 ? later(response, 'O servidor não respondeu.') : { kind: 'offline' }
  const { code, message } = parsed.data
  if (code === 'session') return { kind: 'session', revoked: parsed.data.revoked === true }
  if (code === 'app_too_old') return { kind: 'too_old', message }
  return later(response, message)
}

const later = (response: Response, message: string): Exchange<never> => ({
  kind: 'later',
  retryAfterMs: retryAfter(response),
  message,
})

/**
 * Returns the server's clock minus this device's: the answer was written between sending and receiving. Returns null
 * when this device's clock was set meanwhile.
 */
function offsetOf(serverTime: string, sentAt: number, receivedAt: number): ClockOffsetRange | null {
  const writtenAt = Date.parse(serverTime)
  const wasSet = receivedAt < sentAt || receivedAt - sentAt > PULL_TIMEOUT_MS
  return wasSet || Number.isNaN(writtenAt)
    ? null
    : { least: writtenAt - receivedAt, most: writtenAt - sentAt }
}

async function exchange<Value extends { server_time: string }>(
  now: () => number,
  ask: () => Promise<Response>,
  schema: z.ZodType<Value>,
): Promise<Exchange<Value>> {
  const sentAt = now()
  try {
    const response = await ask()
    if (!response.ok) return await refusal(response)
    const receivedAt = now()
    const parsed = schema.safeParse(await bodyOf(response))
    if (!parsed.success) return { kind: 'offline' }
    return {
      kind: 'ok',
      value: parsed.data,
      clockOffset: offsetOf(parsed.data.server_time, sentAt, receivedAt),
    }
  } catch {
    // fetch rejects without a network, after an abort and after a timeout. A truncated body rejects too.
    return { kind: 'offline' }
  }
}

/** Statuses that a repetition does not change: not a PDF, too large, not for this user, another user's file. */
const REFUSES_FILE: ReadonlySet<number> = new Set([403, 409, 413, 415, 422])

async function upload(ask: () => Promise<Response>): Promise<Upload> {
  try {
    const response = await ask()
    // Farol answers 204 only. A captive portal answers 200 with HTML.
    if (response.status === 204) return { kind: 'ok', value: null, clockOffset: null }
    if (response.ok) return { kind: 'offline' }
    if (!REFUSES_FILE.has(response.status)) return await refusal(response)
    const parsed = errorBodySchema.safeParse(await bodyOf(response))
    if (!parsed.success) return { kind: 'offline' }
    return { kind: 'refused', message: parsed.data.message, errors: parsed.data.errors ?? {} }
  } catch {
    // The same causes as in `exchange`.
    return { kind: 'offline' }
  }
}

/** `base` is the origin, or '' for the page's own. `now` returns the device's clock, epoch ms. */
export function httpTransport(base: string, token: string, now: () => number = Date.now): Transport {
  const headers = { authorization: `Bearer ${token}` }
  const within = (signal: AbortSignal, ms: number) => AbortSignal.any([signal, AbortSignal.timeout(ms)])
  return {
    pull: ({ cursor, seen }, limit, signal) => {
      const query = new URLSearchParams({
        limit: String(limit),
        ...(cursor === null ? {} : { cursor }),
        ...(cursor === null || seen === null ? {} : { seen }),
      })
      return exchange(
        now,
        () =>
          fetch(`${base}/api/sync?${query}`, {
            headers,
            cache: 'no-store',
            signal: within(signal, PULL_TIMEOUT_MS),
          }),
        pullPageSchema,
      )
    },
    push: (request: PushRequest, signal) =>
      exchange(
        now,
        () =>
          fetch(`${base}/api/sync/push`, {
            method: 'POST',
            headers: { ...headers, 'content-type': 'application/json' },
            body: JSON.stringify(request),
            cache: 'no-store',
            signal: within(signal, PUSH_TIMEOUT_MS),
          }),
        pushResponseSchema,
      ),
    upload: (fileUid, bytes, signal) =>
      upload(() =>
        fetch(`${base}/api/sync/files/${encodeURIComponent(fileUid)}`, {
          method: 'PUT',
          headers: { ...headers, 'content-type': 'application/pdf' },
          body: bytes,
          cache: 'no-store',
          signal: within(signal, UPLOAD_TIMEOUT_MS),
        }),
      ),
    events: (onPoke, signal) => listen(`${base}/api/sync/events`, headers, onPoke, signal),
  }
}

/** Reads the stream with fetch: EventSource cannot send a header, and a token must not be in a URL. */
async function listen(
  url: string,
  headers: Record<string, string>,
  onPoke: () => void,
  signal: AbortSignal,
): Promise<void> {
  const silence = new AbortController()
  let timer = setTimeout(() => silence.abort(), STREAM_SILENCE_MS)
  try {
    const response = await fetch(url, {
      headers,
      cache: 'no-store',
      signal: AbortSignal.any([signal, silence.signal]),
    })
    if (
      !response.ok ||
      response.body === null ||
      !(response.headers.get('content-type') ?? '').includes('event-stream')
    )
      return
    onPoke()
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
    const parser = createParser({
      onEvent: ({ event }) => {
        if (event === 'poke') onPoke()
      },
    })
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      clearTimeout(timer)
      timer = setTimeout(() => silence.abort(), STREAM_SILENCE_MS)
      parser.feed(part.value)
    }
  } catch {
    // A stream usually ends with an error. The loop opens another one.
  } finally {
    clearTimeout(timer)
  }
}
