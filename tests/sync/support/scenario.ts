/** One run of the simulation: steps of a broker, colleagues and faults, and a check by the oracle after each. */

import type { OutboxRecord } from '../../../src/db/mirror/schema.ts'
import { isCreation } from '../../../src/db/outbox/replay.ts'
import {
  discardCommand,
  discardLead,
  replaceArgs,
  resolveConflict,
  retryCommand,
} from '../../../src/db/outbox/resolve-outbox.ts'
import { runCommand } from '../../../src/db/outbox/run-command.ts'
import { markExpired, readSession } from '../../../src/db/session/device-session.ts'
import { keepFile } from '../../../src/db/session/files.ts'
import { HOUR_MS } from '../../../src/domain/time/durations.ts'
import { Board } from './board.ts'
import { colleagueWrites } from './colleague.ts'
import { FAULTS } from './network.ts'
import { Oracle } from './oracle.ts'
import { chance } from './random.ts'
import { Screen } from './screen.ts'
import { someCommand } from './some-command.ts'
import { aWorld, creation, uuid, type World } from './world.ts'

/** Number of occurrences of each event over all scenarios. */
export type Coverage = Map<string, number>

const LEADS = 7
const STEPS = 18

export async function runScenario(seed: number, coverage: Coverage): Promise<void> {
  const world = await aWorld({ leads: LEADS, seed })
  const scenario = new Scenario(world, { coverage, watcher: watcherOf(world, seed) })
  try {
    for (let step = 0; step < STEPS; step++) await scenario.step()
    await scenario.end()
  } finally {
    scenario.close()
    await world.device.stop()
  }
}

/** Only every other scenario has a screen or a board, because waiting for it takes as long as a step. */
function watcherOf({ device, clock }: World, seed: number): Screen | Board | null {
  if (seed % 4 === 0) return new Screen(device)
  if (seed % 4 === 2) return new Board(device, chance(seed), () => clock.now + clock.skew)
  return null
}

class Scenario {
  readonly #world: World
  readonly #oracle: Oracle
  readonly #coverage: Coverage
  #tokens = 1
  #hasFaults = true
  /** Last number of a lead, client or file created on the device. */
  #made = 0

  readonly #watcher: Screen | Board | null

  constructor(world: World, { coverage, watcher }: { coverage: Coverage; watcher: Screen | Board | null }) {
    this.#world = world
    this.#coverage = coverage
    this.#watcher = watcher
    this.#oracle = new Oracle(world, watcher instanceof Board)
    world.network.fault = () => {
      if (!this.#hasFaults || !world.chance.happens(0.3)) return null
      const fault = world.chance.pick(FAULTS)
      this.#count(fault)
      return fault
    }
  }

  #count(what: string): void {
    this.#coverage.set(what, (this.#coverage.get(what) ?? 0) + 1)
  }

