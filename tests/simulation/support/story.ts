/**
 * One run of the simulation: tablets, colleagues, a server and bad luck, in the order that the seed says. Only one thing
 * moves at a time, so that a seed repeats itself.
 */
import { vi } from 'vitest'
import { pullPageSchema } from '../../../src/contract/sync.ts'
import { settingsFrom } from '../../../src/domain/settings/settings.ts'
import { DAVI, MANAGER } from '../../api/support/people.ts'
import { type Chance, chance as chanceOf } from '../../sync/support/random.ts'
import { NOW } from '../../unit/domain/fixtures.ts'
import type { SimDatabase } from './database.ts'
import { appliedLead, Delivery, isPush, secondOfOneLead } from './delivery.ts'
import { CARRIERS, House } from './house-rules.ts'
import { type Letter, Network } from './network.ts'
import { Oracle } from './oracle.ts'
import { SimServer } from './sim-server.ts'
import type { Stage } from './stage.ts'
import { Tablet } from './tablet.ts'
import { Users } from './users.ts'

/** How often each thing happened, over all stories: what never happened is not proven. */
export type Coverage = Map<string, number>

const LEADS = 5
const STEPS = 90
const MINUTE = 60_000
/** Pauses within one piece of work, ms: they pass by themselves. */
const A_MOMENT = 1000
const HOUR = 60 * MINUTE

export interface StoryOptions {
  readonly seed: number
  readonly database: SimDatabase
  readonly coverage: Coverage
  /** Told of each step, for whoever replays one seed. */
  readonly trace?: (line: string) => void
}

export async function tellStory(options: StoryOptions): Promise<void> {
  const story = new Story(options)
  try {
    await story.begin()
    for (let step = 0; step < STEPS; step++) await story.step()
    await story.end()
  } finally {
    await story.close()
  }
}

class Story {
  readonly #options: StoryOptions
  readonly #chance: Chance
  readonly #clock = { now: NOW }
  readonly #oracle = new Oracle()
  readonly #tablets: Tablet[]
  readonly #network: Network
  readonly #server: SimServer
  readonly #house: House
  readonly #users: Users
  readonly #delivery: Delivery
  #uuids = 0
  #restToken = ''

