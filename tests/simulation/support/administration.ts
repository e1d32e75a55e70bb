/**
 * Administrators change who sees what, and the rules of commands, while tablets have rows, cursors and queued work of
 * before. Each has scenarios of its own and chances of its own, so that the other scenarios stay as they are.
 */
import { sql } from 'kysely'
import { readStatusFlows } from '../../../server/queries/catalogues.ts'
import { readSettings } from '../../../server/queries/settings.ts'
import { nextStatus, ORIGIN } from '../../../src/domain/lead/status.ts'
import { mayRun } from '../../../src/domain/permissions/actions.ts'
import { HOUR_MS } from '../../../src/domain/time/durations.ts'
import { type Chance, chance as chanceOf } from '../../sync/support/random.ts'
import { CAPTURE } from './actions.ts'
import type { Delivery } from './delivery.ts'
import type { Faults } from './faults.ts'
import type { House } from './house-rules.ts'
import type { Stage } from './stage.ts'
import type { Tablet } from './tablet.ts'
import { canPull } from './up-to-date.ts'
import type { Users } from './users.ts'

/** Of the steps of such a scenario. */
const OFTEN = 0.15
const CHANNELS = [1, 7, 8] as const
const FLOWS = [
  [1, 2, 3, 4, 5, 6],
  [1, 2, 4, 6],
  [1, 3, 4, 5, 6],
  [1, 5, 6],
] as const
/** A capture of a lead of this age is late with the first limit, and in time with the second. */
const AGE_HOURS = 200
const HOURS = [0.000_01, 100_000] as const

interface People {
  readonly house: House
  readonly delivery: Delivery
  readonly users: Users
  readonly faults: Faults
}

interface Meant {
  readonly tablet: Tablet
  readonly uid: string
}

/** The first scenarios are those of most mutants. */
const FIRST = 17

const inScenarios = (seed: number, every: number, place: number): Chance | null =>
  seed >= FIRST && seed % every === place ? chanceOf(seed * 1_000 + every) : null

export class Administration {
  readonly #stage: Stage
  readonly #people: People
  readonly #scopes: Chance | null
  readonly #rules: Chance | null

  constructor(stage: Stage, people: People, seed: number) {
    this.#stage = stage
    this.#people = people
    this.#scopes = inScenarios(seed, 7, 2)
    this.#rules = inScenarios(seed, 9, 6)
  }

  async perhaps(): Promise<void> {
    if (this.#scopes?.happens(OFTEN)) await this.#changeScope(this.#scopes)
    if (this.#rules?.happens(OFTEN)) await this.#changeRules(this.#rules)
  }

  async #changeScope(chance: Chance): Promise<void> {
    const { tablets, count } = this.#stage
    const { house } = this.#people
    const tablet = chance.pick(tablets)
    switch (chance.below(6)) {
      case 0:
        count('access to all dealerships changed')
        return this.#setUser(tablet, 'active_all_dealerships', chance.happens(0.5))
      case 1:
        count('role changed')
        return this.#setRole(tablet, chance.pick([2, 3, 4, 5]))
      case 2:
        return this.#channelOfTeam(chance.pick(CHANNELS), chance.happens(0.6))
      case 3:
        return this.#workUnderAnother(tablet)
      case 4:
        return this.#refusedMeanwhile(tablet)
      default:
        await house.changeScope(tablet.userId)
        // What was in the scope changes before the tablet asks.
        return house.changeSomeLead()
    }
  }

  async #setUser({ userId }: Tablet, column: 'active_all_dealerships', value: boolean): Promise<void> {
    const { server } = this.#stage
    await server.db
      .updateTable('users')
      .set({ [column]: value })
      .where('id', '=', userId)
      .execute()
    server.forgetUsers()
  }

