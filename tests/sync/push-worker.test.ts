/** The service worker and pushed notices: what it shows, and how it renews a subscription. docs/rules.md#push */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { openMirror } from '../../src/db/open.ts'
import { clearSession, markExpired, writeSession } from '../../src/db/session/device-session.ts'
import { keepPushWanted } from '../../src/db/session/push-wanted.ts'
import { renewChanged, showPushed } from '../../src/sw/push.ts'
import { aUser } from '../unit/domain/fixtures.ts'

const TOKEN = 'token-of-the-broker'
const USER = aUser(3)
/** Of the server's answers. */
let status = 200
const BODY = {
  endpoint: 'https://push.exemplo.com/1',
  keys: { p256dh: 'B'.repeat(87), auth: 'A'.repeat(22) },
}
const subscription = { toJSON: () => ({ ...BODY, expirationTime: null }) }

const shown: { title: string; options: NotificationOptions }[] = []
const subscribe = vi.fn((_options: PushSubscriptionOptionsInit) => Promise.resolve(subscription))
const calls: { address: string; init: RequestInit | undefined }[] = []

const registration = {
  showNotification: (title: string, options: NotificationOptions = {}) => {
    shown.push({ title, options })
    return Promise.resolve()
  },
  pushManager: { subscribe },
}

beforeEach(async () => {
  shown.length = 0
  calls.length = 0
  subscribe.mockClear()
  await clearSession()
  const db = openMirror(USER.id)
  await db.meta.put({ name: 'pullState', value: { generation: 1 } })
  await keepPushWanted(db, true)
  status = 200
  vi.stubGlobal('fetch', (address: string, init?: RequestInit) => {
    calls.push({ address, init })
    return Promise.resolve(Response.json({ public_key: 'chave-do-servidor', active: true }, { status }))
  })
})
afterEach(() => vi.unstubAllGlobals())

describe('a push', () => {
  const push = (data: string | null) =>
    showPushed({ registration }, data === null ? null : { json: () => JSON.parse(data) })

  test('shows its words, and a click knows where it leads', async () => {
    await push('{"kind":"schedule","lead":812}')
    expect(shown).toMatchObject([
      {
        title: 'Você tem um agendamento',
        options: { body: 'Lead 812', tag: 'schedule-812', lang: 'pt-BR', data: { path: '/?lead=812' } },
      },
    ])
  })

  test.each([
    null,
    '',
    '{',
    'null',
    '{"kind":"outro","lead":1}',
    '[]',
  ])('that brings %j shows that there is news', async (data) => {
    await push(data)
    expect(shown).toMatchObject([{ title: 'Farol: há novidades', options: { data: { path: '/' } } }])
  })
})

describe('a changed subscription', () => {
  const change = (made: typeof subscription | null) => renewChanged({ registration }, made)
  const saved = {
    address: '/api/push-subscription',
    init: { method: 'PUT', headers: { authorization: `Bearer ${TOKEN}` }, body: JSON.stringify(BODY) },
  }

  test('reaches the server with the session of the device', async () => {
    await writeSession(TOKEN, USER)
    await change(subscription)
    expect(calls).toMatchObject([saved])
    expect(subscribe).not.toHaveBeenCalled()
  })

  test('that the browser did not replace is made anew with the server’s key', async () => {
    await writeSession(TOKEN, USER)
    await change(null)
    expect(subscribe).toHaveBeenCalledWith({
      userVisibleOnly: true,
      applicationServerKey: 'chave-do-servidor',
    })
    expect(calls.at(-1)).toMatchObject(saved)
  })

  test('that the server does not take is reported as a failure', async () => {
    await writeSession(TOKEN, USER)
    status = 500
    await expect(change(subscription)).rejects.toThrow('500')
    await expect(change(null)).rejects.toThrow('500')
    expect(subscribe).not.toHaveBeenCalled()
  })

  test('is left alone when the user does not want notices here', async () => {
    await writeSession(TOKEN, USER)
    await keepPushWanted(openMirror(USER.id), false)
    await change(null)
    await change(subscription)
    expect([calls, subscribe.mock.calls]).toEqual([[], []])
  })

  test('is nobody’s without a session, or with one that has expired', async () => {
    await change(subscription)
    await writeSession(TOKEN, USER)
    await markExpired(TOKEN, false)
    await change(subscription)
    expect([calls, subscribe.mock.calls]).toEqual([[], []])
  })
})
