/** A browser short of space takes databases and keyring of a protected device, and leaves local storage. */
import Dexie from 'dexie'
import { afterEach, expect, test, vi } from 'vitest'
import type { storeDeviceKeysRoute } from '../../src/contract/device-keys.ts'
import type { RouteInput, RouteSpec } from '../../src/contract/route.ts'
import { type Keyring, keyringFrom, keyringText } from '../../src/db/keyring/keyring.ts'
import { closeMirror, openMirror } from '../../src/db/open.ts'
import { recoveredDeviceId } from '../../src/db/outbox/queue-copy-store.ts'
import type { OutboxRecord } from '../../src/db/schema/records.ts'
import { dropKeys } from '../../src/db/sealing/held-keys.ts'
import { deviceId, thisDevice } from '../../src/db/session/device-session.ts'
import { keepQueueCopy } from '../../src/device/keep-queue-copy.ts'
import { enterProtected } from '../../src/device/keyring/protected-sign-in.ts'
import type { Protection } from '../../src/domain/session/protection.ts'
import { argonByWebAssembly } from '../../src/workers/argon2id.ts'
import { aUser } from '../unit/domain/fixtures.ts'

const USER = aUser(3, { id: 7 })
const PASSWORD = 'uma senha longa o bastante'

/** The files of the origin, and the server's half. */
const files = new Map<number, string>()
const server: { half: string | null } = { half: null }

vi.mock('../../src/workers/keyring-bridge.ts', () => ({
  withKeyrings: <Value>(act: (keyrings: object) => Promise<Value>) =>
    act({
      read: (userId: number) => Promise.resolve(keyringFrom(files.get(userId) ?? null, userId)),
      write: (keyring: Keyring) => Promise.resolve(void files.set(keyring.userId, keyringText(keyring))),
    }),
}))
vi.mock('../../src/workers/argon2-bridge.ts', () => ({
  deriveArgon2: (secret: string, argon: Parameters<typeof argonByWebAssembly>[1]) =>
    argonByWebAssembly(secret, { ...argon, memoryKib: 64, passes: 1 }),
}))
vi.mock('../../src/api/call.ts', () => ({
  call: (_: RouteSpec, { body }: RouteInput<typeof storeDeviceKeysRoute>) => {
    server.half = body.server_half
    return Promise.resolve({ kind: 'ok', value: { message: '' } })
  },
}))

const texts = new Map<string, string>()
const localStorage = {
  get length() {
    return texts.size
  },
  key: (place: number) => [...texts.keys()][place] ?? null,
  getItem: (key: string) => texts.get(key) ?? null,
  setItem: (key: string, text: string) => void texts.set(key, text),
  removeItem: (key: string) => void texts.delete(key),
}
vi.stubGlobal('window', {
  localStorage,
  isSecureContext: true,
  addEventListener: () => undefined,
})
vi.stubGlobal('navigator', { storage: { getDirectory: () => undefined } })

const protection = (server_half: string | null): Protection => ({
  required: true,
  server_half,
  idle_minutes: 10,
  has_pin: false,
  sealing_key: null,
})

const signIn = (half: string | null, password: string | null = PASSWORD) =>
  enterProtected(
    { token: 't', user: USER, protection: protection(half), confirmation: 'provada', password },
    Date.now(),
  )

const command = (key: string): OutboxRecord => ({
  key,
  command: 'lead.setServiceStatus',
  schemaVersion: 1,
  args: { name: 'Zenaide' },
  entityUid: 'lead-1',
  clientUid: null,
  dependsOn: null,
  base: {},
  occurredAt: '2026-01-01T12:00:00.000Z',
  queuedAt: 1,
  state: 'queued',
  attempts: 0,
  retryAt: 0,
  problem: null,
  subject: { leadId: 1, clientName: 'Zenaide' },
})

const copy = () => texts.get(`farol_queue_${USER.id}`) ?? ''
let end = () => {}
/** Follows the queue as a page does. Resolves once so many commands have come back, and the copy is there. */
async function follow(expected: number): Promise<void> {
  let restored = 0
  end = keepQueueCopy(USER.id, (count) => {
    restored = count
  })
  await vi.waitFor(() => {
    expect(restored).toBe(expected)
    expect(copy()).toContain('"recovery":{')
  })
}

/** What is deleted is gone for the page that follows, whose memory is empty. */
async function evict(): Promise<void> {
  end()
  closeMirror(USER.id)
  dropKeys()
  files.clear()
  thisDevice().close({ disableAutoOpen: false })
  await Promise.all([...(await Dexie.getDatabaseNames())].map((name) => Dexie.delete(name)))
}

afterEach(async () => {
  await evict()
  texts.clear()
  server.half = null
})

test('the next sign-in recovers the key by the server’s half, and the queue comes back', async () => {
  expect(await signIn(null)).toEqual({ kind: 'ok' })
  const id = await deviceId()
  await openMirror(USER.id).outbox.bulkAdd([command('one'), command('two')])
  await follow(0)
  expect(copy()).not.toContain('Zenaide')
  const { half } = server
  await evict()

  // The device is the one that the server knows.
  expect(await deviceId(thisDevice(), recoveredDeviceId(localStorage))).toBe(id)
  expect(await signIn(half)).toEqual({ kind: 'ok' })
  // Its secret is another, so the server gets both anew.
  expect(server.half).toBe(half)
  expect(await openMirror(USER.id).outbox.count()).toBe(0)
  await follow(2)
  expect((await openMirror(USER.id).outbox.toArray()).map(({ key, args }) => [key, args])).toEqual([
    ['one', { name: 'Zenaide' }],
    ['two', { name: 'Zenaide' }],
  ])
})

test('without the half, or without a password, nothing of the copy opens', async () => {
  await signIn(null)
  await openMirror(USER.id).outbox.add(command('one'))
  await follow(0)
  const { half } = server
  const kept = copy()
  await evict()
  expect(await signIn(half, null)).toMatchObject({ kind: 'refused' })
  expect(copy()).toBe(kept)
  expect(await signIn(null)).toEqual({ kind: 'ok' })
  expect(server.half).not.toBe(half)
})
