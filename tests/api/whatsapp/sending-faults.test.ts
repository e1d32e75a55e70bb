/** What may go wrong around a message that is sent: by whom, how late, and what Meta tells of it. docs/rules.md#messages-sent */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { hashOf } from '../../../server/whatsapp/incoming.ts'
import { noteNotDelivered } from '../../../server/whatsapp/sent-failures.ts'
import { workThroughWhatsApp } from '../../../server/whatsapp/work.ts'
import { MINUTE_MS } from '../../../src/domain/time/durations.ts'
import { NO_NUMBER } from '../../../src/domain/whatsapp/sending.ts'
import { describeDatabase } from '../support/databases.ts'
import { addLead, BRUNA, DAVI, workedBy } from '../support/people.ts'
import { inSendingHouse, PHONE, type SendingHouse } from '../support/sending-house.ts'

describeDatabase('messages on their way', (open) => {
  let house: SendingHouse
  inSendingHouse(open, (made) => {
    house = made
  })
  const numberOf = (user_id: number | null) =>
    house.store.db.updateTable('whatsapp_numbers').set({ user_id }).execute()

  test('a client that said no to WhatsApp: the one of the lead is marked, and none without a number', async () => {
    const uid = await house.attended()
    const other = await house.clientOf((await addLead(house.store, workedBy(BRUNA))).uid)
    const own = await house.clientOf(uid)
    const numbers = (client: string, values: { cellphone: string; phone: string }) =>
      house.store.db.updateTable('clients').set(values).where('uid', '=', client).execute()
    await numbers(other, { cellphone: '', phone: '' })
    await house.bruna.run(house.message(uid))
    await house.look()
    // The number is in the other field by now.
    await numbers(own, { cellphone: '', phone: PHONE })
    const row = house.store.db
      .selectFrom('message_sendings')
      .select('message_hash')
      .where('lead_uid', '=', uid)
    const { message_hash: hash } = await row.executeTakeFirstOrThrow()
    await house.store.db
      .transaction()
      .execute((tx) =>
        noteNotDelivered(tx, { hash: hash ?? '', code: 131050, nowMs: house.server.context.now() }),
      )
    const since = async (client: string) =>
      (
        await house.store.db
          .selectFrom('clients')
          .select('no_messages_since')
          .where('uid', '=', client)
          .executeTakeFirstOrThrow()
      ).no_messages_since
    expect(await since(own)).not.toBeNull()
    expect(await since(other)).toBeNull()
  })

  test("another broker's own number sends nothing: neither the command nor what waited takes it", async () => {
    const uid = await house.attended()
    await numberOf(DAVI)
    expect(await house.bruna.run(house.message(uid))).toMatchObject({
      outcome: 'rejected',
      message: NO_NUMBER,
    })
    await numberOf(null)
    expect(await house.bruna.run(house.message(uid))).toMatchObject({ outcome: 'applied' })
    // The number went to another broker meanwhile.
    await numberOf(DAVI)
    await house.look()
    expect(house.peer.asked).toHaveLength(0)
    expect((await house.leadOf(uid)).suggested_message?.reason).toMatch(/número/)
    await numberOf(BRUNA)
    expect(await house.bruna.run(house.message(uid))).toMatchObject({ outcome: 'applied' })
    await house.look()
    expect(house.peer.asked).toHaveLength(1)
  })

  test('a message that waited here for a day does not go', async () => {
    const uid = await house.attended()
    await house.bruna.run(house.message(uid))
    // The server was off.
    house.server.forward(24 * 60 * MINUTE_MS)
    await house.look()
    expect(house.peer.asked).toHaveLength(0)
    expect(await house.sendings(uid)).toMatchObject([
      { state: 'failed', problem: expect.stringMatching(/mais de um dia/) },
    ])
  })

  test('what Meta tells of a message before its answer is known has its turn after it', async () => {
    const uid = await house.attended()
    await house.bruna.run(house.message(uid))
    const about = hashOf(house.peer.nextId())
    await house.store.db
      .insertInto('whatsapp_events')
      .values({
        key: 'early status',
        about,
        payload: JSON.stringify({
          kind: 'status',
          about,
          at: new Date(house.server.context.now()).toISOString(),
          status: 'failed',
          code: 131026,
          number: null,
          bsuid: null,
        }),
        received_at: new Date(house.server.context.now()).toISOString(),
      })
      .execute()
    const work = () =>
      workThroughWhatsApp(house.server.context, (error) => {
        throw error
      })
    await work()
    await house.look()
    expect(await house.sendings(uid)).toMatchObject([{ message_hash: about }])
    await work()
    expect(await house.sendings(uid)).toMatchObject([{ state: 'failed' }])
    expect((await house.leadOf(uid)).suggested_message?.reason).toMatch(/não está no WhatsApp/)
  })

  test('a deadlock while the answer of Meta is recorded: it is recorded again', async () => {
    const uid = await house.attended()
    await house.bruna.run(house.message(uid))
    // A sequence is not taken back with its transaction, so that the second try goes through.
    await sql`
      create sequence deadlocks;
      create function fails_once() returns trigger language plpgsql as $$
      begin
        if nextval('deadlocks') = 1 then raise exception 'deadlock' using errcode = '40P01'; end if;
        return new;
      end $$;
      create trigger fails_once before insert on whatsapp_messages for each row execute function fails_once();`.execute(
      house.store.db,
    )
    try {
      await house.look()
    } finally {
      await sql`
        drop trigger fails_once on whatsapp_messages;
        drop function fails_once();
        drop sequence deadlocks;`.execute(house.store.db)
    }
    expect(house.peer.asked).toHaveLength(1)
    expect(await house.sendings(uid)).toMatchObject([{ state: 'sent' }])
  })
})
