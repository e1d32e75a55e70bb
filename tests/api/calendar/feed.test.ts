/** What an address of a calendar tells, fetch after fetch, read back by ical.js. docs/rules.md#calendar */
import { beforeEach, describe, expect, test } from 'vitest'
import { disownHere } from '../../../server/accounts/disown.ts'
import { writePassword } from '../../../server/session/passwords.ts'
import { calendarFeedsRoute, renewCalendarFeedRoute } from '../../../src/contract/calendar.ts'
import { CANCELLED_TITLE, sequenceAt } from '../../../src/domain/calendar/file.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../src/domain/time/durations.ts'
import { cheapHash } from '../support/cheap-hash.ts'
import { describeDatabase, type TestStore } from '../support/databases.ts'
import { inHouse } from '../support/in-house.ts'
import { mergesIn } from '../support/merges.ts'
import { ADMIN, addLead, BRUNA, DAVI, MANAGER, workedBy } from '../support/people.ts'
import type { Device, TestServer } from '../support/server.ts'
import { ALL, address, RETURNS, readFile } from './reading.ts'

const NAME = 'Maria; "Bia", \\ Souza\r\nEND:VEVENT'

describeDatabase('a calendar', (open) => {
  let store: TestStore
  let server: TestServer
  let admin: Device
  let bruna: Device
  let davi: Device
  inHouse(open, async (opened) => {
    ;({ store, server } = opened)
    admin = await server.confirmedDevice(ADMIN)
    bruna = await server.confirmedDevice(BRUNA)
  })
  beforeEach(async () => {
    for (const table of ['calendar_feeds', 'rate_limits', 'creation_log'] as const)
      await store.db.deleteFrom(table).execute()
    await store.db.updateTable('users').set({ status: 1 }).execute()
    await store.db.updateTable('user_roles').set({ role_id: 3 }).where('user_id', '=', DAVI).execute()
    davi = await server.confirmedDevice(DAVI)
    server.forward(2 * MINUTE_MS)
  })

  const at = (hours: number) => {
    const ms = server.context.now() + hours * HOUR_MS
    return new Date(Math.floor(ms / MINUTE_MS) * MINUTE_MS).toISOString()
  }
  const scheduled = (hours: number, broker = BRUNA) => ({
    ...workedBy(broker),
    scheduling_date: at(hours),
    scheduling_description: 'Ligar para a Maria, que fica no 31 98888-7777',
    scheduling_status: 0,
  })
  const uidOf = (lead: { uid: string }) => `return-${lead.uid}@farol`
  const run = async (device: Device, command: string, args: object) => {
    const occurred_at = new Date(server.context.now()).toISOString()
    expect(await device.run({ command, args, occurred_at })).toMatchObject({ outcome: 'applied' })
  }

  test('is told of a return, of its change and of its end, and of nothing that anybody typed', async () => {
    const lead = await addLead(store, workedBy(BRUNA))
    const feed = await address(server, bruna, RETURNS)
    expect(await feed.events()).toEqual([])
    const [first, second] = [at(48), at(72)]
    await run(bruna, 'lead.schedule', { lead_uid: lead.uid, scheduling_date: first, description: 'Ligar' })
    const [made] = await feed.events()
    expect(made).toMatchObject({
      uid: uidOf(lead),
      title: `Retorno · lead Nº ${lead.id}`,
      status: 'CONFIRMED',
      start: first,
      end: new Date(Date.parse(first) + 30 * MINUTE_MS).toISOString(),
      url: expect.stringMatching(new RegExp(`/\\?lead=${lead.id}$`)),
      alarms: [],
    })
    expect(await feed.events()).toEqual([made])

    server.forward(HOUR_MS)
    await run(bruna, 'lead.schedule', { lead_uid: lead.uid, scheduling_date: second, description: 'Ligar' })
    const [moved] = await feed.events()
    expect(moved).toMatchObject({ uid: made?.uid, start: second, status: 'CONFIRMED' })
    expect(moved?.sequence).toBeGreaterThan(made?.sequence ?? 0)
    expect(moved?.changed).not.toBe(made?.changed)

    server.forward(HOUR_MS)
    await run(bruna, 'lead.closeScheduling', { lead_uid: lead.uid, description: 'Feito' })
    const [off] = await feed.events()
    expect(off).toMatchObject({
      uid: made?.uid,
      start: second,
      status: 'CANCELLED',
      title: CANCELLED_TITLE,
      url: null,
      alarms: [],
    })
    expect(off?.sequence).toBeGreaterThan(moved?.sequence ?? 0)
    expect(off?.sequence).toBe(sequenceAt(Date.parse(off?.changed ?? '')))
    expect(await feed.file()).not.toMatch(/Ligar|Feito|Maria|Ana Lima|31 ?9/)
    server.forward(29 * DAY_MS)
    expect(await feed.events()).toEqual([off])
    server.forward(2 * DAY_MS)
    expect(await feed.events()).toEqual([])
    server.forward(-31 * DAY_MS)
  })

  test('that heard of an end hears when the lead is scheduled again', async () => {
    const lead = await addLead(store, scheduled(5))
    const feed = await address(server, bruna, RETURNS)
    const set = (scheduling_status: number) =>
      store.db.updateTable('leads').set({ scheduling_status }).where('uid', '=', lead.uid).execute()
    await feed.events()
    server.forward(MINUTE_MS)
    await set(1)
    const [off] = await feed.events()
    server.forward(MINUTE_MS)
    await set(0)
    const [again] = await feed.events()
    expect([off?.status, again?.status]).toEqual(['CANCELLED', 'CONFIRMED'])
    expect(again?.sequence).toBeGreaterThan(off?.sequence ?? 0)
  })

  test('is told limits and renewals by choice, in the zone, and a date without a time as a whole day', async () => {
    const soon = at(24 * 20).slice(0, 10)
    const lead = await addLead(store, { ...scheduled(5), old_end_of_validity: soon })
    const told = async (choices: Partial<typeof ALL>) => {
      const feed = await address(server, bruna, { ...ALL, alarm: 30, ...choices })
      return feed.events()
    }
    const all = await told({})
    expect(all.map(({ title }) => title)).toEqual([
      `Prazo · lead Nº ${lead.id}`,
      `Vencimento do seguro · lead Nº ${lead.id}`,
      `Retorno · lead Nº ${lead.id}`,
    ])
    expect(all[1]).toMatchObject({ start: soon, alarms: ['TRIGGER;RELATED=START:PT9H'] })
    expect(all[2]?.alarms).toEqual(['TRIGGER;RELATED=START:-PT30M'])
    expect((await told({ schedules: false, deadlines: false })).map(({ start }) => start)).toEqual([soon])
    expect(await told({ deadlines: false, renewals: false, alarm: null })).toMatchObject([{ alarms: [] }])
  })

  test('gets no name unless the user says so, and a name breaks no line of the file', async () => {
    const lead = await addLead(store, scheduled(5))
    await store.db.updateTable('clients').set({ name: NAME }).execute()
    const plain = await address(server, bruna, RETURNS)
    expect(await plain.file()).not.toContain('Maria')
    const named = await address(server, bruna, { ...RETURNS, name: 'Computador', names: true })
    const [event, ...others] = await named.events()
    expect(others).toEqual([])
    expect(event?.title).toBe(`Retorno · Maria; "Bia", \\ Souza END:VEVENT · lead Nº ${lead.id}`)
    // Two addresses are two: what one is told changes nothing in the other.
    expect((await plain.events())[0]?.title).toBe(`Retorno · lead Nº ${lead.id}`)
    expect((await plain.events())[0]?.uid).toBe(event?.uid)
    const kept = JSON.stringify(await store.db.selectFrom('calendar_entries').selectAll().execute())
    expect(kept).not.toContain('Maria')
  })

  test('hears of a changed choice: what is no longer told is off, and names come and go', async () => {
    await addLead(store, scheduled(5))
    const feed = await address(server, bruna, { ...ALL, names: true })
    const before = await feed.events()
    server.forward(MINUTE_MS)
    const changed = await bruna.call('PUT', `/calendar-feeds/${feed.id}`, { ...RETURNS, alarm: 5 })
    expect(changed).toMatchObject({ status: 200, body: { id: feed.id, deadlines: false, alarm: 5 } })
    const after = await feed.events()
    expect(after.map(({ status }) => status)).toEqual(['CANCELLED', 'CONFIRMED'])
    expect(after.map(({ uid }) => uid)).toEqual(before.map(({ uid }) => uid))
    expect(after.every(({ sequence }, index) => sequence > (before[index]?.sequence ?? 0))).toBe(true)
    expect(await feed.file()).not.toContain('Ana Lima')
  })

  describe('of a user who', () => {
    test("has other leads in sight is told of the own ones alone, and of none that is someone else's", async () => {
      const own = await addLead(store, scheduled(5, MANAGER))
      const other = await addLead(store, scheduled(5))
      await addLead(store, { scheduling_date: at(5), scheduling_status: 0 })
      const gil = await server.confirmedDevice(MANAGER)
      const feed = await address(server, gil, RETURNS)
      expect((await feed.events()).map(({ uid }) => uid)).toEqual([uidOf(own)])
      expect(await feed.file()).not.toContain(other.uid)
    })

    test('lost a lead to a colleague sees it off, and the colleague sees it', async () => {
      const lead = await addLead(store, scheduled(5))
      const [mine, his] = [await address(server, bruna, RETURNS), await address(server, davi, RETURNS)]
      expect([await mine.events(), await his.events()]).toMatchObject([[{ status: 'CONFIRMED' }], []])
      const to = { kind: 'broker', broker_id: DAVI }
      const uid = crypto.randomUUID()
      const moved = await admin.call('PUT', `/lead-transfers/${uid}`, { leads: [lead.uid], to })
      expect(moved.status, JSON.stringify(moved.body)).toBe(200)
      expect(await mine.events()).toMatchObject([{ status: 'CANCELLED', title: CANCELLED_TITLE }])
      expect(await mine.file()).not.toContain(`lead=${lead.id}`)
      expect(await his.events()).toMatchObject([{ status: 'CONFIRMED', uid: uidOf(lead) }])
    })

    test.each([
      ['finished', { state: 3, status: 7, sold: 0, lost_sale: 1, end_lead_date: new Date().toISOString() }],
      ['cancelled', { cancelled: true }],
    ] as const)('sees a %s lead off', async (_what, columns) => {
      const lead = await addLead(store, scheduled(5))
      const feed = await address(server, bruna, ALL)
      expect(await feed.events()).toHaveLength(2)
      await store.db.updateTable('leads').set(columns).where('uid', '=', lead.uid).execute()
      expect((await feed.events()).map(({ status }) => status)).toEqual(['CANCELLED', 'CANCELLED'])
    })

    test('is deactivated or leaves loses the address for good', async () => {
      const lead = await addLead(store, scheduled(5, DAVI))
      const feed = await address(server, davi, RETURNS)
      const body = {
        name: 'Davi',
        email: '4@exemplo.com.br',
        phone: '(31) 98888-7777',
        role: 3,
        technical_team_id: 1,
      }
      const departure = {
        uid: crypto.randomUUID(),
        leads: [{ status: 2, to: { kind: 'broker', broker_id: BRUNA } }],
        rules: { kind: 'broker', broker_id: BRUNA },
        mailed_views: 'stop',
      }
      const left = await admin.call('PUT', `/users/${DAVI}`, { ...body, status: 0, departure })
      expect(left.status, JSON.stringify(left.body)).toBe(200)
      expect(await feed.status()).toBe(404)
      const broker = store.db.selectFrom('leads').select('broker_id').where('uid', '=', lead.uid)
      expect(await broker.execute()).toEqual([{ broker_id: BRUNA }])
      await store.db.updateTable('users').set({ status: 1 }).where('id', '=', DAVI).execute()
      expect(await feed.status()).toBe(404)
    })

    test('is inactive, or has a role without own leads, reads nothing', async () => {
      await addLead(store, scheduled(5, DAVI))
      const feed = await address(server, davi, RETURNS)
      await store.db.updateTable('users').set({ status: 0 }).where('id', '=', DAVI).execute()
      expect(await feed.status()).toBe(404)
      await store.db.updateTable('users').set({ status: 1 }).where('id', '=', DAVI).execute()
      await store.db.updateTable('user_roles').set({ role_id: 5 }).where('user_id', '=', DAVI).execute()
      expect(await feed.status()).toBe(404)
    })

    test("says 'Não fui eu' ends all addresses; a new password ends none", async () => {
      await addLead(store, scheduled(5))
      const feed = await address(server, bruna, RETURNS)
      const hash = await cheapHash('Uma-Frase-Longa-4711')
      const given = { userId: BRUNA, hash, keptSession: null }
      await store.db.transaction().execute((tx) => writePassword(tx, server.context.now(), given))
      expect(await feed.status()).toBe(200)
      const told = { userId: BRUNA, sinceMs: server.context.now() }
      await disownHere(server.context, told, () => Promise.resolve(null))
      expect(await feed.status()).toBe(404)
      bruna = await server.confirmedDevice(BRUNA)
    })
  })

  test('forgets an erased client: the event is off, and neither name nor number is left', async () => {
    const lead = await addLead(store, scheduled(5))
    const feed = await address(server, bruna, { ...ALL, names: true })
    expect(await feed.file()).toContain('Ana Lima')
    const { id } = await store.db.selectFrom('clients').select('id').executeTakeFirstOrThrow()
    const erased = await admin.call('DELETE', `/clients/${id}/personal-data`, {
      reason: 'Pedido da titular',
      keep: false,
    })
    expect(erased.status, JSON.stringify(erased.body)).toBe(200)
    expect((await feed.events()).map(({ status }) => status)).toEqual(['CANCELLED', 'CANCELLED'])
    expect(await feed.file()).not.toMatch(new RegExp(`Ana|apagados|Nº ${lead.id}\\b`))
    const other = await address(server, bruna, { ...ALL, name: 'Outro', names: true })
    expect(await other.events()).toEqual([])
  })

  test('follows a merge: the same event with the name that is left', async () => {
    const merges = mergesIn(store, admin)
    const { survivor, alias, second } = await merges.twoClients()
    const { scheduling_date, scheduling_status } = scheduled(5)
    await store.db
      .updateTable('leads')
      .set({ scheduling_date, scheduling_status })
      .where('uid', '=', second.uid)
      .execute()
    const feed = await address(server, bruna, { ...RETURNS, names: true })
    const [before] = await feed.events()
    server.forward(MINUTE_MS)
    await merges.merge(survivor, alias)
    const [after, ...others] = await feed.events()
    expect(others).toEqual([])
    expect(before?.title).toContain('Maria Souza Lima')
    expect(after).toMatchObject({ uid: before?.uid, title: `Retorno · Maria Souza · lead Nº ${second.id}` })
    expect(after?.sequence).toBeGreaterThan(before?.sequence ?? 0)
  })

  test('is told of 30 days back and 400 ahead, and what is too long ago is no end', async () => {
    for (const days of [-31, -29, 399, 401]) await addLead(store, scheduled(24 * days))
    const feed = await address(server, bruna, RETURNS)
    const told = await feed.events()
    expect(told).toHaveLength(2)
    server.forward(2 * DAY_MS)
    expect((await feed.events()).map(({ status }) => status)).toEqual(['CONFIRMED', 'CONFIRMED'])
    expect((await feed.events()).map(({ uid }) => uid)).not.toEqual(told.map(({ uid }) => uid))
    server.forward(-2 * DAY_MS)
  })

  describe('an address', () => {
    test('that is wrong, ended or renewed answers the same 404', async () => {
      const feed = await address(server, bruna, RETURNS)
      const wrong = await server.app.inject({ url: `/api/calendar/${'A'.repeat(43)}.ics` })
      const { body } = await bruna.call('POST', `/calendar-feeds/${feed.id}/renew`)
      const { url } = renewCalendarFeedRoute.answer.parse(body)
      const renewed = await feed.ask()
      const next = new URL(url).pathname
      expect((await server.app.inject({ url: next })).statusCode).toBe(200)
      expect((await bruna.call('DELETE', `/calendar-feeds/${feed.id}`)).status).toBe(200)
      const ended = await server.app.inject({ url: next })
      const unlike = await server.app.inject({ url: '/api/calendar/qualquer.ics' })
      for (const answer of [wrong, renewed, ended, unlike])
        expect([answer.statusCode, answer.body]).toEqual([404, wrong.body])
    })

    test('answers HEAD and 304, is for one calendar alone, and its text does not change by itself', async () => {
      await addLead(store, scheduled(5))
      const feed = await address(server, bruna, ALL)
      const read = await feed.ask()
      const etag = String(read.headers.etag)
      expect(read.headers).toMatchObject({
        'content-type': 'text/calendar; charset=utf-8',
        'cache-control': 'private, no-cache',
      })
      const head = await feed.ask({}, 'HEAD')
      expect([head.statusCode, head.body, head.headers.etag]).toEqual([200, '', etag])
      server.forward(10 * MINUTE_MS)
      for (const given of [etag, `W/${etag}`, `"outro", ${etag}`]) {
        const known = await feed.ask({ 'if-none-match': given })
        expect([known.statusCode, known.body]).toEqual([304, ''])
      }
      await store.db.updateTable('leads').set({ scheduling_status: 1 }).execute()
      expect((await feed.ask({ 'if-none-match': etag })).statusCode).toBe(200)
    })

    test('is read 120 times an hour, and wrong secrets of a network hold up no right one', async () => {
      const feed = await address(server, bruna, RETURNS)
      const from = { remoteAddress: '10.9.0.1' }
      const statuses: number[] = []
      for (let at = 0; at < 62; at++) {
        const url = `/api/calendar/${String(at).padStart(43, 'x')}.ics`
        statuses.push((await server.app.inject({ url, ...from })).statusCode)
      }
      expect(statuses.indexOf(429)).toBe(60)
      expect((await server.app.inject({ url: feed.path, ...from })).statusCode).toBe(200)
      for (let at = 0; at < 119; at++) await feed.ask()
      const limited = await feed.ask()
      expect(limited.statusCode).toBe(429)
      expect(Number(limited.headers['retry-after'])).toBeGreaterThan(0)
    })

    test('is shown once and kept as a hash; its reading shows, and the audit says who made, changed and ended it', async () => {
      const feed = await address(server, bruna, RETURNS)
      const secret = feed.path.slice(-47, -4)
      const listed = async () =>
        calendarFeedsRoute.answer.parse((await bruna.call('GET', '/calendar-feeds')).body).data
      expect(await listed()).toMatchObject([{ id: feed.id, name: 'Celular', last_used_at: null }])
      await feed.events()
      expect(await listed()).toMatchObject([{ last_used_at: expect.any(String) }])
      await bruna.call('PUT', `/calendar-feeds/${feed.id}`, { ...RETURNS, names: true })
      await bruna.call('POST', `/calendar-feeds/${feed.id}/renew`)
      await bruna.call('DELETE', `/calendar-feeds/${feed.id}`)
      const audited = await store.db
        .selectFrom('audit_log')
        .select(['user_id', 'action', 'after'])
        .where('entity', '=', 'calendar_feeds')
        .where('entity_id', '=', feed.id)
        .orderBy('id')
        .execute()
      expect(audited.map(({ user_id, action }) => [user_id, action])).toEqual([
        [BRUNA, 'create'],
        [BRUNA, 'update'],
        [BRUNA, 'update'],
        [BRUNA, 'delete'],
      ])
      const kept = [
        await store.db.selectFrom('calendar_feeds').selectAll().execute(),
        await store.db.selectFrom('audit_log').selectAll().execute(),
        await store.db.selectFrom('creation_log').selectAll().execute(),
      ]
      expect(JSON.stringify(kept)).not.toContain(secret)
    })

    test('is the own one: nobody else changes, renews or ends it, and an administrator ends all of a user', async () => {
      const feed = await address(server, bruna, RETURNS)
      await address(server, bruna, { ...RETURNS, name: 'Outro' })
      for (const [method, path, body] of [
        ['PUT', '', RETURNS],
        ['POST', '/renew', undefined],
        ['DELETE', '', undefined],
      ] as const)
        expect((await davi.call(method, `/calendar-feeds/${feed.id}${path}`, body)).status).toBe(404)
      expect((await admin.call('GET', `/users/${BRUNA}`)).body).toMatchObject({ calendar_feeds: 2 })
      const end = () => admin.call('DELETE', `/users/${BRUNA}/calendar-feeds`)
      expect(await end()).toMatchObject({ status: 200, body: { message: '2\u00a0endereços encerrados' } })
      expect(await feed.status()).toBe(404)
      expect((await end()).status).toBe(404)
    })

    test('that is asked for again after a lost answer is one, with another secret; a sixth is refused', async () => {
      const key = { 'idempotency-key': crypto.randomUUID() }
      const make = (headers = {}) => bruna.call('POST', '/calendar-feeds', RETURNS, headers)
      const [lost, shown] = [await make(key), await make(key)]
      const [first, second] = [lost, shown].map(({ body }) => renewCalendarFeedRoute.answer.parse(body))
      expect(second?.id).toBe(first?.id)
      const statusOf = async (url = '') =>
        (await server.app.inject({ url: new URL(url).pathname })).statusCode
      expect([await statusOf(first?.url), await statusOf(second?.url)]).toEqual([404, 200])
      // It was read since: nobody waits for its answer.
      expect((await make(key)).status).toBe(409)
      for (let at = 1; at < 5; at++) expect((await make()).status).toBe(200)
      expect((await make()).status).toBe(409)
    })

    test.each([
      [{ name: ' ' }, 'name'],
      [{ schedules: false }, 'schedules'],
      [{ alarm: 7 }, 'alarm'],
    ])('with %j is refused', async (given, field) => {
      expect(await bruna.call('POST', '/calendar-feeds', { ...RETURNS, ...given })).toMatchObject({
        status: 400,
        body: { errors: { [field]: [expect.any(String)] } },
      })
    })

    test('that two calendars read at once tells both the same', async () => {
      await addLead(store, scheduled(5))
      const feed = await address(server, bruna, ALL)
      const [one, other] = await Promise.all([feed.ask(), feed.ask()])
      expect(readFile(one.body)).toHaveLength(2)
      expect(one.body).toBe(other.body)
    })
  })
})
