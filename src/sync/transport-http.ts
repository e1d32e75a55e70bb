/** The engine's way to the server: fetch with a bearer token, every answer parsed by the contract. */
import type { z } from 'zod'
import { errorBodySchema } from '../contract/errors.ts'
import { type PushRequest, pullPageSchema, pushResponseSchema } from '../contract/sync.ts'
import type { Exchange, Transport, Upload } from './ports.ts'

const PUSH_TIMEOUT_MS = 30_000
const PULL_TIMEOUT_MS = 60_000
/** A document of some megabytes over a slow mobile network. */
const UPLOAD_TIMEOUT_MS = 180_000
/** The server's stream beats every 20 s: silence for longer is a dead line. */
const STREAM_SILENCE_MS = 50_000

async function bodyOf(response: Response): Promise<unknown> {
  if (!(response.headers.get('content-type') ?? '').includes('json')) return null
  return response.json()
}

/** Seconds or a date; in ms from now. */
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
  if (code === 'session') return { kind: 'session' }
  if (code === 'app_too_old') return { kind: 'too_old', message }
  return later(response, message)
}

const later = (response: Response, message: string): Exchange<never> => ({
  kind: 'later',
  retryAfterMs: retryAfter(response),
  message,
})

/**
 * The server's clock minus this device's, in ms, taking the half-way as the moment the answer was written.
 * Null when this device's clock was set meanwhile: then it says nothing.
 */
function offsetOf(serverTime: string, sentAt: number, receivedAt: number): number | null {
  const offset = Date.parse(serverTime) - (sentAt + receivedAt) / 2
  const wasSet = receivedAt < sentAt || receivedAt - sentAt > PULL_TIMEOUT_MS
  return wasSet || Number.isNaN(offset) ? null : offset
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
    // fetch rejects for every kind of missing network, an abort and a timeout alike; a body cut short does too.
    return { kind: 'offline' }
  }
}

/** Statuses that will not change by asking again: not a PDF, too large, not for this user, somebody else's. */
const REFUSES_FILE: ReadonlySet<number> = new Set([403, 409, 413, 415, 422])

async function upload(ask: () => Promise<Response>): Promise<Upload> {
  try {
    const response = await ask()
    // Any other success is not Farol's: a captive portal answers 200 with HTML.
    if (response.status === 204) return { kind: 'ok', value: null, clockOffset: null }
    if (response.ok) return { kind: 'offline' }
    if (!REFUSES_FILE.has(response.status)) return await refusal(response)
    const parsed = errorBodySchema.safeParse(await bodyOf(response))
    if (!parsed.success) return { kind: 'offline' }
    return { kind: 'refused', message: parsed.data.message, errors: parsed.data.errors ?? {} }
  } catch {
    // As in `exchange`.
    return { kind: 'offline' }
  }
}

/** `base` is the origin, '' for the page's own; `now` the device's clock, epoch ms. */
export function httpTransport(base: string, token: string, now: () => number = Date.now): Transport {
  const headers = { authorization: `Bearer ${token}` }
  const within = (signal: AbortSignal, ms: number) => AbortSignal.any([signal, AbortSignal.timeout(ms)])
  return {
    pull: (cursor, limit, signal) => {
      const query = new URLSearchParams({ limit: String(limit), ...(cursor === null ? {} : { cursor }) })
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

/** EventSource can't send a header, and a token does not belong in a URL: the stream is read by hand. */
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
    let rest = ''
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      clearTimeout(timer)
      timer = setTimeout(() => silence.abort(), STREAM_SILENCE_MS)
      const events = (rest + part.value).split('\n\n')
      rest = events.pop() ?? ''
      if (events.some((event) => event.startsWith('event: poke'))) onPoke()
    }
  } catch {
    // A broken stream is how a stream ends; the loop opens another.
  } finally {
    clearTimeout(timer)
  }
}
