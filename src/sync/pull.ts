/** A run of the pull: it requests pages until none is left, and requests the next one while it writes one. */
import type { PullPage } from '../contract/sync.ts'
import { type ClockOffsetRange, noteClockOffset } from '../db/mirror/clock-offset.ts'
import { contextSource } from '../db/outbox/command-context.ts'
import type { MirrorDb } from '../db/schema/mirror.ts'
import type { SessionUser } from '../domain/session/session-user.ts'
import { applyPage } from './apply-page.ts'
import type { PageSize } from './page-size.ts'
import type { Exchange, PullPlace, Transport } from './ports.ts'
import { readPullState } from './pull-state.ts'

export interface PullDeps {
  readonly db: MirrorDb
  readonly transport: Transport
  readonly user: SessionUser
  readonly now: () => number
  /** Outlives a run: the next run begins with the last size that worked. */
  readonly pageSize: PageSize
  /** Runs after each page. */
  readonly onProgress: (done: number, expected: number | null) => void
}

/**
 * Continues where the last run ended. Stops at the first exchange that is not `ok`; applied pages stay. The value is
 * the server's time, epoch ms.
 */
export async function pullRun(deps: PullDeps, signal: AbortSignal): Promise<Exchange<number>> {
  const { db, transport, pageSize } = deps
  const ended = new AbortController()
  const either = AbortSignal.any([signal, ended.signal])
  const ask = (place: PullPlace) => transport.pull(place, pageSize.rows, either)
  try {
    const { cursor, seen } = await readPullState(db)
    let askedWith = cursor
    let next: Promise<Exchange<PullPage>> | null = ask({ cursor, seen })
    let offset: ClockOffsetRange | null = null
    let serverMs = 0
    while (next !== null) {
      const exchange: Exchange<PullPage> = await next
      if (exchange.kind === 'offline' && !signal.aborted) pageSize.failed()
      if (exchange.kind !== 'ok') return exchange
      pageSize.arrived()
      if (signal.aborted) return { kind: 'offline' }
      const page: PullPage = exchange.value
      offset = exchange.clockOffset
      serverMs = Date.parse(page.server_time)
      next = page.more ? ask({ cursor: page.cursor, seen: page.reset === true ? null : seen }) : null
      // Read for each page: the first one brings the settings and flows for the replay of later rows.
      const arrived = { page, askedWith, nowMs: deps.now() }
      const state = await applyPage(db, arrived, await contextSource(db, deps.user))
      await noteClockOffset(db, offset)
      if (state === null) return { kind: 'offline' }
      askedWith = page.cursor
      deps.onProgress(state.done, state.expected)
    }
    return { kind: 'ok', value: serverMs, clockOffset: offset }
  } finally {
    // If a page could not be written, the request for the next one is still running.
    ended.abort()
  }
}
