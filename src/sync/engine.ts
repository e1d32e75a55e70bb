/**
 * The sync loop: push, pull, wait. One engine runs per user and device: the one whose thread holds the Web Lock.
 * While it waits for the network it holds no lock on the store and no transaction.
 */

import { isQuotaError, StorageFull } from '../db/access/storage-full.ts'
import { dropOldAnswers } from '../db/mirror/answers.ts'
import { tidyStore } from '../db/mirror/tidy-store.ts'
import { contextSource } from '../db/outbox/command-context.ts'
import type { MirrorDb } from '../db/schema/mirror.ts'
import type { DeviceSession } from '../db/schema/records.ts'
import { markExpired, readSession } from '../db/session/device-session.ts'
import { dropOldDrafts } from '../db/session/drafts.ts'
import { dropForgottenFiles } from '../db/session/files.ts'
import { dropAllButQueue } from '../db/sign-out.ts'
import { drainNext } from '../db/staging/drain.ts'
import type { SessionUser } from '../domain/session/session-user.ts'
import { refreshIntervalMs } from '../domain/settings/settings.ts'
import { IDLE, type SyncStatus } from './api.ts'
import { backoffMs, LONGEST_MS } from './backoff.ts'
import { PageSize } from './page-size.ts'
import type { Clock, Exchange, Failure, Random, Transport } from './ports.ts'
import { pullRun } from './pull.ts'
import { readPullState } from './pull-state.ts'
import { pushQueue, waitingCommands } from './push.ts'
import { sweepAged } from './sweep.ts'

export interface EngineDeps {
  readonly db: MirrorDb
  /** Called for each new token. */
  readonly transport: (token: string) => Transport
  readonly clock: Clock
  readonly random: Random
  readonly appVersion: string
  readonly onStatus: (status: SyncStatus) => void
  /** Returns false only when the device certainly has no network. Nothing is sent then. */
  readonly isOnline?: () => boolean
  /** The engine takes over from one that does not answer. The status shows it until the first cycle ends. */
  readonly takesOver?: boolean
}

/** Pause between two chunks. Draining one takes some ten milliseconds. */
const DRAIN_PAUSE_MS = 30
/** Time in which the browser compacts a few MB. */
const TIDY_PAUSE_MS = 500
const SWEEP_EVERY_MS = 3_600_000
/** With a refused token there is nothing to send. A sign-in nudges the engine. */
const DEAD_SESSION_WAIT_MS = 600_000
/** The longest wait that a server's Retry-After can set. */
const LONGEST_WISH_MS = 600_000
/** A stream that ends sooner is not reopened at once. The next poll opens it. */
const SHORT_STREAM_MS = 10_000

/** Time until the next cycle. `firm`: the server set it, so a nudge does not shorten it. */
interface Wait {
  readonly ms: number
  readonly firm?: true
}

export class SyncEngine {
  readonly #deps: EngineDeps
  readonly #stop = new AbortController()
  readonly #pageSize = new PageSize()
  #wake = new AbortController()
  #status: SyncStatus
  #failures = 0
  #sweptAt = 0
  #tidied = false
  /** Chunks were drained since the store was last tidied. */
  #drained = false
  /** Aborts when another page takes over. null until this engine has claimed the fence. */
  #lockStolen: AbortSignal | null = null
  #stream: { token: string; abort: AbortController } | null = null

  constructor(deps: EngineDeps) {
    this.#deps = deps
    this.#status = { ...IDLE, takingOver: deps.takesOver === true }
  }

  get status(): SyncStatus {
    return this.#status
  }

