/**
 * The board worker's session of a tablet, over a connection of its own. It gets change events from the other threads, as
 * in the product: some arrive late, out of order or not at all.
 */
import { expect, vi } from 'vitest'
import { BoardSession } from '../../../src/board-index/board-session.ts'
import { type LeadChanges, leadChangesChannel } from '../../../src/db/changes/lead-changes.ts'
import { correctedNow } from '../../../src/db/mirror/clock-offset.ts'
import type { MirrorDb } from '../../../src/db/schema/mirror.ts'
import type { Chance } from '../../sync/support/random.ts'
import { EVERY_VIEW } from '../../unit/board-index/every-view.ts'
import { expectFirstRowsAsStored } from '../../unit/board-index/first-rows.ts'
import { naiveOldestPending, naiveSlice } from '../../unit/board-index/naive-board.ts'
import type { Tablet } from './tablet.ts'
import { forgetQueries, PATIENCE, type Watcher } from './watcher.ts'

/** Short waits, and snapshots of all sizes, so that the next session reads a snapshot. */
const QUICK = {
  loadAfter: 0,
  headAfter: 2,
  blocksAfter: 4,
  blocksFromLeads: 1,
}
const LOST = 0.1
const LATEST_MS = 8

interface Opened {
  /** Name of the tablet, which changes with its storage. */
  readonly tablet: string
  readonly db: MirrorDb
  readonly session: BoardSession
  readonly endings: (() => void)[]
}

export class Board implements Watcher {
  readonly kind = 'board'
  readonly #tablet: Tablet
  readonly #chance: Chance
  #opened: Opened | null = null

  /** `chance` is separate from the scenario's, so that the delivery of messages does not change its steps. */
  constructor(tablet: Tablet, chance: Chance) {
    this.#tablet = tablet
    this.#chance = chance
  }

  /** Waits until every view equals the view computed from the stored leads. */
  async showsWhatIsStored(): Promise<void> {
    const { db, session } = await this.#open()
    const leads = await db.leads.toArray()
    const nowMs = await correctedNow(db, this.#tablet.now)
    const expected = EVERY_VIEW.map((view) => naiveSlice(leads, view, { nowMs, userId: db.userId }))
    const oldestPending = naiveOldestPending(leads)
    const what = `the board of tablet ${this.#tablet.number} shows the stored leads`
    // A late message may change what is shown once more, so all of it is asked at once.
    await vi.waitFor(async () => {
      const answers = EVERY_VIEW.map((view) => session.ask({ view, offset: 0, limit: leads.length + 1 }))
      const [oldest, ...shown] = await Promise.all([session.oldestPending(), ...answers])
      expect(
        shown.map(({ slice }) => slice),
        what,
      ).toEqual(expected)
      expect(oldest, what).toEqual(oldestPending)
    }, PATIENCE)
    await expectFirstRowsAsStored(db)
  }

  close(): void {
    for (const end of this.#opened?.endings ?? []) end()
    this.#opened = null
  }

  /** Returns the session. Now and then the worker starts anew and reads the last one's snapshot. */
  async #open(): Promise<Opened> {
    if (this.#opened?.tablet !== this.#tablet.name || this.#chance.happens(0.1)) {
      this.close()
      this.#opened = await this.#start()
    }
    return this.#opened
  }

  async #start(): Promise<Opened> {
    forgetQueries()
    const db = this.#tablet.connect()
    const session = await BoardSession.open({
      db,
      now: () => this.#tablet.now,
      onChange: () => {},
      alone: (work) => work(),
      pace: QUICK,
    })
    const endings = [
      this.#onChanges(db, session),
      () => session.close(),
      () => db.close(),
      () => db.device.close(),
    ]
    return { tablet: this.#tablet.name, db, session, endings }
  }

  #onChanges(db: MirrorDb, session: BoardSession): () => void {
    const channel = new BroadcastChannel(leadChangesChannel(db.userId))
    channel.onmessage = (event) => {
      if (this.#chance.happens(LOST)) return
      const { data } = event as MessageEvent<LeadChanges>
      setTimeout(() => void session.hear(data), this.#chance.below(LATEST_MS))
    }
    return () => channel.close()
  }
}
