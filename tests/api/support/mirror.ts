/** The simplest mirror of a device's pulls: the oracle for the server's pages. */
import type { CatalogueRow, PullPage } from '../../../src/contract/sync.ts'
import type { Client } from '../../../src/domain/client/client.ts'
import type { Lead } from '../../../src/domain/lead/lead.ts'
import type { Device } from './server.ts'

export class Mirror {
  leads = new Map<string, Lead>()
  clients = new Map<string, Client>()
  catalogues = new Map<string, CatalogueRow>()
  cursor: string | null = null
  /** Rows that came with an older version than the stored one: must stay empty. */
  readonly backwards: string[] = []

  apply(page: PullPage): void {
    if (page.reset === true) {
      this.leads = new Map()
      this.clients = new Map()
      this.catalogues = new Map()
    }
    for (const lead of page.rows.leads) {
      const known = this.leads.get(lead.uid)
      if (known !== undefined && known.version > lead.version)
        this.backwards.push(`${lead.uid}: ${lead.version} after ${known.version}`)
      this.leads.set(lead.uid, lead)
    }
    for (const client of page.rows.clients) this.clients.set(client.uid, client)
    for (const row of page.rows.catalogues) this.catalogues.set(`${row.kind} ${row.id}`, row)
    for (const uid of page.removed.leads) this.leads.delete(uid)
    for (const { kind, id } of page.removed.catalogues) this.catalogues.delete(`${kind} ${id}`)
    this.cursor = page.cursor
  }

  get uids(): string[] {
    return [...this.leads.keys()].sort()
  }
}

/** Pulls until no page follows and returns the pages of the run. */
export async function pullAll(device: Device, mirror: Mirror, limit = 2000): Promise<PullPage[]> {
  const pages: PullPage[] = []
  for (let more = true; more; ) {
    const page = await device.pull(mirror.cursor, limit)
    mirror.apply(page)
    pages.push(page)
    more = page.more
  }
  return pages
}
