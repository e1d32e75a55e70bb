/**
 * One run of the simulation: tablets, colleagues, a server and faults, in an order that the seed determines. Only one
 * thread works at a time, so that a seed repeats exactly.
 */
import { expect, vi } from 'vitest'
import { StorageFull } from '../../../src/db/access/storage-full.ts'
import { DAVI, MANAGER } from '../../api/support/people.ts'
import { type Chance, chance as chanceOf } from '../../sync/support/random.ts'
import { NOW } from '../../unit/domain/fixtures.ts'
import { Administration } from './administration.ts'
import { Background } from './background.ts'
import { Board } from './board.ts'
import type { SimDatabase } from './database.ts'
import { Decisions } from './decisions.ts'
import { Delivery } from './delivery.ts'
import { Documents } from './documents.ts'
import { Drafts } from './drafts.ts'
import { Ending } from './ending.ts'
import { Erasures } from './erasures.ts'
import { Faults } from './faults.ts'
import { Groups } from './groups.ts'
import { HandOvers } from './hand-over.ts'
import { CARRIERS, House } from './house-rules.ts'
import { Identities } from './identities.ts'
import { Merges } from './merges.ts'
import { Network, pagesOf } from './network.ts'
import { type Cast, nextSteps } from './next-steps.ts'
import { Obligations } from './obligations.ts'
import { Oracle } from './oracle.ts'
import { Restores } from './restores.ts'
import { Screen } from './screen.ts'
import type { WorkerEnd } from './service-worker.ts'
import { SimServer } from './sim-server.ts'
import type { Stage } from './stage.ts'
import { Tablet } from './tablet.ts'
import { isTenth } from './tenth.ts'
import { TwoTabs } from './two-tabs.ts'
import { UpToDate } from './up-to-date.ts'
import { Users } from './users.ts'
import type { Watcher, WatcherKind } from './watcher.ts'

/** Number of occurrences of each event over all scenarios. */
export type Coverage = Map<string, number>

const LEADS = 5
const STEPS = 90
/** What shows the leads of one tablet. Beside a screen no tab dies at a read, so some scenarios have none. */
const WATCHERS: readonly (WatcherKind | null)[] = ['screen', 'board', null]

export interface ScenarioOptions {
  readonly seed: number
  readonly database: SimDatabase
  readonly coverage: Coverage
  /** Receives a line for each step, for the replay of one seed. */
  readonly trace?: (line: string) => void
}

export async function runScenario(options: ScenarioOptions): Promise<void> {
  const scenario = new Scenario(options)
  try {
    await scenario.begin()
    for (let step = 0; step < STEPS; step++) await scenario.step()
    await scenario.ending.come()
    await scenario.watch()
  } finally {
    await scenario.close()
  }
}

class Scenario {
  readonly #options: ScenarioOptions
  readonly #chance: Chance
  readonly #clock = { now: NOW }
  readonly #oracle: Oracle
  readonly #tablets: Tablet[]
  readonly #network: Network
  readonly #server: SimServer
  readonly #stage: Stage
  /** Whether it has many documents, and captured leads to attach them to. */
  readonly #isOfDocuments: boolean
  readonly #cast: Cast
  readonly #watched: { readonly tablet: Tablet; readonly by: Watcher } | null
  readonly #merges: Merges
  readonly #erasures: Erasures
  readonly #administration: Administration
  readonly #identities: Identities
  readonly #groups: Groups
  readonly #upToDate: UpToDate
  readonly #handOvers: HandOvers
  readonly #obligations: Obligations
  readonly ending: Ending
  #uuids = 0
  #restToken = ''

