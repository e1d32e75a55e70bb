/** Devices that receive notices: how one begins and ends, and which addresses the server calls. docs/rules.md#push */
import { beforeEach, describe, expect, test } from 'vitest'
import { deliverNotices } from '../../../server/push/delivery.ts'
import { queueImportEnded } from '../../../server/push/queue.ts'
import { pushSubscriptionRoute } from '../../../src/contract/push.ts'
import { sessionsRoute } from '../../../src/contract/session.ts'
import { DAY_MS } from '../../../src/domain/time/durations.ts'
import { describeDatabase, describePostgres } from '../support/databases.ts'
import { untilWaiting } from '../support/lock-waits.ts'
import { ADMIN, BRUNA, DAVI, EVA } from '../support/people.ts'
import { inPushHouse, type PushHouse } from '../support/push-house.ts'
import type { Device } from '../support/server.ts'

const PATH = '/push-subscription'

describeDatabase('subscriptions of notices', (open) => {
  let house: PushHouse
  inPushHouse(open, (made) => {
    house = made
  })
  const stateOf = async (device: Device) =>
    pushSubscriptionRoute.answer.parse((await device.call('GET', PATH)).body)

  test('the keys are made once, whichever server is asked', async () => {
    const bruna = await house.server.device(BRUNA)
    const davi = await house.other.device(DAVI)
    const [one, other] = await Promise.all([stateOf(bruna), stateOf(davi)])
    expect(one).toEqual({ public_key: other.public_key, active: false })
    expect(Buffer.from(one.public_key, 'base64url')).toHaveLength(65)
    expect(JSON.stringify(await bruna.pull())).not.toContain(one.public_key)
  })

  test('a session has one: another address of the browser replaces the first, and a deletion ends it', async () => {
    const { device, browser } = await house.told(BRUNA)
    expect(await stateOf(device)).toMatchObject({ active: true })
    const renewed = house.service.browser()
    expect((await device.call('PUT', PATH, renewed.subscription)).status).toBe(200)
    expect((await device.call('PUT', PATH, renewed.subscription)).status).toBe(200)
    expect(await house.subscriptions()).toEqual([{ user_id: BRUNA, endpoint: renewed.subscription.endpoint }])
    expect(browser.subscription.endpoint).not.toBe(renewed.subscription.endpoint)
    expect((await device.call('DELETE', PATH)).status).toBe(200)
    expect(await stateOf(device)).toMatchObject({ active: false })
    expect(await house.subscriptions()).toEqual([])
  })

  test('a browser belongs to the user who signed in last', async () => {
    const { browser } = await house.told(BRUNA)
    const davi = await house.server.device(DAVI)
    await davi.call('PUT', PATH, browser.subscription)
    expect(await house.subscriptions()).toEqual([{ user_id: DAVI, endpoint: browser.subscription.endpoint }])
  })

  test.each([
    'https://exemplo.com.br/push/1',
    'https://127.0.0.1.exemplo.com.br/push/1',
    'https://10.0.0.7/push/1',
    'https://[::1]/push/1',
    'http://localhost/push/1',
    'http://169.254.169.254/latest/meta-data',
    'https://pessoa@127.0.0.1/push/1',
  ])('%s is no push service, and the server never calls it', async (endpoint) => {
    const device = await house.server.device(BRUNA)
    const { keys } = house.service.browser().subscription
    const { status, body } = await device.call('PUT', PATH, { endpoint, keys })
    expect([status, body]).toMatchObject([
      422,
      { errors: { endpoint: [expect.stringMatching(/não conhece/)] } },
    ])
    expect(await house.subscriptions()).toEqual([])
  })

  test.each([
    ['a tab in its host', (port: string) => `http://127.0.0.1\t:${port}/push/1`],
    ['a number for its host', (port: string) => `http://0x7f000001:${port}/push/1`],
    ['capitals and dots', (port: string) => `HTTP://127.1:${port}/x/../push/1`],
  ])('an address with %s is signed for the host that is called', async (_name, written) => {
    const { device } = await house.told(ADMIN)
    const { keys } = house.service.browser().subscription
    const endpoint = written(new URL(house.service.url).port)
    // Also one that an earlier version stored as it came.
    for (const store of [
      () => device.call('PUT', PATH, { endpoint, keys }),
      () => house.store.db.updateTable('push_subscriptions').set({ endpoint }).execute(),
    ]) {
      await store()
      house.service.arrived.length = 0
      await house.store.db.transaction().execute((tx) => queueImportEnded(tx, ADMIN, Date.now()))
      await house.round()
      const [request, ...more] = house.service.arrived
      expect(more).toEqual([])
      expect(request?.path).toBe('/push/1')
      const [, token = ''] = /t=([^,]+)/.exec(request?.headers.authorization ?? '') ?? []
      const [, claims = ''] = token.split('.')
      expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toMatchObject({
        aud: house.service.url,
      })
    }
  })

  test.each([
    'file:///etc/passwd',
    'endereço nenhum',
    `https://127.0.0.1/${'x'.repeat(2000)}`,
  ])('%.30s is no address of the web', async (endpoint) => {
    const device = await house.server.device(BRUNA)
    const { keys } = house.service.browser().subscription
    expect((await device.call('PUT', PATH, { endpoint, keys })).status).toBe(400)
  })

  test.each([
    ['too short', 'AAAA'],
    ['no base64url', '+'.repeat(87)],
    ['no point of the curve', Buffer.alloc(65, 4).toString('base64url')],
  ])('a key that is %s is refused', async (_why, p256dh) => {
    const device = await house.server.device(BRUNA)
    const { endpoint, keys } = house.service.browser().subscription
    const { status, body } = await device.call('PUT', PATH, { endpoint, keys: { ...keys, p256dh } })
    expect([status, body]).toMatchObject([400, { errors: { 'keys.p256dh': ['Chave inválida'] } }])
  })

  test('one whose host is no longer on the list ends, and the server never calls it', async () => {
    const { device } = await house.told(BRUNA)
    const endpoint = 'https://antigo.exemplo.com.br/push/1'
    await house.store.db.updateTable('push_subscriptions').set({ endpoint }).execute()
    await house.store.db.transaction().execute((tx) => queueImportEnded(tx, BRUNA, Date.now()))
    await deliverNotices(house.server.context, {
      send: () => expect.unreachable('called'),
      stop: new AbortController().signal,
      warn: (error) => expect.unreachable(String(error)),
    })
    expect(await stateOf(device)).toMatchObject({ active: false })
  })

  test('a user that renews without end is slowed down', async () => {
    const device = await house.server.device(EVA)
    const { subscription } = house.service.browser()
    const statuses: number[] = []
    for (let count = 0; count < 121; count++)
      statuses.push((await device.call('PUT', PATH, subscription)).status)
    expect([statuses[119], statuses[120]]).toEqual([200, 429])
  })

  describe('ends with its session', () => {
    beforeEach(() => house.store.db.updateTable('users').set({ status: 1 }).execute())

    test('by a sign-out, and from another device', async () => {
      const { device } = await house.told(BRUNA)
      await device.call('POST', '/logout')
      expect(await house.subscriptions()).toEqual([])

      const ended = await house.told(BRUNA)
      const sessions = sessionsRoute.answer.parse((await ended.device.call('GET', '/sessions')).body).data
      const own = sessions.find(({ current }) => current)
      const elsewhere = await house.server.confirmedDevice(BRUNA)
      expect((await elsewhere.call('DELETE', `/sessions/${own?.id}`)).status).toBe(200)
      expect(await house.subscriptions()).toEqual([])
    })

    test('by a user who is deactivated, though the session was not ended', async () => {
      await house.told(DAVI)
      await house.store.db.updateTable('users').set({ status: 0 }).where('id', '=', DAVI).execute()
      await house.store.db.transaction().execute((tx) => queueImportEnded(tx, DAVI, Date.now()))
      await house.round()
      expect(house.service.arrived).toEqual([])
      expect(await house.subscriptions()).toEqual([])
    })

    test('by the time', async () => {
      await house.told(ADMIN)
      await house.store.db
        .transaction()
        .execute((tx) => queueImportEnded(tx, ADMIN, Date.now() + 31 * DAY_MS))
      house.server.forward(31 * DAY_MS)
      await house.round()
      house.server.forward(-31 * DAY_MS)
      expect(house.service.arrived).toEqual([])
      expect(await house.subscriptions()).toEqual([])
    })
  })
})

describePostgres('a subscription that ends while a command queues a notice for it', (open) => {
  let house: PushHouse
  inPushHouse(open, (made) => {
    house = made
  })

  test('is left out, and the command succeeds', async () => {
    await house.told(BRUNA)
    const other = await house.told(BRUNA)
    const { db } = house.store
    const command = await db.transaction().execute(async (tx) => {
      await tx
        .deleteFrom('push_subscriptions')
        .where('endpoint', '<>', other.browser.subscription.endpoint)
        .execute()
      const queued = db.transaction().execute((cause) => queueImportEnded(cause, BRUNA, Date.now()))
      // It has begun, and waits for this transaction.
      await untilWaiting(house.store)
      return { queued }
    })
    await command.queued
    expect(await house.waiting()).toHaveLength(1)
  })
})