  /**
   * Runs until `stop`, or until this user is no longer signed in. Unexpected errors of a cycle are shown in the status,
   * and the cycle is repeated. Throws `LockStolen` when another page has taken over.
   */
  async run(): Promise<void> {
    const stop = this.#stop.signal
    while (!stop.aborted) {
      this.#wake = new AbortController()
      const wait = await this.#cycleSafely()
      if (this.#status.takingOver) this.#report({ takingOver: false })
      if (wait === 'signed out') break
      const signal = wait.firm === true ? stop : AbortSignal.any([stop, this.#wake.signal])
      const resting = AbortSignal.any([stop, this.#wake.signal])
      await this.#drain(resting)
      if (wait.ms > 0) await this.#tidyStore(resting)
      if (!signal.aborted) await this.#deps.clock.sleep(wait.ms, signal)
    }
    this.#stream?.abort.abort()
    this.#lockStolen?.throwIfAborted()
  }

  /** Starts a cycle now: a command was queued, a poke arrived, the network returned, or the user asked. */
  nudge(): void {
    this.#failures = 0
    this.#wake.abort()
  }

  /** The device lost its network. The status shows it until the next exchange. */
  markOffline(): void {
    this.#report({ connection: 'offline' })
  }

  stop(): void {
    this.#stop.abort()
    this.#wake.abort()
  }

  #report(change: Partial<SyncStatus>): void {
    // The failure of an aborted request is no status: another engine may be running already.
    if (this.#stop.signal.aborted) return
    this.#status = { ...this.#status, ...change }
    this.#deps.onStatus(this.#status)
  }

  async #cycleSafely(): Promise<Wait | 'signed out'> {
    try {
      return await this.#cycle()
    } catch (error) {
      this.#report({ phase: 'idle', progress: null, problem: brokenOff(error) })
      return this.#backoff()
    }
  }

  /** Drains staged rows into their tables while there is nothing else to do, with pauses for the screens. */
  async #drain(signal: AbortSignal): Promise<void> {
    const { db, clock } = this.#deps
    try {
      while (!signal.aborted && (await drainNext(db))) {
        this.#drained = true
        await clock.sleep(DRAIN_PAUSE_MS, signal)
      }
    } catch (error) {
      // No data is lost: rows can be read from their chunks, and the next idle period tries again.
      this.#report({ problem: brokenOff(error) })
    }
  }

  async #tidyStore(signal: AbortSignal): Promise<void> {
    if (signal.aborted || !this.#drained) return
    const { db, clock } = this.#deps
    try {
      await tidyStore(db, () => clock.sleep(TIDY_PAUSE_MS, signal), signal)
    } catch {
      // The next opening of the store takes some milliseconds longer. The user cannot act on it.
    }
    this.#drained = signal.aborted
  }

  #backoff(): Wait {
    this.#failures += 1
    return { ms: backoffMs(this.#failures, this.#deps.random) }
  }

  async #cycle(): Promise<Wait | 'signed out'> {
    const { db } = this.#deps
    const session = await readSession(db.device)
    if (session === undefined || session.user.id !== db.userId) return 'signed out'
    await this.#claim()
    if (session.expired) {
      // Another part of the app received the refusal.
      if (session.revoked === true) await dropAllButQueue(db)
      this.#report({ needsLogin: true, phase: 'idle' })
      return { ms: DEAD_SESSION_WAIT_MS }
    }
    await this.#tidyOnce()
    if (this.#deps.isOnline?.() === false) return this.#failed({ kind: 'offline' }, session.token)
    const transport = this.#deps.transport(session.token)
    this.#report({ needsLogin: false, phase: 'pushing' })
    const pushed = await this.#push(session, transport)
    if (pushed.kind !== 'ok' && !isOnlyThePush(pushed)) return this.#failed(pushed, session.token)
    const pulled = await this.#pull(session, transport)
    if (pulled.kind !== 'ok') return this.#failed(pulled, session.token)
    this.#report({ connection: 'online', phase: 'idle', progress: null })
    this.#listen(session.token, transport)
    if (pushed.kind !== 'ok') return this.#failed(pushed, session.token)
    this.#failures = 0
    this.#report({ problem: null, appTooOld: false })
    return this.#rest(session.user, pulled.value)
  }

  /** Claims the fence once, after a sign-in is certain: a claim would create a database that a sign-out deleted. */
  async #claim(): Promise<void> {
    if (this.#lockStolen !== null) return
    this.#lockStolen = await this.#deps.db.fence.claim()
    this.#lockStolen.addEventListener('abort', () => this.stop())
  }

  /** Deletes old drafts, old answers and forgotten files once per engine. It needs no server. */
  async #tidyOnce(): Promise<void> {
    if (this.#tidied) return
    const { db, clock } = this.#deps
    await dropOldDrafts(db, clock.now())
    await dropOldAnswers(db, clock.now())
    await dropForgottenFiles(db, clock.now())
    this.#tidied = true
  }

  #push({ user, deviceId }: DeviceSession, transport: Transport): Promise<Exchange<unknown>> {
    const { db, appVersion, clock, random } = this.#deps
    const deps = { db, transport, user, deviceId, appVersion, now: () => clock.now(), random }
    return pushQueue(deps, this.#stop.signal)
  }

  async #pull({ user }: DeviceSession, transport: Transport): Promise<Exchange<number>> {
    const { db, clock } = this.#deps
    const { lastSyncAt } = await readPullState(db)
    const first = lastSyncAt === null
    this.#report({
      phase: 'pulling',
      lastSyncAt,
      ...(first ? { progress: { done: 0, expected: null } } : {}),
    })
    const onProgress = (done: number, expected: number | null) => {
      if (expected !== null) this.#report({ connection: 'online', progress: { done, expected } })
    }
    const deps = { db, transport, user, now: () => clock.now(), pageSize: this.#pageSize, onProgress }
    const pulled = await pullRun(deps, this.#stop.signal)
    if (pulled.kind === 'ok') this.#report({ lastSyncAt: pulled.value })
    return pulled
  }

  /** Runs the housekeeping after a successful cycle. Returns the time until the next one. */
  async #rest(user: SessionUser, serverMs: number): Promise<Wait> {
    const { db, clock } = this.#deps
    const source = await contextSource(db, user)
    const now = clock.now()
    if (Math.abs(now - this.#sweptAt) > SWEEP_EVERY_MS) {
      this.#sweptAt = now
      // By the server's clock: a wrong device clock would delete leads that the server does not send again.
      await sweepAged(db, source, serverMs)
    }
    if ((await waitingCommands(db, now)).length > 0) return { ms: 0 }
    const heldOff = await db.outbox.where('state').anyOf('queued', 'sending').count()
    const interval = refreshIntervalMs(source.settings)
    return { ms: heldOff > 0 ? Math.min(interval, LONGEST_MS) : interval }
  }

  async #failed(failure: Failure, token: string): Promise<Wait> {
    const idle = { phase: 'idle', progress: null } as const
    switch (failure.kind) {
      case 'offline':
        this.#report({ ...idle, connection: 'offline', problem: null })
        return this.#backoff()
      case 'later':
        this.#report({ ...idle, connection: 'online', problem: failure.message })
        if (failure.retryAfterMs === null) return this.#backoff()
        return { ms: Math.min(failure.retryAfterMs, LONGEST_WISH_MS), firm: true }
      case 'session':
        await markExpired(token, failure.revoked, this.#deps.db.device)
        if (failure.revoked) await dropAllButQueue(this.#deps.db)
        this.#report({ ...idle, connection: 'online', needsLogin: true, problem: null })
        return { ms: DEAD_SESSION_WAIT_MS }
      case 'too_old':
        this.#report({ ...idle, connection: 'online', appTooOld: true, problem: failure.message })
        return { ms: LONGEST_MS }
    }
  }

  /** Keeps one stream of pokes open per token. When it ends, a cycle finds the cause and opens another. */
  #listen(token: string, transport: Transport): void {
    if (this.#stream?.token === token) return
    this.#stream?.abort.abort()
    const abort = new AbortController()
    this.#stream = { token, abort }
    const { clock } = this.#deps
    let openedAt: number | null = null
    // The opening counts as a poke: changes between the last pull and the opening caused none.
    const onPoke = () => {
      openedAt ??= clock.now()
      this.nudge()
    }
    transport
      .events(onPoke, AbortSignal.any([abort.signal, this.#stop.signal]))
      .catch(() => {
        // The poll continues whatever ended the stream.
      })
      .finally(() => {
        if (this.#stream?.abort !== abort) return
        this.#stream = null
        if (openedAt !== null && clock.now() - openedAt > SHORT_STREAM_MS) this.#wake.abort()
      })
  }
}

const brokenOff = (error: unknown): string =>
  isQuotaError(error)
    ? new StorageFull().message
    : `A sincronização parou por um erro neste aparelho: ${error instanceof Error ? error.message : String(error)}`

/** Whether the server refuses only the push, for a reason of its own. A pull may still succeed. */
function isOnlyThePush(failure: Failure): boolean {
  return failure.kind === 'too_old' || (failure.kind === 'later' && failure.retryAfterMs === null)
}
