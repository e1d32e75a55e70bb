/** Passkeys: as a second step, alone, and in place of the own password. docs/rules.md#passkeys */
import { beforeEach, expect, test } from 'vitest'
import {
  confirmPasskeyOptionsRoute,
  passkeyOptionsRoute,
  signInPasskeyOptionsRoute,
} from '../../../src/contract/passkeys.ts'
import { confirmRoute } from '../../../src/contract/session.ts'
import { CONFIRMATION_HEADER } from '../../../src/domain/session/confirmation.ts'
import { MOST_PASSKEYS } from '../../../src/domain/session/passkeys.ts'
import { MINUTE_MS } from '../../../src/domain/time/durations.ts'
import { Authenticator } from '../support/authenticator.ts'
import { describeDatabase, type TestStore } from '../support/databases.ts'
import {
  factorState,
  ORIGIN,
  PASSWORD,
  signedIn,
  withoutFactors,
  withPasskey,
  withPassword,
} from '../support/factor-accounts.ts'
import { inHouse } from '../support/in-house.ts'
import { BRUNA, DAVI } from '../support/people.ts'
import type { Device, TestServer } from '../support/server.ts'

const DEVICE = 'tablet-da-bruna'
const UNKNOWN = { status: 404, body: { code: 'credentials' } }
const REFUSED = { status: 422, body: { errors: { passkey: [expect.any(String)] } } }

