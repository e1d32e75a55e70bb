/** REST and push share rules, idempotency keys and traces. */
import { expect, test } from 'vitest'
import { errorBodySchema } from '../../../src/contract/errors.ts'
import { describeDatabase, type TestStore } from '../support/databases.ts'
import { inHouse } from '../support/in-house.ts'
import { addLead, BRUNA, DAVI, inHours } from '../support/people.ts'
import { type Device, startServer, type TestServer } from '../support/server.ts'
import { storedLead } from '../support/stored.ts'

describeDatabase('REST and push', (open) => {
  let store: TestStore
  let server: TestServer
  let bruna: Device
  inHouse(open, async (opened) => {
    ;({ store, server } = opened)
    bruna = await server.device(BRUNA)
  })

  test('a call with an Idempotency-Key runs once, whether REST or push repeats the key', async () => {
    const { id, uid } = await addLead(store)
    const key = crypto.randomUUID()
    const first = await bruna.call('PUT', `/capture-lead/${id}`, {}, { 'idempotency-key': key })
    expect(await bruna.call('PUT', `/capture-lead/${id}`, {}, { 'idempotency-key': key })).toEqual(first)
    const pushed = await bruna.run({ command: 'lead.capture', args: { lead_uid: uid }, key })
    expect(pushed).toMatchObject({ key, outcome: 'applied' })
    const entries = await store.db.selectFrom('timeline').select('id').where('lead_uid', '=', uid).execute()
    expect(entries).toHaveLength(1)
  })

  test('a key repeated after the lead went to another broker returns nothing of the lead', async () => {
    const { id, uid } = await addLead(store)
    const headers = { 'idempotency-key': crypto.randomUUID() }
    await bruna.call('PUT', `/capture-lead/${id}`, {}, headers)
    await store.db.updateTable('leads').set({ broker_id: DAVI }).where('uid', '=', uid).execute()
    expect((await bruna.call('PUT', `/capture-lead/${id}`, {}, headers)).status).toBe(404)
  })

  test('a key that no log can store is refused, not ignored', async () => {
    const { id, uid } = await addLead(store)
    const { status } = await bruna.call('PUT', `/capture-lead/${id}`, {}, { 'idempotency-key': 'curta' })
    expect(status).toBe(422)
    expect(await storedLead(store, uid)).toMatchObject({ state: 1 })
  })

  test('REST and push leave the same lead, the same history and the same timeline', async () => {
    const [rest, push] = [await addLead(store, { channel_id: 7 }), await addLead(store, { channel_id: 7 })]
    const at = inHours(20)
    await bruna.call('PUT', `/capture-lead/${rest.id}`, {})
    await bruna.call('POST', '/leads/scheduling', {
      lead_id: rest.id,
      scheduling_date: at,
      description: 'x',
      status: 0,
    })
    await bruna.call('PUT', `/leads/${rest.id}`, { service_status: 2 })
    const uid = push.uid
    await bruna.push(
      { command: 'lead.capture', args: { lead_uid: uid } },
      { command: 'lead.schedule', args: { lead_uid: uid, scheduling_date: at, description: 'x' } },
      { command: 'lead.setServiceStatus', args: { lead_uid: uid, service_status: 2 } },
    )
    const trace = async (lead: string) => {
      const {
        uid: _uid,
        id: _id,
        version,
        client_uid,
        create_lead_date,
        capture_date,
        ...row
      } = await storedLead(store, lead)
      expect([version, client_uid, create_lead_date, capture_date].every((value) => value !== null)).toBe(
        true,
      )
      const history = await store.db
        .selectFrom('schedulings')
        .select(['description', 'status', 'user_id'])
        .where('lead_uid', '=', lead)
        .orderBy('id')
        .execute()
      const timeline = await store.db
        .selectFrom('timeline')
        .select(['command', 'changes', 'user_id'])
        .where('lead_uid', '=', lead)
        .orderBy('id')
        .execute()
      return {
        row,
        history,
        timeline: timeline.map(({ changes, ...entry }) => ({
          ...entry,
          fields: Object.keys(changes).sort(),
        })),
      }
    }
    expect(await trace(rest.uid)).toEqual(await trace(push.uid))
  })

  test('a push from an app that is too old is refused before its commands are read', async () => {
    const strict = await startServer(store, { MIN_APP_VERSION: '1.10.0' })
    const device = await strict.device(BRUNA)
    const { uid } = await addLead(store)
    const commands = [
      {
        key: crypto.randomUUID(),
        command: 'lead.capture',
        schema_version: 1,
        args: { lead_uid: uid },
        base: {},
        occurred_at: new Date().toISOString(),
        depends_on: null,
      },
    ]
    const send = (app_version: string) =>
      device.call('POST', '/sync/push', { device_id: 'device-of-the-test', app_version, commands })
    const refused = await send('1.9.3')
    expect(refused.status).toBe(426)
    expect(errorBodySchema.parse(refused.body).code).toBe('app_too_old')
    expect(await storedLead(store, uid)).toMatchObject({ state: 1 })
    expect((await send('1.10.0')).status).toBe(200)
    expect(await storedLead(store, uid)).toMatchObject({ state: 2 })
    await strict.stop()
  })
})
