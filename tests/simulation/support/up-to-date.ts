/**
 * A device that is up to date pulls right after a change, as most pulls of a day do: a process answers them from its
 * memory. The device must then equal the server at once, and not only at the end. Some scenarios have such pulls, with
 * chances of their own, so that the others stay as they are. docs/sync-protocol.md#feed
 */
import { expect } from 'vitest'
import { z } from 'zod'
import { inScope, matchesScope, scopeOf } from '../../../src/domain/lead/access.ts'
import { MINUTE_MS } from '../../../src/domain/time/durations.ts'
import { readPullState } from '../../../src/sync/pull-state.ts'
import { type Chance, chance as chanceOf } from '../../sync/support/random.ts'
import type { Delivery } from './delivery.ts'
import type { Faults } from './faults.ts'
import { CARRIERS, type House } from './house-rules.ts'
import type { Hearing } from './sim-process.ts'
import type { Stage } from './stage.ts'
import type { Tablet } from './tablet.ts'

/** The scenarios of the other mutants are below. */
const FIRST = 52
const EVERY = 4
const PLACE = 3
/** Of the steps of such a scenario. */
const OFTEN = 0.1

/** A device asks after ten minutes without a poke. */
const LONGEST_SILENCE_MS = 15 * MINUTE_MS

interface Held {
  /** The leads on the screen. */
  readonly shown: readonly string[]
  /** By uid: the version that the server sent. */
  readonly versions: ReadonlyMap<string, number>
  /** The leads of commands that wait. */
  readonly queued: ReadonlySet<string>
}

type Change = (tablet: Tablet) => Promise<void>

const pageSchema = z.object({ reset: z.boolean().optional(), more: z.boolean() })

export class UpToDate {
  readonly #stage: Stage
  readonly #delivery: Delivery
  readonly #chance: Chance | null
  readonly #changes: readonly (readonly [what: string, change: Change])[]

