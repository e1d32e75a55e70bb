/** A run of the pull: page after page until nothing is left; the next is fetched while this one is written. */
import type { PullPage } from '../contract/sync.ts'
import { contextSource } from '../db/command-context.ts'
import type { MirrorDb } from '../db/mirror.ts'
import type { SessionUser } from '../domain/session/session-user.ts'
import { applyPage } from './apply-page.ts'
import type { Exchange, Transport } from './ports.ts'
import { readPullState } from './pull-state.ts'

export const PAGE_ROWS = 2000

export interface PullDeps {
  readonly db: MirrorDb
  readonly transport: Transport
  readonly user: SessionUser
  readonly now: () => number
  /** Told after each page. */
  readonly onProgress: (done: number, expected: number | null) => void
}

export type RunEnd = Exchange<null>

/** Resumes where the last run broke off. Ends at the first exchange that is not `ok`; what was applied stays. */
export async function pullRun(deps: PullDeps, signal: AbortSignal): Promise<RunEnd> {
  const { db, transport } = deps
  let offset = 0
  let next: Promise<Exchange<PullPage>> | null = transport.pull(
    (await readPullState(db)).cursor,
    PAGE_ROWS,
    signal,
  )
  while (next !== null) {
    const exchange: Exchange<PullPage> = await next
    if (exchange.kind !== 'ok') return exchange
    const page: PullPage = exchange.value
    offset = exchange.clockOffset
    next = page.more && !signal.aborted ? transport.pull(page.cursor, PAGE_ROWS, signal) : null
    // The first page brings the settings and flows that later rows are replayed with.
    const source = await contextSource(db, deps.user)
    await applyPage(db, page, source, deps.now() + offset)
    const state = await readPullState(db)
    deps.onProgress(state.done, state.expected)
  }
  return { kind: 'ok', value: null, clockOffset: offset }
}
