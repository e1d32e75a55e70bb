/** What is pushed, to whom, once: docs/rules.md#push */
import { afterEach, describe, expect, test } from 'vitest'
import { actOnEvents } from '../../../server/automations/events.ts'
import { queueDueNotices } from '../../../server/push/due.ts'
import { pushSubscriptionRoute } from '../../../src/contract/push.ts'
import { NO_CONDITIONS } from '../../../src/domain/automations/definition.ts'
import type { NoticeSwitches } from '../../../src/domain/notices/kinds.ts'
import { IMPORT_NOTE } from '../../../src/domain/renewals/renewal-lead.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../src/domain/time/durations.ts'
import { addDays, saoPauloDay } from '../../../src/domain/time/sao-paulo.ts'
import { describeDatabase } from '../support/databases.ts'
import { create, creation } from '../support/leads.ts'
import { ADMIN, addLead, BRUNA, DAVI, inHours, MANAGER, workedBy } from '../support/people.ts'
import { inPushHouse, type PushHouse } from '../support/push-house.ts'
import { claimsOf } from '../support/push-service.ts'
import type { Device } from '../support/server.ts'

describeDatabase('notices that are pushed', (open) => {
  let house: PushHouse
  let admin: Device
  inPushHouse(open, async (made) => {
    house = made
    admin = await made.server.device(ADMIN)
    await made.store.db.insertInto('channels').values({ id: 27, name: 'Renovação própria' }).execute()
  })

  const numberOf = async (uid: string) => {
    const row = house.store.db.selectFrom('leads').select('id').where('uid', '=', uid)
    return (await row.executeTakeFirstOrThrow()).id
  }
  /** A new lead that the administrator gives this broker. */
  const give = async (broker_id: number) => {
    const args = creation({ broker_id })
    expect(await admin.run(create(args))).toMatchObject({ outcome: 'applied' })
    return { uid: args.lead_uid, number: await numberOf(args.lead_uid), client: args.client }
  }
  const later = (ms: number) => new Date(house.server.context.now() + ms).toISOString()

  describe('a lead that another user assigns', () => {
    test('is pushed to its broker on each device, encrypted, signed, and by number alone', async () => {
      const [tablet, phone] = [await house.told(BRUNA), await house.told(BRUNA)]
      const davi = await house.told(DAVI)
      const { number, client } = await give(BRUNA)
      await house.round()
      await house.round(house.other)
      const told = [{ kind: 'assigned', lead: number }]
      expect([house.readBy(tablet.browser), house.readBy(phone.browser)]).toEqual([told, told])
      expect(house.readBy(davi.browser)).toEqual([])
      const { body } = await tablet.device.call('GET', '/push-subscription')
      const { public_key: key } = pushSubscriptionRoute.answer.parse(body)
      for (const request of house.service.arrived) {
        const { aud, sub, exp } = claimsOf(request, key)
        expect({ aud, sub }).toEqual({ aud: house.service.url, sub: 'mailto:ti@exemplo.com.br' })
        expect(exp * 1000).toBeLessThanOrEqual(Date.now() + DAY_MS)
        const { headers } = request
        expect(headers).toMatchObject({ 'content-encoding': 'aes128gcm', urgency: 'high' })
        expect(Number(headers.ttl)).toBeGreaterThan(DAY_MS / 1000 - 60)
        const raw = `${request.body.toString('latin1')}${JSON.stringify(headers)}`
        for (const secret of [client.name, client.cpf, 'assigned', `Lead ${number}`])
          expect(raw).not.toContain(secret)
      }
      expect(await house.waiting()).toEqual([])
    })

    test('is no notice for a user who takes it, or captures it', async () => {
      const { device, browser } = await house.told(BRUNA)
      await device.run(create(creation({ broker_id: BRUNA })))
      const { uid } = await addLead(house.store)
      expect(await device.run({ command: 'lead.capture', args: { lead_uid: uid } })).toMatchObject({
        outcome: 'applied',
      })
      await house.round()
      expect(house.readBy(browser)).toEqual([])
    })

    test('is not pushed once it is another broker’s, cancelled, or the user has switched the kind off', async () => {
      const { browser, device } = await house.told(BRUNA)
      const { db } = house.store
      const moved = await give(BRUNA)
      await db.updateTable('leads').set({ broker_id: DAVI }).where('uid', '=', moved.uid).execute()
      const cancelled = await give(BRUNA)
      await db.updateTable('leads').set({ cancelled: true }).where('uid', '=', cancelled.uid).execute()
      await house.round()
      const value: NoticeSwitches = { off: ['assigned'] }
      const body = { value, changed_at: new Date().toISOString() }
      expect((await device.call('PUT', '/screen-settings/notices', body)).status).toBe(200)
      await give(BRUNA)
      await house.round()
      expect(house.readBy(browser)).toEqual([])
      expect(await house.waiting()).toEqual([])
    })

    test('is not pushed to a manager once it is another broker’s, though every lead is in the scope', async () => {
      const { browser } = await house.told(MANAGER)
      const kept = await give(MANAGER)
      const moved = await give(MANAGER)
      const { db } = house.store
      await db.updateTable('leads').set({ broker_id: DAVI }).where('uid', '=', moved.uid).execute()
      await house.round()
      expect(house.readBy(browser)).toEqual([{ kind: 'assigned', lead: kept.number }])
    })
  })

  describe('a scheduling', () => {
    const schedule = async (ms: number, columns = {}) => {
      const scheduling_date = later(ms)
      const lead = await addLead(house.store, {
        ...workedBy(BRUNA),
        scheduling_date,
        scheduling_description: 'ligar',
        scheduling_status: 0,
        ...columns,
      })
      return { ...lead, atMs: Date.parse(scheduling_date) }
    }

    test('is pushed fifteen minutes before, once by two servers at the same moment', async () => {
      const { browser } = await house.told(BRUNA)
      const { id, atMs } = await schedule(14 * MINUTE_MS)
      await schedule(20 * MINUTE_MS)
      await Promise.all([house.round(), house.round(house.other), house.round(), house.round(house.other)])
      expect(house.readBy(browser)).toEqual([{ kind: 'schedule', lead: id, atMs }])
      await house.round(house.other)
      expect(house.readBy(browser)).toHaveLength(1)
      const [request] = house.service.arrived
      expect(Number(request?.headers.ttl)).toBeLessThanOrEqual((29 * MINUTE_MS) / 1000)
    })

    describe('of a broker on leave', () => {
      const leave = async (substitute_id: number | null) => {
        const today = saoPauloDay(Date.now())
        const { db } = house.store
        await db.deleteFrom('absences').execute()
        await db
          .insertInto('absences')
          .values({ user_id: BRUNA, substitute_id, from_day: today, to_day: today, state: 'running' })
          .execute()
      }
      afterEach(() => house.store.db.deleteFrom('absences').execute())

      test.for([
        ['the substitute', DAVI, DAVI],
        ['a manager, where the team acts', null, MANAGER],
      ] as const)('is pushed to %s', async ([, substitute, told]) => {
        await leave(substitute)
        const [hers, theirs] = [await house.told(BRUNA), await house.told(told)]
        const administrator = await house.told(ADMIN)
        const { id, atMs } = await schedule(14 * MINUTE_MS)
        await house.round()
        expect(house.readBy(theirs.browser)).toEqual([{ kind: 'schedule', lead: id, atMs }])
        expect([house.readBy(hers.browser), house.readBy(administrator.browser)]).toEqual([[], []])
      })
    })

    test('is pushed again when it was moved, and not when it is closed, long past, or an import’s', async () => {
      const { browser } = await house.told(BRUNA)
      const { uid } = await schedule(5 * MINUTE_MS)
      await schedule(-16 * MINUTE_MS)
      await schedule(5 * MINUTE_MS, { state: 1, scheduling_description: IMPORT_NOTE })
      await schedule(5 * MINUTE_MS, { state: 3 })
      const closed = await schedule(5 * MINUTE_MS)
      const { db } = house.store
      await db.updateTable('leads').set({ scheduling_status: 1 }).where('uid', '=', closed.uid).execute()
      await house.round()
      expect(house.readBy(browser)).toHaveLength(1)
      await db
        .updateTable('leads')
        .set({ scheduling_date: later(10 * MINUTE_MS) })
        .where('uid', '=', uid)
        .execute()
      await house.round()
      expect(house.readBy(browser)).toHaveLength(2)
    })
  })

  describe('what an automation tells', () => {
    const tells = async (to: 'broker' | 'managers') => {
      const { db } = house.store
      await db.deleteFrom('automations').execute()
      await db
        .insertInto('automations')
        .values({
          id: crypto.randomUUID(),
          name: 'Novo lead',
          trigger: JSON.stringify({ kind: 'lead_made', bulk: false }),
          conditions: JSON.stringify(NO_CONDITIONS),
          acts: JSON.stringify([{ kind: 'notice', to, text: 'Olhe este lead' }]),
          state: 'on',
          state_since: later(-HOUR_MS),
          acts_since: later(-HOUR_MS),
        })
        .execute()
    }
    const act = () =>
      actOnEvents(house.server.context, (error) => {
        throw error
      })
    afterEach(() => house.store.db.deleteFrom('automations').execute())

    test('is pushed to managers, whose lead it is not, and to nobody else', async () => {
      const [manager, davi, office] = [
        await house.told(MANAGER),
        await house.told(DAVI),
        await house.told(ADMIN),
      ]
      await tells('managers')
      const { number } = await give(BRUNA)
      await act()
      await house.round()
      expect(house.readBy(manager.browser)).toEqual([{ kind: 'automation', lead: number }])
      expect([house.readBy(davi.browser), house.readBy(office.browser)]).toEqual([[], []])
    })

    test('is not pushed to the broker whose lead it is no more', async () => {
      await tells('broker')
      const [kept, moved] = [await give(BRUNA), await give(BRUNA)]
      const { browser } = await house.told(BRUNA)
      await act()
      const { db } = house.store
      await db.updateTable('leads').set({ broker_id: DAVI }).where('uid', '=', moved.uid).execute()
      await house.round()
      expect(house.readBy(browser)).toEqual([{ kind: 'automation', lead: kept.number }])
    })
  })

  test('a scheduling that was closed or moved on while its notice waited is not pushed', async () => {
    const { browser } = await house.told(BRUNA)
    const scheduled = () =>
      addLead(house.store, {
        ...workedBy(BRUNA),
        scheduling_date: later(5 * MINUTE_MS),
        scheduling_status: 0,
      })
    const [closed, moved] = [await scheduled(), await scheduled()]
    await queueDueNotices(house.server.context)
    expect(await house.waiting()).toHaveLength(2)
    const { db } = house.store
    await db.updateTable('leads').set({ scheduling_status: 1 }).where('uid', '=', closed.uid).execute()
    await db
      .updateTable('leads')
      .set({ scheduling_date: later(DAY_MS) })
      .where('uid', '=', moved.uid)
      .execute()
    await house.round()
    expect([house.readBy(browser), await house.waiting()]).toEqual([[], []])
  })

  test('a renewal is pushed a day before its capture limit and at the limit, until it is captured', async () => {
    const { browser } = await house.told(BRUNA)
    const renewal = (hours: number, columns = {}) =>
      addLead(house.store, { channel_id: 27, broker_id: BRUNA, create_lead_date: inHours(hours), ...columns })
    const near = await renewal(-168 + 23)
    const over = await renewal(-168 - 1)
    await renewal(-168 + 25)
    await renewal(-168 - 25)
    await renewal(-168 - 1, workedBy(BRUNA))
    await renewal(-168 - 1, { suspended_lead: true })
    await house.round()
    await house.round(house.other)
    const told = house.readBy(browser)
    expect(told).toHaveLength(2)
    for (const { id } of [near, over]) expect(told).toContainEqual({ kind: 'renewal', lead: id })
    house.server.forward(24 * HOUR_MS)
    await house.round()
    expect(
      house.readBy(browser).filter((notice) => JSON.stringify(notice).includes(`${near.id}`)),
    ).toHaveLength(2)
    house.server.forward(-24 * HOUR_MS)
  })

  test('a limit of the law is pushed on the morning of its half and of its eve, while it runs', async () => {
    const { browser } = await house.told(BRUNA)
    const away = await house.told(DAVI)
    /** The day whose nine o'clock was last. */
    const morning = saoPauloDay(house.server.context.now() - 9 * HOUR_MS)
    const limited = async (days: { half: number; eve: number }, ended = false) => {
      const since = addDays(morning, -10)
      const limit = { kind: 'answer', since, until: addDays(morning, 5), note: '', begun_by: 'act' as const }
      const lead = await addLead(house.store, {
        ...workedBy(BRUNA),
        obligations: ended ? null : JSON.stringify([limit]),
      })
      await house.store.db
        .insertInto('obligations')
        .values({
          lead_uid: lead.uid,
          kind: 'answer',
          since_day: since,
          until_day: limit.until,
          half_day: addDays(morning, days.half),
          eve_day: addDays(morning, days.eve),
          begun_by: 'act',
          begun_user_id: BRUNA,
          begun_at: later(0),
          ...(ended ? { outcome: 'fulfilled' as const, done_day: morning } : {}),
        })
        .execute()
      return lead
    }
    const half = await limited({ half: 0, eve: 4 })
    const eve = await limited({ half: -4, eve: 0 })
    await limited({ half: 1, eve: 4 })
    await limited({ half: -4, eve: -1 })
    await limited({ half: 0, eve: 4 }, true)
    await house.round()
    await house.round(house.other)
    const told = house.readBy(browser)
    expect(told).toHaveLength(2)
    for (const { id } of [half, eve]) expect(told).toContainEqual({ kind: 'law', lead: id })
    expect(house.readBy(away.browser)).toEqual([])
  })
})
