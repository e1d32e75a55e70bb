/** A second tab of the app on the same tablet: it is opened, and one of the two is closed or killed. */
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
