/** A client in the scope of Davi alone, with unmistakable values. */
import type { TestStore } from '../../support/databases.ts'
import { addClient, inviterOf } from '../../support/leads.ts'
import { addLead, DAVI, workedBy } from '../../support/people.ts'

export const SECRET = {
  name: 'Zulmira Segredo',
  phone: '3133224455',
  cellphone: '31900001111',
  mail: 'zulmira@segredo.com.br',
  rg: 'MG99887',
  birth_date: '1961-02-03',
  street: 'Rua Oculta',
}

export async function addForeignClient(store: TestStore, columns: object = {}): Promise<string> {
  const uid = await addClient(store, { ...SECRET, ...columns })
  await addLead(store, { ...workedBy(DAVI), client_uid: uid })
  return uid
}

export const clientRow = ({ db }: TestStore, uid: string) =>
  db.selectFrom('clients').selectAll().where('uid', '=', uid).executeTakeFirstOrThrow()

/** A lead requires a phone of its referrer. */
export async function everybodyHasPhone(store: TestStore): Promise<void> {
  await inviterOf(store)
  await store.db.updateTable('users').set({ phone: '31955554444' }).where('phone', '=', '').execute()
}

export const referral = (inviter_id: number) => ({
  inviter_id,
  channel_id: 29,
  partner_id: 24,
  insurance_id: 3,
})