describeDatabase('passkeys', (open) => {
  let store: TestStore
  let server: TestServer
  let bruna: Device
  let login = ''
  inHouse(open, async (opened) => {
    ;({ store, server } = opened)
    login = await withPassword(store, BRUNA)
  })
  beforeEach(async () => {
    await withoutFactors(store)
    server.forward(90 * MINUTE_MS)
    bruna = await server.confirmedDevice(BRUNA)
  })

  const password = () => bruna.call('POST', '/login', { login, password: PASSWORD, device_id: DEVICE })
  const options = async (body: object = {}, headers: Record<string, string> = {}) =>
    signInPasskeyOptionsRoute.answer.parse(
      (await bruna.call('POST', '/login/passkey/options', body, headers)).body,
    ).data
  const enter = (passkey: object, headers: Record<string, string> = {}) =>
    bruna.call('POST', '/login/passkey', { passkey, device_id: DEVICE }, headers)

  test('a passkey enters alone, once for each challenge', async () => {
    const { authenticator, codes } = await withPasskey(bruna)
    expect(codes).toHaveLength(10)
    const asked = await options()
    expect(asked).toMatchObject({ rpId: 'localhost', userVerification: 'required', allowCredentials: [] })
    const proof = authenticator.prove(asked)
    const answers = await Promise.all([enter(proof), enter(proof), enter(proof)])
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 404, 404])
    const entered = answers.find(({ status }) => status === 200)
    const { token, second_step } = signedIn(entered ?? { status: 0, body: null })
    expect(second_step).toBeNull()
    const me = await bruna.call('GET', '/tokenconfirm', undefined, { authorization: `Bearer ${token}` })
    expect(me).toMatchObject({ status: 200, body: { id: BRUNA } })
    expect((await factorState(bruna)).passkeys).toMatchObject([
      { name: 'Celular', last_used_at: expect.any(String) },
    ])
  })

  test('a passkey with a wrong part signs no one in: challenge, address, key, unverified holder, an inactive user', async () => {
    const { authenticator } = await withPasskey(bruna)
    expect(await enter(authenticator.prove({ challenge: 'erfunden' }))).toMatchObject(UNKNOWN)
    const elsewhere = { origin: 'https://outro.exemplo.com' }
    expect(await enter(authenticator.prove(await options(), elsewhere))).toMatchObject(UNKNOWN)
    const otherRp = { rpId: 'outro.exemplo.com' }
    expect(await enter(authenticator.prove(await options(), otherRp))).toMatchObject(UNKNOWN)
    expect(await enter(authenticator.prove(await options(), { isUnverified: true }))).toMatchObject(UNKNOWN)
    expect(await enter(new Authenticator(ORIGIN).prove(await options()))).toMatchObject(UNKNOWN)
    const [right, other] = [
      authenticator.prove(await options()),
      new Authenticator(ORIGIN).prove(await options()),
    ]
    expect(
      await enter({ ...right, response: { ...right.response, signature: other.response.signature } }),
    ).toMatchObject(UNKNOWN)
    const setStatus = (status: number) =>
      store.db.updateTable('users').set({ status }).where('id', '=', BRUNA).execute()
    await setStatus(0)
    expect(await enter(authenticator.prove(await options()))).toMatchObject(UNKNOWN)
    await setStatus(1)
    const old = await options()
    server.forward(6 * MINUTE_MS)
    expect(await enter(authenticator.prove(old)), 'too late').toMatchObject(UNKNOWN)
    expect((await enter(authenticator.prove(await options()))).status).toBe(200)
  })

  test('a challenge of one purpose answers no other', async () => {
    const { authenticator } = await withPasskey(bruna)
    const step = signedIn(await password()).second_step?.step ?? ''
    const forStep = await options({ step })
    expect(await enter(authenticator.prove(forStep)), 'of a second step').toMatchObject(UNKNOWN)
    const forSignIn = await options()
    const second = (passkey: object) => bruna.call('POST', '/login/second-step', { step, passkey })
    expect(await second(authenticator.prove(forSignIn)), 'of a sign-in').toMatchObject(REFUSED)
    expect((await second(authenticator.prove(await options({ step })))).status).toBe(200)
  })

  test('after the password the own passkeys are offered, and another one does not count', async () => {
    const { authenticator } = await withPasskey(bruna)
    const davi = await withPasskey(await server.confirmedDevice(DAVI))
    const first = signedIn(await password())
    expect(first).toMatchObject({ token: null, second_step: { ways: ['passkey', 'recovery'] } })
    const step = first.second_step?.step ?? ''
    const asked = await options({ step })
    expect(asked.allowCredentials.map(({ id }) => id)).toEqual([authenticator.id])
    const answer = (passkey: object) =>
      bruna.call('POST', '/login/second-step', { step, passkey, remember: true })
    expect(await answer(davi.authenticator.prove(asked))).toMatchObject(REFUSED)
    const done = await answer(authenticator.prove(await options({ step })))
    expect(done).toMatchObject({ status: 200, body: { data: { remembered: expect.any(String) } } })
    expect(await bruna.call('POST', '/login/passkey/options', { step }), 'used').toMatchObject(UNKNOWN)
  })

  test('at an IP address and without https there are no passkeys, and the answer says why', async () => {
    const { authenticator } = await withPasskey(bruna)
    for (const [host, words] of [
      ['192.168.0.20:4000', 'número (IP)'],
      ['[fe80::1]:4000', 'número (IP)'],
      ['crm.exemplo.com.br', 'https'],
    ] as const) {
      const refused = await bruna.call('POST', '/login/passkey/options', {}, { host })
      expect(refused, host).toMatchObject({ status: 422, body: { message: expect.stringContaining(words) } })
      expect((await bruna.call('POST', '/passkeys/options', undefined, { host })).status).toBe(422)
      const state = await bruna.call('GET', '/second-factor', undefined, { host })
      expect(state.body).toMatchObject({ passkey_obstacle: expect.stringContaining(words) })
      const confirm = await bruna.call('POST', '/sessions/confirm/passkey', undefined, { host })
      expect(confirm.body).toEqual({ data: null })
    }
    // Another name: the passkey was made for this one.
    const host = 'outro.localhost'
    const asked = await options({}, { host })
    const there = { origin: `http://${host}`, rpId: host }
    expect(await enter(authenticator.prove(asked, there), { host })).toMatchObject(UNKNOWN)
  })

  test('it confirms in place of the own password, for its own session alone', async () => {
    const { authenticator } = await withPasskey(bruna)
    const tab = await server.device(BRUNA)
    const ask = async (device: Device) =>
      confirmPasskeyOptionsRoute.answer.parse((await device.call('POST', '/sessions/confirm/passkey')).body)
        .data
    const asked = await ask(tab)
    expect(asked?.allowCredentials.map(({ id }) => id)).toEqual([authenticator.id])
    const proof = authenticator.prove(asked ?? { challenge: '' })
    expect(
      await bruna.call('POST', '/sessions/confirm', { passkey: proof }),
      'another session',
    ).toMatchObject(REFUSED)
    const answers = await Promise.all(
      [1, 2].map(() => tab.call('POST', '/sessions/confirm', { passkey: proof })),
    )
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 422])
    const given = answers.find(({ status }) => status === 200)?.body
    const { confirmation } = confirmRoute.answer.parse(given).data
    const begun = await tab.call('POST', '/second-factor/code-app', undefined, {
      [CONFIRMATION_HEADER]: confirmation,
    })
    expect(begun.status).toBe(200)
    expect((await tab.call('POST', '/sessions/confirm', {})).status).toBe(400)
    const both = { own_password: PASSWORD, passkey: proof }
    expect((await tab.call('POST', '/sessions/confirm', both)).status).toBe(400)
    expect(await ask(await server.device(DAVI)), 'without a passkey').toBeNull()
  })

  test('a passkey is made once, for its session, with the own password', async () => {
    expect(await (await server.device(BRUNA)).call('POST', '/passkeys/options')).toMatchObject({
      status: 403,
      body: { code: 'confirmation_required' },
    })
    const ask = async () =>
      passkeyOptionsRoute.answer.parse((await bruna.call('POST', '/passkeys/options')).body).data
    const add = (passkey: object, device = bruna) =>
      device.call('POST', '/passkeys', { name: ' Chave ', passkey })
    const authenticator = new Authenticator(ORIGIN)
    const asked = await ask()
    const made = authenticator.make(asked)
    expect(await add(made, await server.device(DAVI)), 'another session').toMatchObject(REFUSED)
    const answers = await Promise.all([add(made), add(made)])
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 422])
    expect((await add(authenticator.make(await ask()))).status, 'there already').toBe(409)
    expect((await ask()).excludeCredentials.map(({ id }) => id)).toEqual([authenticator.id])
    const unseen = new Authenticator(ORIGIN).make(await ask(), { isUnverified: true })
    expect(await add(unseen)).toMatchObject(REFUSED)
    expect((await factorState(bruna)).passkeys.map(({ name }) => name)).toEqual(['Chave'])
  })

  test('there are twenty at most', async () => {
    for (let made = 0; made < MOST_PASSKEYS; made++) await withPasskey(bruna, `Chave ${made}`)
    expect((await bruna.call('POST', '/passkeys/options')).status).toBe(422)
  })

  test('only the owner renames and removes; without the last factor the password suffices again', async () => {
    await withPasskey(bruna)
    const [key] = (await factorState(bruna)).passkeys
    const davi = await server.confirmedDevice(DAVI)
    const rename = (device: Device, name: string) => device.call('PUT', `/passkeys/${key?.id}`, { name })
    expect((await rename(davi, 'Meu')).status).toBe(404)
    expect((await davi.call('DELETE', `/passkeys/${key?.id}`)).status).toBe(404)
    expect((await rename(bruna, '  ')).status).toBe(400)
    expect((await rename(bruna, 'Chave azul')).status).toBe(200)
    expect((await factorState(bruna)).passkeys.map(({ name }) => name)).toEqual(['Chave azul'])
    expect((await (await server.device(BRUNA)).call('DELETE', `/passkeys/${key?.id}`)).status).toBe(403)
    expect((await bruna.call('DELETE', `/passkeys/${key?.id}`)).status).toBe(200)
    expect(await factorState(bruna)).toMatchObject({ passkeys: [], recovery_codes: 0 })
    expect(signedIn(await password()).second_step).toBeNull()
    const mails = await store.db.selectFrom('mails').select('body_text').orderBy('created_at').execute()
    expect(mails.map(({ body_text }) => /Uma chave de acesso foi (\w+)/.exec(body_text)?.[1])).toEqual([
      'criada',
      'removida',
    ])
  })
})
