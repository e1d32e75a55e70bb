/** The screen of a scenario: the live leads of all known uids, including pending writes. */
import { expect, vi } from 'vitest'
import { LiveLeads } from '../../../src/db/mirror/live-leads.ts'
import type { MirrorDb } from '../../../src/db/mirror/mirror.ts'
import type { Device } from './device.ts'

export class Screen {
  readonly #device: Device
  #opened: { readonly db: MirrorDb; readonly live: LiveLeads; readonly close: () => void } | null = null
  readonly #uids = new Set<string>()

  constructor(device: Device) {
    this.#device = device
  }

  /** Waits until the screen shows exactly the stored leads. */
  async showsWhatIsStored(): Promise<void> {
    const live = this.#live()
    const stored = await this.#device.db.leads.toArray()
    const known = this.#uids.size
    for (const { uid } of stored) this.#uids.add(uid)
    if (this.#uids.size > known) live.show([...this.#uids])
    const rows = Object.fromEntries(stored.map((lead) => [lead.uid, lead]))
    await vi.waitFor(() => expect(Object.fromEntries(live.leads())).toEqual(rows), {
      interval: 1,
      timeout: 10_000,
    })
  }

  close(): void {
    this.#opened?.close()
    this.#opened = null
  }

  /** Returns the live leads; a restarted device gets a new window. */
  #live(): LiveLeads {
    const { db } = this.#device
    if (this.#opened?.db === db) return this.#opened.live
    this.close()
    const live = new LiveLeads(() => db)
    live.show([...this.#uids])
    this.#opened = { db, live, close: live.subscribe(() => undefined) }
    return live
  }
}
