/** A call is recorded, gets a result, is reported by the phone system and can be undone: docs/rules.md#calls. */

import { afterAll, expect, test } from 'vitest'
import { z } from 'zod'
import { CALL_RESULTS } from '../../../src/domain/lead/calls.ts'
import { MINUTE_MS } from '../../../src/domain/time/durations.ts'
import { describeDatabase, type TestStore } from '../support/databases.ts'
import { inHouse } from '../support/in-house.ts'
import { type Peer, startPeer } from '../support/peer.ts'
import { ADMIN, addLead, BRUNA, DAVI, hoursAgo, workedBy } from '../support/people.ts'
import { type Device, type GivenCommand, startServer, type TestServer } from '../support/server.ts'

const PHONE = '11987654321'
const TOKEN = 'segredo-da-central'

describeDatabase('calls', (open) => {
  let store: TestStore
  let server: TestServer
  let bruna: Device
  let phones: Peer
  let withPhones: TestServer
  let caller: Device
  inHouse(open, async (opened) => {
    ;({ store, server } = opened)
    bruna = await server.device(BRUNA)
    phones = await startPeer()
    withPhones = await startServer(store, { PHONE_URL: phones.url, PHONE_TOKEN: TOKEN })
    caller = await withPhones.device(BRUNA)
  })
  afterAll(async () => {
    await withPhones.stop()
    await phones.stop()
  })

  const record = (uid: string, call_uid: string, more: Partial<GivenCommand> = {}): GivenCommand => ({
    command: 'lead.recordCall',
    args: { lead_uid: uid, phone: PHONE, call_uid, way: 'device' },
    ...more,
  })
  const answer = (uid: string, call_uid: string, status = 2): GivenCommand => ({
    command: 'lead.callResult',
    args: { lead_uid: uid, call_uid, status },
  })
  const undo = (uid: string, call_uid: string, more: Partial<GivenCommand> = {}): GivenCommand => ({
    command: 'lead.undoCall',
    args: { lead_uid: uid, call_uid, called_at: new Date().toISOString() },
    ...more,
  })
  const calls = (uid: string) =>
    store.db.selectFrom('calls').selectAll().where('lead_uid', '=', uid).orderBy('date').execute()
  const first = (uid: string) =>
    store.db
      .selectFrom('leads')
      .select(['first_call_date', 'first_call_on_time'])
      .where('uid', '=', uid)
      .executeTakeFirstOrThrow()
  const history = async (uid: string) => {
    const entries = store.db.selectFrom('timeline').select(['user_id', 'command', 'changes'])
    return entries.where('lead_uid', '=', uid).orderBy('id').execute()
  }
  const report = async (
    body: object,
    headers: Record<string, string> = { authorization: `Bearer ${TOKEN}` },
  ) => {
    const options = { method: 'POST', url: '/api/vsphone/result', headers, payload: body } as const
    const { statusCode, body: text } = await withPhones.app.inject(options)
    return { status: statusCode, body: z.looseObject({}).parse(JSON.parse(text)) }
  }
  const NOTHING = { first_call_date: null, first_call_on_time: null }

  test('a call stores caller, number, instant, way and result; only its caller sets the result', async () => {
    const { uid } = await addLead(store, workedBy(BRUNA))
    const call = crypto.randomUUID()
    const made = hoursAgo(0.5)
    await bruna.run(record(uid, call, { occurred_at: made }))
    expect(await calls(uid)).toMatchObject([
      {
        uid: call,
        user_id: BRUNA,
        phone: PHONE,
        way: 'device',
        status: null,
        duration: null,
        result_by: null,
      },
    ])
    expect(Date.parse((await calls(uid))[0]?.date ?? '')).toBe(Date.parse(made))
    expect(await bruna.run(answer(uid, call, 3))).toMatchObject({ outcome: 'applied' })
    expect(await bruna.run(answer(uid, call, 2))).toMatchObject({ outcome: 'applied' })
    expect(await bruna.run(answer(uid, call, 2))).toMatchObject({ outcome: 'applied', found_done: true })
    expect(await calls(uid)).toMatchObject([{ status: 2, duration: null, result_by: 'caller' }])
    const result = (status: number) => ({ uid: call, status, duration: null })
    expect((await history(uid)).slice(1)).toEqual([
      {
        user_id: BRUNA,
        command: 'lead.callResult',
        changes: { call_result: { before: null, after: result(3) } },
      },
      {
        user_id: BRUNA,
        command: 'lead.callResult',
        changes: { call_result: { before: result(3), after: result(2) } },
      },
    ])
    const admin = await server.device(ADMIN)
    expect(await admin.run(answer(uid, call, 0))).toMatchObject({
      outcome: 'rejected',
      message: 'Esta ligação não está registrada neste lead.',
    })
    for (const status of [1, 4, '2', undefined])
      expect(
        await bruna.run({ ...answer(uid, call), args: { lead_uid: uid, call_uid: call, status } }),
      ).toMatchObject({
        outcome: 'rejected',
        code: 'invalid',
      })
  })

  test('the result reaches the other devices with the lead', async () => {
    const { uid } = await addLead(store, workedBy(BRUNA))
    const call = crypto.randomUUID()
    await bruna.run(record(uid, call))
    const { cursor } = await bruna.pull()
    await bruna.run(answer(uid, call))
    const page = await bruna.pull(cursor)
    expect(page.timelines[0]?.entries[0]).toMatchObject({ command: 'lead.callResult' })
  })

  test("a finished lead takes a result too; a user outside the lead's scope gives none", async () => {
    const { uid } = await addLead(store, workedBy(BRUNA))
    const call = crypto.randomUUID()
    await bruna.run(record(uid, call))
    const ended = { state: 3, status: 6, end_lead_date: hoursAgo(0) }
    await store.db.updateTable('leads').set(ended).where('uid', '=', uid).execute()
    expect(await (await server.device(DAVI)).run(answer(uid, call))).toMatchObject({ code: 'not_found' })
    expect(await bruna.run(answer(uid, call))).toMatchObject({ outcome: 'applied' })
  })

  test('a call recorded twice under one uid is one call; the uid is refused for another lead', async () => {
    const { uid } = await addLead(store, workedBy(BRUNA))
    const other = await addLead(store, workedBy(BRUNA))
    const call = crypto.randomUUID()
    await bruna.run(record(uid, call))
    expect(await bruna.run(record(uid, call))).toMatchObject({ outcome: 'applied', found_done: true })
    expect(await bruna.run(record(other.uid, call))).toMatchObject({
      outcome: 'rejected',
      message: 'Esta ligação já foi registrada em outro lead.',
    })
    expect(await calls(uid)).toHaveLength(1)
    // An app of an earlier version sends no uid of the call.
    const args = { lead_uid: uid, phone: PHONE }
    await bruna.run({ command: 'lead.recordCall', args })
    await bruna.run({ command: 'lead.recordCall', args })
    expect(await calls(uid)).toHaveLength(3)
  })

  test('the undo of the only call restores the lead; a second undo is no failure', async () => {
    const { uid } = await addLead(store, workedBy(BRUNA))
    const call = crypto.randomUUID()
    const key = crypto.randomUUID()
    await bruna.run(record(uid, call))
    expect(await first(uid)).toMatchObject({ first_call_date: expect.any(String), first_call_on_time: 1 })
    const undone = await bruna.run(undo(uid, call, { key }))
    expect(undone).toMatchObject({ outcome: 'applied', rows: { leads: [NOTHING] } })
    expect(await bruna.run(undo(uid, call, { key }))).toEqual(undone)
    expect(await bruna.run(undo(uid, call))).toMatchObject({ outcome: 'applied', found_done: true })
    expect([await first(uid), await calls(uid)]).toEqual([NOTHING, []])
    expect((await history(uid)).map(({ command }) => command)).toEqual(['lead.recordCall', 'lead.undoCall'])
    expect((await history(uid))[1]?.changes).toMatchObject({ call: { before: PHONE, after: null } })
  })

  test('without the first of two calls the second is the first, and the second may be undone too', async () => {
    const { uid } = await addLead(store, { ...workedBy(BRUNA), capture_date: hoursAgo(1) })
    const [slip, meant] = [crypto.randomUUID(), crypto.randomUUID()]
    await bruna.run(record(uid, slip, { occurred_at: new Date(Date.now() - 5 * MINUTE_MS).toISOString() }))
    await bruna.run(record(uid, meant, { occurred_at: new Date(Date.now() - 2 * MINUTE_MS).toISOString() }))
    const [, second] = await calls(uid)
    await bruna.run(undo(uid, slip))
    expect(await first(uid)).toEqual({ first_call_date: second?.date, first_call_on_time: 1 })
    await bruna.run(undo(uid, meant))
    expect(await first(uid)).toEqual(NOTHING)
  })

  test('the undo of the second call leaves the first alone', async () => {
    const { uid } = await addLead(store, workedBy(BRUNA))
    const [meant, slip] = [crypto.randomUUID(), crypto.randomUUID()]
    await bruna.run(record(uid, meant, { occurred_at: new Date(Date.now() - 5 * MINUTE_MS).toISOString() }))
    const before = await first(uid)
    await bruna.run(record(uid, slip))
    await bruna.run(undo(uid, slip))
    expect([await first(uid), (await calls(uid)).map((call) => call.uid)]).toEqual([before, [meant]])
  })

  test('a flag set by an administrator before or after the call stays', async () => {
    const admin = await server.device(ADMIN)
    const judge = (uid: string, first_call_on_time: 0 | 1) =>
      admin.run({ command: 'lead.setDeadlines', args: { lead_uid: uid, first_call_on_time } })
    const before = await addLead(store, workedBy(BRUNA))
    const after = await addLead(store, workedBy(BRUNA))
    const [one, two] = [crypto.randomUUID(), crypto.randomUUID()]
    await judge(before.uid, 0)
    await bruna.run(record(before.uid, one))
    expect(await first(before.uid)).toMatchObject({ first_call_on_time: 0 })
    await bruna.run(record(after.uid, two))
    await judge(after.uid, 0)
    for (const [uid, call] of [
      [before.uid, one],
      [after.uid, two],
    ] as const) {
      await bruna.run(undo(uid, call))
      expect(await first(uid)).toEqual({ first_call_date: null, first_call_on_time: 0 })
    }
  })

  test("only the caller undoes a call, within ten minutes by the device's clock", async () => {
    const { uid } = await addLead(store, workedBy(BRUNA))
    const call = crypto.randomUUID()
    const at = (minutes: number) => new Date(Date.now() - minutes * MINUTE_MS).toISOString()
    await bruna.run(record(uid, call, { occurred_at: at(30) }))
    expect(await bruna.run(undo(uid, call, { occurred_at: at(19) }))).toMatchObject({
      outcome: 'rejected',
      message: 'Uma ligação só pode ser desfeita nos primeiros 10 minutos.',
    })
    const admin = await server.device(ADMIN)
    expect(await admin.run(undo(uid, call, { occurred_at: at(25) }))).toMatchObject({ found_done: true })
    expect(await calls(uid)).toHaveLength(1)
    expect(await bruna.run(undo(uid, call, { occurred_at: at(21) }))).toMatchObject({ outcome: 'applied' })
    expect(await calls(uid)).toEqual([])
  })

  test('a call made and undone offline arrives in one batch', async () => {
    const { uid } = await addLead(store, workedBy(BRUNA))
    const call = crypto.randomUUID()
    const [made, back] = [record(uid, call, { key: crypto.randomUUID() }), undo(uid, call)]
    const results = await bruna.push(made, { ...back, depends_on: made.key ?? null })
    expect(results.map(({ outcome }) => outcome)).toEqual(['applied', 'applied'])
    expect(await first(uid)).toEqual(NOTHING)
  })

  test("the phone system gets the call's uid and reports the result under it", async () => {
    await store.db.updateTable('users').set({ login: 'bruna' }).where('id', '=', BRUNA).execute()
    const { uid } = await addLead(store, workedBy(BRUNA))
    const call_id = crypto.randomUUID()
    const ring = { extension: PHONE, user: 'bruna', call_id }
    phones.answer = { body: '{}' }
    expect((await caller.call('POST', '/vsphone', ring)).status).toBe(200)
    expect(JSON.parse(phones.asked.at(-1)?.body ?? '')).toEqual(ring)
    await caller.run({
      command: 'lead.recordCall',
      args: { lead_uid: uid, phone: PHONE, call_uid: call_id, way: 'phone_system' },
    })
    await caller.run(answer(uid, call_id, 3))
    expect(await report({ call_id, status: 2, duration: 130 })).toMatchObject({ status: 200 })
    const [call] = await calls(uid)
    expect(call).toMatchObject({ way: 'phone_system', status: 2, duration: 130, result_by: 'phone_system' })
    expect((await history(uid)).at(-1)).toEqual({
      user_id: null,
      command: 'lead.callResult',
      changes: {
        call_result: {
          before: { uid: call_id, status: 3, duration: null },
          after: { uid: call_id, status: 2, duration: 130 },
        },
      },
    })
    const [entries, version] = [await history(uid), await versionOf(uid)]
    expect(await report({ call_id, status: 2, duration: 130 })).toMatchObject({ status: 200 })
    // The caller's own result does not overwrite the system's either.
    expect(await caller.run(answer(uid, call_id, 0))).toMatchObject({ outcome: 'applied', found_done: true })
    expect([await calls(uid), await history(uid), await versionOf(uid)]).toEqual([[call], entries, version])
  })
  const versionOf = async (uid: string) =>
    (await store.db.selectFrom('leads').select('version').where('uid', '=', uid).executeTakeFirstOrThrow())
      .version

  test('a report that arrives before the record waits for it', async () => {
    const { uid } = await addLead(store, workedBy(BRUNA))
    const call_id = crypto.randomUUID()
    phones.answer = { body: '{}' }
    await caller.call('POST', '/vsphone', { extension: PHONE, user: 'bruna', call_id })
    expect(await report({ call_id, status: 0 })).toMatchObject({ status: 200 })
    await caller.run(record(uid, call_id))
    expect(await calls(uid)).toMatchObject([
      { way: 'phone_system', status: 0, duration: 0, result_by: 'phone_system' },
    ])
    expect((await history(uid))[0]?.changes).toMatchObject({
      call: { after: PHONE },
      call_result: { before: null, after: { uid: call_id, status: 0, duration: 0 } },
    })
  })

  test('a report of an undone call restores nothing', async () => {
    const { uid } = await addLead(store, workedBy(BRUNA))
    const call_id = crypto.randomUUID()
    await caller.call('POST', '/vsphone', { extension: PHONE, user: 'bruna', call_id })
    await caller.run(record(uid, call_id))
    await caller.run(undo(uid, call_id))
    expect(await report({ call_id, status: 2, duration: 5 })).toMatchObject({ status: 200 })
    expect([await calls(uid), await first(uid)]).toEqual([[], NOTHING])
  })

  test("a report needs the phone system's key and a known call", async () => {
    const body = { call_id: crypto.randomUUID(), status: 2, duration: 5 }
    expect(await report(body)).toMatchObject({ status: 404, body: { code: 'not_found' } })
    const wrong = [{}, { authorization: 'Bearer outra-chave-qualquer' }, { authorization: `Basic ${TOKEN}` }]
    for (const headers of [...wrong, { authorization: `Bearer ${caller.token}` }])
      expect(await report(body, headers)).toMatchObject({ status: 401, body: { code: 'credentials' } })
    // The key is checked before the body.
    expect(await report({}, {})).toMatchObject({ status: 401 })
    for (const broken of [
      { status: 4 },
      { status: '2' },
      { duration: -1 },
      { duration: 1.5 },
      { call_id: 'x' },
    ])
      expect(await report({ ...body, ...broken })).toMatchObject({ status: 400 })
    const bare = { method: 'POST', url: '/api/vsphone/result', payload: body } as const
    const { statusCode, body: text } = await server.app.inject(bare)
    expect([statusCode, JSON.parse(text).code]).toEqual([503, 'not_configured'])
  })

  test('wrong keys of a phone system wait after the eighth; its right key never does', async () => {
    const wrong = () => report({}, { authorization: 'Bearer outra-chave-qualquer' })
    const statuses: number[] = []
    for (let count = 0; count < 12; count++) statuses.push((await wrong()).status)
    expect(statuses).toContain(429)
    expect((await report({ call_id: crypto.randomUUID(), status: 2, duration: 60 })).status).toBe(404)
  })

  test("a user gets no call placed under the uid of another's call", async () => {
    const call_id = crypto.randomUUID()
    await caller.call('POST', '/vsphone', { extension: PHONE, user: 'bruna', call_id })
    const before = phones.asked.length
    const davi = await withPhones.device(DAVI)
    const taken = await davi.call('POST', '/vsphone', { extension: PHONE, user: 'davi', call_id })
    expect(taken).toMatchObject({
      status: 422,
      body: { errors: { call_id: ['Esta ligação é de outra pessoa.'] } },
    })
    expect(phones.asked).toHaveLength(before)
    // A report does not reach another's record either.
    await report({ call_id, status: 2, duration: 9 })
    const { uid } = await addLead(store, workedBy(DAVI))
    await davi.run(record(uid, call_id))
    expect(await calls(uid)).toMatchObject([{ way: 'device', status: null }])
  })

  test('GET /callsResult lists every result', async () => {
    await store.db
      .insertInto('catalogue_entries')
      .values(CALL_RESULTS.map((result) => ({ kind: 'calls_result', ...result })))
      .execute()
    expect(await bruna.call('GET', '/callsResult')).toEqual({ status: 200, body: { data: CALL_RESULTS } })
  })
})
