/**
 * One run of the simulation: tablets, colleagues, a server and bad luck, in the order that the seed says. Only one thing
 * moves at a time, so that a seed repeats itself.
 */
import { vi } from 'vitest'
import { pullPageSchema } from '../../../src/contract/sync.ts'
import { markExpired, updateSessionUser, writeSession } from '../../../src/db/device-session.ts'
import { runCommand } from '../../../src/db/run-command.ts'
import { discardCommand, discardLead, resolveConflict, retryCommand } from '../../../src/db/settle.ts'
import { flatRow } from '../../../src/domain/lead/conflicts.ts'
import type { SessionUser } from '../../../src/domain/session/session-user.ts'
import { settingsFrom } from '../../../src/domain/settings/settings.ts'
import { DAVI, MANAGER } from '../../api/support/people.ts'
import { type Chance, chance as chanceOf } from '../../sync/support/random.ts'
import { aLead, NOW } from '../../unit/domain/fixtures.ts'
import type { SimDatabase } from './database.ts'
import { type AnyDeed, BEGINNINGS, DEEDS } from './deeds.ts'
import { CARRIERS, House } from './house-rules.ts'
import { type Letter, Network } from './network.ts'
import { Oracle } from './oracle.ts'
import { type SimAnswer, SimServer } from './sim-server.ts'
import { Tablet } from './tablet.ts'

/** How often each thing happened, over all stories: what never happened is not proven. */
export type Coverage = Map<string, number>

