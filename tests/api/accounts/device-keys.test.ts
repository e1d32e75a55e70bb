/** The server's half of protected devices, and the PIN. docs/rules.md#protected-devices */
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { pruneDeviceKeys, tryPin } from '../../../server/device-keys/device-keys.ts'
import { deviceSecrets } from '../../../server/device-keys/secrets.ts'
import { pinUnlockRoute, protectionRoute } from '../../../src/contract/device-keys.ts'
import { devicesRoute, eraseOrderRoute } from '../../../src/contract/devices.ts'
import { loginRoute } from '../../../src/contract/session.ts'
import { endingProof } from '../../../src/db/session/session-endings.ts'
import { DAY_MS, MINUTE_MS } from '../../../src/domain/time/durations.ts'
import { describeDatabase, type TestStore } from '../support/databases.ts'
import { emptied } from '../support/emptied.ts'
import { PASSWORD, withoutFactors, withPassword } from '../support/factor-accounts.ts'
import { inHouse } from '../support/in-house.ts'
import { ADMIN, BRUNA } from '../support/people.ts'
import type { Answer, Device, TestServer } from '../support/server.ts'

const bytes = () => randomBytes(32).toString('base64url')
const DEVICE = `device-${BRUNA}`
const NO_PIN = { status: 404, body: { code: 'credentials' } }

