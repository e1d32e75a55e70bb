/** The rows of the server in memory. A counter replaces transaction ids as versions. */
import type { Client } from '../../../src/domain/client/client.ts'
import { matchesScope, type Scope, type ScopeColumns } from '../../../src/domain/lead/access.ts'
import { sameValue } from '../../../src/domain/lead/conflicts.ts'
import type { Lead } from '../../../src/domain/lead/lead.ts'

interface Tombstone {
  readonly version: number
  readonly uid: string
  readonly columns: ScopeColumns
}

export class FakeRows {
  readonly leads = new Map<string, Lead>()
  readonly clients = new Map<string, Client>()
  version = 100
  #tombstones: Tombstone[] = []

  /** Writes a lead with its client's copied fields, and creates an unknown client from these. Returns the row. */
  write(lead: Lead): Lead {
    const before = this.leads.get(lead.uid)
    this.version += 1
    const client = this.clients.get(lead.client_uid) ?? this.#put(clientOf(lead))
    const row = this.#putLead({ ...lead, ...copiesOf(client), id: lead.id ?? this.leads.size + 1 })
    if (before !== undefined && !sameValue(columnsOf(before), columnsOf(row)))
      this.#tombstones.push({ version: this.version, uid: row.uid, columns: columnsOf(before) })
    return row
  }

  /** Writes a client and its copied fields on all its leads. Returns the client's row. */
  writeClient(client: Client): Client {
    this.version += 1
    const row = this.#put(client)
    for (const lead of this.leads.values())
      if (lead.client_uid === row.uid) this.#putLead({ ...lead, ...copiesOf(row) })
    return row
  }

  withCpf(cpf: string): Client | undefined {
    return cpf === '' ? undefined : [...this.clients.values()].find((client) => client.cpf === cpf)
  }

  /** Gives all rows new versions from 10 on, as a restored database does. */
  restamp(): void {
    this.version = 10
    this.#tombstones = []
    for (const lead of this.leads.values()) {
      const client = this.clients.get(lead.client_uid)
      this.version += 1
      if (client !== undefined) this.#put(client)
      this.write(lead)
    }
  }

  /** Returns the uids of leads that left the scope in versions [from, high). */
  removed(from: number, high: number, scope: Scope): string[] {
    return this.#tombstones
      .filter(
        ({ version, uid, columns }) =>
          version >= from && version < high && matchesScope(columns, scope) && !this.#isIn(uid, scope),
      )
      .map(({ uid }) => uid)
  }

  #isIn(uid: string, scope: Scope): boolean {
    const lead = this.leads.get(uid)
    return lead !== undefined && matchesScope(lead, scope)
  }

  #putLead(lead: Lead): Lead {
    const row = { ...lead, version: this.version }
    this.leads.set(row.uid, row)
    return row
  }

  #put(client: Client): Client {
    const row = { ...client, id: client.id ?? this.clients.size + 1, version: this.version }
    this.clients.set(row.uid, row)
    return row
  }
}

const columnsOf = (lead: Lead): ScopeColumns => ({
  state: lead.state,
  channel_id: lead.channel_id,
  broker_id: lead.broker_id,
  partner_id: lead.partner_id,
  inviter_id: lead.inviter_id,
  cancelled: lead.cancelled,
})

const copiesOf = (client: Client) => ({
  client_name: client.name,
  client_cpf: client.cpf,
  client_cellphone: client.cellphone,
  client_phone: client.phone,
})

const clientOf = (lead: Lead): Client => ({
  uid: lead.client_uid,
  id: null,
  version: lead.version,
  name: lead.client_name,
  phone: lead.client_phone,
  cellphone: lead.client_cellphone,
  mail: '',
  cpf: lead.client_cpf,
  rg: '',
  birth_date: null,
  no_messages_since: null,
  address: { cep: '', street: '', number: '', comp: '', district: '', city: '', state: '' },
})
