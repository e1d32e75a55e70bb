/**
 * One run of the simulation: tablets, colleagues, a server and bad luck, in the order that the seed says. Only one thing
 * moves at a time, so that a seed repeats itself.
 */
import { expect, vi } from 'vitest'
import { DAVI, MANAGER } from '../../api/support/people.ts'
import { type Chance, chance as chanceOf } from '../../sync/support/random.ts'
import { NOW } from '../../unit/domain/fixtures.ts'
import { Background } from './background.ts'
import type { SimDatabase } from './database.ts'
import { appliedLead, Delivery, isPush, isUpload, secondOfOneLead } from './delivery.ts'
import { Documents } from './documents.ts'
import { Drafts } from './drafts.ts'
import { Ending } from './ending.ts'
import { CARRIERS, House } from './house-rules.ts'
import { Mishaps } from './mishaps.ts'
import { Network } from './network.ts'
import { Oracle } from './oracle.ts'
import type { WorkerEnd } from './service-worker.ts'
import { SimServer } from './sim-server.ts'
import type { Stage } from './stage.ts'
import { Tablet } from './tablet.ts'
import { TwoTabs } from './two-tabs.ts'
import { Users } from './users.ts'

/** How often each thing happened, over all stories: what never happened is not proven. */
export type Coverage = Map<string, number>

const LEADS = 5
const STEPS = 90

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
    await story.ending.come()
  } finally {
    await story.close()
  }
}

