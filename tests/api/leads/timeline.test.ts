/** The history of a lead: readable in the lead's scope, mirrored on the devices of those who attend it. */
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { timelineRoute } from '../../../src/contract/board.ts'
import { emptyLeadFields } from '../../../src/domain/lead/creation.ts'
import { describeDatabase, type TestStore } from '../support/databases.ts'
import { inHouseWithDevices } from '../support/in-house.ts'
import { addSavable, creation, inviterOf } from '../support/leads.ts'
import { ADMIN, addLead, BRUNA, DAVI, DEALERSHIP, INDICATOR, workedBy } from '../support/people.ts'
import { type Device, everythingVisible, type TestServer } from '../support/server.ts'

/** Adds unclaimed copies of the first lead. */
const addMany = (store: TestStore, count: number) =>
  sql`
    insert into leads (uid, client_uid, channel_id, state, status)
    select gen_random_uuid(), l.client_uid, l.channel_id, 1, 1
    from (select * from leads limit 1) l, generate_series(1, ${count})
  `.execute(store.db)

describeDatabase('the timeline', (open) => {
  let store: TestStore
  let server: TestServer
  let admin: Device
  let bruna: Device
  inHouseWithDevices(open, (opened) => {
    ;({ store, server, admin, bruna } = opened)
  })

  const timeline = async (device: Device, id: number) => {
    const { status, body } = await device.call('GET', `/leads/${id}/timeline`)
    expect(status).toBe(200)
    return timelineRoute.answer.parse(body).data
  }
  const numberOf = async (uid: string) =>
    (await store.db.selectFrom('leads').select('id').where('uid', '=', uid).executeTakeFirstOrThrow()).id

  test('has the creation with its filled fields, then each change, the latest first', async () => {
    const happened = new Date(Date.now() - 3_600_000).toISOString()
    // The dates of its own day: an hour ago may be yesterday.
    const { proposal_date } = emptyLeadFields({ id: INDICATOR }, happened)
    const args = creation({ proposal_date })
    await admin.run({ command: 'lead.create', args, occurred_at: happened })
    await bruna.run({ command: 'lead.capture', args: { lead_uid: args.lead_uid } })
    const save = {
      lead_uid: args.lead_uid,
      client_uid: args.client_uid,
      changes: { product_details: { year: '2026' }, additional_information: 'Ligar cedo' },
      client: { mail: 'nova@exemplo.com.br', address: { number: '12' } },
    }
    await bruna.run({ command: 'lead.update', args: save })
    const [saved, captured, created, ...older] = await timeline(admin, await numberOf(args.lead_uid))
    expect(older).toEqual([])
    expect(created).toMatchObject({
      command: 'lead.create',
      user: { id: ADMIN },
      device_id: createHash('sha256').update('device-of-the-test').digest('hex').slice(0, 16),
      occurred_at: expect.stringContaining(happened.slice(0, 19)),
      offline: true,
      changes: {
        channel_id: { before: null, after: 1 },
        'client.name': { before: null, after: 'Ana Souza' },
        'client.address.city': { before: null, after: 'São Paulo' },
        'product_details.brand': { before: null, after: 'Fiat' },
      },
    })
    expect(Object.keys(created?.changes ?? {})).not.toContain('sold')
    expect(captured).toMatchObject({
      command: 'lead.capture',
      user: { id: BRUNA, name: 'Bruna' },
      offline: false,
    })
    expect(saved?.changes).toEqual({
      'product_details.year': { before: '2025', after: '2026' },
      additional_information: { before: '', after: 'Ligar cedo' },
      'client.mail': { before: 'ana@exemplo.com.br', after: 'nova@exemplo.com.br' },
      'client.address.number': { before: '1000', after: '12' },
    })
  })

  test('contains no device id of a colleague, and neither does a pull, since a sign-in is known by it', async () => {
    const { id, uid, client_uid } = await addSavable(store, BRUNA)
    const args = { lead_uid: uid, client_uid, changes: { product: 'Outro' } }
    await bruna.run({ command: 'lead.update', args })
    const history = await admin.call('GET', `/leads/${id}/timeline`)
    await everythingVisible(store)
    const page = await admin.call('GET', '/sync?limit=1000')
    expect(JSON.stringify(page.body)).toContain(uid)
    expect(JSON.stringify([history.body, page.body])).not.toContain('device-of-the-test')
  })

  test("has a client's change in every lead that shows the client, and no entry without a change", async () => {
    const first = await addSavable(store, BRUNA)
    const second = await addSavable(store, DAVI)
    await store.db
      .updateTable('leads')
      .set({ client_uid: first.client_uid })
      .where('uid', '=', second.uid)
      .execute()
    const update = (changes: object) =>
      bruna.run({ command: 'client.update', args: { client_uid: first.client_uid, changes } })
    await update({ rg: '99' })
    await update({ rg: '99' })
    for (const { id } of [first, second])
      expect(await timeline(admin, id)).toMatchObject([
        { command: 'client.update', changes: { 'client.rg': { before: '', after: '99' } } },
      ])
    const save = {
      lead_uid: first.uid,
      client_uid: first.client_uid,
      changes: { product: 'Outro' },
      client: { rg: '1' },
    }
    await bruna.run({ command: 'lead.update', args: save })
    expect((await timeline(admin, first.id))[0]?.changes).toHaveProperty('product')
    expect((await timeline(admin, second.id))[0]?.changes).toEqual({
      'client.rg': { before: '99', after: '1' },
    })
  })

  test("has calls and changes of an inviter's phone", async () => {
    const { uid, id, client_uid } = await addSavable(store, BRUNA)
    await bruna.run({ command: 'lead.recordCall', args: { lead_uid: uid, phone: '11987654321' } })
    await bruna.run({ command: 'lead.recordCall', args: { lead_uid: uid, phone: '11987654321' } })
    await bruna.run({
      command: 'lead.update',
      args: { lead_uid: uid, client_uid, changes: {}, inviter_phone: '31966665555' },
    })
    const entries = await timeline(bruna, id)
    expect(entries.map(({ changes }) => Object.keys(changes))).toEqual([
      ['inviter_phone'],
      ['call'],
      expect.arrayContaining(['call', 'first_call_date']),
    ])
    await inviterOf(store)
  })

  test('reaches attending devices with fifty entries, and staff with later changes or a small first sync', async () => {
    const own = await addSavable(store, BRUNA)
    const other = await addSavable(store, DAVI)
    const schedule = (at: number) => ({
      command: 'lead.schedule',
      args: {
        lead_uid: own.uid,
        scheduling_date: new Date(Date.now() + at * 3_600_000).toISOString(),
        description: String(at),
      },
    })
    const first = await bruna.pull()
    const office = await admin.pull()
    expect(office.timelines).toEqual(
      expect.arrayContaining([
        { lead_uid: own.uid, entries: [] },
        { lead_uid: other.uid, entries: [] },
      ]),
    )
    expect(first.timelines).toEqual([{ lead_uid: own.uid, entries: [] }])
    await bruna.push(...Array.from({ length: 50 }, (_, place) => schedule(place + 1)))
    await bruna.push(schedule(51), schedule(52))
    const page = await bruna.pull(first.cursor)
    expect(page.timelines.map(({ lead_uid }) => lead_uid)).toEqual([own.uid])
    const entries = page.timelines[0]?.entries ?? []
    expect(entries).toHaveLength(50)
    expect(entries[0]).toMatchObject({ changes: { lead_scheduling: { after: { description: '52' } } } })
    const seen = await admin.pull(office.cursor)
    expect(seen.timelines).toEqual([{ lead_uid: own.uid, entries }])
    expect((await bruna.pull(page.cursor)).timelines).toEqual([])
    // On a line that breaks large answers off, the leads come first.
    const begun = await admin.pull(null, 1)
    expect(begun.timelines).toEqual([])
    const undecided = (cursor: string) => {
      const { few: _, ...place } = JSON.parse(Buffer.from(cursor, 'base64url').toString())
      return Buffer.from(JSON.stringify(place)).toString('base64url')
    }
    // The first page of a run decides for all its pages. A cursor of an earlier version has no decision and stays
    // valid.
    for (const cursor of [begun.cursor, undecided(begun.cursor)]) {
      const rest = await admin.pull(cursor)
      expect([rest.reset, rest.expected, rest.timelines.length]).toEqual([undefined, undefined, 1])
    }
    await addMany(store, 5_000)
    expect((await admin.pull(begun.cursor)).timelines).toHaveLength(1)
    const large = await admin.pull()
    expect(large.timelines).toEqual([])
    const next = await admin.pull(undecided(large.cursor))
    expect([next.reset, next.rows.leads.length, next.timelines]).toEqual([undefined, 2000, []])
    expect(JSON.parse(Buffer.from(next.cursor, 'base64url').toString())).toMatchObject({ few: false })
    // Management follows the day of its brokers: docs/rules.md#team-today
    for (const [device, attended] of [
      [bruna, [own.uid]],
      [admin, [own.uid, other.uid]],
    ] as const) {
      const named: string[] = []
      for (let page = await device.pull(); ; page = await device.pull(page.cursor)) {
        named.push(...page.timelines.map(({ lead_uid }) => lead_uid))
        if (!page.more) break
      }
      expect(named.toSorted()).toEqual(attended.toSorted())
    }
  })

  test('reaches no dealership, not even for leads that its user attended as a broker', async () => {
    const shop = await server.device(DEALERSHIP)
    const { uid } = await addLead(store, { ...workedBy(DEALERSHIP), partner_id: 24 })
    const { cursor } = await shop.pull()
    const call = { command: 'lead.recordCall', args: { lead_uid: uid, phone: '11987654321' } }
    expect(await admin.run(call)).toMatchObject({ outcome: 'applied' })
    for (const page of [await shop.pull(cursor), await shop.pull()]) {
      expect(page.rows.leads.map((lead) => lead.uid)).toEqual([uid])
      expect(page.timelines).toEqual([])
    }
  })

  test('reaches the device after a second call, which changes no field of the lead', async () => {
    const own = await addSavable(store, BRUNA)
    const call = { command: 'lead.recordCall', args: { lead_uid: own.uid, phone: '11987654321' } }
    await bruna.run(call)
    const { cursor } = await bruna.pull()
    await bruna.run(call)
    const page = await bruna.pull(cursor)
    expect(page.timelines[0]?.entries).toHaveLength(2)
  })
})