  constructor(options: ScenarioOptions) {
    this.#options = options
    const chance = chanceOf(options.seed)
    this.#chance = chance
    const clock = this.#clock
    const users = [1, 2, 3].map(() => chance.pick(CARRIERS))
    // Threads of one user share the names of channels and databases, so the watched tablet is its user's only one.
    const watched = users.findIndex((user) => users.indexOf(user) === users.lastIndexOf(user))
    const watcher = chance.pick(WATCHERS)
    this.#isOfDocuments = chance.happens(1 / 3)
    this.#tablets = users.map(
      (userId, place) =>
        new Tablet({
          number: place + 1,
          userId,
          clock,
          chance,
          watcher: place === watched ? watcher : null,
          onRows: (table, rows) => this.#oracle.arrivals.rowsWritten(place + 1, table, rows),
          locks: {
            onHandedOver: () => this.#count('lock handed over'),
            onStolen: (fromSuspended) => {
              this.#count('lock stolen')
              if (!fromSuspended)
                this.#oracle.arrivals.broken.push(
                  `the lock of a holder on tablet ${place + 1} that answers was stolen`,
                )
            },
          },
          onProblem: (tablet, problem) => this.#problemShown(tablet, problem),
          onTrespass: (tablet, table) =>
            this.#oracle.arrivals.broken.push(`tablet ${tablet}: an engine out of its turn wrote ${table}`),
          onWorkerEnd: (tablet, end) => this.#workerEnded(tablet, end),
        }),
    )
    this.#network = new Network(this.#tablets, { chance, pages: pagesOf(options.seed) })
    const { database } = options
    this.#server = new SimServer({
      database,
      clock,
      chance,
      filesInFolder: this.#isOfDocuments,
      processes: options.seed % 2 === 0 ? 2 : 1,
      hasDeviceKey: isTenth(options.seed),
    })
    const tablet = this.#tablets[watched]
    this.#watched =
      tablet === undefined || watcher === null
        ? null
        : {
            tablet,
            by: watcher === 'screen' ? new Screen(tablet) : new Board(tablet, chanceOf(options.seed)),
          }
    this.#oracle = new Oracle(this.#server, {
      hasBoard: this.#watched?.by.kind === 'board',
      ofLimits: isTenth(options.seed),
    })
    this.#stage = {
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
    const stage = this.#stage
    const house = new House(stage)
    const people = new Users(stage, this.#options.seed)
    const delivery = new Delivery(stage)
    this.#cast = {
      house,
      users: people,
      decisions: new Decisions(stage),
      delivery,
      documents: new Documents(stage, people),
      drafts: new Drafts(stage, people),
      tabs: new TwoTabs(stage),
      background: new Background(stage, people),
      faults: new Faults(stage, { house, users: people }, delivery),
      restores: new Restores(stage, house),
    }
    this.#merges = new Merges(stage, options.seed)
    this.#upToDate = new UpToDate(stage, this.#cast, options.seed)
    this.#erasures = new Erasures(stage, { users: people, upToDate: this.#upToDate }, options.seed)
    this.#administration = new Administration(stage, this.#cast, options.seed)
    this.#identities = new Identities(stage, this.#cast.users, options.seed)
    this.#groups = new Groups(stage, this.#cast.delivery, options.seed)
    this.#handOvers = new HandOvers(stage, this.#cast, options.seed)
    this.#obligations = new Obligations(stage, this.#cast, options.seed)
    this.ending = new Ending(stage, this.#cast)
  }

  #count(what: string): void {
    const { coverage } = this.#options
    coverage.set(what, (coverage.get(what) ?? 0) + 1)
  }

  #say(line: string): void {
    this.#options.trace?.(line)
  }

  /** An engine's error is a fault of the product, except a full disk. */
  #problemShown(tablet: number, problem: string): void {
    if (problem === new StorageFull().message) this.#count('full disk within a cycle')
    else if (problem.startsWith('A sincronização parou por um erro'))
      this.#oracle.arrivals.broken.push(`the engine of tablet ${tablet} failed: ${problem}`)
  }

  #workerEnded(tablet: number, end: WorkerEnd): void {
    const how = end instanceof Error ? end.message : end
    this.#count(`service worker: ${how}`)
    this.#say(`  tablet ${tablet}: the service worker ends: ${how}`)
    if (end instanceof Error)
      this.#oracle.arrivals.broken.push(`the service worker of tablet ${tablet} failed: ${end.stack}`)
  }

  async begin(): Promise<void> {
    const { seed } = this.#options
    vi.stubGlobal('fetch', this.#network.fetch)
    // Only the scenario loses requests; a slow machine must not time them out.
    vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => new AbortController().signal)
    vi.spyOn(crypto, 'randomUUID').mockImplementation(() => {
      this.#uuids += 1
      return `00000000-0000-4000-9000-${String(this.#uuids).padStart(12, '0')}`
    })
    await this.#options.database.reset()
    await this.#server.start()
    for (let lead = 0; lead < LEADS; lead++)
      await this.#cast.house.addLead(this.#isOfDocuments ? this.#cast.house.captured() : {})
    this.#restToken = await this.#server.signIn(this.#chance.pick([DAVI, MANAGER]), 'rest')
    this.#say(`scenario ${seed}: users ${this.#tablets.map(({ userId }) => userId).join(', ')}`)
    for (const tablet of this.#tablets) {
      tablet.open()
      await this.#cast.users.signIn(tablet)
      tablet.run()
      await tablet.quiet()
      if (this.#chance.happens(0.35)) await this.#cast.tabs.open(tablet)
    }
  }

  async close(): Promise<void> {
    this.#watched?.by.close()
    for (const letter of this.#network.letters) this.#network.lose(letter, false)
    for (const tablet of this.#tablets) {
      await tablet.endServiceWorker()
      await tablet.close()
    }
    await this.#server.files.close()
    vi.unstubAllGlobals()
    vi.restoreAllMocks()
  }

  async step(): Promise<void> {
    const plot = { isOfDocuments: this.#isOfDocuments, restToken: this.#restToken }
    const steps = nextSteps(this.#stage, this.#cast, plot)
    let dice = this.#chance.next() * steps.reduce((sum, [weight]) => sum + weight, 0)
    for (const [weight, name, act] of steps) {
      dice -= weight
      if (dice >= 0) continue
      this.#say(name)
      this.#count(name)
      await act()
      break
    }
    await this.#merges.perhaps()
    await this.#erasures.perhaps()
    await this.#administration.perhaps()
    await this.#identities.perhaps()
    await this.#groups.perhaps()
    await this.#upToDate.perhaps()
    await this.#obligations.perhaps()
    await this.#handOvers.perhaps()
    expect(this.#network.overlaps).toEqual([])
    for (const tablet of this.#tablets) {
      await this.#cast.tabs.bury(tablet)
      if (!tablet.touched || tablet.disk.full || !tablet.isReadable) continue
      tablet.touched = false
      await this.#oracle.check(tablet)
      if (this.#chance.happens(0.15)) await this.#oracle.checkBoard(tablet, this.#clock.now, false)
      if (tablet === this.#watched?.tablet) await this.watch()
    }
  }

  /** Waits until screen or board show what is stored. A closed tablet has none. */
  async watch(): Promise<void> {
    if (this.#watched === null || !this.#watched.tablet.isOpen) return
    this.#count(`stored rows on the ${this.#watched.by.kind}`)
    await this.#watched.by.showsWhatIsStored()
  }
}
