/** 'Não fui eu', by the link of a mail and by the bell: docs/rules.md#not-me */
import { beforeEach, expect, test } from 'vitest'
import { accountEventsRoute, disownRoute } from '../../../src/contract/session.ts'
import { MINUTE_MS } from '../../../src/domain/time/durations.ts'
import { describeEachDatabase, type TestStore } from '../support/databases.ts'
import { PASSWORD, withoutFactors, withPasskey, withPassword } from '../support/factor-accounts.ts'
import { confirmedHeader } from '../support/guarded-accounts.ts'
import { inHouse } from '../support/in-house.ts'
import { BRUNA } from '../support/people.ts'
import type { Device, TestServer } from '../support/server.ts'

const KEY = 'k'.repeat(43)
const NEW_PASSWORD = 'Outra-Frase-Longa-4711'

describeEachDatabase('Não fui eu', (open) => {
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
    { PUBLIC_URL: 'http://localhost', MAIL_URL: 'smtp://localhost:1', MAIL_FROM: 'farol@exemplo.com.br' },
  )
  beforeEach(async () => {
    await withoutFactors(store)
    await store.db.deleteFrom('password_verifications').execute()
    await store.db.deleteFrom('device_keys').execute()
    server.forward(90 * MINUTE_MS)
    bruna = await server.confirmedDevice(BRUNA)
  })

  const linkIn = async (text: string, way: string) => {
    const rows = await store.db.selectFrom('mails').select('body_text').execute()
    const found = rows.map(({ body_text }) => body_text).filter((body) => body.includes(text))
    expect(found, text).toHaveLength(1)
    return new RegExp(`/${way}/([\\w-]{43})`).exec(found[0] ?? '')?.[1] ?? ''
  }
  const signIn = (password = PASSWORD) =>
    bruna.call('POST', '/login', { login, password, device_id: 'de-casa' })
  const disown = (verify_code: string) => bruna.call('POST', '/password/disown', { verify_code })
  const setPassword = (verify_code: string, password: string) =>
    bruna.call('POST', '/password/verify', { verify_code, password })
  const events = async (device = bruna) =>
    accountEventsRoute.answer.parse((await device.call('GET', '/account-events')).body).data

  const CHANGES: readonly (readonly [string, string, (device: Device) => Promise<unknown>])[] = [
    ['passkey_added', 'Uma chave de acesso foi criada', (device) => withPasskey(device)],
    [
      'device_protected',
      'Um aparelho foi protegido',
      (device) => device.call('PUT', '/device-keys', { server_half: KEY, device_secret: KEY }),
    ],
    [
      'pin_on',
      'Um PIN foi criado',
      async (device) => {
        await device.call('PUT', '/device-keys', { server_half: KEY, device_secret: KEY })
        return device.call('PUT', '/device-keys/pin', { pin_proof: KEY })
      },
    ],
    [
      'device_unprotected',
      'A chave de um aparelho protegido foi removida',
      async (device) => {
        await device.call('PUT', '/device-keys', { server_half: KEY, device_secret: KEY })
        return device.call('DELETE', '/device-keys')
      },
    ],
  ]

  test.each(CHANGES)('%s is told by mail and by the bell', async (what, words, change) => {
    const count = async () => (await events()).filter((event) => event.what === what).length
    const before = await count()
    await change(bruna)
    expect(await count()).toBe(before + 1)
    expect(await linkIn(words, 'verify')).toHaveLength(43)
  })

  test('keys of a device need the own password, and a half is not replaced by a token alone', async () => {
    const token = await server.device(BRUNA)
    const required = { status: 403, body: { code: 'confirmation_required' } }
    const keys = { server_half: KEY, device_secret: KEY }
    expect(await token.call('PUT', '/device-keys', keys)).toMatchObject(required)
    expect((await bruna.call('PUT', '/device-keys', keys)).status).toBe(200)
    expect(await token.call('DELETE', '/device-keys')).toMatchObject(required)
    expect(await store.db.selectFrom('device_keys').select('device_id').execute()).toHaveLength(1)
  })

  test('the link of a mail ends all sessions, the passkey of the thief and the password, until a new one is set', async () => {
    const owners = await withPasskey(bruna, 'Minha')
    await store.db.updateTable('passkeys').set({ created_at: '2026-01-01T00:00:00Z' }).execute()
    await store.db.deleteFrom('mails').execute()
    server.forward(MINUTE_MS)
    const thief = await server.confirmedDevice(BRUNA)
    await withPasskey(thief, 'Do ladrão')
    const code = await linkIn('Uma chave de acesso foi criada', 'verify')
    const opened = await bruna.call('GET', `/password/verify/${code}`)
    expect(opened).toMatchObject({ status: 200, body: { data: [{ purpose: 'disown' }] } })
    expect((await thief.call('GET', '/tokenconfirm')).status, 'opening the page does nothing').toBe(200)
    expect((await setPassword(code, NEW_PASSWORD)).status, 'it sets no password').toBe(410)
    expect((await disown(code)).status).toBe(200)
    expect((await disown(code)).status, 'once').toBe(410)
    for (const device of [thief, bruna]) expect((await device.call('GET', '/tokenconfirm')).status).toBe(401)
    const left = await store.db.selectFrom('passkeys').select('name').execute()
    expect(left.map(({ name }) => name)).toEqual(['Minha'])
    expect(await signIn()).toMatchObject({ status: 410, body: { code: 'credentials' } })
    expect((await signIn('outra')).status).toBe(404)
    // Its owner's passkey opens nothing either before there is a new password.
    const options = await bruna.call('POST', '/login/passkey/options', {})
    const { data } = options.body as { data: { challenge: string } }
    expect(
      await bruna.call('POST', '/login/passkey', { passkey: owners.authenticator.prove(data) }),
    ).toMatchObject({ status: 410 })
    const reset = await linkIn('Alguém pediu uma nova senha', 'redefine')
    expect((await setPassword(reset, NEW_PASSWORD)).status).toBe(200)
    expect((await signIn(NEW_PASSWORD)).status).toBe(200)
    const fresh = await server.confirmedDevice(BRUNA)
    const back = { old_password: NEW_PASSWORD, password: PASSWORD }
    expect((await fresh.call('POST', '/update-user', back)).status).toBe(200)
  })

  test('by the bell it needs the own password, ends this session too, and leads to a new password', async () => {
    const since = new Date(server.context.now()).toISOString()
    const token = await server.device(BRUNA)
    expect(await token.call('POST', '/account-events/disown', { since })).toMatchObject({
      status: 403,
      body: { code: 'confirmation_required' },
    })
    expect((await bruna.call('GET', '/tokenconfirm')).status).toBe(200)
    const headers = await confirmedHeader(token, PASSWORD)
    const done = await token.call('POST', '/account-events/disown', { since }, headers)
    expect(done.status).toBe(200)
    const { path } = disownRoute.answer.parse(done.body)
    for (const device of [bruna, token]) expect((await device.call('GET', '/tokenconfirm')).status).toBe(401)
    expect((await signIn()).status).toBe(410)
    const code = path.replace('/redefine/', '')
    expect((await setPassword(code, NEW_PASSWORD)).status).toBe(200)
    expect((await signIn(NEW_PASSWORD)).status).toBe(200)
    const fresh = await server.confirmedDevice(BRUNA)
    const back = { old_password: NEW_PASSWORD, password: PASSWORD }
    expect((await fresh.call('POST', '/update-user', back)).status).toBe(200)
    expect(server.security.some(({ event }) => event === 'account_disowned')).toBe(true)
  })
})
