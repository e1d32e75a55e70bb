/** A user who can't work a lead is not given it: rules, links, forms, REST and recoveries. docs/rules.md#assignable-brokers */
import { beforeAll, describe, expect, test } from 'vitest'
import { transferPlanRoute } from '../../../src/contract/transfers.ts'
import { userEntrySchema } from '../../../src/domain/catalogue/catalogue.ts'
import { describeDatabase, type TestStore } from '../support/databases.ts'
import { inHouseWithDevices } from '../support/in-house.ts'
import { addSavable, create, creation } from '../support/leads.ts'
import { Mirror, pullAll } from '../support/mirror.ts'
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

  describe('who never entered gets nothing by any door', () => {
    const NINA = 60
    const refused = { broker_id: [expect.stringContaining('nunca entrou')] }
    beforeAll(async () => {
      await store.db
        .insertInto('users')
        .values({ id: NINA, name: 'Nina', login: 'nina', email: 'nina@exemplo.com.br', technical_team_id: 1 })
        .execute()
      await store.db.insertInto('user_roles').values({ user_id: NINA, role_id: 3 }).execute()
      return async () => {
        await store.db.deleteFrom('lead_transfer_leads').execute()
        await store.db.deleteFrom('lead_transfers').execute()
        await store.db.deleteFrom('user_roles').where('user_id', '=', NINA).execute()
        await store.db.deleteFrom('users').where('id', '=', NINA).execute()
      }
    })
    const moved = (leads: readonly string[], to: object) =>
      admin.call('PUT', `/lead-transfers/${crypto.randomUUID()}`, { leads, to })
    const rule = { channel_id: 1, partner_id: 24, insurance_id: 1, broker_id: NINA, status: 1 as const }

    test.for<[string, (uid: string) => Promise<{ status: number; body: unknown }>]>([
      ['a transfer', (uid) => moved([uid], { kind: 'broker', broker_id: NINA })],
      [
        'a share of a transfer',
        (uid) => moved([uid], { kind: 'share', shares: [{ broker_id: NINA, total: 1 }] }),
      ],
      ['a rule', () => admin.call('POST', '/lead-broker-config', rule)],
      ['a renewal', () => admin.call('PUT', '/lead-temps/assign', { ids: [1], broker_id: NINA })],
    ])('%s', async ([, ask]) => {
      const { uid } = await addSavable(store, BRUNA)
      expect(await ask(uid)).toMatchObject({ status: 422, body: { errors: refused } })
      expect(await brokers()).toEqual([BRUNA])
    })

    test('a creation and a save, also where they waited on a device', async () => {
      expect(await admin.run(create(creation({ broker_id: NINA })))).toMatchObject({
        outcome: 'rejected',
        errors: refused,
      })
      const { uid, client_uid } = await addSavable(store, BRUNA)
      const saved = await admin.run({
        command: 'lead.update',
        args: { lead_uid: uid, client_uid, changes: { broker_id: NINA }, client: {} },
        base: { broker_id: BRUNA },
      })
      expect(saved).toMatchObject({ outcome: 'rejected', errors: refused })
    })

    test('leads that are shared out, and the table that says so before', async () => {
      const { uid } = await addSavable(store, BRUNA)
      const plan = await admin.call('POST', '/lead-transfers/plan', { leads: [uid] })
      const { shares } = transferPlanRoute.answer.parse(plan.body)
      expect(shares.map(({ broker_id }) => broker_id)).not.toContain(NINA)
      expect(shares.reduce((sum, { total }) => sum + total, 0)).toBe(1)
      expect(await moved([uid], { kind: 'share', shares })).toMatchObject({ status: 200, body: { moved: 1 } })
      expect(await brokers()).toEqual(
        shares.flatMap(({ broker_id, total }) => (total > 0 ? [broker_id] : [])),
      )
    })

    test('a rule that was there before, and a recovery', async () => {
      await store.db.deleteFrom('lead_broker_config').execute()
      await store.db.insertInto('lead_broker_config').values(rule).execute()
      await admin.run(create(creation()))
      expect(await brokers()).toEqual([null])
      await withoutLeads(store)
      const ended = {
        state: 3 as const,
        status: 6,
        end_lead_date: hoursAgo(1),
        sold: 0 as const,
        lost_sale: 1,
      }
      const { uid } = await addSavable(store, NINA, ended)
      await admin.run({ command: 'lead.recover', args: { lead_uid: uid } })
      expect(await brokers()).toEqual([ADMIN])
      await withoutLeads(store)
      await store.db.deleteFrom('lead_broker_config').execute()
    })

    test('devices learn who never entered', async () => {
      const mirror = new Mirror()
      await pullAll(admin, mirror)
      const users = [...mirror.catalogues.values()].filter(({ kind }) => kind === 'user')
      const entries = users.map(({ value }) => userEntrySchema.parse(value))
      expect(entries.filter(({ signs_in }) => !signs_in).map(({ id }) => id)).toEqual([NINA])
    })
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
