/** A device: the real store, engine and transport over an IndexedDB in memory. It can die and be opened again. */
import type { DBCore, DBCoreMutateRequest } from 'dexie'
import { contextSource } from '../../../src/db/outbox/command-context.ts'
import type { MirrorDb } from '../../../src/db/schema/mirror.ts'
import type { ClientRecord, LeadRecord } from '../../../src/db/schema/records.ts'
import { writeSession } from '../../../src/db/session/device-session.ts'
import type { Client } from '../../../src/domain/client/client.ts'
import type { Lead } from '../../../src/domain/lead/lead.ts'
import type { SyncStatus } from '../../../src/sync/api.ts'
import { IDLE } from '../../../src/sync/api.ts'
import { SyncEngine } from '../../../src/sync/engine.ts'
import { httpTransport } from '../../../src/sync/transport-http.ts'
import type { FakeServer } from './fake-server.ts'
import { mirrorOf } from './mirror-of.ts'
import type { Chance } from './random.ts'

export interface DeviceOptions {
  readonly server: FakeServer
  readonly chance: Chance
  readonly now: () => number
}

/** Faults of IndexedDB writes. */
class WriteFaults {
  dead = false
  /** Writes until the device dies; negative: it does not die. */
  dieIn = -1
  full = false

  check(): Error | null {
    if (this.dead) return new Error('the device is dead')
    if (this.full) return new DOMException('no space', 'QuotaExceededError')
    if (this.dieIn < 0) return null
    this.dieIn -= 1
    if (this.dieIn >= 0) return null
    this.dead = true
    return new Error('the device dies')
  }
}

function faultyStore(userId: number, faults: WriteFaults): MirrorDb {
  const db = mirrorOf(userId)
  db.use({
    stack: 'dbcore',
    name: 'faults',
    // Below the product's middlewares, so that their writes can fail too.
    level: -3,
    create: (core: DBCore) => ({
      ...core,
      table: (name) => {
        const table = core.table(name)
        return {
          ...table,
          mutate: (request: DBCoreMutateRequest) => {
            const error = faults.check()
            return error === null ? table.mutate(request) : Promise.reject(error)
          },
        }
      },
    }),
  })
  return db
}

export class Device {
  db!: MirrorDb
  faults!: WriteFaults
  /** Last wait that the engine asked for, in ms. */
  wait = 0
  readonly told: SyncStatus[] = []
  #engine!: SyncEngine
  #ended: Promise<void> = Promise.resolve()
  #asleep = Promise.withResolvers<void>()
  #isAsleep = false
  #wake: () => void = () => {}
  readonly #options: DeviceOptions

  constructor(options: DeviceOptions) {
    this.#options = options
    this.start()
  }

  get status(): SyncStatus {
    return this.told.at(-1) ?? IDLE
  }

  /** Opens store and engine. The engine starts with the first `cycle()`. */
  start(): void {
    const { server, chance, now } = this.#options
    this.faults = new WriteFaults()
    this.#isAsleep = false
    this.db = faultyStore(server.user.id, this.faults)
    this.#engine = new SyncEngine({
      db: this.db,
      transport: (token) => httpTransport('', token, now),
      clock: { now, sleep: (ms, signal) => this.#sleep(ms, signal) },
      random: chance.next,
      appVersion: '0.1.0',
      onStatus: (status) => this.told.push(status),
    })
    this.#wake = () => {
      this.#ended = this.#engine.run().then(() => this.#asleep.resolve())
    }
  }

  /** False from the nudge on that ends its wait. */
  get isAsleep(): boolean {
    return this.#isAsleep
  }

  /** Resolves while the engine waits: it has done what it was asked. */
  async rest(): Promise<void> {
    while (!this.#isAsleep) await this.#asleep.promise
  }

  /** Runs the engine until its next wait. */
  async cycle(): Promise<void> {
    if (!this.#isAsleep) this.#asleep = Promise.withResolvers()
    this.#wake()
    await this.#asleep.promise
  }

  /** Runs a cycle in which the device dies after `writes` writes, and restarts it. Returns whether it died. */
  async dieDuringCycle(writes: number): Promise<boolean> {
    this.faults.dieIn = writes
    await this.cycle()
    const died = this.faults.dead
    await this.restart()
    return died
  }

  async restart(): Promise<void> {
    await this.stop()
    this.start()
  }

  async stop(): Promise<void> {
    this.faults.dead = true
    this.#engine.stop()
    await this.#ended
    this.db.close()
  }

  nudge(): void {
    this.#engine.nudge()
  }

  async signIn(token: string): Promise<void> {
    this.#options.server.tokens.add(token)
    await writeSession(token, this.#options.server.user)
  }

  /** Returns the source of command contexts, for a replay of the queue. */
  context() {
    return contextSource(this.db, this.#options.server.user)
  }

  #sleep(ms: number, signal: AbortSignal): Promise<void> {
    if (signal.aborted || ms === 0) return new Promise((resolve) => setImmediate(resolve))
    this.wait = ms
    const { promise, resolve } = Promise.withResolvers<void>()
    const wake = () => {
      if (this.#isAsleep) this.#asleep = Promise.withResolvers()
      this.#isAsleep = false
      resolve()
    }
    signal.addEventListener('abort', wake)
    this.#wake = wake
    this.#isAsleep = true
    this.#asleep.resolve()
    return promise
  }
}

/** Returns the row without its generation, as the server has it. */
export function withoutGeneration(row: LeadRecord): Lead
export function withoutGeneration(row: ClientRecord): Client
export function withoutGeneration({ generation: _generation, ...row }: LeadRecord | ClientRecord) {
  return row
}
