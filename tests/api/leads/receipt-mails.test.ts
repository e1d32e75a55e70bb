/** Bell and mail of a referrer: what its own indications reached, each step once. docs/rules.md#receipt */
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { tellNothingOfBefore, tellReceipts } from '../../../server/indication/receipt-mails.ts'
import { receiptMailsRoute, receiptNewsRoute } from '../../../src/contract/receipt.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../src/domain/time/durations.ts'
import { saoPauloDay } from '../../../src/domain/time/sao-paulo.ts'
import { describeEachDatabase, type TestStore } from '../support/databases.ts'
import { inHouse } from '../support/in-house.ts'
import { addSavable, inviterOf } from '../support/leads.ts'
import { ADMIN, BRUNA, DEALERSHIP, INDICATOR } from '../support/people.ts'
import type { Device, TestServer } from '../support/server.ts'

describeEachDatabase('what a referrer is told', (open) => {
  let store: TestStore
  let server: TestServer
  let referrer: Device
  let admin: Device
  inHouse(open, async (opened) => {
    ;({ store, server } = opened)
    await inviterOf(store)
    referrer = await server.device(INDICATOR)
    admin = await server.confirmedDevice(ADMIN)
  })
  beforeEach(async () => {
    for (const table of [
      'mails',
      'receipt_mails',
      'receipt_told',
      'data_requests',
      'external_indications',
    ] as const)
      await store.db.deleteFrom(table).execute()
    server.forward(HOUR_MS)
  })

  const ago = (ms: number) => new Date(server.context.now() - ms).toISOString()
  const choose = (on: boolean, device = referrer) => device.call('PUT', '/receipt-mails', { on })
  const isOn = async () =>
    receiptMailsRoute.answer.parse((await referrer.call('GET', '/receipt-mails')).body).on
  const look = () => tellReceipts(server.context)
  const mails = async () =>
    (
      await store.db.selectFrom('mails').select(['user_id', 'recipient', 'subject', 'body_text']).execute()
    ).map(({ body_text: text, ...mail }) => ({ ...mail, line: /Lead \d+: .*/.exec(text)?.[0] ?? text }))
  const news = async (device = referrer) =>
    receiptNewsRoute.answer.parse((await device.call('GET', '/receipt-news')).body).data
  const change = (uid: string, columns: object) =>
    store.db.updateTable('leads').set(columns).where('uid', '=', uid).execute()
  const aLead = (columns: object = {}) =>
    addSavable(store, BRUNA, { create_lead_date: ago(3 * HOUR_MS), ...columns })
  async function choosesAndMoves() {
    await choose(true)
    server.forward(10 * MINUTE_MS)
  }

  test('nobody is told who did not choose it; the choice is kept, and taken back', async () => {
    await aLead({ first_call_date: ago(MINUTE_MS) })
    expect([await isOn(), await look()]).toEqual([false, 0])
    await choose(true)
    await choose(true)
    expect(await isOn()).toBe(true)
    await choose(false)
    expect([await isOn(), await look()]).toEqual([false, 0])
  })

  test('each step is told once, however often the server looks and however many servers do', async () => {
    const { uid, id } = await aLead()
    await choosesAndMoves()
    await change(uid, { first_call_date: ago(MINUTE_MS) })
    const told = await Promise.all([look(), look()])
    expect(told.toSorted()).toEqual([0, 1])
    expect(await mails()).toEqual([
      {
        user_id: INDICATOR,
        recipient: 'indicante@exemplo.com.br',
        subject: 'Andamento da sua indicação',
        line: expect.stringMatching(new RegExp(`^Lead ${id}: Primeiro contato .+\\.$`)),
      },
    ])
    // No erasure reaches a mail that left.
    expect(JSON.stringify(await store.db.selectFrom('mails').selectAll().execute())).not.toContain(
      'Ana Souza',
    )
    server.forward(MINUTE_MS)
    await change(uid, { quoted: 1, quoted_date: ago(1000) })
    await change(uid, { state: 3, status: 6, sold: 1, end_lead_date: ago(500) })
    expect([await look(), await look()]).toEqual([1, 0])
    expect((await mails()).at(-1)?.line).toBe(`Lead ${id}: Cotada. Fechada.`)
  })

  test('a lead that goes back and on again tells nothing twice; another end is told', async () => {
    const { uid, id } = await aLead()
    await choosesAndMoves()
    const ends = (sold: number) => change(uid, { state: 3, status: 6, sold, end_lead_date: ago(0) })
    await ends(0)
    server.forward(1000)
    expect(await look()).toBe(1)
    await change(uid, { state: 2, status: 3, end_lead_date: null })
    expect(await look()).toBe(0)
    await ends(0)
    server.forward(1000)
    expect(await look()).toBe(0)
    await ends(1)
    server.forward(1000)
    expect(await look()).toBe(1)
    expect((await mails()).at(-1)?.line).toContain(`Lead ${id}: `)
    expect((await mails()).at(-1)?.line).toContain('Fechada')
  })

  test('several leads are told in the order in which they reached something', async () => {
    const [first, second] = [await aLead(), await aLead()]
    await choosesAndMoves()
    await change(second.uid, { first_call_date: ago(2 * MINUTE_MS) })
    await change(first.uid, { first_call_date: ago(MINUTE_MS) })
    expect(await look()).toBe(2)
    const { rows } = await sql<{ lead_uid: string }>`
      select lead_uid from receipt_told order by ctid`.execute(store.db)
    expect(rows.map((row) => row.lead_uid)).toEqual([second.uid, first.uid])
  })

  test('what was reached before the choice is not told, nor before a restore', async () => {
    const { uid } = await aLead({ first_call_date: ago(MINUTE_MS) })
    await choosesAndMoves()
    expect(await look()).toBe(0)
    await change(uid, { quoted: 1, quoted_date: ago(MINUTE_MS) })
    // The backup is from before the mail of the quote, and a device sends the quote once more.
    await tellNothingOfBefore(store, server.context.now())
    expect(await look()).toBe(0)
    server.forward(MINUTE_MS)
    await change(uid, { state: 3, status: 6, sold: 1, end_lead_date: ago(1000) })
    expect(await look()).toBe(1)
    expect((await mails())[0]?.line).toContain('Fechada')
  })

  test('a choice of a clock that was ahead counts from the present', async () => {
    const { uid } = await aLead()
    await choose(true)
    await store.db
      .updateTable('receipt_mails')
      .set({ since: ago(-400 * DAY_MS) })
      .execute()
    await look()
    server.forward(MINUTE_MS)
    await change(uid, { first_call_date: ago(1000) })
    expect(await look()).toBe(1)
  })

  test('bell and mail end with the consent and with an erasure', async () => {
    const { uid, client_uid } = await aLead()
    await choosesAndMoves()
    await change(uid, { first_call_date: ago(MINUTE_MS) })
    expect(await news()).toMatchObject([
      { uid, by_link: false, steps: [{ step: 'received' }, { step: 'contacted' }] },
    ])
    const { id } = await store.db
      .selectFrom('clients')
      .select('id')
      .where('uid', '=', client_uid)
      .executeTakeFirstOrThrow()
    await admin.call('POST', '/data-requests', {
      name: 'Maria',
      contact: '',
      kind: 'consent',
      came_by: 'phone',
      details: '',
      received_on: saoPauloDay(server.context.now()),
      client_id: id,
    })
    expect([await news(), await look()]).toEqual([[], 0])
    await store.db.deleteFrom('data_requests').execute()
    expect(await news()).toHaveLength(1)
    await admin.call('DELETE', `/clients/${id}/personal-data`, { reason: 'Pedido', keep: false })
    expect([await news(), await look()]).toEqual([[], 0])
  })

  test('a user is told of its own indications alone, and of no cancelled one', async () => {
    await aLead({ inviter_id: DEALERSHIP, first_call_date: ago(MINUTE_MS) })
    await aLead({ inviter_id: null, first_call_date: ago(MINUTE_MS) })
    await aLead({ state: 3, status: 6, sold: 0, cancelled: true, end_lead_date: ago(MINUTE_MS) })
    await store.db
      .insertInto('receipt_mails')
      .values({ user_id: INDICATOR, since: ago(HOUR_MS) })
      .execute()
    expect([await news(), await look()]).toEqual([[], 0])
  })

  test('who changed the role, or is not active any more, is told nothing', async () => {
    await aLead({ first_call_date: ago(MINUTE_MS) })
    await store.db
      .insertInto('receipt_mails')
      .values({ user_id: INDICATOR, since: ago(HOUR_MS) })
      .execute()
    await store.db.updateTable('users').set({ status: 0 }).where('id', '=', INDICATOR).execute()
    expect(await look()).toBe(0)
    await store.db.updateTable('users').set({ status: 1 }).where('id', '=', INDICATOR).execute()
    expect(await look()).toBe(1)
  })
})
