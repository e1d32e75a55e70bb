/** Faults of tablets and server: passing time, wrong clocks, full disks, and deaths at any operation. */

import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../src/domain/time/durations.ts'
import { type Delivery, isPush } from './delivery.ts'
import type { House } from './house-rules.ts'
import type { Letter } from './network.ts'
import type { Stage } from './stage.ts'
import type { Tablet } from './tablet.ts'
import type { Thread } from './thread.ts'
import type { Users } from './users.ts'

const isDead = ({ faults }: Thread) => faults.dead

export class Faults {
  readonly #stage: Stage
  readonly #house: House
  readonly #users: Users
  readonly #delivery: Delivery

  constructor(stage: Stage, people: { house: House; users: Users }, delivery: Delivery) {
    this.#stage = stage
    this.#house = people.house
    this.#users = people.users
    this.#delivery = delivery
  }

  #tablet(): Tablet {
    return this.#stage.chance.pick(this.#stage.tablets)
  }

  async timePasses(): Promise<void> {
    const due = this.#stage.tablets.flatMap((tablet) => tablet.wakesAt ?? [])
    this.#stage.clock.now =
      due.length > 0 && this.#stage.chance.happens(0.8)
        ? Math.max(this.#stage.clock.now, Math.min(...due))
        : this.#stage.clock.now + this.#stage.chance.below(20 * MINUTE_MS)
    for (const tablet of this.#stage.tablets) {
      if (tablet.wakesAt === null || tablet.wakesAt > this.#stage.clock.now) continue
      tablet.wake()
      await tablet.quiet()
    }
  }

  async nudge(): Promise<void> {
    const tablet = this.#tablet()
    tablet.nudge()
    await tablet.quiet()
  }

  async poke(): Promise<void> {
    const tablet = this.#tablet()
    if (this.#stage.network.poke(tablet)) this.#stage.count('poked')
    await tablet.quiet()
  }

  async streamEnds(): Promise<void> {
    const tablet = this.#tablet()
    this.#stage.network.endStream(tablet)
    await tablet.quiet()
  }

  /** The user signs out at any point, with letters in flight, and then signs in again. */
  async signOut(): Promise<void> {
    await this.signOutOf(this.#users.anyTablet())
  }

  async signOutOf(tablet: Tablet): Promise<void> {
    if (tablet.disk.full || tablet.threads.some(({ faults }) => faults.dieIn >= 0)) return
    const keepsQueue = this.#stage.chance.happens(0.6)
    this.#stage.count(keepsQueue ? 'sign out that keeps the queue' : 'sign out that drops the queue')
    this.#stage.say(`  tablet ${tablet.number}: signs out, ${keepsQueue ? 'keeps' : 'drops'} the queue`)
    await this.#users.signOut(tablet, keepsQueue)
    this.#stage.oracle.arrivals.mirrorDeleted(tablet.number)
    tablet.open()
    await this.#users.signIn(tablet)
    tablet.run()
    await tablet.quiet()
  }

  /** A thread dies within 30 operations: in a transaction, between two, or while it processes an answer. */
  async kill(): Promise<void> {
    const { chance } = this.#stage
    const { threads } = this.#tablet()
    if (threads.length > 0) chance.pick(threads).faults.dieIn = chance.below(30)
  }

  async fullDisk(): Promise<void> {
    const { disk } = this.#tablet()
    disk.full = true
    disk.room = this.#stage.chance.below(6)
  }

  /** The user makes room. */
  async roomyDisk(): Promise<void> {
    const { disk } = this.#stage.chance.pick(this.haveFullDisk)
    disk.full = false
  }

  get haveFullDisk(): readonly Tablet[] {
    return this.#stage.tablets.filter(({ disk }) => disk.full)
  }

  async clockJumps(): Promise<void> {
    this.#tablet().skew = this.#stage.chance.pick([-26, -3, 0, 2, 49]) * HOUR_MS
  }

  /** The server dies within 40 queries: in a command, between two of a batch, or right after a commit. */
  async serverDies(): Promise<void> {
    const { underWay } = this.#stage.network
    if (underWay.length === 0) return
    this.#stage.server.database.witness.dieIn(this.#stage.chance.below(40))
    await this.#delivery.deliver(this.#stage.chance.pick(underWay))
  }

  /** The server dies during an upload: before, while or after it stores the bytes, or before it answers. */
  async uploadCutOff(letter: Letter): Promise<void> {
    const { files, database } = this.#stage.server
    // The save has several steps where the server can die, so 'within' has the largest weight.
    files.diesAt = this.#stage.chance.pick(['before', 'within', 'within', 'within', 'after', null])
    if (files.diesAt === null) database.witness.dieIn(this.#stage.chance.below(8))
    await this.#delivery.deliver(letter)
    files.diesAt = null
  }

  /** The server sweeps its documents, some of them older than a week, or dies during the sweep. */
  async filesSwept(): Promise<void> {
    const { chance, clock, server } = this.#stage
    clock.now += chance.pick([0, 3, 6.9, 7.1, 8]) * DAY_MS
    if (chance.happens(0.2)) server.database.witness.dieIn(chance.below(6))
    await this.#sweep()
  }

  async #sweep(): Promise<void> {
    const { server, oracle, count } = this.#stage
    const { removals } = server.files
    await oracle.documents.swept(await server.sweepFiles())
    if (server.files.removals > removals) count('document swept')
  }

  /** The answer to an upload takes a week: the server sweeps the document before its command arrives. */
  async sweptUnheard(): Promise<void> {
    const { clock, count } = this.#stage
    clock.now += 7.1 * DAY_MS
    count('document swept before its command')
    await this.#sweep()
  }

  /** The answer to an upload is lost, and the device is offline for a week before it uploads the document again. */
  async sentAgainAWeekLater(letter: Letter): Promise<void> {
    const { chance, clock, network } = this.#stage
    const { tablet, request } = letter
    const isBefore = chance.happens(0.4)
    const letters = () => network.letters.filter((other) => other.tablet === tablet)
    for (let lost = letters(); lost.length > 0; lost = letters()) {
      for (const other of lost) network.lose(other, false)
      await tablet.quiet()
    }
    clock.now += (isBefore ? 6.9 : 7.1) * DAY_MS
    // The device first waits out the pauses of its housekeeping.
    for (let pauses = 0; pauses < 20 && letters().length === 0 && !tablet.threads.some(isDead); pauses++) {
      tablet.wake()
      await tablet.quiet()
    }
    // Earlier commands of the device go first.
    for (let [next] = letters(); next !== undefined; [next] = letters())
      if (next.request.path === request.path) return this.#sweepAround(next, isBefore)
      else if (!isPush(next)) return
      else {
        await this.#delivery.deliver(next)
        await this.#delivery.giveBack(next)
      }
  }

  /** The upload arrives right before or during the sweep. */
  async #sweepAround(letter: Letter, isBefore: boolean): Promise<void> {
    const { clock, server, count } = this.#stage
    if (isBefore) {
      count('document sent again before a sweep')
      await this.#delivery.deliver(letter)
      clock.now += 0.2 * DAY_MS
    } else
      server.files.beforeRemoval = () => {
        count('document sent again during a sweep')
        return this.#delivery.deliver(letter)
      }
    await this.#sweep()
    server.files.beforeRemoval = null
  }

  /** The sender dies after the answer to an upload: before it marks the document, or before it sends the command. */
  async killedAtAnswer(letter: Letter): Promise<void> {
    letter.sender.faults.dieIn = this.#stage.chance.below(4)
    await this.#delivery.giveBack(letter)
  }

  arrives(letter: Letter): Promise<void> {
    return this.#delivery.deliver(letter)
  }

  /** The server answers the letter while the user has another scope, which no pull sees. */
  scopeThereAndBack(letter: Letter): Promise<void> {
    return this.#house.scopeThereAndBack(letter.tablet.userId, () => this.#delivery.deliver(letter))
  }

  async changeSettings(): Promise<void> {
    const days = await this.#house.changeSettings()
    const { arrivals } = this.#stage.oracle
    arrivals.settings = { ...arrivals.settings, finished_leads_days_to_show: days }
  }
}
