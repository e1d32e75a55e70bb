/**
 * The board worker's session in a scenario, over the same store. It gets change events as in the product, from other
 * threads: some arrive late, out of order or not at all.
 */
import { expect, vi } from 'vitest'
import { BoardSession } from '../../../src/board-index/board-session.ts'
import { type LeadChanges, leadChangesChannel } from '../../../src/db/changes/lead-changes.ts'
import { onPendingWrites, type PendingWrites } from '../../../src/db/changes/pending-writes.ts'
import { correctedNow } from '../../../src/db/mirror/clock-offset.ts'
import type { MirrorDb } from '../../../src/db/mirror/mirror.ts'
import { EVERY_VIEW } from '../../unit/board-index/every-view.ts'
import { expectFirstRowsAsStored } from '../../unit/board-index/first-rows.ts'
import { naiveOldestPending, naiveSlice } from '../../unit/board-index/naive-board.ts'
import type { Device } from './device.ts'
import type { Chance } from './random.ts'

/** Short waits, and snapshots of all sizes, so that the next session reads a snapshot. */
const QUICK = {
  loadAfter: 0,
  headAfter: 2,
  blocksAfter: 4,
  rehearseAfter: 0,
  forgetAfter: 20,
  blocksFromLeads: 1,
}
const LOST = 0.1
const LATEST_MS = 8

interface Opened {
  readonly db: MirrorDb
  readonly session: BoardSession
  readonly close: () => void
}

export class Board {
  readonly #device: Device
  readonly #chance: Chance
  readonly #now: () => number
  #opened: Opened | null = null

  /** `chance` is separate from the scenario's, so that the delivery of messages does not change its steps. */
  constructor(device: Device, chance: Chance, now: () => number) {
    this.#device = device
    this.#chance = chance
    this.#now = now
  }

  /** Waits until every view equals the view computed from the stored leads. */
  async showsWhatIsStored(): Promise<void> {
    const { db, session } = await this.#open()
    const leads = await db.leads.toArray()
    const nowMs = await correctedNow(db, this.#now())
    const expected = EVERY_VIEW.map((view) => naiveSlice(leads, view, nowMs))
    const shown = async () => {
      const answers = EVERY_VIEW.map((view) => session.ask({ view, offset: 0, limit: leads.length + 1 }))
      return (await Promise.all(answers)).map(({ slice }) => slice)
    }
    await vi.waitFor(async () => expect(await shown()).toEqual(expected), { interval: 1, timeout: 10_000 })
    expect(await session.oldestPending()).toEqual(naiveOldestPending(leads))
    await expectFirstRowsAsStored(db)
  }

  close(): void {
    this.#opened?.close()
    this.#opened = null
  }

  /** Returns the session; a restarted device gets a new one, which reads the last one's snapshot. */
  async #open(): Promise<Opened> {
    const { db } = this.#device
    if (this.#opened?.db === db) return this.#opened
    this.close()
    const session = await BoardSession.open({
      db,
      now: this.#now,
      onChange: () => {},
      alone: (work) => work(),
      pace: QUICK,
    })
    const endings = [
      this.#onChanges(db, session),
      this.#hearPendingWrites(db, session),
      () => session.close(),
    ]
    this.#opened = { db, session, close: () => endings.forEach((end) => end()) }
    return this.#opened
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

  /** Delivers pending writes in order, as one channel does. A lost end simulates a writer that died. */
  #hearPendingWrites(db: MirrorDb, session: BoardSession): () => void {
    let last: Promise<unknown> = Promise.resolve()
    return onPendingWrites(db, (writes: PendingWrites) => {
      if (writes.kind === 'settled' && this.#chance.happens(LOST)) return
      const ms = this.#chance.below(LATEST_MS)
      last = last.then(() => new Promise((resolve) => setTimeout(resolve, ms)))
      void last.then(() => session.predict(structuredClone(writes)))
    })
  }
}
