/** Messages that are suggested to a broker, and clients that want none: docs/rules.md#suggested-messages and #opt-out */
import { expect, test } from 'vitest'
import { noteOptOut } from '../../../server/whatsapp/opt-out.ts'
import { type Suggestion, suggestMessage } from '../../../server/whatsapp/suggestions.ts'
import { describeDatabase, type TestStore } from '../support/databases.ts'
import { inHouseWithDevices } from '../support/in-house.ts'
import { mergesIn } from '../support/merges.ts'
import { Mirror, pullAll } from '../support/mirror.ts'
import { ADMIN, addLead, BRUNA, DAVI, INDICATOR, workedBy } from '../support/people.ts'
import type { Device, TestServer } from '../support/server.ts'

const RENEWAL = 1000

describeDatabase('suggested messages', (open) => {
  let store: TestStore
  let server: TestServer
  let admin: Device
  let bruna: Device
  inHouseWithDevices(open, async (opened) => {
    ;({ store, server, admin, bruna } = opened)
    await store.db
      .insertInto('message_templates')
      .values({ id: RENEWAL, name: 'Renovação', purpose: 'renewal', body: 'Olá, {primeiro_nome}!' })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  })

  const suggest = (leadUid: string, more: Partial<Suggestion> = {}) =>
    store.db.transaction().execute((tx) =>
      suggestMessage(tx, {
        leadUid,
        templateId: RENEWAL,
        reason: 'Renovação em 30 dias',
        key: 'renewal:2026',
        nowMs: server.context.now(),
        ...more,
      }),
    )
  const optOut = (number: string) => {
    const nowMs = server.context.now()
    return store.db.transaction().execute((tx) => noteOptOut(tx, number, { atMs: nowMs, nowMs }))
  }
  const mirrorOf = async (device: Device) => {
    const mirror = new Mirror()
    await pullAll(device, mirror)
    return mirror
  }
  const suggestedTo = async (device: Device, uid: string) =>
    (await mirrorOf(device)).leads.get(uid)?.suggested_message
  const ofClient = async (uid: string) =>
    store.db
      .selectFrom('leads as l')
      .innerJoin('clients as c', 'c.uid', 'l.client_uid')
      .select(['c.uid', 'c.id', 'c.no_messages_since'])
      .where('l.uid', '=', uid)
      .executeTakeFirstOrThrow()
  const decide = (device: Device, lead_uid: string, suggestion_uid: string, decision = 'dismissed') =>
    device.run({ command: 'lead.decideMessage', args: { lead_uid, suggestion_uid, decision } })
  const decisions = async (uid: string) =>
    (
      await store.db
        .selectFrom('suggested_messages')
        .select('decision')
        .where('lead_uid', '=', uid)
        .orderBy('made_at')
        .execute()
    ).map(({ decision }) => decision)

  test('it reaches the broker, once for each key, and the next one comes after the decision', async () => {
    const { uid } = await addLead(store, workedBy(BRUNA))
    expect(await suggest(uid)).toBeNull()
    expect(await suggest(uid, { reason: 'de novo' })).toBe('exists')
    expect(
      await suggest(uid, { key: 'other', reason: 'Retorno', nowMs: server.context.now() + 1000 }),
    ).toBeNull()
    const first = await suggestedTo(bruna, uid)
    expect(first).toMatchObject({ template_id: RENEWAL, reason: 'Renovação em 30 dias' })
    expect(await decide(bruna, uid, first?.uid ?? '')).toMatchObject({ outcome: 'applied' })
    expect(await suggestedTo(bruna, uid)).toMatchObject({ reason: 'Retorno' })
    // A key is used once for ever.
    expect(await suggest(uid)).toBe('exists')
  })

  test('two devices decide once, and the second one takes nothing else away', async () => {
    const { uid } = await addLead(store, workedBy(BRUNA))
    await suggest(uid)
    await suggest(uid, { key: 'other', reason: 'Retorno', nowMs: server.context.now() + 1000 })
    const first = (await suggestedTo(bruna, uid))?.uid ?? ''
    await decide(bruna, uid, first, 'opened')
    expect(await decide(bruna, uid, first)).toMatchObject({ outcome: 'applied', found_done: true })
    expect(await decisions(uid)).toEqual(['opened', null])
    expect(await suggestedTo(bruna, uid)).toMatchObject({ reason: 'Retorno' })
  })

  test('before the capture its broker sees it and dismisses it, and nobody else does', async () => {
    const { uid } = await addLead(store, { broker_id: BRUNA })
    expect(await suggest(uid)).toBeNull()
    const suggested = (await suggestedTo(bruna, uid))?.uid ?? ''
    const davi = await server.device(DAVI)
    expect(await decide(davi, uid, suggested)).toMatchObject({ outcome: 'rejected' })
    expect(await decide(bruna, uid, suggested)).toMatchObject({ outcome: 'applied' })
    expect(await decisions(uid)).toEqual(['dismissed'])
    expect(await suggestedTo(bruna, uid)).toBeNull()
  })

  test('it follows the lead to its next broker', async () => {
    const { uid } = await addLead(store, workedBy(BRUNA))
    await suggest(uid)
    await store.db.updateTable('leads').set({ broker_id: DAVI }).where('uid', '=', uid).execute()
    const davi = await server.device(DAVI)
    const suggested = await suggestedTo(davi, uid)
    expect(suggested).toMatchObject({ reason: 'Renovação em 30 dias' })
    expect((await mirrorOf(bruna)).leads.has(uid)).toBe(false)
    expect(await decide(bruna, uid, suggested?.uid ?? '')).toMatchObject({ outcome: 'rejected' })
    expect(await decide(davi, uid, suggested?.uid ?? '')).toMatchObject({ outcome: 'applied' })
  })

  test('whoever referred the lead sees neither suggestion nor templates nor the mark of the client', async () => {
    const { uid } = await addLead(store, { ...workedBy(BRUNA), inviter_id: INDICATOR })
    await suggest(uid)
    const referrer = await server.device(INDICATOR)
    const mirror = await mirrorOf(referrer)
    expect(mirror.leads.get(uid)).toMatchObject({ suggested_message: null })
    expect([...mirror.catalogues.values()].filter(({ kind }) => kind === 'message_template')).toEqual([])
  })

  test.each([
    ['no-lead', async () => crypto.randomUUID()],
    ['no-broker', async () => (await addLead(store)).uid],
    ['ended', async () => (await addLead(store, { ...workedBy(BRUNA), state: 3, status: 6 })).uid],
  ] as const)('%s: nothing is suggested', async (why, lead) => {
    expect(await suggest(await lead())).toBe(why)
  })

  test('an inactive template is not suggested', async () => {
    const { uid } = await addLead(store, workedBy(BRUNA))
    const off = store.db
      .insertInto('message_templates')
      .values({ name: crypto.randomUUID(), purpose: 'other', body: 'Olá', active: false })
      .returning('id')
    expect(await suggest(uid, { templateId: (await off.executeTakeFirstOrThrow()).id })).toBe('no-template')
  })

  test('a client that says no by WhatsApp: known without its ninth digit, its suggestions are withdrawn', async () => {
    const { uid } = await addLead(store, workedBy(BRUNA))
    const client = await ofClient(uid)
    await store.db
      .updateTable('clients')
      .set({ cellphone: '11987654321' })
      .where('uid', '=', client.uid)
      .execute()
    await suggest(uid)
    expect(await optOut('551187654321')).toBe(1)
    expect(await optOut('5511987654321')).toBe(0)
    expect((await ofClient(uid)).no_messages_since).not.toBeNull()
    expect(await suggestedTo(bruna, uid)).toBeNull()
    expect(await decisions(uid)).toEqual(['opted_out'])
    expect(await suggest(uid, { key: 'later' })).toBe('opt-out')
    const told = store.db.selectFrom('timeline').select(['command', 'user_id']).where('lead_uid', '=', uid)
    expect(await told.orderBy('id', 'desc').executeTakeFirst()).toEqual({
      command: 'client.optOut',
      user_id: null,
    })
    const mirror = await mirrorOf(bruna)
    expect(mirror.clients.get(client.uid)?.no_messages_since).toMatch(/^\d{4}-\d\d-\d\d$/)
  })

  test('a broker sets the mark and takes it back; a new lead of the client leaves it', async () => {
    const { uid } = await addLead(store, workedBy(BRUNA))
    const client = await ofClient(uid)
    await suggest(uid)
    const save = (no_messages_since: string | null) =>
      bruna.run({
        command: 'client.update',
        args: { client_uid: client.uid, changes: { no_messages_since } },
      })
    expect(await save('2026-11-29')).toMatchObject({ outcome: 'applied' })
    expect((await ofClient(uid)).no_messages_since).toBe('2026-11-29')
    expect(await suggestedTo(bruna, uid)).toBeNull()
    expect(await save(null)).toMatchObject({ outcome: 'applied' })
    expect(await suggest(uid, { key: 'again' })).toBeNull()
  })

  test('a merge keeps the mark of either client, and a lead that comes to such a client loses its suggestion', async () => {
    const merges = mergesIn(store, admin)
    for (const marked of ['survivor', 'alias'] as const) {
      const pair = await merges.twoClients()
      const lead = await addLead(store, { ...workedBy(BRUNA), client_uid: pair.alias })
      await store.db
        .updateTable('clients')
        .set({ no_messages_since: '2026-01-10' })
        .where('uid', '=', pair[marked])
        .execute()
      if (marked === 'survivor') await suggest(lead.uid)
      await merges.merge(pair.survivor, pair.alias)
      expect(await ofClient(lead.uid)).toMatchObject({ uid: pair.survivor, no_messages_since: '2026-01-10' })
      expect(await suggestedTo(bruna, lead.uid)).toBeNull()
    }
  })

  test('an erased client: its suggestion goes, and nothing is suggested', async () => {
    const { uid } = await addLead(store, workedBy(BRUNA))
    await suggest(uid)
    const { id } = await ofClient(uid)
    const office = await server.confirmedDevice(ADMIN)
    const erased = await office.call('DELETE', `/clients/${id}/personal-data`)
    expect(erased.status, JSON.stringify(erased.body)).toBe(200)
    expect(await suggestedTo(bruna, uid)).toBeNull()
    expect(await suggest(uid, { key: 'later' })).toBe('erased')
  })
})
