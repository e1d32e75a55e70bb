/** A push service that refuses, is busy, fails or says nothing: docs/rules.md#push */
import { beforeEach, expect, test } from 'vitest'
import { deliverNotices } from '../../../server/push/delivery.ts'
import { queueImportEnded } from '../../../server/push/queue.ts'
import { HOUR_MS, MINUTE_MS } from '../../../src/domain/time/durations.ts'
import { describeDatabase } from '../support/databases.ts'
import { ADMIN } from '../support/people.ts'
import { inPushHouse, type PushHouse } from '../support/push-house.ts'
import type { Browser } from '../support/push-service.ts'
import type { Device } from '../support/server.ts'

const TOLD = { kind: 'import', lead: null }

describeDatabase('a push service', (open) => {
  let house: PushHouse
  let browser: Browser
  let device: Device
  let ahead = 0
  inPushHouse(open, (made) => {
    house = made
  })
  beforeEach(async () => {
    house.server.forward(-ahead)
    ahead = 0
    ;({ browser, device } = await house.told(ADMIN))
    await notify()
  })
  const notify = () =>
    house.store.db.transaction().execute((tx) => queueImportEnded(tx, ADMIN, house.server.context.now()))
  const after = async (ms: number) => {
    house.server.forward(ms)
    ahead += ms
    await house.round()
  }

  test.each([
    404, 410,
  ])('that answers %i ends the subscription, and nothing is sent there again', async (status) => {
    house.service.answer = { status }
    await house.round()
    expect([await house.subscriptions(), await house.waiting()]).toEqual([[], []])
    await notify()
    await after(HOUR_MS)
    expect(house.service.arrived).toHaveLength(1)
    expect(house.warnings).toEqual([])
  })

  test('that answers 410 for an address which the browser has renewed meanwhile ends nothing', async () => {
    const renewed = house.service.browser()
    await deliverNotices(house.server.context, {
      send: async () => {
        expect((await device.call('PUT', '/push-subscription', renewed.subscription)).status).toBe(200)
        return { kind: 'gone' }
      },
      stop: new AbortController().signal,
      warn: (error) => expect.unreachable(String(error)),
    })
    expect(await house.subscriptions()).toContainEqual({
      user_id: ADMIN,
      endpoint: renewed.subscription.endpoint,
    })
  })

  test('that is busy is asked again when it says', async () => {
    house.service.answer = { status: 429, headers: { 'retry-after': '600' } }
    await house.round()
    house.service.answer = { status: 201 }
    await after(9 * MINUTE_MS)
    expect(house.service.arrived).toHaveLength(1)
    await after(2 * MINUTE_MS)
    expect(house.readBy(browser)).toEqual([TOLD, TOLD])
    expect(await house.waiting()).toEqual([])
  })

  test.each([
    ['fails', 500],
    ['says nothing', null],
  ])('that %s is asked five times and no more, and the operator reads why', async (_what, status) => {
    house.service.answer = { status }
    await house.round()
    await house.round(house.other)
    expect(house.service.arrived).toHaveLength(1)
    expect(await house.waiting()).toMatchObject([{ tries: 1 }])
    for (const minutes of [1, 3, 11, 31, 60]) await after(minutes * MINUTE_MS)
    expect(house.service.arrived).toHaveLength(5)
    expect(await house.waiting()).toEqual([])
    expect(await house.subscriptions()).toHaveLength(1)
    expect(house.warnings).toEqual([
      expect.stringMatching(/^notice not delivered: 127\.0\.0\.1:\d+ (answered 500|was not reached: .+)$/),
    ])
  })

  test('that refuses the request is not asked again', async () => {
    house.service.answer = { status: 403 }
    await house.round()
    await after(HOUR_MS)
    expect(house.service.arrived).toHaveLength(1)
    expect(await house.subscriptions()).toHaveLength(1)
    expect(house.warnings).toHaveLength(1)
  })

  test('that leads elsewhere is not followed', async () => {
    house.service.answer = { status: 307, headers: { location: `${house.service.url}/elsewhere` } }
    await house.round()
    expect(house.service.arrived.map(({ path }) => path)).toEqual([
      new URL(browser.subscription.endpoint).pathname,
    ])
  })

  test('that is away keeps a notice no longer than a day, and a newer one takes its place', async () => {
    house.service.answer = { status: 503, headers: { 'retry-after': '80000' } }
    await house.round()
    await notify()
    expect(await house.waiting()).toEqual([{ kind: 'import', tries: 0 }])
    await house.round()
    house.service.answer = { status: 201 }
    await after(25 * HOUR_MS)
    expect(house.service.arrived).toHaveLength(2)
    expect(await house.waiting()).toEqual([])
  })
})