const LEADS = 5
const STEPS = 90
const MINUTE = 60_000
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
    this.#house = new House({ server: this.#server, oracle: this.#oracle, clock, chance })
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
      await this.#signIn(tablet)
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
    const steps: readonly [weight: number, name: string, act: () => Promise<void>][] = [
      [14, 'a command', () => this.#work()],
      [underWay.length > 0 ? 26 : 0, 'a request arrives', () => this.#deliver(this.#chance.pick(underWay))],
      [
        comingBack.length > 0 ? 26 : 0,
        'an answer arrives',
        () => this.#giveBack(this.#chance.pick(comingBack)),
      ],
      [stragglers.length > 0 ? 4 : 0, 'late request', () => this.#deliverLate(this.#chance.pick(stragglers))],
      [underWay.length > 0 ? 3 : 0, 'lost request', () => this.#lose(this.#chance.pick(underWay))],
      [comingBack.length > 0 ? 3 : 0, 'lost answer', () => this.#lose(this.#chance.pick(comingBack))],
      [underWay.length > 0 ? 2 : 0, 'doubled request', () => this.#double(this.#chance.pick(underWay))],
      [comingBack.length > 0 ? 2 : 0, 'foreign answer', () => this.#foreign(this.#chance.pick(comingBack))],
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
      [1, 'session ended', () => this.#endSession()],
      [3, 'sign in', () => this.#signInAgain()],
      [1, 'app opened', () => this.#refreshUser(this.#tablet())],
      [1, 'clock jump', () => this.#clockJumps()],
      [2, 'full disk', () => this.#fullDisk()],
      [6, 'decision', () => this.#decide()],
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
      if (!tablet.faults.full) await this.#oracle.check(tablet)
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

  // ── the way ───────────────────────────────────────────────────────────────────────────────────

  /** The server works; what it answers is looked at, whether it arrives or not. */
  async #serve(letter: Letter): Promise<SimAnswer | null> {
    const { tablet, request } = letter
    const answer = await this.#server.handle(request)
    this.#options.database.witness.revive()
    if (answer === null) this.#count('server died')
    const user = answer === null || answer.status !== 200 ? null : await this.#server.user(tablet.userId)
    if (answer !== null && user !== null) {
      await this.#oracle.answerSent({
        tablet,
        path: request.path,
        answer,
        user,
        nowMs: this.#clock.now,
        leadsOfClient: (uid) => this.#server.leadsOfClient(uid),
      })
      this.#noteOutcomes(request.path, answer)
    }
    this.#say(
      `  letter ${letter.number} of tablet ${tablet.number}: ${request.path.slice(0, 16)} ${answer?.status ?? 'dead'}`,
    )
    return answer
  }

  #noteOutcomes(path: string, { body }: SimAnswer): void {
    if (path.startsWith('/api/sync/push'))
      for (const outcome of ['applied', 'conflict', 'rejected', 'blocked'])
        if (body.includes(`"outcome":"${outcome}"`)) this.#count(outcome)
    if (body.includes('"reset":true')) this.#count('reset')
    if (body.includes('"more":true')) this.#count('partial page')
    if (/"removed":\{"leads":\["/.test(body)) this.#count('removed')
  }

  async #deliver(letter: Letter): Promise<void> {
    const answer = await this.#serve(letter)
    if (answer === null) this.#network.lose(letter, false)
    else letter.answer = answer
    await letter.tablet.quiet()
  }

  async #deliverLate(letter: Letter): Promise<void> {
    this.#network.takeStraggler(letter)
    await this.#serve(letter)
  }

  async #giveBack(letter: Letter): Promise<void> {
    if (letter.answer === null) return
    this.#network.giveBack(letter, letter.answer)
    await letter.tablet.quiet()
  }

  async #lose(letter: Letter): Promise<void> {
    this.#network.lose(letter, this.#chance.happens(0.5))
    await letter.tablet.quiet()
  }

  async #double(letter: Letter): Promise<void> {
    this.#network.double(letter)
  }

  /** Something between tablet and server answers, or breaks the answer. */
  async #foreign(letter: Letter): Promise<void> {
    const json = { 'content-type': 'application/json' }
    const foreign: readonly (readonly [string, SimAnswer])[] = [
      [
        'captive portal',
        { status: 200, body: '<html>Wi-Fi</html>', headers: { 'content-type': 'text/html' } },
      ],
      ['broken answer', { status: 200, body: (letter.answer?.body ?? '').slice(0, -9), headers: json }],
      ['bad gateway', { status: 502, body: 'Bad Gateway', headers: { 'content-type': 'text/html' } }],
      [
        'busy',
        {
          status: 429,
          body: JSON.stringify({ message: 'Muitos pedidos.', code: 'too_many_attempts' }),
          headers: { ...json, 'retry-after': '7' },
        },
      ],
    ]
    const [name, answer] = this.#chance.pick(foreign)
    this.#count(name)
    this.#network.giveBack(letter, answer)
    await letter.tablet.quiet()
  }

  // ── the tablets ───────────────────────────────────────────────────────────────────────────────

  async #work(): Promise<void> {
    const tablet = this.#tablet()
    if (tablet.faults.dead) return
    const user = (await tablet.look(() => tablet.db.device.session.get('current')))?.user
    if (user === undefined) return
    const leads = await tablet.look(() => tablet.db.leads.toArray())
    const chance = this.#chance
    this.#clock.now += 1 + chance.below(2000)
    const fitting = DEEDS.flatMap((deed) =>
      leads.filter((lead) => deed.fits(lead, user)).map((lead) => ({ deed, lead })),
    )
    const deed = chance.pick(DEEDS)
    const chosen = fitting.filter((one) => one.deed === deed)
    const { uid } = chosen.length > 0 ? chance.pick(chosen).lead : { uid: null }
    if (uid !== null) await this.#doIt(tablet, deed, uid, user)
    else if (fitting.length > 0 && chance.happens(0.8)) {
      const other = chance.pick(fitting)
      await this.#doIt(tablet, other.deed, other.lead.uid, user)
    } else if (leads[0] !== undefined) {
      const beginning = chance.pick(BEGINNINGS.filter(({ fits }) => fits(leads[0] ?? aLead(), user)))
      await this.#doIt(tablet, beginning, leads[0].uid, user)
    }
    if (chance.happens(0.7)) tablet.nudge()
    await tablet.quiet()
  }

  async #doIt(tablet: Tablet, deed: AnyDeed, uid: string, user: SessionUser): Promise<void> {
    const { db } = tablet
    const [lead, client, before] = await tablet.look(async () => {
      const shown = await db.leads.get(uid)
      return [shown, await db.clients.get(shown?.client_uid ?? ''), await db.outbox.count()] as const
    })
    if (lead === undefined) return
    const args = deed.args({
      lead,
      client,
      user,
      chance: this.#chance,
      now: tablet.now,
      newUid: () => crypto.randomUUID(),
    })
    const outcome = await runCommand(db, deed.command, args, tablet.now).catch((error: unknown) => {
      if (tablet.faults.dead) return null
      throw error
    })
    if (outcome?.kind === 'queued') {
      this.#count(deed.command)
      this.#say(
        `  tablet ${tablet.number}: ${deed.command} on ${outcome.record.entityUid.slice(-4)}, ${outcome.record.state}`,
      )
      const seen = 'client_uid' in args && BEGINNINGS.includes(deed) ? {} : flatRow(lead, client ?? null)
      this.#oracle.made(tablet, outcome.record, seen)
    } else if ((await tablet.look(() => db.outbox.count())) !== before)
      throw new Error('half a command was queued')
  }

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

  async #signIn(tablet: Tablet): Promise<void> {
    const user = await this.#server.user(tablet.userId)
    if (user === null) return
    const token = await this.#server.signIn(tablet.userId, `tablet-${tablet.number}`)
    await writeSession(token, user, tablet.db.device).catch(() => undefined)
  }

  async #signInAgain(): Promise<void> {
    const tablet = this.#tablet()
    const session = await tablet.look(() => tablet.db.device.session.get('current'))
    if (session?.expired !== true) return
    await this.#signIn(tablet)
    tablet.nudge()
    await tablet.quiet()
  }

  async #endSession(): Promise<void> {
    const tablet = this.#tablet()
    if (this.#chance.happens(0.7)) return this.#server.revoke(tablet.userId)
    const session = await tablet.look(() => tablet.db.device.session.get('current'))
    if (session !== undefined) await markExpired(session.token, false, tablet.db.device).catch(() => undefined)
  }

  /** What opening the app does: asks who one is. */
  async #refreshUser(tablet: Tablet): Promise<void> {
    const user = await this.#server.user(tablet.userId)
    const session = await tablet.look(() => tablet.db.device.session.get('current'))
    if (user !== null && session !== undefined)
      await updateSessionUser(session.token, user, tablet.db.device).catch(() => undefined)
  }

  async #decide(): Promise<void> {
    const tablet = this.#tablet()
    if (tablet.faults.dead || tablet.faults.full || tablet.faults.dieIn >= 0) return
    const { db } = tablet
    const outbox = await db.outbox.orderBy('seq').toArray()
    const problems = outbox.filter(({ state }) => state === 'conflict' || state === 'rejected')
    if (problems.length === 0) return
    const { key, entityUid } = this.#chance.pick(problems)
    const decision = this.#chance.pick(['retry', 'discard', 'discard all', 'mine', 'theirs'] as const)
    this.#count(decision)
    this.#say(`  tablet ${tablet.number}: ${decision} of ${entityUid.slice(-4)}`)
    if (decision === 'retry') await retryCommand(db, key)
    else if (decision === 'discard') await discardCommand(db, key)
    else if (decision === 'discard all') await discardLead(db, key)
    else await resolveConflict(db, key, decision)
    // A save that gives way in a field may still be wanted for the others.
    const left = new Set(await db.outbox.toCollection().primaryKeys())
    this.#oracle.givenUp(
      tablet,
      outbox.filter(({ seq }) => seq !== undefined && !left.has(seq)),
    )
    await this.#oracle.check(tablet)
    tablet.nudge()
    await tablet.quiet()
  }

  // ── the server ────────────────────────────────────────────────────────────────────────────────

  /** At one of the next queries: in the middle of a command, between two of a batch, or right after a commit. */
  async #serverDies(): Promise<void> {
    const { underWay } = this.#network
    if (underWay.length === 0) return
    this.#options.database.witness.dieIn(this.#chance.below(40))
    await this.#deliver(this.#chance.pick(underWay))
  }

  async #changeSettings(): Promise<void> {
    const days = await this.#house.changeSettings()
    this.#oracle.settings = settingsFrom([{ key: 'finished_leads_days_to_show', value: days }])
  }

  // ── the end ───────────────────────────────────────────────────────────────────────────────────

  /** Peace: no more faults, everybody signs in, what is under way arrives; then nothing may be left to do. */
  async end(): Promise<void> {
    this.#say('peace')
    for (const tablet of this.#tablets) {
      tablet.faults.full = false
      tablet.faults.dieIn = -1
      if (tablet.faults.dead) await this.#revive(tablet)
      tablet.skew = this.#chance.pick([0, 0, -3, 2]) * HOUR
      await this.#signIn(tablet)
      tablet.nudge()
      await tablet.quiet()
    }
    while (this.#network.stragglers.length > 0)
      await this.#deliverLate(this.#chance.pick(this.#network.stragglers))
    // The waits: what a server asked for, a backed-off command, a poll; and at last the hourly sweep.
    for (const wait of [0, 11 * MINUTE, 11 * MINUTE, 61 * MINUTE, 11 * MINUTE]) {
      this.#clock.now += wait
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
      const awake = this.#tablets.find(({ wakesAt }) => wakesAt !== null && wakesAt <= this.#clock.now)
      if (letter !== undefined) {
        if (letter.answer === null) await this.#deliver(letter)
        else await this.#giveBack(letter)
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
      await this.#oracle.checkBoard(tablet, this.#clock.now, this.#chance.happens(0.3))
    }
    const log = await db.selectFrom('command_log').select(['key', 'outcome']).execute()
    await this.#oracle.settled(this.#tablets, database.witness.committed, log)
  }
}
