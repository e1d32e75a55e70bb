/**
 * A second tab of the app on the same tablet: it is opened, and one of the two is closed or killed; or suspended while it
 * sends, and robbed by the other, and wakes up with what was under way.
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

  /** While it does whatever it does: a browser asks nobody. */
  async close(): Promise<void> {
    const both = this.#stage.tablets.filter(({ tabs }) => tabs.length > 1)
    if (both.length === 0) return
    const tablet = this.#stage.chance.pick(both)
    const tab = this.#stage.chance.pick(tablet.tabs)
    this.#stage.count(tab.leads ? 'the tab that sends is closed' : 'a tab is closed')
    await tablet.closeTab(tab)
  }

  /** Those whose sender waits for the network or for time, and has a second tab beside it. */
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

  /** Into the browser's cache, say, by a browser that tells it nothing. */
  async suspend(): Promise<void> {
    const tablet = this.#stage.chance.pick(this.mayBeSuspended)
    const isAsking = this.#stage.network.letters.some(({ sender }) =>
      tablet.tabs.some((tab) => tab === sender),
    )
    this.#stage.count(isAsking ? 'suspended while it asks' : 'suspended while it rests')
    this.#stage.say(`  tablet ${tablet.number}: the tab that sends is suspended`)
    tablet.tabs.find(({ leads }) => leads)?.suspend()
  }

  /** Ten seconds and more for whoever waits; a holder that answers keeps its turn. */
  async wait(tablets: readonly Tablet[]): Promise<void> {
    if (tablets.length === 0) return
    const tablet = this.#stage.chance.pick(tablets)
    for (let questions = 0; questions < 7; questions++) {
      for (const tab of tablet.tabs) tab.watch()
      await tablet.quiet()
    }
    if (!tablet.tabs.some(({ isSuspended, leads }) => isSuspended && leads)) return
    const waiting = tablet.tabs.filter(({ isSuspended, waits }) => waits && !isSuspended)
    expect(waiting, `a tab of tablet ${tablet.number} waits for one that is suspended`).toEqual([])
  }

  async resume(): Promise<void> {
    const { chance, count, say } = this.#stage
    const tablet = chance.pick(this.haveSuspended)
    count('a suspended tab wakes up')
    say(`  tablet ${tablet.number}: the suspended tab wakes up`)
    const isReversed = chance.happens(0.5)
    for (const tab of tablet.tabs) tab.resume(isReversed)
    await tablet.quiet()
  }

  /** What died is gone; where it was the only one, the user opens the app again. */
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
