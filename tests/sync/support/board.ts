/**
 * The board worker's session while a scenario is told, over the same store: told what is written as it is in the product,
 * from other threads, and so some of it late, after what came later, or not at all.
 */
import { expect, vi } from 'vitest'
import { BoardSession } from '../../../src/board-index/board-session.ts'
import { type LeadChanges, leadChangesChannel } from '../../../src/db/changes/lead-changes.ts'
import { onPendingWrites, type PendingWrites } from '../../../src/db/changes/pending-writes.ts'
import type { MirrorDb } from '../../../src/db/mirror/mirror.ts'
import { correctedNow } from '../../../src/db/outbox/command-context.ts'
import { EVERY_VIEW } from '../../unit/board-index/every-view.ts'
import { expectFirstRowsAsStored } from '../../unit/board-index/first-rows.ts'
import { naiveOldestPending, naiveSlice } from '../../unit/board-index/naive-board.ts'
import type { Device } from './device.ts'
import type { Chance } from './random.ts'

/** Every wait short, and everything written: what a snapshot holds is read again by the next window. */
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

  /** `chance` is not the scenario's own: how messages travel changes nothing of what is done. */
  constructor(device: Device, chance: Chance, now: () => number) {
    this.#device = device
    this.#chance = chance
    this.#now = now
  }

  /** Once everything is quiet every view is what the stored leads make of it. */
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

  /** A device that was started again has another worker, which reads what the last one kept. */
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
      this.#hearChanges(db, session),
      this.#hearPendingWrites(db, session),
      () => session.close(),
    ]
    this.#opened = { db, session, close: () => endings.forEach((end) => end()) }
    return this.#opened
  }

  #hearChanges(db: MirrorDb, session: BoardSession): () => void {
    const channel = new BroadcastChannel(leadChangesChannel(db.userId))
    channel.onmessage = (event) => {
      if (this.#chance.happens(LOST)) return
      const { data } = event as MessageEvent<LeadChanges>
      setTimeout(() => void session.hear(data), this.#chance.below(LATEST_MS))
    }
    return () => channel.close()
  }

  /** In their order, as one channel brings them; a writer that dies says no end. */
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
