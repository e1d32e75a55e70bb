/** What the outcomes of 'Meu dia' write, and taking them back: docs/rules.md#outcomes */
import { expect, test } from 'vitest'
import type { PushResult } from '../../../src/contract/sync.ts'
import { MINUTE_MS } from '../../../src/domain/time/durations.ts'
import { describeEachDatabase, type TestStore } from '../support/databases.ts'
import { inHouse } from '../support/in-house.ts'
import { ADMIN, addLead, BRUNA, hoursAgo, inHours, workedBy } from '../support/people.ts'
import { aCommand, type Device, type TestServer } from '../support/server.ts'
import { storedLead } from '../support/stored.ts'

const TOO_LATE = 'Já não dá para desfazer: passaram mais de 10 minutos ou o lead mudou depois.'

describeEachDatabase('outcomes', (open) => {
  let store: TestStore
  let server: TestServer
  let bruna: Device
  inHouse(open, async (opened) => {
    ;({ store, server } = opened)
    bruna = await server.device(BRUNA)
  })

  const run = (command: string, args: object, device = bruna): Promise<PushResult> =>
    device.run(aCommand({ command, args, key: crypto.randomUUID() }))
  const own = async () => (await addLead(store, workedBy(BRUNA))).uid
  const at = hoursAgo(0)

  test('a contact is noted where there is none, and never over another', async () => {
    const uid = await own()
    const contact = { lead_uid: uid, contact_type: 4, contact_date: at }
    expect(await run('lead.noteContact', contact)).toMatchObject({ outcome: 'applied' })
    expect(
      await run('lead.noteContact', { ...contact, contact_type: 1, contact_date: hoursAgo(1) }),
    ).toMatchObject({
      outcome: 'applied',
    })
    expect(await storedLead(store, uid)).toMatchObject({ contact_type: 4 })
    const future = await run('lead.noteContact', { ...contact, contact_date: inHours(50) })
    expect(future).toMatchObject({ outcome: 'rejected', message: 'A data não pode ser posterior a hoje' })
  })

  test("a field goes back to the value before the user's own change", async () => {
    const uid = await own()
    const late = { scheduling_date: inHours(1), description: 'Ligar de volta' }
    await run('lead.schedule', { lead_uid: uid, ...late })
    await run('lead.schedule', { lead_uid: uid, scheduling_date: inHours(3), description: '' })
    await run('lead.advance', { lead_uid: uid })
    const back = await run('lead.putBack', {
      lead_uid: uid,
      fields: { status: 2, lead_scheduling: { ...late, status: 0 } },
    })
    expect(back).toMatchObject({
      outcome: 'applied',
      rows: { leads: [{ status: 2, lead_scheduling: { description: 'Ligar de volta', status: 0 } }] },
    })
    const open = await store.db
      .selectFrom('schedulings')
      .select('description')
      .where('lead_uid', '=', uid)
      .where('status', '=', 0)
      .execute()
    expect(open).toEqual([{ description: 'Ligar de volta' }])
  })

  test('a scheduling that was the first one goes, and none stays open', async () => {
    const uid = await own()
    await run('lead.schedule', { lead_uid: uid, scheduling_date: inHours(3), description: '' })
    const back = await run('lead.putBack', { lead_uid: uid, fields: { lead_scheduling: null } })
    expect(back).toMatchObject({ outcome: 'applied', rows: { leads: [{ lead_scheduling: null }] } })
    const history = await store.db
      .selectFrom('schedulings')
      .select('status')
      .where('lead_uid', '=', uid)
      .execute()
    expect(history).toEqual([{ status: 1 }])
  })

  test('nothing goes back to a value that it did not have', async () => {
    const uid = await own()
    await run('lead.advance', { lead_uid: uid })
    for (const fields of [{ status: 6 }, { service_status: 3 }, { quoted: 1, status: 2 }])
      expect(await run('lead.putBack', { lead_uid: uid, fields })).toMatchObject({
        outcome: 'rejected',
        message: TOO_LATE,
      })
    expect(await storedLead(store, uid)).toMatchObject({ status: 3, service_status: null, quoted: 0 })
  })

  test("a colleague's later change stays, and so does one's own of more than ten minutes ago", async () => {
    const uid = await own()
    const mark = (service_status: number) => ({ lead_uid: uid, service_status })
    await run('lead.setServiceStatus', mark(1))
    await run('lead.setServiceStatus', mark(2), await server.device(ADMIN))
    const back = (service_status: number | null, occurred_at = hoursAgo(0)) =>
      bruna.run(
        aCommand({
          command: 'lead.putBack',
          args: { lead_uid: uid, fields: { service_status } },
          key: crypto.randomUUID(),
          occurred_at,
        }),
      )
    expect(await back(1)).toMatchObject({ outcome: 'rejected', message: TOO_LATE })
    await run('lead.setServiceStatus', mark(1))
    server.forward(11 * MINUTE_MS)
    const late = new Date(server.context.now()).toISOString()
    expect(await back(2, late)).toMatchObject({ outcome: 'rejected', message: TOO_LATE })
    expect(await storedLead(store, uid)).toMatchObject({ service_status: 1 })
    server.forward(-11 * MINUTE_MS)
    expect(await back(2)).toMatchObject({ outcome: 'applied' })
  })

  test("the caller's answer is taken back, and the call stays; a report of the phone system stays, too", async () => {
    const uid = await own()
    const call_uid = crypto.randomUUID()
    await run('lead.recordCall', { lead_uid: uid, phone: '31988776650', call_uid, way: 'device' })
    const answer = (status: number | null) => run('lead.callResult', { lead_uid: uid, call_uid, status })
    const call = () =>
      store.db
        .selectFrom('calls')
        .select(['status', 'result_by'])
        .where('uid', '=', call_uid)
        .executeTakeFirst()
    await answer(3)
    expect(await answer(null)).toMatchObject({ outcome: 'applied' })
    expect(await call()).toEqual({ status: null, result_by: null })
    expect(await answer(null)).toMatchObject({ outcome: 'applied', found_done: true })
    await store.db
      .updateTable('calls')
      .set({ status: 2, result_by: 'phone_system' })
      .where('uid', '=', call_uid)
      .execute()
    expect(await answer(null)).toMatchObject({ outcome: 'applied', found_done: true })
    expect(await call()).toEqual({ status: 2, result_by: 'phone_system' })
  })
})
