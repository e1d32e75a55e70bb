/** The secrets of code apps, sealed by DEVICE_KEYS_KEY. docs/operations.md#device-keys */
import { randomBytes } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { sealAnew } from '../../../server/device-keys/seal-anew.ts'
import { deviceSecrets } from '../../../server/device-keys/secrets.ts'
import { deviceKeysProbe } from '../../../server/health/findings/device-keys.ts'
import { beginCodeAppRoute, confirmCodeAppRoute } from '../../../src/contract/second-factor.ts'
import { loginRoute } from '../../../src/contract/session.ts'
import { MINUTE_MS } from '../../../src/domain/time/durations.ts'
import { describeDatabase, type TestStore } from '../support/databases.ts'
import { emptied } from '../support/emptied.ts'
import { codeOf as codeAt, PASSWORD, withoutFactors, withPassword } from '../support/factor-accounts.ts'
import { inHouse } from '../support/in-house.ts'
import { ADMIN, BRUNA } from '../support/people.ts'
import type { Device, TestServer } from '../support/server.ts'

const master = randomBytes(32)
const own = deviceSecrets(master)
const another = deviceSecrets(randomBytes(32))
const HALF = 'h'.repeat(43)
const SECRET = 's'.repeat(43)

describeDatabase('the secrets of code apps', (open) => {
  let store: TestStore
  let server: TestServer
  let bruna: Device
  let login = ''
  inHouse(
    open,
    async (opened) => {
      ;({ store, server } = opened)
      login = await withPassword(store, BRUNA)
    },
    { DEVICE_KEYS_KEY: master.toString('base64') },
  )
  beforeEach(async () => {
    await emptied(store, ['device_keys', 'sessions'])
    await withoutFactors(store)
    server.forward(90 * MINUTE_MS)
    bruna = await server.confirmedDevice(BRUNA)
  })

  const codeOf = (secret: string) => codeAt(server, secret)
  const begin = async () =>
    beginCodeAppRoute.answer.parse((await bruna.call('POST', '/second-factor/code-app')).body).data.secret
  const switchOn = async () => {
    const secret = await begin()
    const { body } = await bruna.call('POST', '/second-factor/code-app/confirm', { code: codeOf(secret) })
    server.forward(2 * MINUTE_MS)
    return { secret, codes: confirmCodeAppRoute.answer.parse(body).recovery_codes ?? [] }
  }
  const enter = async (proof: object) => {
    const { body } = await bruna.call('POST', '/login', { login, password: PASSWORD, device_id: 'tablet' })
    const step = loginRoute.answer.parse(body).data.second_step?.step
    return bruna.call('POST', '/login/second-step', { step, ...proof })
  }
  const row = () =>
    store.db.selectFrom('code_apps').selectAll().where('user_id', '=', BRUNA).executeTakeFirstOrThrow()
  const put = (secret: string) =>
    store.db.updateTable('code_apps').set({ secret }).where('user_id', '=', BRUNA).execute()
  const found = async (deviceKeysKey: Buffer | null) => {
    const config = { ...server.context.config, deviceKeysKey, databaseUrl: 'postgres://elsewhere' }
    const { integrations, now } = server.context
    const grounds = { config, integrations, now, process: null, replica: async () => null }
    const all = await deviceKeysProbe.look(grounds, store)
    return all.find(({ key }) => key === 'code_apps')
  }

  test('the database holds no secret, before the first code and after it, and the codes enter', async () => {
    const first = await begin()
    expect(JSON.stringify(await row())).not.toContain(first)
    const { secret } = await switchOn()
    const stored = await row()
    expect(JSON.stringify(stored)).not.toContain(secret)
    expect(stored.secret?.startsWith(`${own.keyId}.`)).toBe(true)
    expect((await enter({ code: codeOf(secret) })).status).toBe(200)
    expect(await found(master), 'nothing is to do').toBeUndefined()
  })

  test('what an earlier version stored counts, is named where there is no key, and is sealed at the start', async () => {
    const { secret } = await switchOn()
    await put(secret)
    await store.db.updateTable('code_apps').set({ pending_secret: secret }).execute()
    expect((await enter({ code: codeOf(secret) })).status).toBe(200)
    expect(await found(null)).toMatchObject({ state: 'notice', value: '1 aplicativo' })
    expect(await sealAnew(store, { now: own, before: null })).toEqual({
      devices: 0,
      codeApps: 1,
      webhooks: 0,
      whatsapp: 0,
    })
    expect(JSON.stringify(await row())).not.toContain(secret)
    expect(await sealAnew(store, { now: own, before: null })).toEqual({
      devices: 0,
      codeApps: 0,
      webhooks: 0,
      whatsapp: 0,
    })
    server.forward(2 * MINUTE_MS)
    expect((await enter({ code: codeOf(secret) })).status).toBe(200)
  })

  test('with another key no code enters, the answer says what does, and recovery codes count', async () => {
    const { secret, codes } = await switchOn()
    await put(another.sealCodeApp(secret, BRUNA))
    expect(await enter({ code: codeOf(secret) })).toMatchObject({
      status: 503,
      body: { code: 'not_configured', message: expect.stringContaining('código de recuperação') },
    })
    expect((await enter({ recovery_code: codes[0] })).status).toBe(200)
    expect(await found(master)).toMatchObject({ state: 'problem', value: '1 aplicativo' })
    // An app that is set up anew counts again.
    const next = await switchOn()
    expect((await enter({ code: codeOf(next.secret) })).status).toBe(200)
  })

  test('a secret that was moved to another user does not open there', async () => {
    const { secret } = await switchOn()
    await put(own.sealCodeApp(secret, ADMIN))
    expect((await enter({ code: codeOf(secret) })).status).toBe(503)
    expect(own.openCodeApp(own.sealCodeApp(secret, BRUNA), BRUNA)).toBe(secret)
    expect(own.openCodeApp('', BRUNA)).toBeNull()
  })

  test('a key that replaces another seals anew what that one sealed; a PIN ends', async () => {
    const { secret } = await switchOn()
    await bruna.call('PUT', '/device-keys', { server_half: HALF, device_secret: SECRET })
    await bruna.call('PUT', '/device-keys/pin', { pin_proof: HALF })
    const holder = { userId: BRUNA, deviceId: `device-${BRUNA}` }
    await put(another.sealCodeApp(secret, BRUNA))
    await store.db
      .updateTable('device_keys')
      .set({ sealed_half: another.seal(HALF, holder), key_id: another.keyId })
      .execute()
    expect(await sealAnew(store, { now: own, before: another })).toEqual({
      devices: 1,
      codeApps: 1,
      webhooks: 0,
      whatsapp: 0,
    })
    expect((await enter({ code: codeOf(secret) })).status).toBe(200)
    const kept = await store.db.selectFrom('device_keys').selectAll().executeTakeFirstOrThrow()
    expect(kept).toMatchObject({ key_id: own.keyId, pin_hash: null })
    expect(own.open(kept.sealed_half ?? '', holder)).toBe(HALF)
    expect(await sealAnew(store, { now: own, before: another })).toEqual({
      devices: 0,
      codeApps: 0,
      webhooks: 0,
      whatsapp: 0,
    })
  })
})
