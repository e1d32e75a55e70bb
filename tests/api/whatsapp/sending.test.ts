/** Messages that Meta's service sends: docs/rules.md#messages-sent */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { giveContact } from '../../../server/whatsapp/contact.ts'
import { endRestored, noteNotDelivered } from '../../../server/whatsapp/sent-failures.ts'
import { suggestMessage } from '../../../server/whatsapp/suggestions.ts'
import { MINUTE_MS } from '../../../src/domain/time/durations.ts'
import { saoPauloDay } from '../../../src/domain/time/sao-paulo.ts'
import {
  NOT_APPROVED,
  NOT_CONNECTED,
  WAITED_TOO_LONG,
  WINDOW_CLOSED,
} from '../../../src/domain/whatsapp/sending.ts'
import { describeDatabase } from '../support/databases.ts'
import type { GraphFault } from '../support/graph-peer.ts'
import { Mirror, pullAll } from '../support/mirror.ts'
import { BRUNA, DAVI, hoursAgo } from '../support/people.ts'
import { inSendingHouse, PHONE, type SendingHouse, TOKEN } from '../support/sending-house.ts'
import type { GivenCommand } from '../support/server.ts'

describeDatabase('messages that are sent', (open) => {
  let house: SendingHouse
  inSendingHouse(open, (made) => {
    house = made
  })

  test('an approved template goes once, with its values in the order of its numbers, and is the first contact', async () => {
    const uid = await house.attended()
    const command = house.message(uid)
    expect(await house.bruna.run(command)).toMatchObject({ outcome: 'applied' })
    // The answer was lost: the device sends it again, under its key and under another.
    await house.bruna.run({ ...command, key: crypto.randomUUID() })
    await house.look()
    await house.look()
    expect(house.peer.asked).toHaveLength(1)
    expect(house.peer.asked[0]).toMatchObject({
      path: '/v23.0/777/messages',
      authorization: `Bearer ${TOKEN}`,
      body: {
        messaging_product: 'whatsapp',
        to: `55${PHONE}`,
        type: 'template',
        template: {
          name: 'aprovado',
          language: { code: 'pt_BR' },
          components: [
            {
              type: 'body',
              parameters: [
                { type: 'text', text: 'Ana' },
                { type: 'text', text: 'Bruna' },
              ],
            },
          ],
        },
      },
    })
    expect(await house.sendings(uid)).toMatchObject([{ state: 'sent', phone: '', message: null }])
    expect(await house.leadOf(uid)).toMatchObject({ contact_type: 4, status: 3 })
    expect((await house.leadOf(uid)).contact_date).not.toBeNull()
    expect((await house.leadOf(uid)).first_call_date).not.toBeNull()
    expect((await house.history(uid)).map(({ command: name }) => name)).toEqual([
      'lead.sendMessage',
      'whatsapp.sent',
      'lead.recordCall',
      'lead.noteContact',
      'lead.advance',
    ])
  })

  test('a message whose contact can not be recorded holds up no other', async () => {
    const [broken, other] = [await house.attended(), await house.attended()]
    // They are recorded in this order.
    await house.bruna.run(house.message(broken, { message_uid: '00000000-0000-4000-8000-000000000001' }))
    await house.bruna.run(house.message(other))
    const { db } = house.store
    await sql`
      create function broken() returns trigger language plpgsql as $$ begin raise exception 'broken lead'; end $$`.execute(
      db,
    )
    await sql`
      create trigger broken before update on leads for each row
      when (new.uid = ${sql.lit(broken)} and new.contact_date is not null) execute function broken()`.execute(
      db,
    )
    const warnings: string[] = []
    const note = (error: unknown) => warnings.push(String(error))
    await house.look(5000, note)
    await house.look(5000, note)
    await sql`drop function broken() cascade`.execute(db)
    expect(warnings).toEqual([expect.stringContaining('broken lead')])
    expect(await house.leadOf(other)).toMatchObject({ contact_type: 4, status: 3 })
    expect(await house.sendings(broken)).toMatchObject([{ state: 'sent' }])
  })

  test("a substitute's message is the first contact, by the substitute", async () => {
    const uid = await house.attended()
    const day = saoPauloDay(house.server.context.now())
    await house.store.db
      .insertInto('absences')
      .values({ user_id: BRUNA, substitute_id: DAVI, from_day: day, to_day: day, state: 'running' })
      .execute()
    try {
      const davi = await house.server.device(DAVI)
      expect(await davi.run(house.message(uid))).toMatchObject({ outcome: 'applied' })
      await house.look()
      expect(await house.leadOf(uid)).toMatchObject({ contact_type: 4, status: 3, broker_id: BRUNA })
      const call = house.store.db.selectFrom('timeline').select('user_id').where('lead_uid', '=', uid)
      expect(await call.where('command', '=', 'lead.noteContact').execute()).toEqual([{ user_id: DAVI }])
      // By the house's number nobody knows who wrote, and the substitute acts.
      const other = await house.attended()
      const hash = crypto.randomUUID()
      const at = new Date(house.server.context.now()).toISOString()
      const own = { hash, call_uid: crypto.randomUUID(), lead_uid: other, timeline_id: 1, is_sent: true, at }
      await house.store.db.insertInto('whatsapp_messages').values(own).execute()
      await giveContact(house.server.context, { hash, leadUid: other, ownerId: null, at, phone: PHONE })
      const contact = house.store.db.selectFrom('timeline').select('user_id').where('lead_uid', '=', other)
      expect(await contact.where('command', '=', 'lead.noteContact').execute()).toEqual([{ user_id: DAVI }])
    } finally {
      await house.store.db.deleteFrom('absences').execute()
    }
  })

  test('a lead with a contact keeps it', async () => {
    const uid = await house.attended()
    const contact = { contact_type: 1, contact_date: hoursAgo(1), status: 4 }
    await house.store.db.updateTable('leads').set(contact).where('uid', '=', uid).execute()
    await house.bruna.run(house.message(uid))
    await house.look()
    expect(house.peer.asked).toHaveLength(1)
    expect(await house.leadOf(uid)).toMatchObject({ contact_type: 1, status: 4 })
  })

  const STOPS: readonly [name: string, fault: GraphFault, words: RegExp, state: string][] = [
    [
      'a number without WhatsApp',
      { kind: 'error', status: 400, code: 131026 },
      /não está no WhatsApp/,
      'failed',
    ],
    ['the window of Meta', { kind: 'error', status: 400, code: 131047 }, /24 horas/, 'failed'],
    ['a client that is spared', { kind: 'error', status: 400, code: 131049 }, /poupou/, 'failed'],
    ['a token that ended', { kind: 'error', status: 401, code: 190 }, /ligá-lo de novo/, 'failed'],
    ['a code that nobody knows', { kind: 'error', status: 400, code: 999_999 }, /erro 999999/, 'failed'],
    ['an answer that never comes', { kind: 'silent' }, /não sabemos/, 'unknown'],
    ['a connection that ends instead of an answer', { kind: 'hangs-up' }, /não sabemos/, 'unknown'],
    ['an answer of another shape', { kind: 'strange' }, /não sabemos/, 'unknown'],
    ['a fault of something between', { kind: 'plain', status: 502 }, /não sabemos/, 'unknown'],
  ]
  test.each(STOPS)('%s: it is not sent again, and the broker is told', async (_name, fault, words, state) => {
    const uid = await house.attended()
    house.peer.faults = [fault]
    await house.bruna.run(house.message(uid))
    await house.look(300)
    house.peer.faults = [{ kind: 'takes' }]
    house.server.forward(10 * MINUTE_MS)
    await house.look()
    expect(house.peer.asked).toHaveLength(1)
    expect(await house.sendings(uid)).toMatchObject([{ state, phone: '', message: null }])
    const lead = await house.leadOf(uid)
    expect(lead).toMatchObject({ contact_type: null, status: 2 })
    expect(lead.suggested_message?.reason).toMatch(words)
    expect(lead.suggested_message?.template_id).toBe(house.template)
    expect((await house.history(uid)).at(-1)).toMatchObject({ command: 'lead.messageFailed' })
  })

  const RETRIES: readonly [name: string, fault: GraphFault, waitMs: number][] = [
    ['too many messages', { kind: 'error', status: 400, code: 130429 }, MINUTE_MS],
    ['a passing fault of Meta', { kind: 'error', status: 500, code: 131016 }, MINUTE_MS],
    ['a busy server that names its time', { kind: 'plain', status: 429, retryAfter: '240' }, 4 * MINUTE_MS],
  ]
  test.each(RETRIES)('%s: it waits, and goes once', async (_name, fault, waitMs) => {
    const uid = await house.attended()
    house.peer.faults = [fault, { kind: 'takes' }]
    await house.bruna.run(house.message(uid))
    await house.look()
    expect(await house.sendings(uid)).toMatchObject([{ state: 'waiting', tries: 1 }])
    house.server.forward(waitMs - MINUTE_MS / 2 - 5000)
    await house.look()
    expect(house.peer.asked).toHaveLength(1)
    house.server.forward(MINUTE_MS / 2 + 6000)
    await house.look()
    expect(house.peer.asked).toHaveLength(2)
    expect(await house.sendings(uid)).toMatchObject([{ state: 'sent', tries: 2 }])
  })

  test('a service that is busy for a day: the message is not sent, and the broker is told', async () => {
    const uid = await house.attended()
    house.peer.faults = [{ kind: 'error', status: 400, code: 130429 }]
    await house.bruna.run(house.message(uid))
    for (let hour = 0; hour < 26; hour += 1) {
      await house.look()
      house.server.forward(60 * MINUTE_MS)
    }
    expect(await house.sendings(uid)).toMatchObject([
      { state: 'failed', problem: expect.stringMatching(/um dia/) },
    ])
  })

  test('a process that died between the call and its record: nothing is sent again', async () => {
    const uid = await house.attended()
    await house.bruna.run(house.message(uid))
    await house.store.db.updateTable('message_sendings').set({ state: 'sending', tries: 1 }).execute()
    house.server.forward(3 * MINUTE_MS)
    await house.look()
    expect(house.peer.asked).toHaveLength(0)
    expect(await house.sendings(uid)).toMatchObject([{ state: 'unknown' }])
  })

  test('two processes send each message once', async () => {
    const uids = [
      await house.attended(),
      await house.attended(),
      await house.attended(),
      await house.attended(),
    ]
    for (const uid of uids) await house.bruna.run(house.message(uid))
    await Promise.all([house.look(), house.look()])
    const sent = house.peer.asked.map(
      ({ body }) => (body as { biz_opaque_callback_data: string }).biz_opaque_callback_data,
    )
    expect(new Set(sent).size).toBe(4)
    expect(sent).toHaveLength(4)
  })

  test('a free text goes within a day after the client wrote, and is refused after it', async () => {
    const uid = await house.attended()
    const free = () => house.message(uid, { message: { kind: 'text', text: 'Posso ligar às 15 h?' } })
    expect(await house.bruna.run(free())).toMatchObject({ outcome: 'rejected', message: WINDOW_CLOSED })
    await house.store.db
      .insertInto('whatsapp_messages')
      .values({
        hash: crypto.randomUUID(),
        call_uid: crypto.randomUUID(),
        lead_uid: uid,
        timeline_id: 1,
        is_sent: false,
        at: new Date(house.server.context.now() - 60 * MINUTE_MS).toISOString(),
      })
      .execute()
    expect(await house.bruna.run(free())).toMatchObject({ outcome: 'applied' })
    await house.look()
    expect(house.peer.asked[0]?.body).toMatchObject({ type: 'text', text: { body: 'Posso ligar às 15 h?' } })
    // Its words are nowhere in the history.
    expect(JSON.stringify(await house.history(uid))).not.toContain('15 h')
  })

  test('what the server refuses: no connection, no approval, a blank field, a stale message, a foreign number', async () => {
    const uid = await house.attended()
    const refused = async (command: GivenCommand) => {
      const result = await house.bruna.run(command)
      return result.outcome === 'rejected' ? result.message : result.outcome
    }
    const link = house.store.db
      .insertInto('message_templates')
      .values({ name: crypto.randomUUID(), purpose: 'other', body: 'Olá' })
      .returning('id')
    const { id } = await link.executeTakeFirstOrThrow()
    expect(
      await refused(house.message(uid, { message: { kind: 'template', template_id: id, values: {} } })),
    ).toBe(NOT_APPROVED)
    expect(
      await refused(
        house.message(uid, {
          message: { kind: 'template', template_id: house.template, values: { corretor: 'B' } },
        }),
      ),
    ).toMatch(/Primeiro nome/)
    expect(
      await refused({
        ...house.message(uid),
        occurred_at: new Date(house.server.context.now() - 25 * 60 * MINUTE_MS).toISOString(),
      }),
    ).toBe(WAITED_TOO_LONG)
    expect(await refused(house.message(uid, { phone: '11911112222' }))).toMatch(/não é mais do cliente/)
    await house.store.db.updateTable('whatsapp_connection').set({ state: 'removed' }).execute()
    expect(await refused(house.message(uid))).toBe(NOT_CONNECTED)
    const davi = await house.server.device(DAVI)
    expect(await davi.run(house.message(uid))).toMatchObject({ outcome: 'rejected' })
    await house.look()
    expect(house.peer.asked).toHaveLength(0)
  })

  test('two devices answer one suggestion: the client gets one message', async () => {
    const uid = await house.attended()
    await house.store.db.transaction().execute((tx) =>
      suggestMessage(tx, {
        leadUid: uid,
        templateId: house.template,
        reason: 'Renovação',
        key: 'renewal',
        nowMs: house.server.context.now(),
      }),
    )
    const suggestion_uid = (await house.leadOf(uid)).suggested_message?.uid
    expect(await house.bruna.run(house.message(uid, { suggestion_uid }))).toMatchObject({
      outcome: 'applied',
    })
    expect(await house.bruna.run(house.message(uid, { suggestion_uid }))).toMatchObject({
      outcome: 'rejected',
      message: expect.stringMatching(/outro aparelho/),
    })
    await house.look()
    expect(house.peer.asked).toHaveLength(1)
  })

  test('a connection that ended meanwhile: the message waits for no other', async () => {
    const uid = await house.attended()
    await house.bruna.run(house.message(uid))
    await house.store.db.updateTable('whatsapp_connection').set({ state: 'removed' }).execute()
    await house.look()
    await house.store.db.updateTable('whatsapp_connection').set({ state: 'on' }).execute()
    await house.look()
    expect(house.peer.asked).toHaveLength(0)
    expect((await house.leadOf(uid)).suggested_message?.reason).toMatch(/foi desligado/)
  })

  test('what did not go is told for a client that wants no messages and an ended lead, before other suggestions, with its sender', async () => {
    const uid = await house.attended()
    await house.bruna.run(house.message(uid))
    const nowMs = house.server.context.now()
    await house.store.db.transaction().execute((tx) =>
      suggestMessage(tx, {
        leadUid: uid,
        templateId: house.template,
        reason: 'Renovação',
        key: 'renewal',
        nowMs,
      }),
    )
    await house.store.db.updateTable('leads').set({ state: 3, status: 6 }).where('uid', '=', uid).execute()
    house.peer.faults = [{ kind: 'silent' }]
    await house.look(300)
    expect((await house.leadOf(uid)).suggested_message).toMatchObject({
      reason: expect.stringMatching(/não sabemos/),
      sender_id: BRUNA,
    })
    const suggestion_uid = (await house.leadOf(uid)).suggested_message?.uid
    const decide = { lead_uid: uid, suggestion_uid, decision: 'dismissed' }
    expect(await house.bruna.run({ command: 'lead.decideMessage', args: decide })).toMatchObject({
      outcome: 'applied',
    })
    const other = await house.attended()
    await house.bruna.run(house.message(other))
    const wantsNone = { no_messages_since: '2026-11-02' }
    await house.store.db
      .updateTable('clients')
      .set(wantsNone)
      .where('uid', '=', await house.clientOf(other))
      .execute()
    await house.look()
    expect((await house.leadOf(other)).suggested_message).toMatchObject({ sender_id: BRUNA })
  })

  test('a database that came from a backup sends nothing of what waited there', async () => {
    const uid = await house.attended()
    await house.bruna.run(house.message(uid))
    const ended = house.store.db.transaction().execute((tx) => endRestored(tx, house.server.context.now()))
    expect(await ended).toBe(1)
    await house.look()
    expect(house.peer.asked).toHaveLength(0)
    expect((await house.leadOf(uid)).suggested_message?.reason).toMatch(/não sabemos/)
  })

  test('Meta says later that it did not deliver: the broker is told once', async () => {
    const uid = await house.attended()
    await house.bruna.run(house.message(uid))
    await house.look()
    const row = house.store.db
      .selectFrom('message_sendings')
      .select('message_hash')
      .where('lead_uid', '=', uid)
    const { message_hash: hash } = await row.executeTakeFirstOrThrow()
    const tell = (code: number) =>
      house.store.db
        .transaction()
        .execute((tx) => noteNotDelivered(tx, { hash: hash ?? '', code, nowMs: house.server.context.now() }))
    await tell(131026)
    await tell(131026)
    expect(await house.sendings(uid)).toMatchObject([{ state: 'failed' }])
    expect((await house.history(uid)).filter(({ command }) => command === 'lead.messageFailed')).toHaveLength(
      1,
    )
  })

  test('devices learn whether messages are sent', async () => {
    const mirror = new Mirror()
    await pullAll(house.bruna, mirror)
    expect(mirror.catalogues.get('setting whatsapp_connected')?.value).toMatchObject({ value: true })
    await house.store.db.updateTable('whatsapp_connection').set({ state: 'removed' }).execute()
    await pullAll(house.bruna, mirror)
    expect(mirror.catalogues.get('setting whatsapp_connected')?.value).toMatchObject({ value: false })
  })
})