  constructor(
    stage: Stage,
    { house, delivery, faults }: { house: House; delivery: Delivery; faults: Faults },
    seed: number,
  ) {
    this.#stage = stage
    this.#delivery = delivery
    const isOne = seed >= FIRST && seed % EVERY === PLACE
    this.#chance = isOne ? chanceOf(seed * 1_000 + EVERY) : null
    this.#changes = [
      ['lead changed', () => house.changeSomeLead()],
      ['lead changed', () => house.changeSomeLead()],
      ['lead added', () => house.addLead()],
      ['lead removed', () => house.removeLead()],
      ['client changed', () => house.changeClient()],
      ['scope changed', ({ userId }) => house.changeScope(userId)],
      ['scope changed', ({ userId }) => house.changeScope(userId)],
      ['settings changed', () => faults.changeSettings()],
    ]
  }

  /** Whether the scenario has such pulls. */
  get isPossible(): boolean {
    return this.#chance !== null
  }

  async perhaps(): Promise<void> {
    const chance = this.#chance
    if (chance === null || !chance.happens(OFTEN)) return
    const tablet = chance.pick(this.#stage.tablets)
    const [what, change] = chance.pick(this.#changes)
    if (await this.pullsAfter(tablet, change)) this.#stage.count(`${what} before a pull`)
    if (chance.happens(0.3)) await this.#cursorOfAnother(tablet, chance)
  }

  /**
   * Brings the tablet up to date, lets the change happen, and has the tablet pull. Resolves to false, without the change,
   * where it can't: its user is signed out, its disk is full, another fault is under way.
   */
  async pullsAfter(tablet: Tablet, change: Change): Promise<boolean> {
    const chance = this.#chance
    if (chance === null || !canPull(tablet) || !(await this.#pulls(tablet, 'poked'))) return false
    const { server, count, say } = this.#stage
    const user = await server.user(tablet.userId)
    if (user === null) return false
    say(`  tablet ${tablet.number} is up to date`)
    const before = await this.#held(tablet)
    const process = server.nextProcess
    process.hears = chance.pick<Hearing>(['all', 'all', 'all', 'none', 'not the next'])
    count(`a process hears ${process.hears}`)
    const mustPoke = process.hears === 'all' && before.queued.size === 0
    const stream = process.subscribe(user)
    await change(tablet)
    const wasPoked = await stream.wasPoked()
    stream.end()
    process.hears = 'all'
    if (chance.happens(0.4)) {
      const filled = chance.happens(0.5)
      count(filled ? 'a process restarted with a filled feed' : 'a process restarted with a cold feed')
      await server.nextProcess.start({ filled })
    }
    const fromMemory = await server.pullsFromMemory()
    if (!(await this.#pulls(tablet, wasPoked ? 'poked' : 'by itself'))) return true
    if ((await server.pullsFromMemory()) > fromMemory) count('a change pulled from memory')
    const after = await this.#held(tablet)
    await tablet.look(() => this.#equalsServer(tablet, after))
    if (mustPoke && !wasPoked)
      expect(
        [...after.versions].filter(([uid, version]) => before.versions.get(uid) !== version),
        `changes of which no poke told tablet ${tablet.number} of user ${user.id}`,
      ).toEqual([])
    return true
  }

  /** Delivers all letters of the tablet, and those of a pull that begins now. Resolves to whether it pulled to the end. */
  async #pulls(tablet: Tablet, why: 'poked' | 'by itself'): Promise<boolean> {
    await this.#delivery.settle(tablet)
    if (!canPull(tablet)) return false
    if (why === 'poked') {
      tablet.nudge()
      await tablet.quiet()
    } else await this.#asks(tablet)
    const last = await this.#delivery.settle(tablet)
    return last?.status === 200 && !pageSchema.parse(JSON.parse(last.body)).more && canPull(tablet)
  }

  /** Time passes until the tablet asks without a poke. Its timer may be that of its housekeeping at first. */
  async #asks(tablet: Tablet): Promise<void> {
    const { clock, network } = this.#stage
    const latest = clock.now + LONGEST_SILENCE_MS
    const asks = () => network.letters.some((letter) => letter.tablet === tablet)
    for (let due = tablet.wakesAt; due !== null && !asks(); due = tablet.wakesAt) {
      expect(due, `tablet ${tablet.number} asks again`).toBeLessThan(latest)
      clock.now = Math.max(clock.now, due)
      tablet.wake()
      await tablet.quiet()
    }
  }

  #held(tablet: Tablet): Promise<Held> {
    return tablet.look(async () => {
      const { db } = tablet
      const shown = await db.leads.toArray()
      const rows = [...shown, ...(await db.serverLeads.toArray())]
      return {
        shown: shown.map(({ uid }) => uid),
        versions: new Map(rows.map(({ uid, version }) => [uid, version])),
        queued: new Set((await db.outbox.toArray()).map(({ entityUid }) => entityUid)),
      }
    })
  }

  async #equalsServer(tablet: Tablet, { shown, versions, queued }: Held): Promise<void> {
    const { server, oracle, clock } = this.#stage
    const user = await server.user(tablet.userId)
    if (user === null) return
    const { settings } = oracle.arrivals
    const all = await server.leads()
    const theirs = all.filter((lead) => inScope(lead, user, settings, clock.now))
    const who = `tablet ${tablet.number} of user ${user.id}, which has just pulled,`
    for (const { uid, version } of theirs)
      expect(versions.get(uid), `${who} lacks version ${version} of lead ${uid}`).toBe(version)
    // A device deletes each hour what merely grew old, as its user sees it: roles 4 to 7 see no limit of the law.
    const may = new Set(all.filter((lead) => matchesScope(lead, scopeOf(user))).map(({ uid }) => uid))
    const left = shown.filter((uid) => !may.has(uid) && !queued.has(uid))
    expect(left, `${who} still has leads outside its user's scope`).toEqual([])
    await oracle.erasures.isTold(tablet)
  }

  /** A cursor is of one user's scope: with that of another the server must begin anew, from memory or not. */
  async #cursorOfAnother(tablet: Tablet, chance: Chance): Promise<void> {
    const { server, count } = this.#stage
    if (!canPull(tablet)) return
    const { cursor } = await tablet.look(() => readPullState(tablet.db))
    if (cursor === null) return
    const userId = chance.pick(CARRIERS.filter((id) => id !== tablet.userId))
    const token = await server.signIn(userId, 'another')
    const answer = await server.handle({
      method: 'GET',
      path: `/api/sync?cursor=${cursor}&limit=500`,
      token,
      body: null,
    })
    count('cursor of another user')
    expect(answer?.status, `a pull of user ${userId}`).toBe(200)
    expect(
      pageSchema.parse(JSON.parse(answer?.body ?? '')).reset,
      `user ${userId} continued with the cursor of user ${tablet.userId}`,
    ).toBe(true)
  }
}

/** Whether no fault keeps the tablet from pulling, apart from its session. */
export const canPull = ({ isOpen, disk, serviceWorker, threads }: Tablet): boolean =>
  isOpen &&
  !disk.full &&
  serviceWorker === null &&
  threads.every(({ isSuspended, faults }) => !isSuspended && !faults.dead && faults.dieIn < 0)

/** Whether its user can work at it, and no fault is under way. */
export const isAwake = ({ isOpen, disk, threads }: Tablet): boolean =>
  isOpen &&
  !disk.full &&
  threads.every(({ faults }) => !faults.dead && faults.dieIn < 0) &&
  threads.some(({ isSuspended }) => !isSuspended)
