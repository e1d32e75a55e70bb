/** What a merge of clients and its undo leave with other people: docs/rules.md#merging-clients */
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { beforeEach, describe, expect, test } from 'vitest'
import { EMPTY_ADDRESS } from '../../../src/domain/client/fields.ts'
import { describeDatabase, type TestStore } from '../support/databases.ts'
import { emptied } from '../support/emptied.ts'
import { inHouseWithDevices } from '../support/in-house.ts'
import { mergesIn } from '../support/merges.ts'
import { addLead, BRUNA, DEALERSHIP, INDICATOR, workedBy } from '../support/people.ts'
import type { Device, TestServer } from '../support/server.ts'

describeDatabase('what a merge leaves', (open) => {
  let store: TestStore
  let server: TestServer
  let admin: Device
  inHouseWithDevices(open, async (opened) => {
    ;({ store, server, admin } = opened)
  })
  beforeEach(async () => {
    await emptied(store, ['client_merges'], 'continue')
  })
  const house = () => mergesIn(store, admin)

  test('after an undo no history has the other person’s values, so that an erasure finds all of them', async () => {
    const { survivor, alias, first, second } = await house().twoClients()
    const { merge: made } = await house().merge(survivor, alias, { fields: ['cellphone', 'mail'] })
    await admin.run({ command: 'client.update', args: { client_uid: survivor, changes: { cellphone: '' } } })
    await house().undo(made.id)
    const historyOf = async (lead_uid: string) => {
      const rows = await store.db
        .selectFrom('timeline')
        .select(['command', 'changes'])
        .where('lead_uid', '=', lead_uid)
        .where('command', '<>', 'client.update')
        .orderBy('id')
        .execute()
      return rows.map(({ command, changes }) => [command, changes])
    }
    const [own, other] = [
      JSON.stringify(await historyOf(first.uid)),
      JSON.stringify(await historyOf(second.uid)),
    ]
    for (const value of ['m@dois.com', '11987654321', 'Lima']) expect(own).not.toContain(value)
    for (const value of ['m@um.com']) expect(other).not.toContain(value)
    expect(await historyOf(first.uid)).toEqual([
      ['client.mergeUndone', { 'client.mail': { before: null, after: 'm@um.com' } }],
    ])
  })

  describe('after a merge', () => {
    const seenBy = async (user: number) => {
      const { rows } = await (await server.device(user)).pull()
      const clients = rows.clients.map((client) => ({ ...client, version: 0 }))
      return {
        leads: rows.leads.map((lead) => `${lead.uid} ${lead.client_uid}`).toSorted(),
        clients: clients.toSorted((one, other) => one.uid.localeCompare(other.uid)),
      }
    }

    test('a user of two dealerships sees what it saw', async () => {
      const { survivor, alias, first, second } = await house().twoClients()
      const { db } = store
      await db.updateTable('leads').set({ partner_id: 25 }).where('uid', '=', first.uid).execute()
      await db.insertInto('user_partners').values({ user_id: DEALERSHIP, partner_id: 25 }).execute()
      try {
        const before = await seenBy(DEALERSHIP)
        expect(before.leads).toEqual([`${first.uid} ${survivor}`, `${second.uid} ${alias}`].toSorted())
        const { merge: made } = await house().merge(survivor, alias)
        expect(await seenBy(DEALERSHIP)).toEqual(before)
        await house().undo(made.id)
        expect(await seenBy(DEALERSHIP)).toEqual(before)
      } finally {
        await db.deleteFrom('user_partners').where('partner_id', '=', 25).execute()
      }
    })

    test('a dealership that knows a client by its document learns nothing, though the inviter knows it', async () => {
      const { survivor, alias, second } = await house().twoClients()
      const { db } = store
      await db
        .updateTable('leads')
        .set({ partner_id: 25, inviter_id: INDICATOR })
        .where('uid', '=', second.uid)
        .execute()
      const typed = await addLead(store, {
        ...workedBy(BRUNA),
        client_uid: alias,
        partner_id: 24,
        inviter_id: INDICATOR,
      })
      const asTyped = JSON.stringify({
        ...(await house().clientOf(alias)),
        uid: uuidv7(),
        id: 9001,
        name: 'Maria',
        mail: '',
        address: EMPTY_ADDRESS,
      })
      await sql`update leads set client_as_referred = ${asTyped}::jsonb where uid = ${typed.uid}`.execute(db)
      await db.deleteFrom('leads').where('client_uid', '=', survivor).execute()
      const before = await seenBy(DEALERSHIP)
      expect(before.clients).toMatchObject([{ id: 9001, name: 'Maria', mail: '' }])
      await house().merge(survivor, alias)
      expect(await seenBy(DEALERSHIP)).toEqual(before)
    })
  })
})
