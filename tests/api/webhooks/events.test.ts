/** What other systems are told: events are written with the change that they tell of. docs/rules.md#webhooks */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { stopRestored } from '../../../server/webhooks/stop.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../src/domain/time/durations.ts'
import { soldLead } from '../../unit/domain/cases/finish-cases.ts'
import { describeEachDatabase } from '../support/databases.ts'
import { addSavable, creation } from '../support/leads.ts'
import { ADMIN, addLead, BRUNA, DAVI, hoursAgo, inHours } from '../support/people.ts'
import { inWebhookHouse, type WebhookHouse } from '../support/webhook-house.ts'

describeEachDatabase('events of webhooks', (open) => {
  let house: WebhookHouse
  inWebhookHouse(open, (made) => {
    house = made
  })
  const run = async (command: string, args: object, device = house.bruna) => {
    const result = await device.run({ command, args })
    expect(result, JSON.stringify(result)).toMatchObject({ outcome: 'applied' })
  }
  const finished = async (more: object) => {
    const added = await addSavable(house.store, BRUNA, { ...soldLead(house.server.context.now()), ...more })
    await run('lead.finish', { lead_uid: added.uid, client_uid: added.client_uid, changes: {} })
    return added
  }
  const kinds = async () => (await house.outbox()).map(({ kind }) => kind)

  test('a lead that is made, captured and moved is told in this order, with its numbers', async () => {
    await house.told()
    const args = creation()
    await run('lead.create', args, house.admin)
    await run('lead.capture', { lead_uid: args.lead_uid })
    await run('lead.advance', { lead_uid: args.lead_uid })
    expect(await kinds()).toEqual(['lead.created', 'lead.captured', 'lead.moved', 'lead.moved'])
    await house.round()
    expect(house.arrived()).toEqual(['lead.created', 'lead.captured', 'lead.moved', 'lead.moved'])
    const last = JSON.parse(house.peer.arrived.at(-1)?.body ?? '{}')
    expect(last.data.lead).toMatchObject({
      uid: args.lead_uid,
      status: 3,
      status_before: 2,
      state: 2,
      channel_id: 1,
      broker_id: BRUNA,
      cancelled: false,
    })
    expect(last.data.lead.captured_at).toMatch(/^\d{4}-.*Z$/u)
  })

  test('an end is told as a sale or as a loss', async () => {
    await house.told({ events: ['lead.sold', 'lead.lost'] })
    const sold = await finished({})
    const lost = await finished({ sold: 0, lost_sale: 1 })
    expect(await house.outbox()).toEqual([
      { kind: 'lead.sold', lead: sold.id, bulk: false },
      { kind: 'lead.lost', lead: lost.id, bulk: false },
    ])
  })

  test('what changes nothing of these is told to no one', async () => {
    await house.told()
    const { uid } = await addSavable(house.store, BRUNA)
    await run('lead.addNote', { lead_uid: uid, note: 'Ligou' })
    await run('lead.setServiceStatus', { lead_uid: uid, service_status: 2 })
    expect(await kinds()).toEqual([])
  })

  test('a change that is rolled back leaves no event, and one that stands has its own in the same transaction', async () => {
    await house.told()
    const { uid, id } = await addSavable(house.store, BRUNA)
    const move = sql`
      insert into timeline (lead_uid, user_id, command, changes, occurred_at)
      values (${uid}, ${BRUNA}, 'lead.advance', '{"status": {"before": 2, "after": 3}}', now())`
    const broken = house.store.db.transaction().execute(async (tx) => {
      await move.execute(tx)
      const { rows } = await sql`select 1 from webhook_deliveries`.execute(tx)
      expect(rows).toHaveLength(1)
      throw new Error('the server was killed')
    })
    await expect(broken).rejects.toThrow('the server was killed')
    expect(await house.outbox()).toEqual([])
    await move.execute(house.store.db)
    expect(await house.outbox()).toEqual([{ kind: 'lead.moved', lead: id, bulk: false }])
  })

  test('each address gets its own events, under one id', async () => {
    const all = await house.told()
    const some = await house.told({ name: 'BI', events: ['lead.sold'] })
    await finished({})
    const [ofAll, ofSome] = [await house.log(all.id), await house.log(some.id)]
    expect(ofSome.map(({ kind }) => kind)).toEqual(['lead.sold'])
    expect(ofAll.map(({ kind }) => kind)).toEqual(['lead.sold', 'lead.moved'])
    expect(ofSome[0]?.message_id).toBe(ofAll[0]?.message_id)
    expect(ofAll[0]?.message_id).not.toBe(ofAll[1]?.message_id)
  })

  test('an address that is off or removed is told nothing of what happens meanwhile', async () => {
    const { id } = await house.told()
    await house.admin.call('PUT', `/webhooks/${id}/state`, { on: false })
    await finished({})
    await house.admin.call('PUT', `/webhooks/${id}/state`, { on: true })
    expect(await house.outbox()).toEqual([])
    await finished({})
    expect(await house.outbox()).not.toEqual([])
    expect((await house.admin.call('DELETE', `/webhooks/${id}`)).status).toBe(200)
    expect(await house.outbox()).toEqual([])
    await finished({})
  })

  test('a transfer back to Origem is told as a move, and a change of broker alone is not', async () => {
    await house.told()
    const one = await addSavable(house.store, DAVI)
    const transfer = (to: object, uid = crypto.randomUUID()) =>
      house.admin.call('PUT', `/lead-transfers/${uid}`, { leads: [one.uid], to })
    expect((await transfer({ kind: 'broker', broker_id: BRUNA })).status).toBe(200)
    expect(await kinds()).toEqual([])
    const uid = crypto.randomUUID()
    expect((await transfer({ kind: 'origin' }, uid)).status).toBe(200)
    expect(await kinds()).toEqual(['lead.moved'])
    await house.admin.call('POST', `/lead-transfers/${uid}/undo`, {})
    // The entries of an undone transfer stand before its leads: the event has what comes of it.
    const { rows } = await sql<{ kind: string; status: number; before: number }>`
      select kind, (facts ->> 'status')::int as status, (facts ->> 'status_before')::int as before
      from webhook_deliveries order by id`.execute(house.store.db)
    expect(rows.filter(({ kind }) => kind === 'lead.moved')).toEqual([
      { kind: 'lead.moved', status: 1, before: 2 },
      { kind: 'lead.moved', status: 2, before: 1 },
    ])
  })

  test('many at once give way to what a person does, but for earlier events of the same lead', async () => {
    await house.told({ events: ['lead.created', 'lead.moved'] })
    const leads = await Promise.all(Array.from({ length: 12 }, () => addSavable(house.store, BRUNA)))
    const entries = leads.map(({ uid }) => ({ lead_uid: uid, at: new Date().toISOString() }))
    await sql`
      insert into timeline (lead_uid, user_id, command, changes, occurred_at)
      select lead_uid, ${ADMIN}, 'lead.import',
        '{"create_lead_date": {"before": null, "after": "2026-01-01T00:00:00Z"}, "state": {"before": null, "after": 3},
          "sold": {"before": null, "after": 1}, "capture_date": {"before": null, "after": "2026-01-01T00:00:00Z"}}', at
      from json_to_recordset(${JSON.stringify(entries)}::json) as e (lead_uid uuid, at timestamptz)
      order by lead_uid`.execute(house.store.db)
    // Of a lead that comes from another system its past is not told.
    expect(new Set(await kinds())).toEqual(new Set(['lead.created']))
    const [, , third] = leads
    await run('lead.advance', { lead_uid: third?.uid })
    await house.round()
    const first = house.peer.arrived.slice(0, 2).map(({ body }) => JSON.parse(body))
    expect(first.map(({ type, data }) => [type, data.lead.id])).toEqual([
      ['lead.created', third?.id],
      ['lead.moved', third?.id],
    ])
    expect(house.peer.arrived).toHaveLength(13)
    const others = house.peer.arrived.slice(2).map(({ body }) => JSON.parse(body).data.sequence)
    expect(others).toEqual(others.toSorted((a, b) => a - b))
  })

  test('a schedule that is late is told once, also by two servers at once, and again when it is moved', async () => {
    await house.told({ events: ['schedule.late'] })
    const { id, uid } = await addSavable(house.store, BRUNA)
    const schedule = (at: string) =>
      house.store.db
        .updateTable('leads')
        .set({ scheduling_date: at, scheduling_status: 0, scheduling_description: 'Ligar' })
        .where('uid', '=', uid)
        .execute()
    await schedule(new Date(house.server.context.now() + 5 * MINUTE_MS).toISOString())
    await house.round()
    expect(house.arrived()).toEqual([])
    house.forward(6 * MINUTE_MS)
    await Promise.all([house.round(), house.round(house.other)])
    await house.round()
    expect(await house.outbox()).toEqual([{ kind: 'schedule.late', lead: id, bulk: false }])
    expect(JSON.parse(house.peer.arrived[0]?.body ?? '').data.scheduling_at).toMatch(/Z$/u)
    await schedule(new Date(house.server.context.now() + MINUTE_MS).toISOString())
    await house.after(2 * MINUTE_MS)
    expect(house.arrived()).toEqual(['schedule.late', 'schedule.late'])
  })

  test('schedules that were late before the webhook, and closed ones, are not told', async () => {
    const late = { scheduling_description: 'Ligar', scheduling_status: 0 }
    await addLead(house.store, { ...late, scheduling_date: hoursAgo(3) })
    await house.told({ events: ['schedule.late'] })
    await addLead(house.store, { ...late, scheduling_date: inHours(1), scheduling_status: 1 })
    await house.after(2 * HOUR_MS)
    expect(await house.outbox()).toEqual([])
  })

  test('the outbox has no text of a person', async () => {
    await house.told({ with_client: true })
    await run(
      'lead.create',
      creation({}, { name: 'Iracema Prado', mail: 'iracema@exemplo.com.br' }),
      house.admin,
    )
    const { rows } = await sql<{ all: string }>`
      select string_agg(d::text, ' ') as all from webhook_deliveries d`.execute(house.store.db)
    expect(rows[0]?.all).toContain('lead.created')
    for (const text of ['Iracema', 'iracema', '31987654320']) expect(rows[0]?.all).not.toContain(text)
  })

  test('a restored database sends nothing of before, and nothing until an administrator switches it on', async () => {
    const { id } = await house.told()
    await finished({})
    const { db } = house.store
    expect(await db.transaction().execute((tx) => stopRestored(tx, house.server.context.now()))).toBe(1)
    await house.after(DAY_MS)
    expect(house.peer.arrived).toEqual([])
    expect(await house.webhook()).toMatchObject({ state: 'restored', waiting: 0 })
    expect((await house.log(id)).map(({ state, problem }) => [state, problem])).toEqual([
      ['failed', 'Esperava quando a cópia do banco foi feita, e não foi enviada de novo.'],
      ['failed', 'Esperava quando a cópia do banco foi feita, e não foi enviada de novo.'],
    ])
    await house.admin.call('PUT', `/webhooks/${id}/state`, { on: true })
    await house.round()
    expect(house.peer.arrived).toEqual([])
    const mails = await db.selectFrom('mails').select(['subject', 'user_id']).execute()
    expect(mails).toEqual([{ subject: 'O webhook CRM foi parado', user_id: ADMIN }])
  })
})
