/**
 * Hostile submissions by an inviter's link, half of them from many addresses and half from twenty: none becomes a lead, the
 * board's users notice nothing, and the metrics have all of them. `FLOOD` is their number. The figures of a run are its
 * annotations (`--reporter=verbose`).
 */
import { afterEach, expect, test } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '../../../src/domain/time/durations.ts'
import { describeDatabase, type TestStore } from '../support/databases.ts'
import {
  byLink,
  CLIENT,
  codeOf,
  cpfOf,
  INSURANCES,
  open as openForm,
  send,
  stampFor,
} from '../support/external.ts'
import { inHouse } from '../support/in-house.ts'
import { inviterOf } from '../support/leads.ts'
import { ADMIN, INDICATOR } from '../support/people.ts'
import { startServer, type TestServer } from '../support/server.ts'

const FLOOD = Number(process.env.FLOOD ?? 600)
/** Submissions at once. */
const AT_ONCE = 20
/** Far more than any indication. */
const HUGE = 'x'.repeat(40_000)

describeDatabase('a flood of external indications', (open) => {
  let store: TestStore
  let server: TestServer
  inHouse(open, async (opened) => {
    ;({ store, server } = opened)
    await inviterOf(store)
    await store.db.insertInto('insurances').values(INSURANCES).execute()
  })
  afterEach(async () => {
    await store.db.deleteFrom('rate_limits').execute()
  })

  const leadCount = async () => (await store.db.selectFrom('leads').select('uid').execute()).length
  const outcomes = async () => {
    const { values } = await server.context.metrics.externalIndications.get()
    return new Map(
      values
        .filter(({ labels }) => labels.outcome !== 'opened')
        .map(({ value, labels }) => [String(labels.outcome), value]),
    )
  }
  const address = (place: number) =>
    place % 2 === 0 ? `10.${place % 200}.${Math.floor(place / 200) % 250}.9` : `10.201.${place % 40}.9`

  test('none becomes a lead, and a user of the board waits for nothing', { timeout: 300_000 }, async ({
    annotate,
  }) => {
    const indicator = await server.device(INDICATOR)
    const admin = await server.device(ADMIN)
    const code = await codeOf(indicator)
    const renewed = code
    await indicator.call('POST', '/externalMail/renew', {})
    const present = await codeOf(indicator)
    const stamp = await stampFor({ app: server.app, code: present })
    server.forward(MINUTE_MS)
    const good = byLink(present, stamp)
    const first = await admin.pull()
    const before = await outcomes()
    let answered = 0
    /** So many submissions were answered between question and answer of each pull of a user of the board. */
    const waited: number[] = []
    let isOver = false
    const boardUser = async () => {
      while (!isOver) {
        const before = answered
        expect((await admin.pull(first.cursor)).rows.leads).toEqual([])
        waited.push(answered - before)
      }
    }
    const pulling = boardUser()

    const hostile: readonly ((place: number) => object)[] = [
      (place) => ({ ...good, inviter_id: String(place) }),
      (place) => ({ ...good, inviter_id: `${INDICATOR}-${place.toString(36).padStart(10, '0')}` }),
      () => ({ ...good, inviter_id: renewed }),
      () => ({ ...good, website: 'http://spam.example' }),
      () => ({ ...good, stamp: '' }),
      (place) => ({
        ...good,
        stamp: `${(Date.now() - HOUR_MS).toString(36)}.${String(place).padStart(22, 'A')}`,
      }),
      () => ({ ...good, consent: null }),
      (place) => ({ ...good, client: { ...CLIENT, cpf: String(place).padStart(11, '0') } }),
      () => ({ ...good, insurance: 25 }),
      () => ({ ...good, details: { kind: 'pet', __proto__: null, type: ['Novo'] } }),
      () => ({ ...good, withAuth: 1 }),
      () => ({ ...good, client: { ...CLIENT, name: HUGE } }),
      () => ({ ...good, client: '<script>alert(1)</script>' }),
      () => ({ 'client.name': "'; drop table leads; --" }),
    ]
    for (let place = 0; place < FLOOD; place += AT_ONCE)
      await Promise.all(
        Array.from({ length: Math.min(AT_ONCE, FLOOD - place) }, async (_, more) => {
          const make = hostile[(place + more) % hostile.length]
          const { status, answer } = await send(server.app, make?.(place + more) ?? {}, {
            from: address(place + more),
          })
          answered += 1
          expect(status).toBeLessThan(500)
          expect(answer?.status ?? 'fail').toBe('fail')
        }),
      )
    isOver = true
    await pulling
    expect(await leadCount()).toBe(0)
    // Each refusal is counted once, by what it was refused for.
    const refused = [...(await outcomes())].map(([outcome, count]): [string, number] => [
      outcome,
      count - (before.get(outcome) ?? 0),
    ])
    expect(refused.reduce((sum, [, count]) => sum + count, 0)).toBe(FLOOD)
    const slowest = waited.toSorted((one, other) => one - other)
    const [median = 0, late = 0] = [
      slowest[Math.floor(slowest.length / 2)],
      slowest[Math.floor(slowest.length * 0.95)],
    ]
    await annotate(refused.map(([outcome, count]) => `${outcome} ${count}`).join(', '))
    await annotate(`${waited.length} pulls: behind ${median} submissions, 95 % behind at most ${late}`)
    expect(median, 'a pull waits for those that came before it, not for the flood').toBeLessThan(3 * AT_ONCE)
  })

  test('good submissions end at the limit of the address, and at the limit of the link', {
    timeout: 120_000,
  }, async () => {
    const indicator = await server.device(INDICATOR)
    await indicator.call('POST', '/externalMail/renew', {})
    const code = await codeOf(indicator)
    const stamp = await stampFor({ app: server.app, code, from: '10.250.0.1' })
    server.forward(MINUTE_MS)
    const answers: number[] = []
    const person = (place: number) => byLink(code, stamp, { client: { ...CLIENT, cpf: cpfOf(place) } })
    const heldCount = async () =>
      (await store.db.selectFrom('held_indications').select('uid').execute()).length
    for (let place = 0; place < 70; place++)
      answers.push((await send(server.app, person(place), { from: '10.250.0.2' })).status)
    expect(answers.filter((status) => status === 200)).toHaveLength(60)
    // Eight people of one place reach the board in so short a time, the others wait for a look.
    expect([await leadCount(), await heldCount()]).toEqual([8, 52])
    for (let place = 70; place < 120; place++)
      answers.push((await send(server.app, person(place), { from: `10.251.0.${place}` })).status)
    expect((await leadCount()) + (await heldCount())).toBe(100)
    const last = await send(server.app, person(120), { from: '10.252.0.1' })
    expect(last.status).toBe(429)
    expect(Number(last.headers['retry-after'])).toBeGreaterThan(3600)
    // The owner of the link still indicates.
    const own = await indicator.call('POST', '/leads/externalLead', {
      client: CLIENT,
      insurance: 4,
      details: { type: 'Habitual' },
      withAuth: 1,
    })
    expect(own).toMatchObject({ status: 200, body: { status: 'success' } })
  })

  test('another process counts on', async () => {
    const code = '3-0000000000'
    for (let place = 0; place < 100; place++) await openForm({ app: server.app, code, from: '10.253.0.1' })
    const other = await startServer(store)
    // The tests before have moved the first one's clock, and processes agree on the time.
    other.forward(server.context.now() - other.context.now())
    try {
      const statuses: number[] = []
      for (let place = 0; place < 25; place++)
        statuses.push((await openForm({ app: other.app, code, from: '10.253.0.1' })).status)
      expect(statuses.filter((status) => status === 404)).toHaveLength(20)
      expect(statuses.at(-1)).toBe(429)
    } finally {
      await other.stop()
    }
  })
})
