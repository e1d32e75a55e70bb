/** The forms of a password, and its length on a protected device: docs/rules.md#sessions-and-passwords */
import { verify } from '@node-rs/argon2'
import { beforeEach, expect, test } from 'vitest'
import { secondStepRoute } from '../../../src/contract/second-factor.ts'
import { confirmRoute } from '../../../src/contract/session.ts'
import { CONFIRMATION_HEADER } from '../../../src/domain/session/confirmation.ts'
import { MINUTE_MS } from '../../../src/domain/time/durations.ts'
import { cheapHash } from '../support/cheap-hash.ts'
import { describeEachDatabase, type TestStore } from '../support/databases.ts'
import { codeOf, signedIn, withoutFactors } from '../support/factor-accounts.ts'
import { inHouse } from '../support/in-house.ts'
import { BRUNA } from '../support/people.ts'
import { Device, type TestServer } from '../support/server.ts'

const COMPOSED = 'maçã-é-pão-4711'.normalize('NFC')
const DECOMPOSED = COMPOSED.normalize('NFD')
const WIDE = COMPOSED.replace('4711', '４７１１')
const SHORT = 'maçã-é-pão'
const LONG = 'quatro-palavras-longas'
const TABLET = 'tablet-da-loja'
const KEYS = { server_half: 'h'.repeat(43), device_secret: 's'.repeat(43) }

