/** Leads of people with a document, and what became of both. docs/rules.md#identity-of-a-client */
import type { TestStore } from './databases.ts'
import { addSavable } from './leads.ts'
import { BRUNA } from './people.ts'
import type { GivenCommand } from './server.ts'

export const EMANUELLY = { name: 'Emanuelly Duarte', cpf: '20549917403' }
export const MARCOS = { name: 'Marcos Prado Lima', cpf: '39053344705' }

type Lead = Awaited<ReturnType<typeof addSavable>>

export const save = (lead: Lead, client: object, more: object = {}): GivenCommand => ({
  command: 'lead.update',
  args: { lead_uid: lead.uid, client_uid: lead.client_uid, changes: {}, client, ...more },
})

export const leadsOfPeople = (store: () => TestStore) => ({
  /** A lead in attendance by Bruna, of Emanuelly. */
  aLead: async (more: Parameters<typeof addSavable>[2] = {}): Promise<Lead> => {
    const lead = await addSavable(store(), BRUNA, more)
    await store().db.updateTable('clients').set(EMANUELLY).where('uid', '=', lead.client_uid).execute()
    return lead
  },
  clientRow: (uid: string) =>
    store()
      .db.selectFrom('clients')
      .select(['name', 'cpf', 'cellphone', 'mail', 'rg', 'id'])
      .where('uid', '=', uid)
      .executeTakeFirstOrThrow(),
  clientOf: async ({ uid }: Pick<Lead, 'uid'>) => {
    const { client_uid } = await store()
      .db.selectFrom('leads')
      .select('client_uid')
      .where('uid', '=', uid)
      .executeTakeFirstOrThrow()
    return client_uid
  },
  timelineOf: async ({ uid }: Pick<Lead, 'uid'>) => {
    const rows = await store()
      .db.selectFrom('timeline')
      .select('changes')
      .where('lead_uid', '=', uid)
      .execute()
    return rows.map(({ changes }) => changes)
  },
})
