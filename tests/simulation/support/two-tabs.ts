/**
 * A second tab of the app on the same tablet. One of the two may be closed or killed. The one that sends may be
 * suspended; the other then steals the lock, and the first resumes with its requests in flight.
 */
import { expect } from 'vitest'
import type { Stage } from './stage.ts'
import type { Tablet } from './tablet.ts'

export class TwoTabs {
  readonly #stage: Stage

  constructor(stage: Stage) {
    this.#stage = stage
  }

  async open(tablet: Tablet): Promise<void> {
    if (tablet.tabs.length !== 1) return
    this.#stage.count('second tab')
    this.#stage.say(`  tablet ${tablet.number}: a second tab`)
    tablet.open()
    tablet.run()
    await tablet.quiet()
  }

  /** Closes one of two tabs at any point of its work. */
  async close(): Promise<void> {
    const both = this.#stage.tablets.filter(({ tabs }) => tabs.length > 1)
    if (both.length === 0) return
    const tablet = this.#stage.chance.pick(both)
    const tab = this.#stage.chance.pick(tablet.tabs)
    this.#stage.count(tab.leads ? 'the tab that sends is closed' : 'a tab is closed')
    await tablet.closeTab(tab)
  }

  /** Tablets with two tabs, of which the sending one waits only for the network or a timer. */
  get mayBeSuspended(): Tablet[] {
    return this.#stage.tablets.filter(
      (tablet) =>
        tablet.tabs.length > 1 &&
        !tablet.tabs.some(({ isSuspended, faults }) => isSuspended || faults.dead || faults.busy > 0) &&
        tablet.tabs.some(({ leads }) => leads),
    )
  }

  get haveSuspended(): Tablet[] {
    return this.#stage.tablets.filter(({ tabs }) => tabs.some(({ isSuspended }) => isSuspended))
  }

  get haveWaiting(): Tablet[] {
    return this.#stage.tablets.filter(({ tabs }) => tabs.some(({ waits }) => waits))
  }

  /** Suspends the sending tab without an event, as a browser does with its back/forward cache. */
  async suspend(): Promise<void> {
    const tablet = this.#stage.chance.pick(this.mayBeSuspended)
    const isAsking = this.#stage.network.letters.some(({ sender }) =>
      tablet.tabs.some((tab) => tab === sender),
    )
    this.#stage.count(isAsking ? 'suspended while it asks' : 'suspended while it rests')
    this.#stage.say(`  tablet ${tablet.number}: the tab that sends is suspended`)
    tablet.tabs.find(({ leads }) => leads)?.suspend()
  }

  /** Lets more than ten seconds pass for the waiting tabs. A holder that answers keeps the lock. */
  async wait(tablets: readonly Tablet[]): Promise<void> {
    if (tablets.length === 0) return
    const tablet = this.#stage.chance.pick(tablets)
    for (let questions = 0; questions < 7; questions++) {
      for (const tab of tablet.tabs) tab.watch()
      await tablet.quiet()
    }
    if (!tablet.tabs.some(({ isSuspended, leads }) => isSuspended && leads)) return
    const waiting = tablet.tabs.filter(({ isSuspended, waits }) => waits && !isSuspended)
    expect(waiting, `a tab of tablet ${tablet.number} waits for a suspended holder`).toEqual([])
  }

  async resume(): Promise<void> {
    const { chance, count, say } = this.#stage
    const tablet = chance.pick(this.haveSuspended)
    count('a suspended tab wakes up')
    say(`  tablet ${tablet.number}: the suspended tab resumes`)
    const isReversed = chance.happens(0.5)
    for (const tab of tablet.tabs) tab.resume(isReversed)
    await tablet.quiet()
  }

  /** Removes dead tabs. If the only tab died, the user opens the app again. */
  async bury(tablet: Tablet): Promise<void> {
    for (const tab of tablet.tabs.filter(({ faults }) => faults.dead)) {
      this.#stage.count('death')
      if (tablet.tabs.length > 1) {
        this.#stage.count('a tab died beside another')
        this.#stage.say(`tablet ${tablet.number}: a tab died`)
        await tablet.closeTab(tab)
      } else {
        this.#stage.say(`tablet ${tablet.number} is opened again`)
        await tablet.restart()
      }
    }
  }
}
