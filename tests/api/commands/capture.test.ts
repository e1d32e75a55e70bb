/** Capture: its permissions, its instant and its effects. */
import { expect, test } from 'vitest'
import { leadSchema } from '../../../src/domain/lead/lead.ts'
import { businessCalendar } from '../../../src/domain/sla/business-calendar.ts'
import { dayNumber } from '../../../src/domain/time/day-number.ts'
import { describeEachDatabase, type TestStore } from '../support/databases.ts'
import { inHouse } from '../support/in-house.ts'
import { ADMIN, addLead, BRUNA, DAVI, hoursAgo, inHours, workedBy } from '../support/people.ts'
import { type Device, type TestServer } from '../support/server.ts'
import { storedLead, storedSchedulings, storedTimeline } from '../support/stored.ts'

const DAY = 24

describeEachDatabase('capture', (open) => {
  let store: TestStore
  let server: TestServer
  let bruna: Device
  inHouse(open, async (opened) => {
    ;({ store, server } = opened)
    bruna = await server.device(BRUNA)
  })

  const capture = (uid: string) => ({ command: 'lead.capture', args: { lead_uid: uid } })

  test('a capture assigns the lead to the broker, in attendance, with its scheduling record', async () => {
    const { uid } = await addLead(store)
    const result = await bruna.run({ ...capture(uid), occurred_at: hoursAgo(1) })
    expect(result).toMatchObject({ outcome: 'applied', removed: [] })
    expect(await storedLead(store, uid)).toMatchObject({
      broker_id: BRUNA,
      state: 2,
      status: 2,
      scheduling_status: 1,
    })
    expect(await storedSchedulings(store, uid)).toMatchObject([{ status: 1, description: '.' }])
  })

  test('a scheduling made by a person outlives the capture; the record of the capture is in the history', async () => {
    const at = inHours(30)
    const open = { scheduling_date: at, scheduling_description: 'Ligar' }
    const { uid } = await addLead(store, { ...open, scheduling_status: 0 })
    await bruna.run(capture(uid))
    expect(await storedLead(store, uid)).toMatchObject({ state: 2, ...open, scheduling_status: 0 })
    expect((await storedSchedulings(store, uid)).at(-1)).toMatchObject({ status: 1, description: '.' })
    await bruna.run({ command: 'lead.closeScheduling', args: { lead_uid: uid } })
    expect(await storedLead(store, uid)).toMatchObject({ ...open, scheduling_status: 1 })
  })

  test('the answer contains the row as it is stored, with its client', async () => {
    const { uid } = await addLead(store)
    const result = await bruna.run(capture(uid))
    if (result.outcome !== 'applied') throw new Error(result.outcome)
    const [row] = result.rows.leads
    expect(leadSchema.parse(row)).toMatchObject({
      uid,
      broker_id: BRUNA,
      version: (await storedLead(store, uid)).version,
    })
    expect(result.rows.clients.map((client) => client.uid)).toEqual([row?.client_uid])
  })

  test('the timeline stores the user, the device, the changes and both instants', async () => {
    const { uid } = await addLead(store)
    const happened = hoursAgo(1)
    await bruna.run({ ...capture(uid), occurred_at: happened })
    const [entry, ...more] = await storedTimeline(store, uid)
    expect(more).toEqual([])
    expect(entry).toMatchObject({
      user_id: BRUNA,
      device_id: 'device-of-the-test',
      command: 'lead.capture',
      occurred_at: happened,
      changes: { broker_id: { before: null, after: BRUNA }, state: { before: 1, after: 2 } },
    })
    expect(Date.parse(entry?.received_at ?? '')).toBeGreaterThan(Date.parse(happened) + 3_000_000)
  })

  test('a capture made offline within its limit counts as on time, whenever it arrives', async () => {
    await store.db
      .insertInto('settings')
      .values({
        key: 'business_hours',
        value: JSON.stringify({ start: '00:00', end: '23:59', holidays: [] }),
      })
      .execute()
    // Noon in São Paulo on a working day, long before the push arrives.
    const noon = new Date(Date.now() - DAY * 3_600_000)
    const { isWorkingDay } = businessCalendar({ start: '00:00', end: '23:59', holidays: [] })
    noon.setUTCHours(15, 0, 0, 0)
    while (!isWorkingDay(dayNumber(noon.getTime()))) noon.setUTCDate(noon.getUTCDate() - 1)
    const minutesLater = (minutes: number) => new Date(noon.getTime() + minutes * 60_000).toISOString()
    const inTime = await addLead(store, { channel_id: 7, create_lead_date: minutesLater(0) })
    const late = await addLead(store, { channel_id: 7, create_lead_date: minutesLater(0) })
    await bruna.run({ ...capture(inTime.uid), occurred_at: minutesLater(90) })
    await bruna.run({ ...capture(late.uid), occurred_at: minutesLater(190) })
    expect(await storedLead(store, inTime.uid)).toMatchObject({
      capture_on_time: 1,
      capture_date: minutesLater(90),
    })
    expect(await storedLead(store, late.uid)).toMatchObject({ capture_on_time: 0 })
    await store.db.deleteFrom('settings').where('key', '=', 'business_hours').execute()
  })

  test.each([
    ['a future instant becomes now', inHours(5), 0],
    ['an instant of two months ago becomes a month ago', hoursAgo(60 * DAY), -30 * DAY],
    ['an invalid date becomes now', 'ontem', 0],
  ])('occurred_at: %s', async (_case, occurred_at, hours) => {
    const { uid } = await addLead(store, { create_lead_date: hoursAgo(90 * DAY) })
    await bruna.run({ ...capture(uid), occurred_at })
    const at = Date.parse((await storedLead(store, uid)).capture_date ?? '')
    expect(Math.abs(at - (Date.now() + hours * 3_600_000))).toBeLessThan(30_000)
  })

  test('no capture is dated before the creation of its lead', async () => {
    const created = hoursAgo(2)
    const { uid } = await addLead(store, { create_lead_date: created })
    await bruna.run({ ...capture(uid), occurred_at: hoursAgo(10) })
    expect((await storedLead(store, uid)).capture_date).toBe(created)
  })

  test('outside the exempt channels a broker captures the oldest pending lead of the channel first', async () => {
    const older = await addLead(store, { create_lead_date: hoursAgo(5) })
    const newer = await addLead(store)
    await addLead(store, { create_lead_date: hoursAgo(9), suspended_lead: true })
    await addLead(store, { channel_id: 7, create_lead_date: hoursAgo(9) })
    const exempt = await addLead(store, { channel_id: 7 })
    const refused = {
      outcome: 'rejected',
      code: 'rule',
      message: 'Capture primeiro o lead pendente mais antigo deste canal.',
    }
    expect(await bruna.run(capture(newer.uid))).toMatchObject(refused)
    expect(await bruna.run(capture(exempt.uid))).toMatchObject({ outcome: 'applied' })
    expect(await bruna.run(capture(older.uid))).toMatchObject({ outcome: 'applied' })
    expect(await bruna.run(capture(newer.uid))).toMatchObject({ outcome: 'applied' })
  })

  test('an administrator captures any lead', async () => {
    await addLead(store, { create_lead_date: hoursAgo(5) })
    const newer = await addLead(store)
    expect(await (await server.device(ADMIN)).run(capture(newer.uid))).toMatchObject({ outcome: 'applied' })
  })

  test.each([
    [
      'suspended',
      { suspended_lead: true },
      'Este lead está suspenso. Peça a um administrador ou gerente que o libere.',
    ],
    [
      'to come',
      { create_lead_date: inHours(3) },
      'Este lead só poderá ser capturado a partir da data de criação.',
    ],
    [
      'finished',
      { state: 3, status: 6, broker_id: BRUNA, end_lead_date: hoursAgo(1) },
      'Este lead já foi finalizado.',
    ],
  ])('a lead that is %s is not captured, and its row comes with the refusal', async (_case, columns, message) => {
    const { uid } = await addLead(store, columns)
    const result = await bruna.run(capture(uid))
    expect(result).toMatchObject({ outcome: 'rejected', code: 'rule', message })
    expect(result).toMatchObject({ rows: { leads: [{ uid }] } })
    expect(await storedTimeline(store, uid)).toEqual([])
  })

  test('a broker captures a lead that is assigned to it outside its channels', async () => {
    const { uid } = await addLead(store, { channel_id: 8, broker_id: BRUNA })
    expect(await bruna.run(capture(uid))).toMatchObject({ outcome: 'applied' })
  })

  test('a second capture by the same broker changes nothing', async () => {
    const { uid } = await addLead(store, workedBy(BRUNA))
    const { version } = await storedLead(store, uid)
    expect(await bruna.run(capture(uid))).toMatchObject({ outcome: 'applied' })
    expect(await storedLead(store, uid)).toMatchObject({ version })
  })

  test.each([
    ['earlier and on time', 5, 1],
    ['later and late', 1, 5],
  ])('a second capture by the same broker, which was made %s, changes no credit', async (_case, first, second) => {
    const { uid } = await addLead(store, { channel_id: 7, create_lead_date: hoursAgo(6) })
    await bruna.run({ ...capture(uid), occurred_at: hoursAgo(second) })
    const credited = await storedLead(store, uid)
    const timeline = await storedTimeline(store, uid)
    // From another device, which was away: with the row that it saw, and with nothing to compare.
    for (const base of [{ state: 1, status: 1, broker_id: null, capture_date: null }, {}])
      expect(await bruna.run({ ...capture(uid), base, occurred_at: hoursAgo(first) })).toMatchObject({
        outcome: 'applied',
        found_done: true,
      })
    const { status } = await bruna.call('PUT', `/capture-lead/${credited.id}`)
    expect(status).toBe(200)
    expect(await storedLead(store, uid)).toEqual(credited)
    expect(await storedTimeline(store, uid)).toEqual(timeline)
    expect(await storedSchedulings(store, uid)).toHaveLength(1)
  })

  test('a lead captured by another is a conflict that names the holder and leaves the device', async () => {
    const { uid } = await addLead(store)
    await (await server.device(DAVI)).run(capture(uid))
    const result = await bruna.run(capture(uid))
    expect(result).toMatchObject({
      outcome: 'conflict',
      message: 'Este lead já foi capturado por outra pessoa.',
      holder: { id: DAVI, name: 'Davi' },
      rows: { leads: [] },
      removed: [uid],
    })
    expect(await storedLead(store, uid)).toMatchObject({ broker_id: DAVI })
  })

  test('of several brokers who capture one lead at the same moment exactly one gets it', async () => {
    const devices = [bruna, await server.device(DAVI), await server.device(ADMIN)]
    for (let round = 0; round < 5; round++) {
      const { uid } = await addLead(store)
      const results = await Promise.all(devices.map((device) => device.run(capture(uid))))
      expect(results.map(({ outcome }) => outcome).sort()).toEqual(['applied', 'conflict', 'conflict'])
      const { broker_id } = await storedLead(store, uid)
      for (const result of results)
        if (result.outcome === 'conflict') expect(result.holder?.id).toBe(broker_id)
      expect(await storedTimeline(store, uid)).toHaveLength(1)
    }
  })
})
