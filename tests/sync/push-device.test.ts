/** The subscription of this device: switched on and off, renewed at an opening. docs/rules.md#push */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { RouteSpec } from '../../src/contract/route.ts'
import { openMirror } from '../../src/db/mirror/mirror.ts'
import { writeSession } from '../../src/db/session/device-session.ts'
import { isPushWanted, keepPushWanted } from '../../src/db/session/push-wanted.ts'
import { pushState, renewPush, turnPushOff, turnPushOn } from '../../src/device/push.ts'
import { aUser } from '../unit/domain/fixtures.ts'

const USER = aUser(3)
/** base64url of the bytes of the server's key. */
const SERVER_KEY = Buffer.from('chave do servidor').toString('base64url')

const server = { calls: [] as string[], answer: 'ok' as 'ok' | 'unreachable' }
vi.mock('../../src/api/call.ts', () => ({
  call: ({ method }: RouteSpec) => {
    server.calls.push(method)
    if (server.answer === 'unreachable') return Promise.resolve({ kind: 'unreachable' })
    return Promise.resolve({ kind: 'ok', value: { public_key: SERVER_KEY, active: true } })
  },
}))

/** The browser's side. `made` counts subscriptions. */
const browser = {
  present: null as null | { key: string },
  permission: 'granted' as NotificationPermission,
  made: 0,
  refuses: false,
}
const subscription = (key: string) => ({
  options: { applicationServerKey: Uint8Array.from(Buffer.from(key, 'base64url')).buffer },
  toJSON: () => ({
    endpoint: 'https://push.exemplo.com/1',
    keys: { p256dh: 'B'.repeat(87), auth: 'A'.repeat(22) },
  }),
  unsubscribe: () => {
    browser.present = null
    return Promise.resolve(true)
  },
})
const pushManager = {
  getSubscription: () => Promise.resolve(browser.present === null ? null : subscription(browser.present.key)),
  subscribe: ({ applicationServerKey }: { applicationServerKey: string }) => {
    if (browser.refuses) return Promise.reject(new DOMException('push service error', 'AbortError'))
    browser.present = { key: applicationServerKey }
    browser.made += 1
    return Promise.resolve(subscription(applicationServerKey))
  },
}

beforeEach(async () => {
  Object.assign(server, { calls: [], answer: 'ok' })
  Object.assign(browser, { present: null, permission: 'granted', made: 0, refuses: false })
  const registration = { pushManager }
  vi.stubGlobal('navigator', {
    onLine: true,
    serviceWorker: {
      ready: Promise.resolve(registration),
      getRegistration: () => Promise.resolve(registration),
    },
  })
  vi.stubGlobal('window', { isSecureContext: true, PushManager: {}, Notification: {} })
  vi.stubGlobal('Notification', {
    get permission() {
      return browser.permission
    },
    requestPermission: () => Promise.resolve(browser.permission),
  })
  await writeSession('token', USER)
  const db = openMirror(USER.id)
  await db.meta.clear()
  // A device that was wiped keeps nothing: docs/architecture.md#kept-answers
  await db.meta.put({ name: 'pullState', value: { generation: 1 } })
})
afterEach(() => vi.unstubAllGlobals())

const wanted = () => isPushWanted(openMirror(USER.id))
const wantPush = () => keepPushWanted(openMirror(USER.id), true)

describe('the switch', () => {
  test('subscribes for the server’s key, and ends it here and there', async () => {
    expect(await pushState(USER.id)).toBe('off')
    expect(await turnPushOn(USER.id)).toBeNull()
    expect([await pushState(USER.id), browser.present, server.calls]).toEqual([
      'on',
      { key: SERVER_KEY },
      ['GET', 'PUT'],
    ])
    await turnPushOff(USER.id)
    expect([await pushState(USER.id), browser.present, server.calls.at(-1)]).toEqual(['off', null, 'DELETE'])
  })

  test('stays off without a permission', async () => {
    browser.permission = 'denied'
    expect(await turnPushOn(USER.id)).toBeNull()
    expect([await pushState(USER.id), server.calls]).toEqual(['blocked', []])
  })

  test('says so when the browser’s service refuses, or the server is away', async () => {
    browser.refuses = true
    expect(await turnPushOn(USER.id)).toMatch(/^O navegador não conseguiu/)
    browser.refuses = false
    server.answer = 'unreachable'
    expect(await turnPushOn(USER.id)).toMatch(/^Sem conexão/)
    expect([await wanted(), browser.present]).toEqual([false, null])
  })

  test.each([
    ['insecure', { isSecureContext: false }],
    ['unsupported', { isSecureContext: true, Notification: {} }],
  ])('is %s in such a browser', async (state, given) => {
    vi.stubGlobal('window', given)
    expect(await pushState(USER.id)).toBe(state)
  })
})

describe('an opening of the app', () => {
  test('gives the server the present subscription', async () => {
    await wantPush()
    browser.present = { key: SERVER_KEY }
    await renewPush(USER.id)
    expect([server.calls, browser.made]).toEqual([['GET', 'PUT'], 0])
  })

  test.each([
    ['lost', null],
    ['made for another key', { key: Buffer.from('outra').toString('base64url') }],
  ])('subscribes anew when the subscription was %s', async (_what, present) => {
    await wantPush()
    browser.present = present
    await renewPush(USER.id)
    expect([browser.present, browser.made, server.calls]).toEqual([{ key: SERVER_KEY }, 1, ['GET', 'PUT']])
  })

  test('ends a subscription that the user does not want, such as an earlier user’s', async () => {
    browser.present = { key: SERVER_KEY }
    await renewPush(USER.id)
    expect([browser.present, server.calls]).toEqual([null, []])
  })

  test('never asks for a permission', async () => {
    await wantPush()
    browser.permission = 'default'
    await renewPush(USER.id)
    expect([browser.made, server.calls]).toEqual([0, []])
  })
})
