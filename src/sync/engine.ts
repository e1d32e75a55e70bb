/**
 * The loop: push, pull, wait for a reason, again. One engine runs per user and device: whoever holds the Web Lock.
 * No lock on the store and no transaction is held while it waits for the network.
 */
import { contextSource } from '../db/command-context.ts'
import { markExpired, readSession } from '../db/device-session.ts'
import type { MirrorDb } from '../db/mirror.ts'
import { isQuotaError, StorageFull } from '../db/storage-full.ts'
import { refreshIntervalMs } from '../domain/settings/settings.ts'
import type { SyncStatus } from './api.ts'
import { sweepAged } from './apply-page.ts'
import { backoffMs } from './backoff.ts'
import type { Clock, Exchange, Random, Transport } from './ports.ts'
import { pullRun } from './pull.ts'
import { readPullState } from './pull-state.ts'
import { pushQueue } from './push.ts'

export interface EngineDeps {
  readonly db: MirrorDb
  /** Made anew for each token. */
  readonly transport: (token: string) => Transport
  readonly clock: Clock
  readonly random: Random
  readonly appVersion: string
  readonly onStatus: (status: SyncStatus) => void
}

const SWEEP_EVERY_MS = 3_600_000
/** While the token is dead there is nothing to send; a sign-in nudges. */
const DEAD_SESSION_WAIT_MS = 600_000

export const IDLE: SyncStatus = {
  connection: 'unknown',
  phase: 'idle',
  progress: null,
  lastSyncAt: null,
  needsLogin: false,
  problem: null,
  appTooOld: false,
}

export class SyncEngine {
  readonly #deps: EngineDeps
  readonly #stop = new AbortController()
  #wake = new AbortController()
  #status: SyncStatus = IDLE
  #failures = 0
  #sweptAt = 0
  #stream: { token: string; abort: AbortController } | null = null

  constructor(deps: EngineDeps) {
    this.#deps = deps
  }

  get status(): SyncStatus {
    return this.#status
  }

  /** Runs until `stop`. Unexpected errors of a cycle are said in the status and tried again, never lost in silence. */
  async run(): Promise<void> {
    const { lastSyncAt } = await readPullState(this.#deps.db)
    this.#tell({ lastSyncAt })
    while (!this.#stop.signal.aborted) {
      this.#wake = new AbortController()
      const waitMs = await this.#cycleSafely()
      const signal = AbortSignal.any([this.#stop.signal, this.#wake.signal])
      if (!signal.aborted) await this.#deps.clock.sleep(waitMs, signal)
    }
    this.#stream?.abort.abort()
  }

  /** Something is to be done: a command was queued, a poke came, the network returned, the user asks. */
  nudge(): void {
    this.#failures = 0
    this.#wake.abort()
  }

  /** The device says that the network went: believed until the next exchange. */
  markOffline(): void {
    this.#tell({ connection: 'offline' })
  }

  stop(): void {
    this.#stop.abort()
    this.#wake.abort()
  }

  #tell(change: Partial<SyncStatus>): void {
    this.#status = { ...this.#status, ...change }
    this.#deps.onStatus(this.#status)
  }

  async #cycleSafely(): Promise<number> {
    try {
      return await this.#cycle()
    } catch (error) {
      const problem = isQuotaError(error)
        ? new StorageFull().message
        : `A sincronização parou por um erro neste aparelho: ${error instanceof Error ? error.message : String(error)}`
      this.#tell({ phase: 'idle', progress: null, problem })
      return this.#backoff(null)
    }
  }

  #backoff(retryAfterMs: number | null): number {
    this.#failures += 1
    return backoffMs(this.#failures, retryAfterMs, this.#deps.random)
  }

  /** Answers how long to wait before the next. */
  async #cycle(): Promise<number> {
    const { db, clock, appVersion } = this.#deps
    const session = await readSession()
    if (session === undefined) return DEAD_SESSION_WAIT_MS
    if (session.expired) {
      this.#tell({ needsLogin: true, phase: 'idle' })
      return DEAD_SESSION_WAIT_MS
    }
    const { token, user, deviceId } = session
    const transport = this.#deps.transport(token)
    const signal = this.#stop.signal

    this.#tell({ needsLogin: false, phase: 'pushing' })
    const pushed = await pushQueue({ db, transport, user, deviceId, appVersion }, signal)
    if (pushed.kind !== 'ok') return this.#failed(pushed, token)

    const first = (await readPullState(db)).lastSyncAt === null
    this.#tell({ phase: 'pulling', ...(first ? { progress: { done: 0, expected: null } } : {}) })
    const pulled = await pullRun(
      {
        db,
        transport,
        user,
        now: () => clock.now(),
        onProgress: (done, expected) => {
          if (expected !== null) this.#tell({ progress: { done, expected } })
        },
      },
      signal,
    )
    if (pulled.kind !== 'ok') return this.#failed(pulled, token)
    await db.meta.put({ name: 'clockOffset', value: Math.round(pulled.clockOffset) })
    this.#failures = 0
    this.#tell({
      connection: 'online',
      phase: 'idle',
      progress: null,
      problem: null,
      appTooOld: false,
      lastSyncAt: clock.now(),
    })
    this.#listen(token, transport)
    const source = await contextSource(db, user)
    if (clock.now() - this.#sweptAt > SWEEP_EVERY_MS) {
      this.#sweptAt = clock.now()
      await sweepAged(db, source, clock.now() + pulled.clockOffset)
    }
    const waiting = await db.outbox.where('state').equals('queued').count()
    return waiting > 0 ? 0 : refreshIntervalMs(source.settings)
  }

  async #failed(exchange: Exclude<Exchange<unknown>, { kind: 'ok' }>, token: string): Promise<number> {
    const idle = { phase: 'idle', progress: null } as const
    switch (exchange.kind) {
      case 'offline':
        this.#tell({ ...idle, connection: 'offline', problem: null })
        return this.#backoff(null)
      case 'later':
        this.#tell({ ...idle, connection: 'online', problem: exchange.message })
        return this.#backoff(exchange.retryAfterMs)
      case 'session':
        await markExpired(token)
        this.#tell({ ...idle, connection: 'online', needsLogin: true, problem: null })
        return DEAD_SESSION_WAIT_MS
      case 'too_old':
        this.#tell({ ...idle, connection: 'online', appTooOld: true, problem: exchange.message })
        return this.#backoff(60_000)
    }
  }

  /** Keeps one stream of pokes open per token. When it ends, the poll finds out why, and opens another. */
  #listen(token: string, transport: Transport): void {
    if (this.#stream?.token === token) return
    this.#stream?.abort.abort()
    const abort = new AbortController()
    this.#stream = { token, abort }
    let opened = false
    const onPoke = () => {
      // The first call says that the stream stands: the pull just made has all that was before.
      if (opened) this.nudge()
      opened = true
    }
    transport
      .events(onPoke, AbortSignal.any([abort.signal, this.#stop.signal]))
      .catch(() => {})
      .finally(() => {
        if (this.#stream?.abort !== abort) return
        this.#stream = null
        if (opened && !this.#stop.signal.aborted) this.#wake.abort()
      })
  }
}
