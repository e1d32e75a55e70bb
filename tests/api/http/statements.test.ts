/** What the calls of every day cost the database. A change that needs more statements says so here. */
import { expect, test } from 'vitest'
import { DEMO_PASSWORD } from '../../../server/demo/fill-demo.ts'
import { hashPassword } from '../../../server/session/passwords.ts'
import { describeDatabase, type TestStore } from '../support/databases.ts'
import { inHouseWithDevices } from '../support/in-house.ts'
import { addLead, BRUNA, workedBy } from '../support/people.ts'
import { type Device, everythingVisible, type TestServer } from '../support/server.ts'

/** The most that a call may send, without the ends of transactions. */
const MOST: Readonly<Record<string, number>> = {
  // One reads whether the user has a second factor. Four notify the owner about a device that the login never had. One
  // notes the device. Three say how the device is protected. Two ask whether a short password is too short for it. One
  // makes the confirmation.
  signIn: 18,
  firstPull: 9,
  pullWithNews: 1,
  pullWithoutNews: 2,
  pushOfOne: 11,
  pushOfTen: 82,
  counts: 2,
  list: 3,
}

describeDatabase('statements of a request', (open) => {
  let store: TestStore
  let server: TestServer
  let bruna: Device
  inHouseWithDevices(open, async (opened) => {
    ;({ store, server, bruna } = opened)
    await store.db
      .insertInto('user_passwords')
      .values({ user_id: BRUNA, hash: await hashPassword(DEMO_PASSWORD) })
      .execute()
  })

  /** All statements of requests so far, and the requests. */
  async function total(): Promise<{ readonly statements: number; readonly requests: number }> {
    const { values } = await server.context.metrics.statements.get()
    const sumOf = (suffix: string) =>
      values.reduce(
        (sum, { metricName, value }) => (metricName?.endsWith(suffix) === true ? sum + value : sum),
        0,
      )
    return { statements: sumOf('_sum'), requests: sumOf('_count') }
  }

  /** What one call sends. It is counted after the answer. */
  async function costOf(call: () => Promise<unknown>): Promise<number> {
    const before = await total()
    await call()
    await expect.poll(async () => (await total()).requests).toBe(before.requests + 1)
    return (await total()).statements - before.statements
  }

  test('sign-in, pull, push and lists stay at what they cost', async () => {
    const leads = await Promise.all(Array.from({ length: 30 }, () => addLead(store, workedBy(BRUNA))))
    const served = (place: number) => ({
      command: 'lead.setServiceStatus' as const,
      args: { lead_uid: leads[place]?.uid ?? '', service_status: 2 },
    })
    const body = { login: 'vendedor', password: DEMO_PASSWORD, device_id: 'device-of-the-test' }
    const signIn = await costOf(async () =>
      expect(await bruna.call('POST', '/login', body)).toMatchObject({ status: 200 }),
    )
    await everythingVisible(store)
    // The first call of a session notes that the session is used.
    await bruna.pullNow()
    const firstPull = await costOf(() => bruna.pullNow())
    const { cursor } = await bruna.pull()
    const pullWithoutNews = await costOf(() => bruna.pullNow(cursor))
    const pushOfOne = await costOf(async () =>
      expect(await bruna.run(served(0))).toMatchObject({ outcome: 'applied' }),
    )
    const pushOfTen = await costOf(() =>
      bruna.push(...Array.from({ length: 10 }, (_, place) => served(place + 1))),
    )
    await everythingVisible(store)
    const pullWithNews = await costOf(() => bruna.pullNow(cursor))
    const counts = await costOf(() => bruna.call('GET', '/leads/list-count'))
    const list = await costOf(() => bruna.call('GET', '/leads/list-broker?per_page=40'))

    const costs = { signIn, firstPull, pullWithNews, pullWithoutNews, pushOfOne, pushOfTen, counts, list }
    const over = Object.entries(costs).filter(([name, cost]) => cost === 0 || cost > (MOST[name] ?? 0))
    expect(over, JSON.stringify(costs)).toEqual([])
  })
})
