/** A screen of a tablet: the live leads of all known uids, including pending writes. */
import { expect, vi } from 'vitest'
import { LiveLeads } from '../../../src/db/outbox/live-leads.ts'
import type { Tab } from './tab.ts'
import type { Tablet } from './tablet.ts'
import { forgetQueries, PATIENCE, type Watcher } from './watcher.ts'

interface Opened {
  readonly tab: Tab
  readonly live: LiveLeads
  readonly close: () => void
}

export class Screen implements Watcher {
  readonly kind = 'screen'
  readonly #tablet: Tablet
  readonly #uids = new Set<string>()
  #opened: Opened | null = null

  constructor(tablet: Tablet) {
    this.#tablet = tablet
  }

  async showsWhatIsStored(): Promise<void> {
    const live = this.#live()
    const stored = await this.#tablet.look(() => this.#tablet.db.leads.toArray())
    const known = this.#uids.size
    for (const { uid } of stored) this.#uids.add(uid)
    if (this.#uids.size > known) live.show([...this.#uids])
    const rows = Object.fromEntries(stored.map((lead) => [lead.uid, lead]))
    const shown = () => Object.fromEntries(live.leads())
    const what = `the screen of tablet ${this.#tablet.number} shows the stored leads`
    await this.#tablet.look(() => vi.waitFor(() => expect(shown(), what).toEqual(rows), PATIENCE))
  }

  close(): void {
    this.#opened?.close()
    this.#opened = null
  }

  /** Returns the live leads. They stay while their tab is open, also in the background. */
  #live(): LiveLeads {
    const { tabs, front } = this.#tablet
    const open = this.#opened
    if (open !== null && tabs.includes(open.tab) && !open.tab.isSuspended) return open.live
    this.close()
    const tab = tabs.find((other) => other === front)
    if (tab === undefined) throw new Error('a screen needs an open tab')
    forgetQueries()
    const live = new LiveLeads(() => tab.db)
    live.show([...this.#uids])
    this.#opened = { tab, live, close: live.subscribe(() => undefined) }
    return live
  }
}
