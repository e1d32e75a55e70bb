/**
 * The service worker of a tablet. Background Sync wakes it while the app is closed or beside open tabs. The browser may
 * end it at any operation, and the user may open the app while it sends.
 */
import type { Stage } from './stage.ts'
import type { Tablet } from './tablet.ts'
import type { Users } from './users.ts'

/** Returns whether the outbox of an open tablet has a command to send. */
const waits = (tablet: Tablet): Promise<boolean> =>
  tablet.look(async () => (await tablet.db.outbox.where('state').anyOf('queued', 'sending').count()) > 0)

export class Background {
  readonly #stage: Stage
  readonly #users: Users
  /** Closed tablets whose outbox is not empty. */
  readonly #left = new Set<Tablet>()

  constructor(stage: Stage, users: Users) {
    this.#stage = stage
    this.#users = users
  }

  get #closed(): Tablet[] {
    return this.#stage.tablets.filter(({ isOpen }) => !isOpen)
  }

  get #atWork(): Tablet[] {
    return this.#stage.tablets.filter(({ serviceWorker }) => serviceWorker !== null)
  }

  /** The steps that are possible now. A weight of 0 disables a step. */
  get steps(): readonly [weight: number, name: string, act: () => Promise<void>][] {
    const isClosed = this.#closed.length > 0
    const atWork = this.#atWork
    const isSending = atWork.some(({ serviceWorker }) => serviceWorker?.leads === true)
    return [
      [2, 'all tabs closed', () => this.#close()],
      [isClosed ? 4 : 0, 'opened after all tabs were closed', () => this.#open()],
      [this.#left.size > 0 ? 8 : 2, 'background sync', () => this.#sync()],
      [isSending ? 9 : atWork.length > 0 ? 1 : 0, 'service worker ended', () => this.#end()],
      [atWork.length > 0 ? 0.7 : 0, 'service worker makes way', () => this.#makeWay()],
    ]
  }

  /** Closes all tabs of a tablet, preferably with a command in its outbox. At least one tablet stays open. */
  async #close(): Promise<void> {
    const { tablets, chance, say } = this.#stage
    const open = tablets.filter(({ isOpen }) => isOpen)
    if (open.length < 2) return
    const tablet = chance.pick(open)
    if (!(await waits(tablet))) await this.#users.work(tablet)
    if (tablet.tabs.some(({ faults }) => faults.dead)) return
    if (await waits(tablet)) this.#left.add(tablet)
    say(`  tablet ${tablet.number}: all tabs are closed`)
    await tablet.close()
  }

  async #open(): Promise<void> {
    await this.openAgain(this.#stage.chance.pick(this.#closed))
  }

  async openAgain(tablet: Tablet): Promise<void> {
    this.#stage.say(`  tablet ${tablet.number}: the app is opened again`)
    this.#left.delete(tablet)
    tablet.open()
    tablet.run()
    await tablet.quiet()
    if (tablet.serviceWorker?.leads === true) this.#stage.count('a tab waits for the service worker')
  }

  async #sync(): Promise<void> {
    const { chance, count, say } = this.#stage
    const tablet = chance.pick(await this.#mayWake())
    if (tablet.serviceWorker !== null) return
    say(`  tablet ${tablet.number}: Background Sync wakes the service worker`)
    count(tablet.isOpen ? 'background sync beside a tab' : 'background sync with no tab open')
    this.#left.delete(tablet)
    const worker = tablet.sync()
    if (chance.happens(0.3)) worker.faults.dieIn = chance.below(30)
    await tablet.quiet()
  }

  /** The browser wakes the service worker of tablets with a queued command. */
  async #mayWake(): Promise<readonly Tablet[]> {
    const { tablets } = this.#stage
    if (this.#left.size > 0) return [...this.#left]
    const waiting: Tablet[] = []
    for (const tablet of tablets) if (tablet.isOpen && (await waits(tablet))) waiting.push(tablet)
    return waiting.length > 0 ? waiting : tablets
  }

  async #end(): Promise<void> {
    const tablet = this.#stage.chance.pick(this.#atWork)
    if (tablet.serviceWorker?.leads === true) this.#stage.count('the service worker that sends is ended')
    await tablet.endServiceWorker()
  }

  async #makeWay(): Promise<void> {
    const tablet = this.#stage.chance.pick(this.#atWork)
    tablet.serviceWorker?.makeWay()
    await tablet.quiet()
  }
}
