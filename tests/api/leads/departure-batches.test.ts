/** Many leads of a user who leaves move in short transactions: docs/rules.md#departures */
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { moveAll, moveNext } from '../../../server/transfers/planned-moves.ts'
import { transfersRoute, undoTransferRoute } from '../../../src/contract/transfers.ts'
import { describeDatabase, type TestStore } from '../support/databases.ts'
import { emptied } from '../support/emptied.ts'
import { inHouseWithDevices } from '../support/in-house.ts'
import { addSavable } from '../support/leads.ts'
import { ADMIN, BRUNA, DAVI } from '../support/people.ts'
import type { Device, TestServer } from '../support/server.ts'

const LEADS = 7
const BODY = {
  name: 'Davi',
  email: '4@exemplo.com.br',
  phone: '(31) 98888-7777',
  role: 3,
  technical_team_id: 1,
  status: 0,
}

describeDatabase('a departure in batches', (open) => {
  let store: TestStore
  let server: TestServer
  let admin: Device
  let bruna: Device
  inHouseWithDevices(open, async (opened) => {
    ;({ store, server, bruna } = opened)
    admin = await server.confirmedDevice(ADMIN)
    await store.db.updateTable('partners').set({ code_wf: 'WF24' }).where('id', '=', 24).execute()
  })
  beforeEach(async () => {
    await store.db.updateTable('users').set({ status: 1 }).execute()
    await store.db.updateTable('users').set({ phone: '31988887777' }).where('id', '=', DAVI).execute()
    await emptied(store, ['lead_transfers', 'push_messages'])
  })

  const context = () => ({ store, now: () => Date.now() })
  const next = (count: number) => moveNext(store.db, count, Date.now())
  const brokers = async () => {
    const rows = await store.db.selectFrom('leads').select('broker_id').execute()
    return {
      bruna: rows.filter((lead) => lead.broker_id === BRUNA).length,
      davi: rows.filter((lead) => lead.broker_id === DAVI).length,
    }
  }
  const entries = async () =>
    (
      await store.db
        .selectFrom('timeline')
        .select('lead_uid')
        .where('command', '=', 'lead.transfer')
        .execute()
    ).length

  /** The server is killed right after the commit of the save. */
  async function leftBehind(): Promise<{ uid: string; uids: string[] }> {
    const uids: string[] = []
    for (let count = 0; count < LEADS; count++) uids.push((await addSavable(store, DAVI)).uid)
    await sql`
      create function dies() returns trigger language plpgsql as $$ begin raise exception 'killed'; end $$`.execute(
      store.db,
    )
    await sql`create trigger dies before delete on planned_moves for each statement execute function dies()`.execute(
      store.db,
    )
    const uid = crypto.randomUUID()
    const departure = {
      uid,
      leads: [{ status: 2, to: { kind: 'broker', broker_id: BRUNA } }],
      rules: { kind: 'stay' },
      mailed_views: 'stay',
    }
    const answer = await admin.call('PUT', `/users/${DAVI}`, { ...BODY, departure })
    await sql`drop function dies cascade`.execute(store.db)
    expect(answer).toMatchObject({ status: 200, body: { status: 0, departed: { uid, moved: LEADS } } })
    expect(await brokers()).toEqual({ bruna: 0, davi: LEADS })
    return { uid, uids: uids.toSorted() }
  }

  test('what a killed server has left is moved once, and its brokers are told once', async () => {
    const { uid } = await leftBehind()
    await sql`
      insert into push_subscriptions (session_id, user_id, endpoint, p256dh, auth, created_at, renewed_at)
      select id, user_id, 'https://push.exemplo.com/' || id, '', '', now(), now() from sessions
      where user_id = ${BRUNA} limit 1`.execute(store.db)
    expect(await next(3)).toBe(true)
    expect(await brokers()).toEqual({ bruna: 3, davi: LEADS - 3 })
    const told = () => store.db.selectFrom('push_messages').select('kind').execute()
    expect(await told()).toEqual([])
    // Another process begins where the first one ended.
    await moveAll(context())
    expect(await brokers()).toEqual({ bruna: LEADS, davi: 0 })
    expect(await entries()).toBe(LEADS)
    expect(await told()).toEqual([{ kind: 'assigned' }])
    expect(await next(3)).toBe(false)
    expect(await entries()).toBe(LEADS)
    const { data } = transfersRoute.answer.parse((await admin.call('GET', '/lead-transfers')).body)
    expect(data).toMatchObject([{ uid, moved: LEADS }])
  })

  test('a colleague changes leads between two batches: a moved one is the new broker’s, and what is finished stays', async () => {
    const { uid, uids } = await leftBehind()
    await next(2)
    const [moved = '', , waiting = '', other = ''] = uids
    const schedule = (device: Device, lead_uid: string) =>
      device.run({
        command: 'lead.schedule',
        args: {
          lead_uid,
          scheduling_date: new Date(Date.now() + 3_600_000).toISOString(),
          description: 'Ligar',
        },
      })
    expect(await schedule(bruna, moved)).toMatchObject({ outcome: 'applied' })
    expect(await schedule(admin, waiting)).toMatchObject({ outcome: 'applied' })
    await store.db.updateTable('leads').set({ state: 3, status: 6 }).where('uid', '=', other).execute()
    await moveAll(context())
    expect(await brokers()).toEqual({ bruna: LEADS - 1, davi: 1 })
    const lead = store.db.selectFrom('leads').select(['broker_id', 'scheduling_status'])
    expect(await lead.where('uid', '=', waiting).executeTakeFirstOrThrow()).toEqual({
      broker_id: BRUNA,
      scheduling_status: 0,
    })
    const transfer = store.db.selectFrom('lead_transfers').select('moved').where('uid', '=', uid)
    expect(await transfer.executeTakeFirstOrThrow()).toEqual({ moved: LEADS - 1 })
    // The lead that Bruna changed after its move stays with her.
    const undone = undoTransferRoute.answer.parse(
      (await admin.call('POST', `/lead-transfers/${uid}/undo`, {})).body,
    )
    expect(undone).toMatchObject({ returned: LEADS - 2, left: 1 })
  })

  test('who left before the move gets none: the leads go to Origem, and the list of transfers says so', async () => {
    const { uid } = await leftBehind()
    await next(2)
    await store.db.updateTable('users').set({ status: 0 }).where('id', '=', BRUNA).execute()
    await moveAll(context())
    expect(await brokers()).toEqual({ bruna: 2, davi: 0 })
    const unclaimed = store.db.selectFrom('leads').select(['state', 'status', 'capture_date'])
    expect(await unclaimed.where('broker_id', 'is', null).execute()).toEqual(
      Array.from({ length: LEADS - 2 }, () => ({ state: 1, status: 1, capture_date: null })),
    )
    const { data } = transfersRoute.answer.parse((await admin.call('GET', '/lead-transfers')).body)
    expect(data).toMatchObject([{ uid, moved: LEADS, unclaimed: LEADS - 2 }])
  })

  test('an undo before the end moves nothing more', async () => {
    const { uid } = await leftBehind()
    await next(2)
    const { body } = await admin.call('POST', `/lead-transfers/${uid}/undo`, {})
    expect(undoTransferRoute.answer.parse(body)).toMatchObject({ returned: 2, left: 0, user_left: false })
    await moveAll(context())
    expect(await brokers()).toEqual({ bruna: 0, davi: LEADS })
  })

  test('two processes at once move each lead once', async () => {
    await leftBehind()
    await Promise.all([moveAll(context()), moveAll(context()), moveAll(context())])
    await moveAll(context())
    expect(await brokers()).toEqual({ bruna: LEADS, davi: 0 })
    expect(await entries()).toBe(LEADS)
  })
})
