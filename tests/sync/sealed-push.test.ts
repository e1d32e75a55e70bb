/** What a protected device sealed while it was open is sent while it is locked, without its keys. docs/sync-protocol.md#sealed-push */
import { randomBytes } from 'node:crypto'
import Dexie from 'dexie'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { sealingKeys } from '../../server/device-keys/sealed-push.ts'
import { sealedContentSchema } from '../../src/contract/sealed-push.ts'
import { LayeredMirror } from '../../src/db/open.ts'
import { readDeviceWaiting } from '../../src/db/outbox/device-waiting.ts'
import { writeCopy } from '../../src/db/outbox/queue-copy-store.ts'
import { discardCommand } from '../../src/db/outbox/resolve-outbox.ts'
import { LOCKED_SENDS, SEALED_PUSH, sealedPushFrom } from '../../src/db/outbox/sealed-push-record.ts'
import { pendingCounts } from '../../src/db/outbox/waiting.ts'
import type { MirrorDb } from '../../src/db/schema/mirror.ts'
import type { OutboxRecord } from '../../src/db/schema/records.ts'
import { deriveKeys } from '../../src/db/sealing/derive-keys.ts'
import { dropKeys, holdKeys } from '../../src/db/sealing/held-keys.ts'
import type { StoreKeys } from '../../src/db/sealing/keys.ts'
import { thisDevice, writeSealedSession } from '../../src/db/session/device-session.ts'
import { keepFile } from '../../src/db/session/files.ts'
import { readLockScreen } from '../../src/device/keyring/lock-screen-reading.ts'
import { DAY_MS, HOUR_MS } from '../../src/domain/time/durations.ts'
import { sendSealedPushes } from '../../src/sw/sealed-push.ts'
import { SealedPushKeeper } from '../../src/sync/keep-sealed-push.ts'
import { memoryStorage } from '../support/memory-storage.ts'
import { aUser } from '../unit/domain/fixtures.ts'

vi.mock('../../src/workers/keyring-bridge.ts', () => ({ withKeyrings: () => Promise.resolve(null) }))
const localStorage = memoryStorage()
vi.stubGlobal('window', { localStorage })

const NOW = Date.parse('2026-03-02T12:00:00.000Z')
const server = sealingKeys(randomBytes(32))
let userId = 800
let keys: StoreKeys
let db: MirrorDb
let now = NOW

const network = { status: 200, atOnce: 50, posted: [] as string[] }
vi.stubGlobal('fetch', (address: string, { body }: { body: string }) => {
  expect(address).toBe('/api/sync/sealed')
  if (network.status === 0) return Promise.reject(new TypeError('no network'))
  const { sealed }: { sealed: string } = JSON.parse(body)
  network.posted.push(sealed)
  const count = opened(sealed).push.commands.length
  const results = Array.from(
    { length: Math.min(count, network.atOnce * network.posted.length) },
    (_, place) => ({
      key: `command-${place}`,
      outcome: 'applied',
      rows: { leads: [], clients: [] },
      removed: [],
    }),
  )
  return Promise.resolve(
    Response.json({ results, server_time: new Date(now).toISOString() }, { status: network.status }),
  )
})

/** What the server finds in it. */
const opened = (sealed: string) => sealedContentSchema.parse(JSON.parse(server.open(sealed) ?? 'null'))

const lock = { isFree: true }
vi.stubGlobal('navigator', {
  locks: {
    request: (_: string, __: object, act: (granted: object | null) => Promise<void>) =>
      act(lock.isFree ? {} : null),
  },
})

beforeEach(async () => {
  userId += 1
  now = NOW
  Object.assign(network, { status: 200, atOnce: 50, posted: [] })
  lock.isFree = true
  keys = await deriveKeys(randomBytes(32), userId)
  db = new LayeredMirror(userId, { device: thisDevice(), options: {}, keys })
  await thisDevice().sealed.clear()
  holdKeys(keys)
  await signIn('o token')
})
afterEach(() => {
  db.close()
  dropKeys()
})

const signIn = (token: string, sealingKey: string | null = server.publicKey) =>
  writeSealedSession(keys, { token, user: aUser(3, { id: userId }), idleMinutes: 10, sealingKey, nowMs: NOW })