describeEachDatabase('a password', (open) => {
  let store: TestStore
  let server: TestServer
  let login = ''
  inHouse(open, async (opened) => {
    ;({ store, server } = opened)
    const row = await store.db
      .selectFrom('users')
      .select('login')
      .where('id', '=', BRUNA)
      .executeTakeFirstOrThrow()
    login = row.login
  })
  beforeEach(async () => {
    await withoutFactors(store)
    await store.db.deleteFrom('device_keys').execute()
    await store.db.updateTable('users').set({ shared_tablet: false }).where('id', '=', BRUNA).execute()
    server.forward(90 * MINUTE_MS)
  })

  /** A hash of earlier versions is of what was typed. */
  const storedAs = async (password: string) => {
    const hash = await cheapHash(password)
    await store.db
      .insertInto('user_passwords')
      .values({ user_id: BRUNA, hash })
      .onConflict((known) => known.column('user_id').doUpdateSet({ hash }))
      .execute()
  }
  const hashNow = async () =>
    (
      await store.db
        .selectFrom('user_passwords')
        .select('hash')
        .where('user_id', '=', BRUNA)
        .executeTakeFirstOrThrow()
    ).hash
  const signIn = async (password: string, more: object = {}) => {
    const { statusCode, body } = await server.app.inject({
      method: 'POST',
      url: '/api/login',
      payload: { login, password, device_id: TABLET, ...more },
    })
    return { status: statusCode, body: JSON.parse(body) as unknown }
  }
  const by = (token: string | null, confirmation: string | null = null) =>
    new Device(
      server.app,
      store,
      token ?? '',
      confirmation === null ? {} : { [CONFIRMATION_HEADER]: confirmation },
    )
  const protection = async (shared: boolean) =>
    store.db.updateTable('users').set({ shared_tablet: shared }).where('id', '=', BRUNA).execute()

  test.each([
    ['composed', COMPOSED],
    ['decomposed', DECOMPOSED],
    ['wide', WIDE],
  ])('a stored hash of the %s form opens by every form, and is of one form afterwards', async (_form, stored) => {
    for (const typed of [COMPOSED, DECOMPOSED]) {
      await storedAs(stored)
      expect((await signIn(typed)).status, typed.length.toString()).toBe(stored === WIDE ? 404 : 200)
    }
    await storedAs(stored)
    expect((await signIn(stored)).status).toBe(200)
    expect(await verify(await hashNow(), COMPOSED)).toBe(true)
    for (const typed of [COMPOSED, DECOMPOSED, WIDE]) expect((await signIn(typed)).status).toBe(200)
    expect((await signIn('maca-e-pao-4711')).status).toBe(404)
  })

  test('a hash that is of this form already is not made anew', async () => {
    await storedAs(COMPOSED)
    const before = await hashNow()
    expect((await signIn(DECOMPOSED)).status).toBe(200)
    expect(await hashNow()).toBe(before)
  })

  test('a short one signs in on a personal device, and on a shared tablet it is replaced first', async () => {
    await storedAs(SHORT)
    expect(signedIn(await signIn(SHORT))).toMatchObject({ longer_password: false })
    await protection(true)
    const { token, longer_password, confirmation, protection: told } = signedIn(await signIn(SHORT))
    expect({ longer_password, confirmation, half: told?.server_half }).toEqual({
      longer_password: true,
      confirmation: null,
      half: null,
    })
    const limited = by(token)
    for (const [method, path, body] of [
      ['GET', '/tokenconfirm', undefined],
      ['GET', '/leads/list-count', undefined],
      ['PUT', '/device-keys', KEYS],
      ['POST', '/sessions/confirm', { own_password: SHORT }],
      ['POST', '/second-factor/code-app', undefined],
    ] as const)
      expect(await limited.call(method, path, body), path).toMatchObject({ status: 401 })
    const set = (body: object) => limited.call('POST', '/update-user', { old_password: SHORT, ...body })
    expect((await set({ password: 'outra-curt' })).status).toBe(422)
    expect((await set({ phone: '31988887777' })).status).toBe(422)
    expect((await limited.call('GET', '/tokenconfirm')).status).toBe(401)
    expect((await set({ password: LONG })).status).toBe(200)
    expect((await limited.call('GET', '/tokenconfirm')).status).toBe(200)
    expect(signedIn(await signIn(LONG))).toMatchObject({ longer_password: false })
  })

  test('protecting an own device asks for a longer one, and so does a sign-in on a protected one', async () => {
    await storedAs(SHORT)
    expect(signedIn(await signIn(SHORT, { protects: true }))).toMatchObject({ longer_password: true })
    // Not without a device, which alone could be protected.
    expect(signedIn(await signIn(SHORT, { protects: true, device_id: undefined }))).toMatchObject({
      longer_password: false,
    })
    const own = await server.confirmedDevice(BRUNA)
    expect((await own.call('PUT', '/device-keys', KEYS)).status).toBe(200)
    expect(signedIn(await signIn(SHORT, { device_id: `device-${BRUNA}` }))).toMatchObject({
      longer_password: true,
    })
    expect(signedIn(await signIn(SHORT))).toMatchObject({ longer_password: false })
  })

  test('no half is stored by a confirmation with a short one, and the sign-in’s own confirmation stores one', async () => {
    await storedAs(SHORT)
    const first = signedIn(await signIn(SHORT))
    expect(await by(first.token, first.confirmation).call('PUT', '/device-keys', KEYS)).toMatchObject({
      status: 422,
    })
    const asked = await by(first.token).call('POST', '/sessions/confirm', { own_password: SHORT })
    const { confirmation } = confirmRoute.answer.parse(asked.body).data
    expect(await by(first.token, confirmation).call('PUT', '/device-keys', KEYS)).toMatchObject({
      status: 422,
      body: { errors: { own_password: [expect.stringContaining('ao menos 12')] } },
    })
    expect(await by(first.token).call('PUT', '/device-keys', KEYS)).toMatchObject({ status: 403 })
    await storedAs(LONG)
    const { token, confirmation: fresh } = signedIn(await signIn(LONG))
    expect((await by(token, fresh).call('PUT', '/device-keys', KEYS)).status).toBe(200)
  })

  test('with a second factor the longer password comes after it', async () => {
    await storedAs(SHORT)
    const own = await server.confirmedDevice(BRUNA)
    const begun = await own.call('POST', '/second-factor/code-app')
    const { secret } = (begun.body as { data: { secret: string } }).data
    await own.call('POST', '/second-factor/code-app/confirm', { code: codeOf(server, secret) })
    server.forward(2 * MINUTE_MS)
    await protection(true)
    const { token, second_step: step } = signedIn(await signIn(SHORT))
    expect(token).toBeNull()
    const entered = await own.call('POST', '/login/second-step', {
      step: step?.step,
      code: codeOf(server, secret),
    })
    const { data } = secondStepRoute.answer.parse(entered.body)
    expect(data).toMatchObject({ longer_password: true, confirmation: null })
    expect((await by(data.token).call('GET', '/tokenconfirm')).status).toBe(401)
  })
})