  async #setRole({ userId }: Tablet, role_id: 2 | 3 | 4 | 5): Promise<void> {
    const { server } = this.#stage
    await server.db.updateTable('user_roles').set({ role_id }).where('user_id', '=', userId).execute()
    server.forgetUsers()
  }

  async #channelOfTeam(channel_id: number, has: boolean): Promise<void> {
    const { server, count } = this.#stage
    count('channels of a team changed')
    if (has)
      await server.db
        .insertInto('technical_team_channels')
        .values({ team_id: 1, channel_id })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    else await server.db.deleteFrom('technical_team_channels').where('channel_id', '=', channel_id).execute()
    server.forgetUsers()
  }

  /** The answer to a tablet's work comes under another scope, and no pull sees that scope. */
  async #workUnderAnother(tablet: Tablet): Promise<void> {
    const { network, count } = this.#stage
    if (!tablet.isOpen || tablet.faults.dead) return
    await this.#people.users.work(tablet)
    const letter = network.underWay.find((one) => one.tablet === tablet)
    if (letter === undefined) return
    count('work under another scope')
    await this.#people.faults.scopeThereAndBack(letter)
  }

  /** The user is inactive for a while: the next request is refused, whichever process answers it. */
  async #refusedMeanwhile(tablet: Tablet): Promise<void> {
    const { network, server, count } = this.#stage
    const letter = network.underWay.find((one) => one.tablet === tablet)
    if (letter === undefined) return
    count('user inactive for a while')
    await server.setActive(tablet.userId, false)
    await this.#people.faults.arrives(letter)
    await server.setActive(tablet.userId, true)
  }

  /**
   * The server decides a capture right after the change by the rules of now, while the device has those of before. The
   * earlier rules would decide that capture otherwise.
   */
  async #changeRules(chance: Chance): Promise<void> {
    const channel = chance.pick(CHANNELS)
    const meant = await this.#leadForSomebody(chance, channel)
    if (chance.happens(0.5)) await this.#changeFlow(chance, channel)
    else await this.#changeTimeToCapture(chance)
    if (meant !== null) await this.#capture(meant.tablet, meant.uid)
  }

  async #changeFlow(chance: Chance, id: number): Promise<void> {
    const { server, count } = this.#stage
    const before = nextStatus(ORIGIN, (await readStatusFlows(server.db)).get(id) ?? [])
    const flow = chance.pick(FLOWS.filter((one) => nextStatus(ORIGIN, one) !== before))
    count('status flow changed')
    await server.db
      .updateTable('channels')
      .set({ status_flow: JSON.stringify(flow) })
      .where('id', '=', id)
      .execute()
  }

  async #changeTimeToCapture(chance: Chance): Promise<void> {
    const { server, count } = this.#stage
    const before = (await readSettings(server.db)).time_to_capture_on_time
    const value = JSON.stringify(chance.pick(HOURS.filter((hours) => hours !== before)))
    count('rules of commands changed')
    await sql`
      insert into settings (key, value) values ('time_to_capture_on_time', ${value}::jsonb)
      on conflict (key) do update set value = excluded.value`.execute(server.db)
  }

  /** A lead is meant for a tablet's user, who may capture it although older ones wait. null: no tablet can. */
  async #leadForSomebody(chance: Chance, channel_id: number): Promise<Meant | null> {
    const { tablets, clock } = this.#stage
    const able: Tablet[] = []
    for (const tablet of tablets) if (await this.#mayCapture(tablet)) able.push(tablet)
    if (able.length === 0) return null
    const tablet = chance.pick(able)
    const { uid } = await this.#people.house.newLead({
      channel_id,
      broker_id: tablet.userId,
      create_lead_date: new Date(clock.now - AGE_HOURS * HOUR_MS).toISOString(),
    })
    await this.#talk(tablet)
    return { tablet, uid }
  }

  async #mayCapture(tablet: Tablet): Promise<boolean> {
    if (!canPull(tablet)) return false
    const session = await tablet.look(() => tablet.db.device.session.get('current'))
    return session !== undefined && !session.expired && mayRun(CAPTURE.command, session.user)
  }

  async #capture(tablet: Tablet, uid: string): Promise<void> {
    const { count } = this.#stage
    if (!canPull(tablet)) return
    const session = await tablet.look(() => tablet.db.device.session.get('current'))
    if (session === undefined) return
    const queued = await this.#people.users.doIt(tablet, CAPTURE, uid, session.user)
    if (queued !== null) count('captured right after a change of the rules')
    await this.#talk(tablet)
  }

  /** The tablet sends what waits, and pulls. */
  async #talk(tablet: Tablet): Promise<void> {
    tablet.nudge()
    await tablet.quiet()
    await this.#people.delivery.settle(tablet)
  }
}
