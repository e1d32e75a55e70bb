/** A user who can't work a lead is not given it: rules, links, forms, REST and recoveries. docs/rules.md#assignable-brokers */
import { expect, test } from 'vitest'
import { describeDatabase, type TestStore } from '../support/databases.ts'
import { inHouseWithDevices } from '../support/in-house.ts'
import { addSavable, create, creation } from '../support/leads.ts'
import { ADMIN, BRUNA, DAVI, hoursAgo, INDICATOR, MANAGER, withoutLeads } from '../support/people.ts'
import type { Device } from '../support/server.ts'

describeDatabase('brokers who may be given leads', (open) => {
  let store: TestStore
  let admin: Device
  inHouseWithDevices(open, async (opened) => {
    ;({ store, admin } = opened)
    await store.db.updateTable('partners').set({ code_wf: 'WF24' }).where('id', '=', 24).execute()
  })

  const leaving = {
    deactivated: () => store.db.updateTable('users').set({ status: 0 }).where('id', '=', DAVI).execute(),
    'no broker any more': () =>
      store.db.updateTable('user_roles').set({ role_id: 4 }).where('user_id', '=', DAVI).execute(),
  }
  const back = async () => {
    await store.db.updateTable('users').set({ status: 1 }).where('id', '=', DAVI).execute()
    await store.db.updateTable('user_roles').set({ role_id: 3 }).where('user_id', '=', DAVI).execute()
  }
  const brokers = async () =>
    (await store.db.selectFrom('leads').select('broker_id').execute()).map(({ broker_id }) => broker_id)

  test.for([
    'deactivated',
    'no broker any more',
  ] as const)('a rule of a broker who is %s assigns nothing', async (why) => {
    const rule = { channel_id: 1, partner_id: 24, insurance_id: 1, broker_id: DAVI, status: 1 }
    await store.db.deleteFrom('lead_broker_config').execute()
    await store.db.insertInto('lead_broker_config').values(rule).execute()
    await admin.run(create(creation()))
    expect(await brokers()).toEqual([DAVI])
    await withoutLeads(store)
    await leaving[why]()
    try {
      await admin.run(create(creation()))
      expect(await brokers()).toEqual([null])
    } finally {
      await back()
    }
  })

  test('of two rules the one whose broker left does not count', async () => {
    const rule = { channel_id: 1, partner_id: 24, insurance_id: 1, status: 1 }
    await store.db.deleteFrom('lead_broker_config').execute()
    await store.db
      .insertInto('lead_broker_config')
      .values([
        { ...rule, broker_id: DAVI },
        { ...rule, broker_id: BRUNA },
      ])
      .execute()
    await leaving.deactivated()
    try {
      await admin.run(create(creation()))
      expect(await brokers()).toEqual([BRUNA])
    } finally {
      await back()
    }
  })

  test('a rule whose dealership has no workflow code any more assigns nothing', async () => {
    await store.db.deleteFrom('lead_broker_config').execute()
    await store.db
      .insertInto('lead_broker_config')
      .values({ channel_id: 1, partner_id: 24, insurance_id: 1, broker_id: BRUNA, status: 1 })
      .execute()
    await store.db.updateTable('partners').set({ code_wf: null }).where('id', '=', 24).execute()
    try {
      await admin.run(create(creation()))
      expect(await brokers()).toEqual([null])
    } finally {
      await store.db.updateTable('partners').set({ code_wf: 'WF24' }).where('id', '=', 24).execute()
    }
  })

  test('form and REST refuse a broker who left, and take an active manager', async () => {
    await leaving.deactivated()
    try {
      const refused = { errors: { broker_id: ['Este corretor não está ativo. Escolha outro.'] } }
      expect(await admin.run(create(creation({ broker_id: DAVI })))).toMatchObject({
        outcome: 'rejected',
        ...refused,
      })
      const { uid, client_uid } = await addSavable(store, BRUNA)
      const given = (broker_id: number) => ({
        command: 'lead.update' as const,
        args: { lead_uid: uid, client_uid, changes: { broker_id }, client: {} },
        base: { broker_id: BRUNA },
      })
      expect(await admin.run(given(DAVI))).toMatchObject({ outcome: 'rejected', ...refused })
      expect(await admin.run(given(MANAGER))).toMatchObject({ outcome: 'applied' })
      // A lead keeps the broker that it has, whatever else is saved.
      await store.db.updateTable('leads').set({ broker_id: DAVI }).execute()
      const notes = { additional_information: 'Ligar de novo' }
      expect(
        await admin.run({
          command: 'lead.update',
          args: { lead_uid: uid, client_uid, changes: notes, client: {} },
          base: { additional_information: '' },
        }),
      ).toMatchObject({ outcome: 'applied' })
    } finally {
      await back()
    }
  })

  test('a recovered lead whose broker left is with the user who recovers it', async () => {
    const ended = { state: 3 as const, status: 6, end_lead_date: hoursAgo(1), sold: 0 as const, lost_sale: 1 }
    const kept = await addSavable(store, BRUNA, ended)
    const given = await addSavable(store, DAVI, { ...ended, inviter_id: INDICATOR })
    await leaving.deactivated()
    try {
      for (const { uid } of [kept, given])
        expect(await admin.run({ command: 'lead.recover', args: { lead_uid: uid } })).toMatchObject({
          outcome: 'applied',
        })
      const rows = await store.db.selectFrom('leads').select(['uid', 'broker_id']).execute()
      expect(new Map(rows.map(({ uid, broker_id }) => [uid, broker_id]))).toEqual(
        new Map([
          [kept.uid, BRUNA],
          [given.uid, ADMIN],
        ]),
      )
    } finally {
      await back()
    }
  })
})