const command = (key: string, changes: Partial<OutboxRecord> = {}): OutboxRecord => ({
  key,
  command: 'lead.setServiceStatus',
  schemaVersion: 1,
  args: { lead_uid: key, name: 'Zenaide' },
  entityUid: `lead-${key}`,
  clientUid: null,
  dependsOn: null,
  base: {},
  occurredAt: '2026-03-02T12:00:00.000Z',
  queuedAt: 1,
  state: 'queued',
  attempts: 0,
  retryAt: 0,
  problem: null,
  subject: { leadId: 1, clientName: 'Zenaide' },
  ...changes,
})

const keeper = () => new SealedPushKeeper({ db, appVersion: '1.0.0', now: () => now })
const record = async () => sealedPushFrom((await db.meta.get(SEALED_PUSH))?.value)

/** The device is locked: no thread has its keys. */
async function locked(): Promise<void> {
  db.close()
  dropKeys()
}

test('one request for the server has the token and what waits, and no word of it lies clear', async () => {
  await db.outbox.bulkAdd([
    command('command-0'),
    command('command-1'),
    command('command-2', { state: 'conflict' }),
  ])
  await keeper().keep()
  const kept = await record()
  expect(kept).toMatchObject({ keys: ['command-0', 'command-1'], at: NOW, sent: false })
  expect(JSON.stringify(kept)).not.toMatch(/Zenaide|o token/)
  expect(opened(kept?.sealed ?? '')).toMatchObject({
    token: 'o token',
    sealed_at: new Date(NOW).toISOString(),
    push: {
      app_version: '1.0.0',
      commands: [{ key: 'command-0', args: { name: 'Zenaide' } }, { key: 'command-1' }],
    },
  })
})

test('it follows the queue, another session and its own age, and goes when nothing waits', async () => {
  const keeping = keeper()
  await db.outbox.add(command('command-0'))
  await keeping.keep()
  const first = await record()
  await keeping.keep()
  expect(await record()).toEqual(first)
  await signIn('outro token')
  await keeping.keep()
  const second = await record()
  expect(opened(second?.sealed ?? '').token).toBe('outro token')
  now += 7 * HOUR_MS
  await keeping.keep()
  expect((await record())?.at).toBe(now)
  await db.outbox.clear()
  await keeping.keep()
  expect(await record()).toBeNull()
})

test('a document and its command are not in it, and without the server’s key there is none', async () => {
  const file = { uid: '0190b0a0-0000-7000-8000-000000000001', leadUid: 'lead-k0', name: 'a.pdf', queuedAt: 1 }
  await keepFile(db, { ...file, bytes: new Blob(['%PDF']) })
  const attached = {
    command: 'lead.attachFile',
    args: { lead_uid: 'lead', file_uid: file.uid, name: 'a.pdf', size: 4 },
  }
  await db.outbox.bulkAdd([command('command-0'), command('command-1', attached)])
  await keeper().keep()
  expect((await record())?.keys).toEqual(['command-0'])
  await signIn('o token', null)
  await keeper().keep()
  expect(await record()).toBeNull()
})

/** What each screen tells of the own queue: lock screen, sign-in screen, and 'Sincronização' once it is unlocked. */
async function told() {
  const { users } = await readLockScreen(NOW)
  const everybody = await readDeviceWaiting(localStorage)
  const unlocked = new LayeredMirror(userId, { device: thisDevice(), options: {}, keys })
  const own = await pendingCounts(unlocked).finally(() => unlocked.close())
  return [users.find((user) => user.userId === userId)?.waiting, everybody.get(userId)?.waiting, own]
}
const three = <Value>(value: Value) => [value, value, value]

test('the locked device sends it once, and every screen counts it as sent', async () => {
  await db.outbox.bulkAdd([
    command('command-0'),
    command('command-1'),
    command('command-2', { state: 'conflict' }),
  ])
  await keeper().keep()
  await locked()
  expect(await told()).toEqual(three({ pending: 2, problems: 1, oldestAt: 1 }))
  expect(await sendSealedPushes(NOW)).toBe('done')
  expect(network.posted).toHaveLength(1)
  expect(await sendSealedPushes(NOW)).toBe('done')
  expect(network.posted).toHaveLength(1)
  expect(await told()).toEqual(three({ pending: 0, problems: 1, oldestAt: 1 }))
  // The answers are still to be learnt: the user stays on the device.
  expect((await readLockScreen(NOW + 60 * DAY_MS)).users).toHaveLength(1)
})

