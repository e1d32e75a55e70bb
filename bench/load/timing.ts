/** Latencies of requests. */
import { Agent, type IncomingMessage, request } from 'node:http'
import { promisify } from 'node:util'
import { zstdDecompress } from 'node:zlib'

export class Timings {
  readonly #ms: number[] = []

  add(ms: number): void {
    this.#ms.push(ms)
  }

  get count(): number {
    return this.#ms.length
  }

  at(share: number): number {
    const sorted = this.#ms.toSorted((a, b) => a - b)
    return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
  }

  /** 'p50 · p95 · p99' in ms. */
  get summary(): string {
    return [0.5, 0.95, 0.99].map((share) => this.at(share).toFixed(this.at(0.99) < 20 ? 1 : 0)).join(' · ')
  }
}

export interface Call {
  readonly method?: 'GET' | 'POST'
  readonly path: string
  readonly token: string
  readonly body?: string
}

const agent = new Agent({ keepAlive: true })

/** Returns the answer as soon as it begins. `fetch` costs the driver several times as much for each call. */
export function begun(
  url: string,
  { method = 'GET', path, token, body }: Call,
  signal?: AbortSignal,
): Promise<IncomingMessage> {
  const headers = {
    authorization: `Bearer ${token}`,
    'accept-encoding': 'zstd',
    ...(body !== undefined && {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
    }),
  }
  return new Promise((resolve, reject) => {
    const options = { method, headers, agent, ...(signal !== undefined && { signal }) }
    request(`${url}${path}`, options, resolve).on('error', reject).end(body)
  })
}

const unpacked = promisify(zstdDecompress)

/** Adds the call's time and returns the body. Throws when the status is not 200. */
export async function timedCall(url: string, call: Call, timings: Timings): Promise<string> {
  const started = performance.now()
  const answer = await begun(url, call)
  const chunks: Buffer[] = []
  for await (const chunk of answer) chunks.push(chunk)
  const whole = Buffer.concat(chunks)
  const text = (answer.headers['content-encoding'] === 'zstd' ? await unpacked(whole) : whole).toString()
  timings.add(performance.now() - started)
  if (answer.statusCode !== 200)
    throw new Error(`${call.path} answered ${answer.statusCode} ${text.slice(0, 200)}`)
  return text
}

/** Repeats the work on `lanes` concurrent lanes for `seconds`. Returns the elapsed seconds. */
export async function forSeconds(
  seconds: number,
  lanes: number,
  work: (lane: number) => Promise<void>,
): Promise<number> {
  const started = performance.now()
  const until = started + seconds * 1000
  await Promise.all(
    Array.from({ length: lanes }, async (_, lane) => {
      while (performance.now() < until) await work(lane)
    }),
  )
  return (performance.now() - started) / 1000
}
