/** Leads lost to another broker come back before the insurance there ends: docs/rules.md#returning */
import { sql } from 'kysely'
import { describe, expect, test, vi } from 'vitest'
import { openStore } from '../../../server/db/store.ts'
import { returnDue } from '../../../server/renewals/returning.ts'
import { timelineRoute } from '../../../src/contract/board.ts'
import type { Lead } from '../../../src/domain/lead/lead.ts'
import { addDays, saoPauloDay } from '../../../src/domain/time/sao-paulo.ts'
import { VEHICLE } from '../../unit/domain/cases/save-cases.ts'
import { describeDatabase, type TestStore } from '../support/databases.ts'
import { inHouseWithDevices } from '../support/in-house.ts'
import { addSavable, columnsOf, creation } from '../support/leads.ts'
import { ADMIN, addLead, BRUNA, DAVI, DEALERSHIP, EVA, hoursAgo, INDICATOR } from '../support/people.ts'
import type { Device, TestServer } from '../support/server.ts'
import { storedLead, storedTimeline } from '../support/stored.ts'

const DAY = 24
const today = saoPauloDay(Date.now())
const inDays = (days: number) => addDays(today, days)

describeDatabase('leads that return', (open) => {
  let store: TestStore
  let server: TestServer
  let admin: Device
  let bruna: Device
  inHouseWithDevices(open, async (opened) => {
    ;({ store, server, admin, bruna } = opened)
    const { db } = store
    await db.insertInto('channels').values({ id: 10, name: 'Perdidas', renewal: true }).execute()
    await db.insertInto('technical_team_channels').values({ team_id: 1, channel_id: 10 }).execute()
    await db.insertInto('competitor_brokers').values({ id: 4, name: 'Aliança' }).execute()
  })

  /** A lead that Davi lost to another broker. */
  const addLost = (lead: Partial<Lead> = {}) =>
    addSavable(store, DAVI, {
      state: 3,
      status: 6,
      sold: 0,
      lost_sale: 5,
      competitor_broker: 4,
      end_lead_date: hoursAgo(300 * DAY),
      create_lead_date: hoursAgo(320 * DAY),
      endorsement_date: inDays(30),
      additional_information: 'Prefere tarde',
      ...lead,
    })

  const failed = (error: unknown) => {
    throw error
  }
  const run = (context: Parameters<typeof returnDue>[0] = server.context) => returnDue(context, failed)
  const set = (days: number) => admin.call('PUT', '/settings', { lost_leads_return_days: days })
  const returned = async () =>
    store.db.selectFrom('leads').selectAll().where('channel_id', '=', 10).orderBy('id').execute()
  const theOne = async () => {
    const [lead, ...more] = await returned()
    if (lead === undefined || more.length > 0) throw new Error('not one lead came back')
    return lead
  }

  test('the new lead is free in channel 10, with what the lost one knew, and without its attendance', async () => {
    const lost = await addLost({ proposal: '123', product: 'Fiat Pulse', insurance_id: 2 })
    expect(await run()).toBe(1)
    const lead = await theOne()
    expect(lead).toMatchObject({
      state: 1,
      status: 1,
      channel_id: 10,
      client_uid: lost.client_uid,
      broker_id: null,
      inviter_id: null,
      partner_id: 24,
      insurance_id: 2,
      insurance_expiration: Number(inDays(30).slice(5, 7)),
      product: 'Fiat Pulse',
      product_details: VEHICLE,
      proposal: null,
      old_competitor_broker: 4,
      competitor_broker: null,
      old_end_of_validity: inDays(30),
      endorsement_date: null,
      sold: null,
      capture_date: null,
    })
    expect(lead.additional_information).toMatch(new RegExp(`\\(lead ${lost.id}\\)[^]*Prefere tarde$`))
    expect(await storedLead(store, lost.uid)).toMatchObject({
      state: 3,
      sold: 0,
      lost_sale: 5,
      broker_id: DAVI,
    })
  })

  test('it reaches the devices of its team with the next pull, and may be captured', async () => {
    const { cursor } = await bruna.pull()
    const lost = await addLost()
    await run()
    const { uid } = await theOne()
    const { rows } = await bruna.pull(cursor)
    expect(rows.leads.map((lead) => lead.uid)).toEqual([uid])
    expect(rows.clients.map((client) => client.uid)).toEqual([lost.client_uid])
    const eva = await server.device(EVA)
    expect((await eva.pull()).rows.leads).toEqual([])
    expect(await bruna.run({ command: 'lead.capture', args: { lead_uid: uid } })).toMatchObject({
      outcome: 'applied',
    })
  })

  test('both timelines name the other lead, and devices with the lost lead get its entry', async () => {
    const lost = await addLost({ end_lead_date: hoursAgo(2), endorsement_date: inDays(10) })
    const davi = await server.device(DAVI)
    const { cursor } = await davi.pull()
    await run()
    const lead = await theOne()
    const read = async (id: number) => {
      const { body } = await admin.call('GET', `/leads/${id}/timeline`)
      return timelineRoute.answer.parse(body).data
    }
    expect(await read(lead.id)).toMatchObject([
      { command: 'lead.return', user: null, changes: { returned_from: { before: null, after: lost.id } } },
    ])
    expect(await read(lost.id)).toMatchObject([
      { command: 'lead.returned', user: null, changes: { returned_as: { before: null, after: lead.id } } },
    ])
    const { timelines } = await davi.pull(cursor)
    expect(timelines.find(({ lead_uid }) => lead_uid === lost.uid)?.entries).toMatchObject([
      { command: 'lead.returned' },
    ])
  })

  test('it comes back once, however often and in how many processes the server looks', async () => {
    await addLost()
    const other = store.url === null ? store : await openStore({ url: store.url })
    const context = { ...server.context, store: other }
    const counts = await Promise.all([run(), run(context), run(), run(context)])
    expect(counts.reduce((sum, count) => sum + count)).toBe(1)
    expect(await run()).toBe(0)
    await theOne()
    if (other !== store) await other.close()
  })

  test('the database refuses a second return of the same lead for the same end', async () => {
    const lost = await addLost()
    await run()
    const second = await addLead(store, { channel_id: 10 })
    const values = { lost_uid: lost.uid, ends_on: inDays(30), lead_uid: second.uid, made_at: hoursAgo(0) }
    await expect(store.db.insertInto('returned_leads').values(values).execute()).rejects.toMatchObject({
      code: '23505',
    })
  })

  test('one that fails is reported, leaves nothing behind, holds up no other and is tried again', async () => {
    for (const days of [8, 9, 10]) await addLost({ endorsement_date: inDays(days) })
    await sql`
      alter table returned_leads
        add constraint broken check (ends_on <> ${sql.lit(inDays(9))})`.execute(store.db)
    const problems: unknown[] = []
    const look = () => returnDue(server.context, (error) => problems.push(error))
    expect(await look()).toBe(2)
    expect(problems).toMatchObject([{ code: '23514' }])
    expect(await returned()).toHaveLength(2)
    await sql`alter table returned_leads drop constraint broken`.execute(store.db)
    expect(await look()).toBe(1)
  })

  describe('the days of the setting', () => {
    test.each([
      ['31 days before the end: not yet', 31, 30, 0],
      ['30 days before the end', 30, 30, 1],
      ['15 days after it: the server was off', -15, 30, 1],
      ['16 days after it: too late', -16, 30, 0],
      ['with 0 never', 10, 0, 0],
      ['with 60 earlier', 60, 60, 1],
    ])('%s', async (_, endsIn, days, count) => {
      await set(days)
      await addLost({ endorsement_date: inDays(endsIn) })
      expect(await run()).toBe(count)
      await set(30)
    })

    test('a date of years before the loss means its next anniversary; a loss of years ago never returns', async () => {
      const anniversary = `2019${inDays(20).slice(4)}`
      await addLost({ endorsement_date: anniversary })
      await addLost({
        insurance_id: 3,
        endorsement_date: anniversary,
        end_lead_date: hoursAgo(1200 * DAY),
        create_lead_date: hoursAgo(1210 * DAY),
      })
      expect(await run()).toBe(1)
      expect((await theOne()).old_end_of_validity).toBe(inDays(20))
    })

    test('another setting brings nothing back that has come back, and is refused beyond its bounds', async () => {
      await addLost()
      await run()
      await set(90)
      expect(await run()).toBe(0)
      await set(30)
      for (const days of [-1, 181, 1.5]) expect((await set(days)).status).toBe(400)
    })
  })

  describe('nothing returns', () => {
    const cases: readonly (readonly [string, Partial<Lead>])[] = [
      ['for another reason', { lost_sale: 1 }],
      ['where the client gave no date', { date_fail: true }],
      ['of a cancelled lead', { cancelled: true }],
      ['of a sale', { sold: 1 }],
      ['of a recovered lead', { state: 2, end_lead_date: null }],
    ]
    test.each(cases)('%s', async (_, lead) => {
      await addLost(lead)
      expect(await run()).toBe(0)
    })

    test('once the data of the client was erased', async () => {
      const lost = await addLost()
      const { client_uid } = lost
      const { id } = await store.db
        .selectFrom('clients')
        .select('id')
        .where('uid', '=', client_uid)
        .executeTakeFirstOrThrow()
      const confirmed = await server.confirmedDevice(ADMIN)
      expect((await confirmed.call('DELETE', `/clients/${id}/personal-data`)).status).toBe(200)
      expect(await run()).toBe(0)
      expect(await storedTimeline(store, lost.uid)).toEqual([])
    })

    test('without channel 10, or while it is inactive', async () => {
      await addLost()
      const active = (value: boolean) =>
        store.db.updateTable('channels').set({ active: value }).where('id', '=', 10).execute()
      await active(false)
      expect(await run()).toBe(0)
      await active(true)
      expect(await run()).toBe(1)
    })
  })

  describe('another lead of the client', () => {
    const beside = (lead: Partial<Lead>) => async (client_uid: string) => {
      const { uid } = await addLead(store, columnsOf({ insurance_id: 1, ...lead }))
      await store.db.updateTable('leads').set({ client_uid }).where('uid', '=', uid).execute()
    }
    const ended = (hours: number): Partial<Lead> => ({
      state: 3,
      status: 6,
      sold: 0,
      lost_sale: 1,
      end_lead_date: hoursAgo(hours),
    })
    test.each<readonly [string, Partial<Lead>, number]>([
      ['that is open holds it back', { state: 1 }, 0],
      [
        'that is worked holds it back',
        { state: 2, status: 2, broker_id: BRUNA, capture_date: hoursAgo(1) },
        0,
      ],
      ['of another insurance does not', { state: 1, insurance_id: 2 }, 1],
      ['that is cancelled does not', { ...ended(1), cancelled: true }, 1],
      ['that ended since the day of the return does', ended(0), 0],
      ['that was lost before that day does not', ended(200 * DAY), 1],
      ['that was sold since the loss does', { ...ended(200 * DAY), sold: 1, lost_sale: null }, 0],
      ['that was sold before the loss does not', { ...ended(400 * DAY), sold: 1, lost_sale: null }, 1],
    ])('%s', async (_, lead, count) => {
      const { client_uid } = await addLost()
      await beside(lead)(client_uid)
      expect(await run()).toBe(count)
    })

    test('that was lost, too, returns once the first one has ended', async () => {
      const { client_uid } = await addLost()
      await beside({ ...ended(299 * DAY), lost_sale: 5, endorsement_date: inDays(29) })(client_uid)
      expect(await run()).toBe(1)
      expect(await run()).toBe(0)
    })
  })

  test('a lead that is held back, or whose client was erased, costs no transaction at each look', async () => {
    const held = await addLost()
    const beside = await addLead(store, columnsOf({ insurance_id: 1, state: 1 }))
    await store.db
      .updateTable('leads')
      .set({ client_uid: held.client_uid })
      .where('uid', '=', beside.uid)
      .execute()
    const { client_uid } = await addLost({ insurance_id: 3 })
    await store.db
      .insertInto('client_erasures')
      .values({ client_uid, uids: [client_uid] })
      .execute()
    const begun = vi.spyOn(store.db, 'transaction')
    expect(await run()).toBe(0)
    expect(begun).not.toHaveBeenCalled()
    begun.mockRestore()
  })

  describe('a lost lead that is recovered afterwards', () => {
    const recover = (lead_uid: string) => admin.run({ command: 'lead.recover', args: { lead_uid } })

    test('leaves the new one as it is, and does not return again for the same end', async () => {
      const lost = await addLost()
      await run()
      const { id, uid } = await theOne()
      expect(await recover(lost.uid)).toMatchObject({ outcome: 'applied' })
      expect(await theOne()).toMatchObject({ id, state: 1 })
      await store.db.updateTable('leads').set({ cancelled: true, state: 3 }).where('uid', '=', uid).execute()
      await store.db
        .updateTable('leads')
        .set({ state: 3, status: 6, end_lead_date: hoursAgo(0) })
        .where('uid', '=', lost.uid)
        .execute()
      expect(await run()).toBe(0)
    })

    test('returns again when it is lost again with another date', async () => {
      const lost = await addLost()
      await run()
      const { uid } = await theOne()
      await store.db.updateTable('leads').set({ cancelled: true, state: 3 }).where('uid', '=', uid).execute()
      await store.db
        .updateTable('leads')
        .set({ endorsement_date: inDays(12) })
        .where('uid', '=', lost.uid)
        .execute()
      expect(await run()).toBe(1)
    })
  })

  test('a dealership sees it, but neither notes nor more of the client than it typed', async () => {
    const known = await addSavable(store, DAVI, { insurance_id: 3 })
    await store.db
      .updateTable('clients')
      .set({ name: 'Nome Verdadeiro', mail: 'verdadeiro@exemplo.com.br' })
      .where('uid', '=', known.client_uid)
      .execute()
    await store.db.updateTable('leads').set({ partner_id: 25 }).where('uid', '=', known.uid).execute()
    const shop = await server.device(DEALERSHIP)
    const args = creation(
      { inviter_id: DEALERSHIP, channel_id: 29, insurance_id: 1, additional_information: 'Da loja' },
      { name: 'Como Digitado' },
    )
    expect(await shop.run({ command: 'indication.create', args })).toMatchObject({ outcome: 'applied' })
    await store.db
      .updateTable('leads')
      .set({
        state: 3,
        status: 6,
        sold: 0,
        lost_sale: 5,
        end_lead_date: hoursAgo(0),
        endorsement_date: inDays(9),
        additional_information: 'Interno',
      })
      .where('uid', '=', args.lead_uid)
      .execute()
    expect(await run()).toBe(1)
    const { uid } = await theOne()
    const page = await shop.pull()
    const seen = page.rows.leads.find((lead) => lead.uid === uid)
    expect(seen).toMatchObject({
      client_name: 'Como Digitado',
      additional_information: '',
      old_competitor_broker: null,
      old_end_of_validity: null,
    })
    expect(JSON.stringify(page)).not.toMatch(/verdadeiro|Interno/i)
    const referrer = await server.device(INDICATOR)
    expect((await referrer.pull()).rows.leads.map((lead) => lead.uid)).not.toContain(uid)
    // What the dealership types of this client later is kept in all leads that it made.
    expect(await storedLead(store, uid)).toMatchObject({ created_by: DEALERSHIP })
  })
})