test('what people left who signed out is told, whether their queue is clear, sealed or only copied', async () => {
  const left = new LayeredMirror(userId + 500, { device: thisDevice(), options: {} })
  await left.outbox.bulkAdd([command('left-0'), command('left-1', { state: 'rejected' })])
  left.close()
  await db.outbox.add(command('command-0'))
  await thisDevice().sealed.clear()
  await locked()
  const copied = { userId: userId + 600, sealer: null }
  writeCopy(localStorage, copied, { mirrorId: 'm', records: [command('copied-0')], keptAt: NOW })
  const { users, others } = await readLockScreen(NOW)
  expect(users).toEqual([])
  const everybody = await readDeviceWaiting(localStorage)
  const own = [userId, userId + 500, userId + 600].map((id) => everybody.get(id)?.waiting)
  expect(own).toMatchObject([
    { pending: 1, problems: 0 },
    { pending: 1, problems: 1 },
    { pending: 1, problems: 0 },
  ])
  const sum = (of: 'pending' | 'problems') =>
    [...everybody.values()].reduce((total, queue) => total + (queue?.waiting[of] ?? 0), 0)
  expect(others).toEqual({ pending: sum('pending'), problems: sum('problems'), drafts: false })
  localStorage.clear()
  await Dexie.delete(`farol-${userId + 500}`)
})

test('an answer for a part is asked for again; without one the browser repeats the event', async () => {
  await db.outbox.bulkAdd(['command-0', 'command-1', 'command-2'].map((key) => command(key)))
  await keeper().keep()
  await locked()
  network.status = 0
  expect(await sendSealedPushes(NOW)).toBe('retry')
  network.status = 503
  expect(await sendSealedPushes(NOW)).toBe('retry')
  Object.assign(network, { status: 200, atOnce: 1, posted: [] })
  expect(await sendSealedPushes(NOW)).toBe('done')
  expect(network.posted).toHaveLength(3)
})

test.each([401, 422])('a request that is refused with %i is dropped', async (status) => {
  await db.outbox.add(command('command-0'))
  await keeper().keep()
  await locked()
  network.status = status
  expect(await sendSealedPushes(NOW)).toBe('done')
  network.status = 200
  expect(await sendSealedPushes(NOW)).toBe('done')
  expect(network.posted).toHaveLength(1)
})

test('nothing is sent of a queue that changed since, of an old request, or beside a page that is open', async () => {
  await db.outbox.bulkAdd([command('command-0'), command('command-1')])
  await keeper().keep()
  expect(await sendSealedPushes(NOW)).toBe('done')
  dropKeys()
  lock.isFree = false
  expect(await sendSealedPushes(NOW)).toBe('done')
  lock.isFree = true
  expect(await sendSealedPushes(NOW + 8 * DAY_MS)).toBe('done')
  holdKeys(keys)
  await discardCommand(db, 'command-0')
  await locked()
  expect(await sendSealedPushes(NOW)).toBe('done')
  expect(network.posted).toEqual([])
})

test('a store without such a record, or without a database, sends nothing', async () => {
  await db.open()
  await locked()
  expect(await sendSealedPushes(NOW)).toBe('done')
  await Dexie.delete(`farol-p-${userId}`)
  expect(await sendSealedPushes(NOW)).toBe('done')
  expect(network.posted).toEqual([])
})

test.each([
  ['answered', 200],
  ['an answer that was lost', 0],
])('what the locked device sent is not given up as if it were unsent: %s', async (_, status) => {
  await db.outbox.bulkAdd([
    command('command-0', { group: 'g' }),
    command('command-1', { group: 'g', entityUid: 'lead-command-0', dependsOn: 'command-0' }),
    command('command-2'),
  ])
  await keeper().keep()
  await locked()
  network.status = status
  await sendSealedPushes(NOW)
  holdKeys(keys)
  db = new LayeredMirror(userId, { device: thisDevice(), options: {}, keys })
  // Another command waits by now, so the request is sealed anew.
  await db.outbox.add(command('command-3'))
  await keeper().keep()
  for (const key of ['command-0', 'command-1', 'command-2'])
    expect(await discardCommand(db, key), key).toBe(false)
  expect(await discardCommand(db, 'command-3')).toBe(true)
  // The server has answered: the user decides again.
  await db.outbox.where('key').equals('command-2').modify({ state: 'rejected' })
  expect(await discardCommand(db, 'command-2')).toBe(true)
  await keeper().keep()
  expect((await db.meta.get(LOCKED_SENDS))?.value).toEqual(['command-0', 'command-1'])
})
