/** The end of a scenario: the faults stop, the tablets send their outboxes, and every guarantee is checked. */

import { expect } from 'vitest'
import { checkAfter } from '../../../server/history/verify.ts'
import { type PullPage, pullPageSchema } from '../../../src/contract/sync.ts'
import { inScope } from '../../../src/domain/lead/access.ts'
import type { Lead } from '../../../src/domain/lead/lead.ts'
import { HOUR_MS, MINUTE_MS } from '../../../src/domain/time/durations.ts'
import type { Background } from './background.ts'
import type { Delivery } from './delivery.ts'
import type { Documents } from './documents.ts'
import type { Drafts } from './drafts.ts'
import type { Cast } from './next-steps.ts'
import type { Stage } from './stage.ts'
import type { Tablet } from './tablet.ts'
import { A_MOMENT } from './thread.ts'
import type { TwoTabs } from './two-tabs.ts'
import type { Users } from './users.ts'

/** More than a scenario has. */
const MOST_LEADS = 10_000

export class Ending {
  readonly #stage: Stage
  readonly #users: Users
  readonly #delivery: Delivery
  readonly #documents: Documents
  readonly #drafts: Drafts
  readonly #tabs: TwoTabs
  readonly #background: Background

  constructor(
    stage: Stage,
    {
      users,
      delivery,
      documents,
      drafts,
      tabs,
      background,
    }: Pick<Cast, 'users' | 'delivery' | 'documents' | 'drafts' | 'tabs' | 'background'>,
  ) {
    this.#stage = stage
    this.#users = users
    this.#delivery = delivery
    this.#documents = documents
    this.#drafts = drafts
    this.#tabs = tabs
    this.#background = background
  }

  /** Stops the faults, signs every user in, delivers all letters, and checks every guarantee. */
  async come(): Promise<void> {
    this.#stage.say('all faults stop')
    this.#stage.network.smallPages = false
    for (const tablet of this.#stage.tablets) {
      tablet.disk.full = false
      for (const { faults } of tablet.threads) faults.dieIn = -1
      for (const tab of tablet.tabs) tab.resume()
      await tablet.quiet()
      await this.#tabs.bury(tablet)
      if (!tablet.isOpen) await this.#background.openAgain(tablet)
      tablet.skew = this.#stage.chance.pick([0, 0, -3, 2]) * HOUR_MS
      await this.#users.signIn(tablet)
      tablet.nudge()
      await tablet.quiet()
    }
    while (this.#stage.network.stragglers.length > 0)
      await this.#delivery.deliverLate(this.#stage.chance.pick(this.#stage.network.stragglers))
    // The waits in minutes cover a retry-after, the backoff of a command, a poll, and the hourly sweep.
    for (const wait of [0, 11, 11, 61, 61, 61]) {
      this.#stage.clock.now += wait * MINUTE_MS
      for (const tablet of this.#stage.tablets) tablet.wake()
      await this.#untilQuiet()
    }
    await this.#everythingHolds()
  }

  async #untilQuiet(): Promise<void> {
    for (const tablet of this.#stage.tablets) await tablet.quiet()
    for (let turns = 0; ; turns++) {
      if (turns > 500) throw new Error('the tablets still work after 500 turns')
      const [letter] = this.#stage.network.letters
      const awake = this.#stage.tablets.find(
        ({ wakesAt }) => wakesAt !== null && wakesAt <= this.#stage.clock.now + A_MOMENT,
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

  /** The page that tablets are compared with contains exactly the server's leads that `inScope` accepts. */
  async #isWholeScope({ userId, number }: Tablet, { rows, more }: PullPage): Promise<void> {
    expect(more).toBe(false)
    const { server, oracle, clock } = this.#stage
    const user = await server.user(userId)
    if (user === null) throw new Error(`tablet ${number} has no user`)
    const theirs = (await server.leads()).filter((lead) =>
      inScope(lead, user, oracle.arrivals.settings, clock.now),
    )
    const uids = (leads: readonly Lead[]) => leads.map(({ uid }) => uid).toSorted()
    expect(uids(rows.leads), `leads of the server's answer to tablet ${number}`).toEqual(uids(theirs))
  }

  async #everythingHolds(): Promise<void> {
    const { server } = this.#stage
    for (const tablet of this.#stage.tablets) {
      const token = await this.#stage.server.signIn(tablet.userId, 'oracle')
      const answer = await this.#stage.server.handle({
        method: 'GET',
        path: '/api/sync?limit=5000',
        token,
        body: null,
      })
      const page = pullPageSchema.parse(JSON.parse(answer?.body ?? ''))
      await this.#isWholeScope(tablet, page)
      await this.#stage.oracle.converged(tablet, { ...page.rows, nowMs: this.#stage.clock.now })
      await this.#stage.oracle.checkBoard(tablet, this.#stage.clock.now, false)
      await this.#drafts.check(tablet)
      await this.#stage.oracle.checkBoard(tablet, this.#stage.clock.now, true)
    }
    const log = await server.log()
    const { commands, documents, handOvers, obligations } = this.#stage.oracle
    const fates = await commands.settled(this.#stage.tablets, server.database.witness.committed, log)
    if (documents.any) for (let time = 0; time < 4; time++) await this.#documents.open()
    await documents.settled(this.#stage.tablets, fates, server.db)
    await this.#stage.oracle.erasures.settled(this.#stage.tablets)
    await handOvers.settled()
    await obligations.settled(server.database.witness.committed, log)
    const { breaks } = await checkAfter(server.db, null, MOST_LEADS)
    const present = new Set((await server.leads()).map(({ uid }) => uid))
    // Farol deletes no lead. What the steps delete by hand is found, and rightly so.
    const found = breaks.filter(({ leadUid }) => leadUid === null || present.has(leadUid))
    expect(found, 'the chains of the histories').toEqual([])
    // After more than a week the store contains only the documents of leads.
    this.#stage.clock.now += 8 * 24 * HOUR_MS
    await documents.swept(await this.#stage.server.sweepFiles())
    await documents.onlyOfLeads()
  }
}
