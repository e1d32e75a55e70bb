/**
 * The mirror of a client that knows docs/sync-protocol.md#a-client-of-your-own alone. It drops clients as the server says
 * (`told`), or by the one rule that no stored lead names them (`swept`).
 */
import type { PullPage } from '../../../src/contract/sync.ts'
import type { Client } from '../../../src/domain/client/client.ts'
import type { Lead } from '../../../src/domain/lead/lead.ts'
import { DAY_MS } from '../../../src/domain/time/durations.ts'
import type { Device } from './server.ts'

interface Kept<Row> {
  readonly row: Row
  isOld: boolean
}

export class ForeignMirror {
  readonly #dropsBy: 'told' | 'swept'
  readonly leads = new Map<string, Kept<Lead>>()
  readonly clients = new Map<string, Kept<Client>>()
  cursor: string | null = null
  #isWhole = false

  constructor(dropsBy: 'told' | 'swept') {
    this.#dropsBy = dropsBy
  }

  apply(page: PullPage): void {
    if (page.reset === true || this.cursor === null) {
      this.#isWhole = true
      for (const kept of [...this.leads.values(), ...this.clients.values()]) kept.isOld = true
    }
    for (const uid of page.erased) for (const rows of [this.leads, this.clients]) rows.delete(uid)
    this.#put(this.leads, page.rows.leads)
    this.#put(this.clients, page.rows.clients)
    for (const { uid, client_uid } of page.aliases) if (uid !== client_uid) this.clients.delete(uid)
    for (const uid of page.removed.leads) this.leads.delete(uid)
    if (this.#dropsBy === 'told')
      for (const uid of page.removed.clients) if (!this.#isNamed(uid)) this.clients.delete(uid)
    if (!page.more && this.#isWhole) {
      this.#isWhole = false
      for (const rows of [this.leads, this.clients])
        for (const [uid, { isOld }] of rows) if (isOld) rows.delete(uid)
    }
    this.cursor = page.cursor
    if (!page.more) this.#sweep(page)
  }

  #put<Row extends { uid: string; version: number }>(rows: Map<string, Kept<Row>>, given: readonly Row[]) {
    for (const row of given) {
      const known = rows.get(row.uid)
      if (known === undefined || known.isOld || known.row.version <= row.version)
        rows.set(row.uid, { row, isOld: false })
    }
  }

  #isNamed(uid: string): boolean {
    return [...this.leads.values()].some(({ row }) => row.client_uid === uid)
  }

  #sweep({ scope, server_time }: PullPage): void {
    if (scope === undefined) throw new Error('the page has no scope')
    const { sold, lost, endorsement } = scope.ended_days
    const left = new Set<string>()
    for (const [uid, { row }] of this.leads) {
      if (row.state !== 3 || row.end_lead_date === null) continue
      const days = row.sold === 1 ? sold : row.lost_sale === 5 ? endorsement : lost
      if (Date.parse(server_time) - Date.parse(row.end_lead_date) <= days * DAY_MS) continue
      this.leads.delete(uid)
      left.add(row.client_uid)
    }
    const candidates = this.#dropsBy === 'told' ? [...left] : [...this.clients.keys()]
    for (const uid of candidates) if (!this.#isNamed(uid)) this.clients.delete(uid)
  }

  /** What it has, for a comparison. */
  get shown() {
    return {
      leads: [...this.leads].map(([uid, { row }]) => `${uid} of ${row.client_uid}`).sort(),
      clients: [...this.clients.keys()].sort(),
    }
  }
}

/** One whole run into each of the mirrors, which are at the same place. */
export async function pullInto(
  device: Device,
  mirrors: readonly ForeignMirror[],
  limit = 2000,
): Promise<void> {
  const [first] = mirrors
  for (let more = first !== undefined; more; ) {
    const page = await device.pullNow(first?.cursor ?? null, limit)
    for (const mirror of mirrors) mirror.apply(page)
    more = page.more
  }
}
