/**
 * Devices that push without pause. They record each command by its key, and which keys the server acknowledged.
 * Without an answer they send the same key again, as the engine does.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Store } from '../../../server/db/store.ts'
import { type PushCommand, pushResponseSchema } from '../../../src/contract/sync.ts'

const BATCH = 5

export interface Pusher {
  readonly token: string
  /** Leads in attendance by the token's user. */
  readonly leadUids: readonly string[]
}

export class Pushers {
  /** Every command that was ever made, by key. */
  readonly made = new Map<string, PushCommand>()
  readonly acknowledged = new Set<string>()
  /** Number of answers by HTTP status; status 0 counts requests without an answer. */
  readonly statuses = new Map<number, number>()
  readonly bodies: string[] = []
  readonly #pushers: readonly Pusher[]
  #addresses: readonly string[] = []
  #running: Promise<void>[] = []
  #stop = new AbortController()

  constructor(pushers: readonly Pusher[]) {
    this.#pushers = pushers
  }

  /** Sets the server's new address. Requests without an answer are sent there again. */
  moveTo(address: string): void {
    this.#addresses = [address]
  }

  /** Sends each batch to all addresses at once, as a device does that retries at another server after a late answer. */
  start(...addresses: readonly string[]): void {
    this.#addresses = addresses
    this.#stop = new AbortController()
    this.#running = this.#pushers.map((pusher, place) => this.#push(pusher, place))
  }

  /** Stops making commands. Resolves when every command has its answer. */
  async drain(): Promise<void> {
    this.#stop.abort()
    await Promise.all(this.#running)
  }

  /** Resolves when `commands` more have been acknowledged. Throws after two minutes. */
  async progress(commands: number): Promise<void> {
    const wanted = this.acknowledged.size + commands
    for (const deadline = Date.now() + 120_000; this.acknowledged.size < wanted; await sleep(10))
      if (Date.now() > deadline) throw new Error(`no progress: ${JSON.stringify([...this.statuses])}`)
  }

  async #push({ token, leadUids }: Pusher, place: number): Promise<void> {
    for (let round = 0; !this.#stop.signal.aborted; round++) {
      const commands = Array.from({ length: BATCH }, (_, at) =>
        this.#make(leadUids[(round + at) % leadUids.length] ?? ''),
      )
      await this.#untilAnswered(token, `pusher-number-${place}`, commands)
    }
  }

  #make(lead_uid: string): PushCommand {
    const key = randomUUID()
    const command: PushCommand = {
      key,
      command: 'lead.schedule',
      schema_version: 1,
      // The description is the key, so that the timeline shows how often the command was applied.
      args: { lead_uid, scheduling_date: new Date(Date.now() + 3_600_000).toISOString(), description: key },
      base: {},
      occurred_at: new Date().toISOString(),
      depends_on: null,
    }
    this.made.set(key, command)
    return command
  }

  async #untilAnswered(token: string, device_id: string, commands: readonly PushCommand[]): Promise<void> {
    const request = JSON.stringify({ device_id, app_version: '1.0.0', commands })
    for (const deadline = Date.now() + 120_000; ; await sleep(20)) {
      const answers = await Promise.all(this.#addresses.map((address) => this.#post(address, token, request)))
      for (const { status, body } of answers) this.#note(status, body)
      if (answers.every(({ status }) => status === 200)) return
      if (Date.now() > deadline) throw new Error(`no answer for two minutes: ${JSON.stringify(answers)}`)
    }
  }

  #note(status: number, body: string): void {
    this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1)
    if (status !== 200) {
      if (status !== 0) this.bodies.push(body)
      return
    }
    for (const { key, outcome } of pushResponseSchema.parse(JSON.parse(body)).results)
      if (outcome === 'applied') this.acknowledged.add(key)
  }

  async #post(address: string, token: string, body: string): Promise<{ status: number; body: string }> {
    try {
      const answer = await fetch(`${address}/api/sync/push`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body,
        signal: AbortSignal.timeout(30_000),
      })
      return { status: answer.status, body: await answer.text() }
    } catch {
      // Any end of the connection counts as no answer.
      return { status: 0, body: '' }
    }
  }

  /** Checks that every command was acknowledged, is stored, and was applied once. */
  async check({ db }: Store): Promise<void> {
    const { rows } = await sql<{ key: string; times: number }>`
      select changes -> 'lead_scheduling' -> 'after' ->> 'description' as key, count(*)::int as times
      from timeline
      group by 1`.execute(db)
    const times = new Map(rows.map((row) => [row.key, row.times]))
    const twice = rows.filter((row) => row.times !== 1)
    expect(twice, 'applied twice').toEqual([])
    expect(
      [...this.acknowledged].filter((key) => !times.has(key)),
      'acknowledged and lost',
    ).toEqual([])
    expect(
      [...this.made.keys()].filter((key) => !this.acknowledged.has(key)),
      'never acknowledged',
    ).toEqual([])
    const log = await db.selectFrom('command_log').select(['key', 'outcome']).execute()
    expect(new Set(log.map(({ key }) => key)).size).toBe(this.made.size)
  }
}