  constructor(options: StoryOptions) {
    this.#options = options
    const chance = chanceOf(options.seed)
    this.#chance = chance
    const clock = this.#clock
    this.#tablets = [1, 2, 3].map(
      (number) =>
        new Tablet({
          number,
          userId: chance.pick(CARRIERS),
          clock,
          chance,
          onRows: (table, rows) => this.#oracle.rowsWritten(number, table, rows),
        }),
    )
    this.#network = new Network(this.#tablets, chance)
    this.#server = new SimServer(options.database, clock)
    const stage: Stage = {
      chance,
      clock,
      oracle: this.#oracle,
      tablets: this.#tablets,
      network: this.#network,
      server: this.#server,
      worked: [],
      count: (what) => this.#count(what),
      say: (line) => this.#say(line),
    }
    this.#house = new House(stage)
    this.#users = new Users(stage)
    this.#delivery = new Delivery(stage)
  }

  #count(what: string): void {
    const { coverage } = this.#options
    coverage.set(what, (coverage.get(what) ?? 0) + 1)
  }

  #say(line: string): void {
    this.#options.trace?.(line)
  }

  async begin(): Promise<void> {
    const { seed } = this.#options
    vi.stubGlobal('fetch', this.#network.fetch)
    // A request is lost when the story says so, not when this machine is slow.
    vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => new AbortController().signal)
    vi.spyOn(crypto, 'randomUUID').mockImplementation(() => {
      this.#uuids += 1
      return `00000000-0000-4000-9000-${String(this.#uuids).padStart(12, '0')}`
    })
    await this.#options.database.reset()
    await this.#server.start()
    for (let lead = 0; lead < LEADS; lead++) await this.#house.addLead()
    this.#restToken = await this.#server.signIn(this.#chance.pick([DAVI, MANAGER]), 'rest')
    this.#say(`story ${seed}: users ${this.#tablets.map(({ userId }) => userId).join(', ')}`)
    for (const tablet of this.#tablets) {
      tablet.open()
      await this.#users.signIn(tablet)
      tablet.run()
      await tablet.quiet()
    }
  }

  async close(): Promise<void> {
    for (const letter of this.#network.letters) this.#network.lose(letter, false)
    for (const tablet of this.#tablets) await tablet.close()
    vi.unstubAllGlobals()
    vi.restoreAllMocks()
  }

  async step(): Promise<void> {
    const { underWay, comingBack, stragglers } = this.#network
    const applied = comingBack.filter((letter) => appliedLead(letter) !== null)
    const twice = underWay.filter((letter) => secondOfOneLead(letter) !== null)
    const pushes = underWay.filter(isPush)
    const overrule = (uid: string) => this.#house.overrule(uid)
    const steps: readonly [weight: number, name: string, act: () => Promise<void>][] = [
      [14, 'a command', () => this.#users.work()],
      [
        underWay.length > 0 ? 26 : 0,
        'a request arrives',
        () => this.#delivery.deliver(this.#chance.pick(underWay)),
      ],
      [
        comingBack.length > 0 ? 26 : 0,
        'an answer arrives',
        () => this.#delivery.giveBack(this.#chance.pick(comingBack)),
      ],
      [
        stragglers.length > 0 ? 4 : 0,
        'late request',
        () => this.#delivery.deliverLate(this.#chance.pick(stragglers)),
      ],
      [underWay.length > 0 ? 3 : 0, 'lost request', () => this.#delivery.lose(this.#chance.pick(underWay))],
      [
        comingBack.length > 0 ? 3 : 0,
        'lost answer',
        () => this.#delivery.lose(this.#chance.pick(comingBack)),
      ],
      [
        underWay.length > 0 ? 2 : 0,
        'doubled request',
        () => this.#delivery.double(this.#chance.pick(underWay)),
      ],
      [
        comingBack.length > 0 ? 2 : 0,
        'foreign answer',
        () => this.#delivery.foreign(this.#chance.pick(comingBack)),
      ],
      [
        applied.length > 0 ? 4 : 0,
        'overruled unheard',
        () => this.#delivery.overruledUnheard(this.#chance.pick(applied), overrule),
      ],
      [
        twice.length > 0 ? 12 : 0,
        'cut in two',
        () => this.#delivery.cutInTwo(this.#chance.pick(twice), overrule),
      ],
      [
        pushes.length > 0 ? 4 : 0,
        'scope there and back',
        () => this.#scopeThereAndBack(this.#chance.pick(pushes)),
      ],
      [12, 'time passes', () => this.#timePasses()],
      [4, 'nudge', () => this.#nudge()],
      [3, 'kill', () => this.#kill()],
      [2, 'server dies', () => this.#serverDies()],
      [1, 'server restart', () => this.#server.start()],
      [5, 'colleague', () => this.#house.rest(this.#restToken)],
      [5, 'lead changed', () => this.#house.changeLead()],
      [1, 'many leads changed', () => this.#house.changeMany()],
      [1, 'client changed', () => this.#house.changeClient()],
      [1, 'lead added', () => this.#house.addLead()],
      [0.5, 'lead removed', () => this.#house.removeLead()],
      [1.5, 'scope changed', () => this.#house.changeScope(this.#tablet().userId)],
      [0.5, 'settings changed', () => this.#changeSettings()],
      [0.4, 'another cluster', () => this.#server.moveToAnotherCluster()],
      [1, 'session ended', () => this.#users.endSession()],
      [3, 'sign in', () => this.#users.signInAgain()],
      [3, 'poke', () => this.#poke()],
      [0.7, 'stream ends', () => this.#streamEnds()],
      [0.7, 'sign out', () => this.#signOut(this.#tablet())],
      [1, 'app opened', () => this.#users.refreshUser(this.#tablet())],
      [1, 'clock jump', () => this.#clockJumps()],
      [2, 'full disk', () => this.#fullDisk()],
      [6, 'decision', () => this.#users.decide()],
    ]
    let dice = this.#chance.next() * steps.reduce((sum, [weight]) => sum + weight, 0)
    for (const [weight, name, act] of steps) {
      dice -= weight
      if (dice >= 0) continue
      this.#say(name)
      this.#count(name)
      await act()
      break
    }
    for (const tablet of this.#tablets) {
      if (tablet.faults.dead) await this.#revive(tablet)
      if (!tablet.touched || tablet.faults.full) continue
      tablet.touched = false
      await this.#oracle.check(tablet)
      if (this.#chance.happens(0.15)) await this.#oracle.checkBoard(tablet, this.#clock.now, false)
    }
  }

  #tablet(): Tablet {
    return this.#chance.pick(this.#tablets)
  }

  async #revive(tablet: Tablet): Promise<void> {
    this.#say(`tablet ${tablet.number} is opened again`)
    this.#count('death')
    this.#oracle.closed(tablet)
    await tablet.restart()
  }

  // ── the tablets ───────────────────────────────────────────────────────────────────────────────

  async #timePasses(): Promise<void> {
    const due = this.#tablets.flatMap((tablet) => tablet.wakesAt ?? [])
    this.#clock.now =
      due.length > 0 && this.#chance.happens(0.8)
        ? Math.max(this.#clock.now, Math.min(...due))
        : this.#clock.now + this.#chance.below(20 * MINUTE)
    for (const tablet of this.#tablets) {
      if (tablet.wakesAt === null || tablet.wakesAt > this.#clock.now) continue
      tablet.wake()
      await tablet.quiet()
    }
  }

  async #nudge(): Promise<void> {
    const tablet = this.#tablet()
    tablet.nudge()
    await tablet.quiet()
  }

  async #poke(): Promise<void> {
    const tablet = this.#tablet()
    if (this.#network.poke(tablet)) this.#count('poked')
    await tablet.quiet()
  }

  async #streamEnds(): Promise<void> {
    const tablet = this.#tablet()
    this.#network.endStream(tablet)
    await tablet.quiet()
  }

  /** In the middle of whatever it does; what is on its way arrives or not. Then the same user signs in again. */
  async #signOut(tablet: Tablet): Promise<void> {
    if (tablet.faults.full || tablet.faults.dieIn >= 0) return
    const keepsQueue = this.#chance.happens(0.6)
    this.#count(keepsQueue ? 'sign out that keeps the queue' : 'sign out that drops the queue')
    this.#say(`  tablet ${tablet.number}: signs out, ${keepsQueue ? 'keeps' : 'drops'} the queue`)
    await this.#users.signOut(tablet, keepsQueue)
    this.#oracle.closed(tablet)
    tablet.open()
    await this.#users.signIn(tablet)
    tablet.run()
    await tablet.quiet()
  }

  /** Some steps from here, wherever that is: in a transaction, between two, while an answer is taken in. */
  async #kill(): Promise<void> {
    this.#tablet().faults.dieIn = this.#chance.below(30)
  }

  async #fullDisk(): Promise<void> {
    const { faults } = this.#tablet()
    faults.full = !faults.full
  }

  async #clockJumps(): Promise<void> {
    this.#tablet().skew = this.#chance.pick([-26, -3, 0, 2, 49]) * HOUR
  }

  // ── the server ────────────────────────────────────────────────────────────────────────────────

  /** At one of the next queries: in the middle of a command, between two of a batch, or right after a commit. */
  async #serverDies(): Promise<void> {
    const { underWay } = this.#network
    if (underWay.length === 0) return
    this.#options.database.witness.dieIn(this.#chance.below(40))
    await this.#delivery.deliver(this.#chance.pick(underWay))
  }

  /** What is answered in between belongs to another scope, and no pull ever sees that one. */
  #scopeThereAndBack(letter: Letter): Promise<void> {
    return this.#house.scopeThereAndBack(letter.tablet.userId, () => this.#delivery.deliver(letter))
  }

  async #changeSettings(): Promise<void> {
    const days = await this.#house.changeSettings()
    this.#oracle.settings = settingsFrom([{ key: 'finished_leads_days_to_show', value: days }])
  }

  // ── the end ───────────────────────────────────────────────────────────────────────────────────

  /** Peace: no more faults, everybody signs in, what is under way arrives; then nothing may be left to do. */
  async end(): Promise<void> {
    this.#say('peace')
    this.#network.smallPages = false
    for (const tablet of this.#tablets) {
      tablet.faults.full = false
      tablet.faults.dieIn = -1
      if (tablet.faults.dead) await this.#revive(tablet)
      tablet.skew = this.#chance.pick([0, 0, -3, 2]) * HOUR
      await this.#users.signIn(tablet)
      tablet.nudge()
      await tablet.quiet()
    }
    while (this.#network.stragglers.length > 0)
      await this.#delivery.deliverLate(this.#chance.pick(this.#network.stragglers))
    // The waits: what a server asked for, a backed-off command, a poll; and at last the hourly sweep.
    for (const wait of [0, 11, 11, 61, 61, 61]) {
      this.#clock.now += wait * MINUTE
      for (const tablet of this.#tablets) tablet.wake()
      await this.#untilQuiet()
    }
    await this.#everythingHolds()
  }

  async #untilQuiet(): Promise<void> {
    for (const tablet of this.#tablets) await tablet.quiet()
    for (let turns = 0; ; turns++) {
      if (turns > 500) throw new Error('the tablets never come to rest')
      const [letter] = this.#network.letters
      const awake = this.#tablets.find(
        ({ wakesAt }) => wakesAt !== null && wakesAt <= this.#clock.now + A_MOMENT,
      )
      if (letter !== undefined) {
        if (letter.answer === null) await this.#delivery.deliver(letter)
        else await this.#delivery.giveBack(letter)
      } else if (awake !== undefined) {
        awake.wake()
        await awake.quiet()
      } else return
    }
  }

  async #everythingHolds(): Promise<void> {
    const { db, database } = this.#server
    for (const tablet of this.#tablets) {
      const token = await this.#server.signIn(tablet.userId, 'oracle')
      const answer = await this.#server.handle({
        method: 'GET',
        path: '/api/sync?limit=5000',
        token,
        body: null,
      })
      const page = pullPageSchema.parse(JSON.parse(answer?.body ?? ''))
      await this.#oracle.converged(tablet, page.rows)
      await this.#oracle.checkBoard(tablet, this.#clock.now, false)
      await this.#oracle.checkBoard(tablet, this.#clock.now, true)
    }
    const log = await db.selectFrom('command_log').select(['key', 'outcome']).execute()
    await this.#oracle.settled(this.#tablets, database.witness.committed, log)
  }
}