class Story {
  readonly #options: StoryOptions
  readonly #chance: Chance
  readonly #clock = { now: NOW }
  readonly #oracle: Oracle
  readonly #tablets: Tablet[]
  readonly #network: Network
  readonly #server: SimServer
  readonly #house: House
  readonly #users: Users
  readonly #delivery: Delivery
  readonly #documents: Documents
  readonly #drafts: Drafts
  readonly #tabs: TwoTabs
  readonly #background: Background
  readonly #mishaps: Mishaps
  readonly ending: Ending
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
          onRows: (table, rows) => this.#oracle.arrivals.rowsWritten(number, table, rows),
          onHandedOver: () => this.#count('lock handed over'),
          onWorkerEnd: (tablet, end) => this.#workerEnded(tablet, end),
        }),
    )
    this.#network = new Network(this.#tablets, chance)
    this.#server = new SimServer(options.database, clock)
    this.#oracle = new Oracle(this.#server.files)
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
    this.#documents = new Documents(stage, this.#users)
    this.#drafts = new Drafts(stage, this.#users)
    this.#tabs = new TwoTabs(stage)
    this.#background = new Background(stage, this.#users)
    this.#mishaps = new Mishaps(stage, { house: this.#house, users: this.#users }, this.#delivery)
    this.ending = new Ending(stage, {
      users: this.#users,
      delivery: this.#delivery,
      documents: this.#documents,
      drafts: this.#drafts,
      tabs: this.#tabs,
      background: this.#background,
    })
  }

  #count(what: string): void {
    const { coverage } = this.#options
    coverage.set(what, (coverage.get(what) ?? 0) + 1)
  }

  #say(line: string): void {
    this.#options.trace?.(line)
  }

  #workerEnded(tablet: number, end: WorkerEnd): void {
    const how = end instanceof Error ? end.message : end
    this.#count(`service worker: ${how}`)
    this.#say(`  tablet ${tablet}: its service worker ends: ${how}`)
    if (end instanceof Error)
      this.#oracle.arrivals.broken.push(`the service worker of tablet ${tablet} broke: ${end.stack}`)
  }

  /** Some are full of documents, with leads that somebody may attach them to. */
  get #isOfDocuments(): boolean {
    return this.#options.seed % 5 === 0
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
    for (let lead = 0; lead < LEADS; lead++)
      await this.#house.addLead(this.#isOfDocuments ? this.#house.captured() : {})
    this.#restToken = await this.#server.signIn(this.#chance.pick([DAVI, MANAGER]), 'rest')
    this.#say(`story ${seed}: users ${this.#tablets.map(({ userId }) => userId).join(', ')}`)
    for (const tablet of this.#tablets) {
      tablet.open()
      await this.#users.signIn(tablet)
      tablet.run()
      await tablet.quiet()
      if (this.#chance.happens(0.25)) await this.#tabs.open(tablet)
    }
  }

  async close(): Promise<void> {
    for (const letter of this.#network.letters) this.#network.lose(letter, false)
    for (const tablet of this.#tablets) {
      await tablet.endServiceWorker()
      await tablet.close()
    }
    vi.unstubAllGlobals()
    vi.restoreAllMocks()
  }

  async step(): Promise<void> {
    const { underWay, comingBack, stragglers } = this.#network
    const applied = comingBack.filter((letter) => appliedLead(letter) !== null)
    const twice = underWay.filter((letter) => secondOfOneLead(letter) !== null)
    const pushes = underWay.filter(isPush)
    const uploads = underWay.filter(isUpload)
    const uploaded = comingBack.filter(isUpload)
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
        comingBack.length > 0 ? 5 : 0,
        'a command meanwhile',
        () =>
          this.#delivery.giveBackDuring(this.#chance.pick(comingBack), (tablet) =>
            this.#users.workMeanwhile(tablet),
          ),
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
        () => this.#mishaps.scopeThereAndBack(this.#chance.pick(pushes)),
      ],
      [
        uploads.length > 0 ? 10 : 0,
        'upload cut off',
        () => this.#mishaps.uploadCutOff(this.#chance.pick(uploads)),
      ],
      [
        uploaded.length > 0 ? 10 : 0,
        'killed at the answer to an upload',
        () => this.#mishaps.killedAtAnswer(this.#chance.pick(uploaded)),
      ],
      [this.#isOfDocuments ? 9 : 1, 'document', () => this.#documents.attach()],
      [this.#isOfDocuments ? 3 : 0, 'document asked for', () => this.#documents.open()],
      [1.5, 'draft', () => this.#drafts.write()],
      [1.5, 'tab opened', () => this.#tabs.open(this.#chance.pick(this.#tablets))],
      [1, 'tab closed', () => this.#tabs.close()],
      ...this.#background.steps,
      [12, 'time passes', () => this.#mishaps.timePasses()],
      [4, 'nudge', () => this.#mishaps.nudge()],
      [3, 'kill', () => this.#mishaps.kill()],
      [2, 'server dies', () => this.#mishaps.serverDies()],
      [1, 'server restart', () => this.#server.start()],
      [5, 'colleague', () => this.#house.rest(this.#restToken)],
      [5, 'lead changed', () => this.#house.changeLead()],
      [1, 'many leads changed', () => this.#house.changeMany()],
      [1, 'client changed', () => this.#house.changeClient()],
      [1, 'lead added', () => this.#house.addLead()],
      [0.5, 'lead removed', () => this.#house.removeLead()],
      [1.5, 'scope changed', () => this.#house.changeScope(this.#users.anyTablet().userId)],
      [0.5, 'settings changed', () => this.#mishaps.changeSettings()],
      [0.4, 'another cluster', () => this.#server.moveToAnotherCluster()],
      [1, 'session ended', () => this.#users.endSession()],
      [3, 'sign in', () => this.#users.signInAgain()],
      [3, 'poke', () => this.#mishaps.poke()],
      [0.7, 'stream ends', () => this.#mishaps.streamEnds()],
      [0.7, 'sign out', () => this.#mishaps.signOut()],
      [1, 'app opened', () => this.#users.refreshUser(this.#users.anyTablet())],
      [1, 'clock jump', () => this.#mishaps.clockJumps()],
      [2, 'full disk', () => this.#mishaps.fullDisk()],
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
    expect(this.#network.overlaps).toEqual([])
    for (const tablet of this.#tablets) {
      await this.#tabs.bury(tablet)
      if (!tablet.touched || tablet.disk.full || tablet.threads.length === 0) continue
      tablet.touched = false
      await this.#oracle.check(tablet)
      if (this.#chance.happens(0.15)) await this.#oracle.checkBoard(tablet, this.#clock.now, false)
    }
  }
}