describeDatabase('the keys of protected devices', (open) => {
  let store: TestStore
  let server: TestServer
  let bruna: Device
  let login = ''
  let [half, secret, pin] = ['', '', '']
  inHouse(open, async (opened) => {
    ;({ store, server } = opened)
    login = await withPassword(store, BRUNA)
  })
  beforeEach(async () => {
    await emptied(store, ['devices', 'device_keys', 'sessions'])
    await withoutFactors(store)
    await store.db.updateTable('users').set({ status: 1 }).where('id', '=', BRUNA).execute()
    // Tries of the test before are forgotten.
    server.forward(90 * MINUTE_MS)
    bruna = await server.confirmedDevice(BRUNA)
    ;[half, secret, pin] = [bytes(), bytes(), bytes()]
  })

  const protect = () => bruna.call('PUT', '/device-keys', { server_half: half, device_secret: secret })
  const setPin = (pin_proof: string | null = pin) => bruna.call('PUT', '/device-keys/pin', { pin_proof })
  const protectWithPin = async () => {
    expect((await protect()).status).toBe(200)
    expect((await setPin()).status).toBe(200)
  }
  const unlock = (given: object = {}) =>
    bruna.call('POST', '/device-keys/pin-unlock', {
      user_id: BRUNA,
      device_secret: secret,
      pin_proof: pin,
      ...given,
    })
  const halfOf = ({ status, body }: Answer) => {
    expect(status, JSON.stringify(body)).toBe(200)
    return pinUnlockRoute.answer.parse(body).data.server_half
  }
  const signIn = async (device_id: string | undefined = DEVICE) =>
    loginRoute.answer.parse(
      (await bruna.call('POST', '/login', { login, password: PASSWORD, ...(device_id && { device_id }) }))
        .body,
    ).data
  const rows = () => store.db.selectFrom('device_keys').selectAll().execute()
  const rowOf = () => store.db.selectFrom('device_keys').selectAll().executeTakeFirstOrThrow()

  test('a sign-in on the device gets its half back, one elsewhere gets none', async () => {
    expect((await signIn()).protection).toEqual({
      required: false,
      server_half: null,
      idle_minutes: 10,
      has_pin: false,
      sealing_key: expect.stringMatching(/^[\w-]{43}$/),
    })
    await protectWithPin()
    expect((await signIn()).protection).toMatchObject({ server_half: half, has_pin: true })
    expect((await signIn('outro-aparelho')).protection).toMatchObject({ server_half: null, has_pin: false })
    expect((await signIn('')).protection).toBeNull()
    const read = protectionRoute.answer.parse((await bruna.call('GET', '/device-keys')).body)
    expect(read.data).toMatchObject({ server_half: half })
    await store.db
      .insertInto('settings')
      .values({ key: 'device_idle_minutes', value: JSON.stringify(15) })
      .execute()
    expect((await signIn()).protection).toMatchObject({ idle_minutes: 15 })
    await store.db.deleteFrom('settings').where('key', '=', 'device_idle_minutes').execute()
  })

  test('the half leaves only with a confirmation or a full sign-in, never by the token alone', async () => {
    await protect()
    const other = await server.device(BRUNA)
    expect(await other.call('GET', '/device-keys')).toMatchObject({
      status: 403,
      body: { code: 'confirmation_required' },
    })
    expect((await other.call('PUT', '/device-keys/pin', { pin_proof: pin })).status).toBe(403)
  })

  test('the database holds neither half, secret nor proof, and a moved row does not open', async () => {
    await protectWithPin()
    const stored = JSON.stringify(await rowOf())
    for (const text of [half, secret, pin]) expect(stored).not.toContain(text)
    await sql`update device_keys set device_id = 'outro-aparelho'`.execute(store.db)
    expect((await signIn('outro-aparelho')).protection).toMatchObject({ server_half: null })
    const holder = { userId: 1, deviceId: 'a' }
    const [one, other] = [deviceSecrets(randomBytes(32)), deviceSecrets(randomBytes(32))]
    expect(one.open(one.seal(half, holder), holder)).toBe(half)
    expect(one.open(one.seal(half, holder), { ...holder, userId: 2 })).toBeNull()
    expect(other.open(one.seal(half, holder), holder)).toBeNull()
    expect(one.open('', holder)).toBeNull()
    expect(one.keyId).not.toBe(other.keyId)
  })

  test('the PIN opens the half until the fifth wrong one, which ends the PIN and keeps the half', async () => {
    await protectWithPin()
    expect(halfOf(await unlock())).toBe(half)
    const wrong = () => unlock({ pin_proof: bytes() })
    expect(await wrong()).toMatchObject({
      status: 422,
      body: { errors: { pin_proof: ['O PIN não confere. Restam 4 tentativas.'] } },
    })
    // The right one forgives the wrong ones before it.
    expect(halfOf(await unlock())).toBe(half)
    for (const left of [4, 3, 2, 1]) expect((await wrong()).status, String(left)).toBe(422)
    expect(await wrong()).toMatchObject(NO_PIN)
    expect(await unlock(), 'the right one comes too late').toMatchObject(NO_PIN)
    expect((await signIn()).protection).toMatchObject({ server_half: half, has_pin: false })
    expect(server.security.filter(({ event }) => event === 'pin_failed').length).toBeGreaterThan(4)
    await setPin()
    expect(halfOf(await unlock()), 'a new PIN begins anew').toBe(half)
  })

  test('a sign-out without a network that forgets the keys deletes half and secret, late and twice too', async () => {
    const { token } = await signIn()
    if (token === null) throw new Error('the sign-in has a second step')
    const end = (forgets: object) =>
      endingProof(token).then((proof) => bruna.call('POST', '/sessions/end', { proof, ...forgets }))
    await protectWithPin()
    await end({})
    expect(await rowOf(), 'work stays on the device').toMatchObject({ sealed_half: expect.any(String) })
    for (const _ of ['once', 'again']) {
      expect((await end({ forgets_keys: true })).status).toBe(200)
      expect(await rows()).toEqual([])
    }
    expect(await unlock()).toMatchObject(NO_PIN)
    await signIn()
    await protect()
    await end({ forgets_keys: true })
    expect(await rowOf(), 'the keys of a later sign-in stay').toMatchObject({
      sealed_half: expect.any(String),
    })
  })

  test('tries at the same time count one by one', async () => {
    await protectWithPin()
    const tries = await Promise.all(
      Array.from({ length: 12 }, (_, place) => unlock({ pin_proof: place === 11 ? pin : bytes() })),
    )
    // Four wrong ones before the right one, which forgives them, and four after it; the next ends the PIN.
    expect(tries.filter(({ status }) => status === 422).length).toBeLessThanOrEqual(8)
    expect(tries.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1)
    expect(await rowOf()).toMatchObject({ pin_hash: null, sealed_half: expect.any(String) })
  })

  test('many processes together give five tries, and no more', async () => {
    await protectWithPin()
    const { context } = server
    const holder = { userId: BRUNA, deviceId: DEVICE }
    const tries = await Promise.all(Array.from({ length: 20 }, () => tryPin(context, holder, bytes())))
    const left = tries.flatMap((one) => (one.kind === 'wrong' ? [one.left] : []))
    expect(left.toSorted((one, other) => one - other)).toEqual([0, 1, 2, 3, 4])
    expect(tries.filter(({ kind }) => kind === 'none')).toHaveLength(15)
    expect(await tryPin(context, holder, pin)).toEqual({ kind: 'none' })
  })

  test('a stranger without the device’s secret neither opens it nor locks its owner out', async () => {
    await protectWithPin()
    for (let tried = 0; tried < 10; tried++) {
      const { status } = await unlock({ device_secret: bytes() })
      expect([404, 429]).toContain(status)
    }
    expect((await unlock({ device_secret: bytes() })).status).toBe(429)
    expect(halfOf(await unlock())).toBe(half)
  })

  test('another user of the same tablet has a half of its own, and no use of this one', async () => {
    await protectWithPin()
    expect(await unlock({ user_id: ADMIN })).toMatchObject(NO_PIN)
  })

  test('no PIN without a half, and a new half ends the PIN', async () => {
    expect((await setPin()).status).toBe(409)
    await protectWithPin()
    half = bytes()
    await protect()
    expect(await unlock()).toMatchObject(NO_PIN)
    await setPin()
    expect(halfOf(await unlock())).toBe(half)
    await setPin(null)
    expect(await unlock()).toMatchObject(NO_PIN)
    await bruna.call('DELETE', '/device-keys')
    expect((await signIn()).protection).toMatchObject({ server_half: null })
  })

  test('an inactive user, or one whose session there was ended, opens nothing by the PIN', async () => {
    await protectWithPin()
    await store.db.updateTable('users').set({ status: 0 }).where('id', '=', BRUNA).execute()
    expect(await unlock()).toMatchObject(NO_PIN)
    await store.db.updateTable('users').set({ status: 1 }).where('id', '=', BRUNA).execute()
    expect(halfOf(await unlock())).toBe(half)
    await bruna.call('POST', '/logout')
    expect(await unlock()).toMatchObject(NO_PIN)
    await server.device(BRUNA)
    expect(halfOf(await unlock()), 'a new sign-in').toBe(half)
  })

  test('a session that merely expired still unlocks, as the password does without a network', async () => {
    await protectWithPin()
    server.forward(40 * DAY_MS)
    expect(halfOf(await unlock())).toBe(half)
  })

  test('a new password ends the PINs of other devices, not of the one that set it', async () => {
    await protectWithPin()
    await sql`
      insert into device_keys select user_id, 'outro', secret_hash, sealed_half, key_id, 'x', 0, made_at, last_used_at
      from device_keys`.execute(store.db)
    const password = 'Outra-Frase-Longa-4711'
    const change = (old_password: string, next: string) =>
      bruna.call('POST', '/update-user', { old_password, password: next })
    expect((await change(PASSWORD, password)).status).toBe(200)
    expect(halfOf(await unlock())).toBe(half)
    const pins = await store.db.selectFrom('device_keys').select(['device_id', 'pin_hash']).execute()
    expect(pins.filter(({ pin_hash }) => pin_hash !== null).map(({ device_id }) => device_id)).toEqual([
      DEVICE,
    ])
    expect((await change(password, PASSWORD)).status).toBe(200)
  })

  test('an order to erase forgets half and PIN at once, and the locked device learns of it by its secret', async () => {
    const admin = await server.confirmedDevice(ADMIN)
    await protectWithPin()
    const order = async (stage: string, device_secret = secret) =>
      eraseOrderRoute.answer.parse(
        (
          await bruna.call(
            'POST',
            '/devices/erase-order',
            { stage, locked: { user_id: BRUNA, device_secret } },
            { authorization: '' },
          )
        ).body,
      ).data
    expect(await order('asks')).toBeNull()
    const { data } = devicesRoute.answer.parse((await admin.call('GET', '/devices')).body)
    const { id = '' } = data.find(({ user }) => user.id === BRUNA) ?? {}
    expect((await admin.call('POST', `/devices/${id}/erase`, {})).status).toBe(200)
    expect(await rowOf()).toMatchObject({ sealed_half: null, pin_hash: null })
    expect(await unlock()).toMatchObject(NO_PIN)
    expect((await signIn()).protection).toMatchObject({ server_half: null })
    expect(await order('received', bytes())).toBeNull()
    expect(await order('received')).toMatchObject({ user_id: BRUNA })
    expect(await order('erased')).toMatchObject({ user_id: BRUNA })
    expect(await order('asks')).toBeNull()
    bruna = await server.confirmedDevice(BRUNA)
    await protectWithPin()
    expect((await signIn()).protection).toMatchObject({ server_half: half })
  })

  test('a half is kept for a year after its last use', async () => {
    await protect()
    server.forward(364 * DAY_MS)
    await pruneDeviceKeys(server.context)
    expect((await signIn()).protection).toMatchObject({ server_half: half })
    server.forward(366 * DAY_MS)
    await pruneDeviceKeys(server.context)
    expect(await store.db.selectFrom('device_keys').selectAll().execute()).toEqual([])
  })
})
