/** Two clients that are one person, and the calls that merge them and undo it. */
import { sql } from 'kysely'
import { expect } from 'vitest'
import { mergeClientsRoute, undoMergeRoute } from '../../../src/contract/client-merges.ts'
import type { Client } from '../../../src/domain/client/client.ts'
import type { MergeField } from '../../../src/domain/client/merge-fields.ts'
import type { TestStore } from './databases.ts'
import { addClient } from './leads.ts'
import { addLead, BRUNA, workedBy } from './people.ts'
import type { Device } from './server.ts'

export const CPF = '52998224725'

export function mergesIn(store: TestStore, admin: Device) {
  const clientOf = (uid: string): Promise<Client & { created_by: number | null }> =>
    sql<{ row: Client & { created_by: number | null } }>`
      select to_jsonb(c) - 'version' - 'created_at' as row from clients c where uid = ${uid}`
      .execute(store.db)
      .then(({ rows }) => rows[0]?.row ?? expect.fail(`no client ${uid}`))
  const versionOf = async (uid: string) =>
    (await store.db.selectFrom('clients').select('version').where('uid', '=', uid).executeTakeFirstOrThrow())
      .version
  async function twoClients() {
    const survivor = await addClient(store, {
      name: 'Maria Souza',
      name_folded: 'maria souza',
      cpf: CPF,
      mail: 'm@um.com',
      cellphone: '',
    })
    const alias = await addClient(store, {
      name: 'Maria Souza Lima',
      name_folded: 'maria souza lima',
      cpf: '529.982.247-25',
      mail: 'm@dois.com',
      cellphone: '11987654321',
    })
    const lead = (client_uid: string) => addLead(store, { ...workedBy(BRUNA), client_uid, partner_id: 24 })
    return { survivor, alias, first: await lead(survivor), second: await lead(alias) }
  }

  const asked = async (survivor: string, alias: string, from_alias: readonly MergeField[] = []) => ({
    survivor_uid: survivor,
    alias_uid: alias,
    from_alias,
    survivor_version: await versionOf(survivor),
    alias_version: await versionOf(alias),
  })
  async function merge(
    survivor: string,
    alias: string,
    {
      fields = [],
      device = admin,
    }: { readonly fields?: readonly MergeField[]; readonly device?: Device } = {},
  ) {
    const { status, body } = await device.call('POST', '/client-merges', await asked(survivor, alias, fields))
    expect(body).toMatchObject({ merge: { alias: { uid: alias } } })
    expect(status).toBe(200)
    return mergeClientsRoute.answer.parse(body)
  }
  async function undo(id: string) {
    const { status, body } = await admin.call('POST', `/client-merges/${id}/undo`)
    expect({ status, body }).toMatchObject({ status: 200 })
    return undoMergeRoute.answer.parse(body)
  }
  return { clientOf, twoClients, asked, merge, undo }
}
