/** Latencies of requests. */

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

/** Adds the call's time and returns the body. Throws when the status is not 200. */
export async function timedCall(
  url: string,
  { method = 'GET', path, token, body }: Call,
  timings: Timings,
): Promise<string> {
  const started = performance.now()
  const answer = await fetch(`${url}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body }),
  })
  const text = await answer.text()
  timings.add(performance.now() - started)
  if (answer.status !== 200) throw new Error(`${path} answered ${answer.status} ${text.slice(0, 200)}`)
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
