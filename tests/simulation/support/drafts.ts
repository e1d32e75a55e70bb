/** Drafts of unsaved forms. A draft is kept, from any tab, until its user discards it. */

import { expect } from 'vitest'
import { discardDraft, listDrafts, saveDraft } from '../../../src/db/session/drafts.ts'
import { DAY_MS } from '../../../src/domain/time/durations.ts'
import type { Stage } from './stage.ts'
import type { Tablet } from './tablet.ts'
import type { Users } from './users.ts'

/** A draft is kept for 30 days by the device's clock, which may be wrong by days (`Faults.clockJumps`). */
const SURELY_KEPT_MS = 26 * DAY_MS

const NAMES = ['create:/leads/new', 'lead:1'] as const

export class Drafts {
  readonly #stage: Stage
  readonly #users: Users
  /** The possible values of a draft, by tablet and name: the last one, and one whose tab died while writing. */
  readonly #known = new Map<string, readonly unknown[]>()
  /** Time of the last write in epoch ms of the scenario. */
  readonly #writtenAt = new Map<string, number>()

  constructor(stage: Stage, users: Users) {
    this.#stage = stage
    this.#users = users
  }

  async write(): Promise<void> {
    const { chance, count } = this.#stage
    const tablet = this.#users.anyTablet()
    if (tablet.faults.dead) return
    await this.check(tablet)
    const name = chance.pick(NAMES)
    const place = `${tablet.name} ${name}`
    const before = this.#known.get(place) ?? [undefined]
    const after = chance.happens(0.7) ? `Nota ${chance.below(1000)}` : undefined
    const written = await (after === undefined
      ? discardDraft(tablet.db, name)
      : saveDraft(tablet.db, name, after, tablet.now)
    ).then(
      () => true,
      () => false,
    )
    if (written) count('draft')
    this.#writtenAt.set(place, this.#stage.clock.now)
    this.#known.set(place, written ? [after] : tablet.faults.dead ? [...before, after] : before)
    await tablet.quiet()
  }

  /** Compares the drafts that the front tab shows with the expected values. */
  async check(tablet: Tablet): Promise<void> {
    const drafts = await tablet.look(() => listDrafts(tablet.db))
    for (const name of NAMES) {
      const found = drafts.find((draft) => draft.name === name)?.values
      const place = `${tablet.name} ${name}`
      const known = this.#known.get(place) ?? [undefined]
      const isOld = this.#stage.clock.now - (this.#writtenAt.get(place) ?? 0) > SURELY_KEPT_MS
      if (isOld && found === undefined) continue
      expect(known, `tablet ${tablet.name} has an unexpected draft of ${name}`).toContain(found)
    }
  }
}
