/** The subscription of this device: switched on and off, renewed at an opening. docs/rules.md#push */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { RouteSpec } from '../../src/contract/route.ts'
import { openMirror } from '../../src/db/open.ts'
import { writeSession } from '../../src/db/session/device-session.ts'
import { isPushWanted, keepPushWanted } from '../../src/db/session/push-wanted.ts'
import { endNotices } from '../../src/device/end-notices.ts'
import { pushStanding, renewPush, turnPushOff, turnPushOn } from '../../src/device/push.ts'
import { aUser } from '../unit/domain/fixtures.ts'

const USER = aUser(3)
/** base64url of the bytes of the server's key. */
const SERVER_KEY = Buffer.from('chave do servidor').toString('base64url')

const server = {
  calls: [] as string[],
  answer: 'ok' as 'ok' | 'unreachable' | 'refuses to save',
  active: true,
}
const NOT_KNOWN = 'Este servidor não conhece o serviço.'
vi.mock('../../src/api/call.ts', () => ({
  call: ({ method }: RouteSpec) => {
    server.calls.push(method)
    if (server.answer === 'unreachable') return Promise.resolve({ kind: 'unreachable' })
    if (server.answer === 'refuses to save' && method === 'PUT')
      return Promise.resolve({ kind: 'refused', status: 422, body: { message: NOT_KNOWN } })
    return Promise.resolve({ kind: 'ok', value: { public_key: SERVER_KEY, active: server.active } })
  },
}))

/** The browser's side. `made` counts subscriptions. */
const browser = {
  present: null as null | { key: string },
  permission: 'granted' as NotificationPermission,
  made: 0,
  refuses: false,
  shown: 0,
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
  Object.assign(server, { calls: [], answer: 'ok', active: true })
  Object.assign(browser, { present: null, permission: 'granted', made: 0, refuses: false, shown: 1 })
  const getNotifications = () => Promise.resolve([{ close: () => void (browser.shown -= 1) }])
  const registration = { pushManager, getNotifications }
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

const state = async () => (await pushStanding(USER.id)).state
const wanted = () => isPushWanted(openMirror(USER.id))
const wantPush = () => keepPushWanted(openMirror(USER.id), true)

describe('the switch', () => {
  test('subscribes for the server’s key, and ends it here and there', async () => {
    expect(await state()).toBe('off')
    expect(await turnPushOn(USER.id)).toBeNull()
    expect([await state(), browser.present, server.calls]).toEqual([
      'on',
      { key: SERVER_KEY },
      ['GET', 'PUT', 'GET'],
    ])
    await turnPushOff(USER.id)
    expect([await state(), browser.present, server.calls.at(-1)]).toEqual(['off', null, 'DELETE'])
  })

  test('stays off without a permission', async () => {
    browser.permission = 'denied'
    expect(await turnPushOn(USER.id)).toBeNull()
    expect([await state(), server.calls]).toEqual(['blocked', []])
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
  ])('is %s in such a browser', async (reason, given) => {
    vi.stubGlobal('window', given)
    expect(await state()).toBe(reason)
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

describe('a device that is switched on', () => {
  beforeEach(async () => {
    await wantPush()
    browser.present = { key: SERVER_KEY }
  })

  test('is on without the server, as far as is known', async () => {
    server.answer = 'unreachable'
    expect(await pushStanding(USER.id)).toEqual({ state: 'on', problem: null })
  })

  test('is renewed when the server has lost it', async () => {
    server.active = false
    expect(await pushStanding(USER.id)).toEqual({ state: 'on', problem: null })
    expect(server.calls).toEqual(['GET', 'GET', 'PUT'])
  })

  test('is off when the server does not take it, and says why', async () => {
    Object.assign(server, { active: false, answer: 'refuses to save' })
    expect(await pushStanding(USER.id)).toEqual({ state: 'off', problem: NOT_KNOWN })
  })

  test('is off after a renewal failed, though the server still has an earlier address', async () => {
    server.answer = 'refuses to save'
    expect(await renewPush(USER.id)).toBe(NOT_KNOWN)
    expect(await pushStanding(USER.id)).toEqual({ state: 'off', problem: NOT_KNOWN })
    server.answer = 'ok'
    expect(await pushStanding(USER.id)).toEqual({ state: 'on', problem: null })
  })

  test('shows nothing more and has no subscription once its session has ended', async () => {
    await endNotices()
    expect([browser.present, browser.shown]).toEqual([null, 0])
  })
})