  async step(): Promise<void> {
    const { chance } = this.#world
    const steps: [number, () => Promise<void>][] = [
      [8, () => this.#work()],
      [4, () => this.#create()],
      [3, () => this.#attach()],
      [3, () => this.#workOnFullDisk()],
      [6, () => colleagueWrites(this.#world, () => this.#another())],
      [8, () => this.#world.device.cycle()],
      [5, () => this.#die()],
      [6, () => this.#decide()],
      [2, () => this.#signInAgain()],
      [1, () => this.#restore()],
      [1, () => this.#clockJumps()],
    ]
    let dice = chance.below(steps.reduce((sum, [weight]) => sum + weight, 0))
    for (const [weight, act] of steps) {
      dice -= weight
      if (dice >= 0) continue
      await act()
      break
    }
    this.#world.clock.now += chance.below(60_000)
    await this.#oracle.check()
    await this.#watcher?.showsWhatIsStored()
  }

  close(): void {
    this.#watcher?.close()
  }

  /** Stops the faults, signs in, runs the engine until the queue is sent, and checks all guarantees. */
  async end(): Promise<void> {
    this.#hasFaults = false
    const { device, clock, server } = this.#world
    await this.#signIn()
    for (let round = 0; round < 8 && !(await this.#isQuiet(round)); round++) {
      clock.now += 90_000
      await device.cycle()
      await this.#oracle.check()
    }
    for (const [outcome, times] of server.outcomes)
      this.#coverage.set(outcome, (this.#coverage.get(outcome) ?? 0) + times)
    if ((await this.#generation()) > 1) this.#count('reset')
    await this.#oracle.converged()
    await this.#watcher?.showsWhatIsStored()
  }

  /** Returns whether two cycles have run and no command is left to send. */
  async #isQuiet(round: number): Promise<boolean> {
    const { db } = this.#world.device
    return round > 1 && (await db.outbox.where('state').anyOf('queued', 'sending').count()) === 0
  }

  async #generation(): Promise<number> {
    const [lead] = await this.#world.device.db.leads.toArray()
    return lead?.generation ?? 0
  }

  #another(): number {
    this.#made += 1
    return this.#made
  }

  /** Creates a lead for a new client, for one of the device, or for one that the server has under another uid. */
  async #create(): Promise<void> {
    const { device, chance, clock } = this.#world
    const made = this.#another()
    const clients = await device.db.clients.toArray()
    const known = clients.length > 0 && chance.happens(0.3) ? chance.pick(clients) : null
    const client = known ?? { uid: uuid('client', made), cpf: `CPF-${chance.below(4)}` }
    const args = creation(this.#world, made, {
      client_uid: client.uid,
      lead: { insurance_id: chance.happens(0.3) ? null : 1 },
      client: { name: `Criado ${made}`, cpf: client.cpf },
    })
    const outcome = await runCommand(device.db, 'lead.create', args, { nowMs: clock.now + clock.skew })
    if (outcome.kind !== 'queued') throw new Error(`${outcome.kind}: ${outcome.message}`)
    this.#count(known === null ? 'create' : 'create for a known client')
    await this.#oracle.noteQueue()
  }

  async #attach(): Promise<void> {
    const { device, chance, clock } = this.#world
    const leads = await device.db.leads.toArray()
    if (leads.length === 0) return
    const lead_uid = chance.pick(leads).uid
    const uid = uuid('file', this.#another())
    const text = chance.happens(0.8) ? '%PDF-1.7' : 'no document'
    const now = clock.now + clock.skew
    await keepFile(device.db, {
      uid,
      leadUid: lead_uid,
      name: 'a.pdf',
      bytes: new Blob([text]),
      queuedAt: now,
    })
    const args = { lead_uid, file_uid: uid, name: 'a.pdf', size: text.length }
    const outcome = await runCommand(device.db, 'lead.attachFile', args, { nowMs: now })
    if (outcome.kind !== 'queued') throw new Error(`${outcome.kind}: ${outcome.message}`)
    this.#count('attach')
    await this.#oracle.noteQueue()
  }

  async #work(): Promise<void> {
    const leads = await this.#world.device.db.leads.toArray()
    if (leads.length === 0) return
    const outcome = await someCommand(this.#world, this.#world.chance.pick(leads))
    if (outcome.kind !== 'queued') throw new Error(`${outcome.kind}: ${outcome.message}`)
    await this.#oracle.noteQueue()
  }

  async #workOnFullDisk(): Promise<void> {
    const { device, chance } = this.#world
    const leads = await device.db.leads.toArray()
    if (leads.length === 0) return
    const before = await device.db.outbox.count()
    device.faults.full = true
    const outcome = await someCommand(this.#world, chance.pick(leads))
    if (chance.happens(0.5)) await device.cycle()
    device.faults.full = false
    if (outcome.kind !== 'storage_full') throw new Error(`expected a full disk, got ${outcome.kind}`)
    if ((await device.db.outbox.count()) > before) throw new Error('a command was queued on a full disk')
    this.#count('full disk')
  }

  async #die(): Promise<void> {
    const { device, chance } = this.#world
    if (await device.dieDuringCycle(chance.below(14))) this.#count('death')
  }

  async #decide(): Promise<void> {
    const { device, chance } = this.#world
    const { db } = device
    const outbox = await db.outbox.orderBy('seq').toArray()
    const ofWaiting = chance.happens(0.15)
    const meant = outbox.filter(({ state }) =>
      ofWaiting ? state === 'queued' || state === 'blocked' : state === 'conflict' || state === 'rejected',
    )
    if (meant.length === 0) return
    const { key, entityUid } = chance.pick(meant)
    const decision = ofWaiting
      ? ('discard' as const)
      : chance.pick(['retry', 'replace', 'discard', 'discard all', 'mine', 'theirs'] as const)
    this.#count(ofWaiting ? 'discard of what waits' : decision)
    if (decision === 'retry') await retryCommand(db, key)
    else if (decision === 'replace') await this.#replace(key)
    else if (decision === 'discard') await discardCommand(db, key)
    else if (decision === 'discard all') await discardLead(db, key)
    else await resolveConflict(db, key, decision)
    await this.#noteDiscarded(outbox, { key, entityUid, decision })
    await this.#oracle.noteQueue()
  }

  /** Sends a refused command again with valid arguments. */
  async #replace(key: string): Promise<void> {
    const { db } = this.#world.device
    const record = await db.outbox.where('key').equals(key).first()
    if (record === undefined) return
    const text = JSON.stringify(record.args).replace('"insurance_id":null', '"insurance_id":1')
    const replaced = await replaceArgs(db, key, JSON.parse(text))
    if (replaced.kind !== 'queued') throw new Error(`${replaced.kind}: ${replaced.message}`)
    if (isCreation(record)) this.#count('creation sent again changed')
  }

  /** Only discarded commands are gone, and those that depend on a discarded creation. */
  async #noteDiscarded(
    before: readonly OutboxRecord[],
    { key, entityUid, decision }: { key: string; entityUid: string; decision: string },
  ): Promise<void> {
    const left = new Set((await this.#world.device.db.outbox.toArray()).map(({ seq }) => seq))
    const gone = before.filter(({ seq }) => !left.has(seq))
    const own = before.find((record) => record.key === key)
    const begins = own !== undefined && isCreation(own)
    const ofNewClient = begins && !Object.keys(own.base).some((field) => field.startsWith('client.'))
    const mayGo = (record: OutboxRecord) =>
      record.key === key ||
      ((decision === 'discard all' || begins) && record.entityUid === entityUid) ||
      (ofNewClient && record.entityUid === own.clientUid)
    if (['retry', 'replace', 'mine'].includes(decision) && gone.length > 0)
      throw new Error('a decision other than a discard removed a command')
    if (!gone.every(mayGo)) throw new Error('a discard removed an unrelated command')
    if (begins && gone.length > 0) this.#count('creation discarded')
    this.#oracle.discard(gone)
  }

  async #signInAgain(): Promise<void> {
    const session = await readSession()
    if (session?.expired === true) await this.#signIn()
    else if (session !== undefined && this.#world.chance.happens(0.2))
      await markExpired(session.token, this.#world.chance.happens(0.3))
  }

  async #signIn(): Promise<void> {
    this.#tokens += 1
    await this.#world.device.signIn(`token-${this.#world.user.id}-${this.#tokens}`)
  }

  async #restore(): Promise<void> {
    this.#world.server.restore()
    this.#count('restore')
  }

  async #clockJumps(): Promise<void> {
    const { clock, chance } = this.#world
    clock.skew = chance.pick([-26, -3, 0, 2, 49]) * HOUR_MS
    this.#count('clock jump')
  }
}
