/** A house with renewal channels and brokers of hierarchical groups, and what tests of the import do in it. */
import { beforeEach, expect } from 'vitest'
import { insertRows } from '../../../server/db/insert-rows.ts'
import { importRenewalsDue } from '../../../server/renewals/import-work.ts'
import { type RenewalImport, renewalImportSchema } from '../../../src/contract/renewal-imports.ts'
import { DELIVERED_INSURERS } from '../../../src/domain/insurer/delivered.ts'
import type { Lead } from '../../../src/domain/lead/lead.ts'
import { type OpenDatabase, type TestStore } from './databases.ts'
import { emptied } from './emptied.ts'
import { inHouse } from './in-house.ts'
import { Mirror, pullAll } from './mirror.ts'
import { ADMIN, BRUNA, DAVI, EVA, MANAGER } from './people.ts'
import { csv, importForm, type Policy, type SentFile } from './renewal-file.ts'
import type { Device, TestServer } from './server.ts'
import { withKey } from './sheet-form.ts'

export const ANA = '52998224725'
export const BIA = { name: 'Bia Reis', document: '390.533.447-05', policy: 'AP-2' }
export const CAIO = { name: 'Caio Sá', document: '11144477735', policy: 'AP-3' }

const NEVER = new AbortController().signal

export class Renewals {
  readonly store: TestStore
  readonly server: TestServer
  readonly admin: Device
  readonly bruna: Device
  constructor(store: TestStore, server: TestServer, admin: Device, bruna: Device) {
    this.store = store
    this.server = server
    this.admin = admin
    this.bruna = bruna
  }

  /** `key`: its Idempotency-Key. */
  async send(file: SentFile, key?: string): Promise<{ status: number; body: unknown }> {
    const answer = await this.server.app.inject(withKey(importForm(file, this.admin.token), key))
    return { status: answer.statusCode, body: answer.json<unknown>() }
  }

  /** What the loop of a server does, without its pauses. */
  work(): Promise<void> {
    return importRenewalsDue(this.server.context, { pauses: false, stop: NEVER })
  }

  /** Sends the file, carries it out and returns the import as it ended. */
  async imported(file: SentFile): Promise<RenewalImport> {
    const { status, body } = await this.send(file)
    expect(status, JSON.stringify(body)).toBe(201)
    const { id } = renewalImportSchema.parse(body)
    await this.work()
    return renewalImportSchema.parse((await this.admin.call('GET', `/lead-temps/import/${id}`)).body)
  }

  temps() {
    return this.store.db.selectFrom('lead_temps').selectAll().orderBy('policy_number').execute()
  }

  clients() {
    return this.store.db.selectFrom('clients').selectAll().orderBy('id').execute()
  }

  /** What a device of this user mirrors. */
  async leadsOf(device: Device): Promise<Lead[]> {
    const mirror = new Mirror()
    await pullAll(device, mirror)
    return [...mirror.leads.values()]
  }
}

export const policies = (...rows: readonly Policy[]): SentFile => ({ content: csv(...rows) })

/** Bruna has the group G12, Davi 77. A manager has G50, and G60 a broker who left. */
export function inRenewalHouse(open: OpenDatabase, ready: (house: Renewals) => void): void {
  let store: TestStore
  inHouse(open, async (opened) => {
    ;({ store } = opened)
    const { server } = opened
    await store.db
      .insertInto('channels')
      .values([27, 28].map((id) => ({ id, name: `Renovação ${id}` })))
      .execute()
    await insertRows(store.db, 'insurers', DELIVERED_INSURERS)
    const group = (id: number, renovator_hierarchical_group: string) =>
      store.db.updateTable('users').set({ renovator_hierarchical_group }).where('id', '=', id).execute()
    await group(BRUNA, 'g12 ')
    await group(DAVI, '00077')
    await group(MANAGER, 'G50')
    await group(EVA, 'G60')
    await store.db.updateTable('users').set({ status: 0 }).where('id', '=', EVA).execute()
    ready(new Renewals(store, server, await server.confirmedDevice(ADMIN), await server.device(BRUNA)))
  })
  beforeEach(async () => {
    await emptied(store, ['lead_temps', 'renewal_imports', 'audit_log'])
  })
}
