/** 'Exigir segundo fator': for roles 1 and 2, with days to set one up. docs/rules.md#required-second-factor */
import { beforeEach, expect, test } from 'vitest'
import { beginCodeAppRoute } from '../../../src/contract/second-factor.ts'
import { confirmRoute } from '../../../src/contract/session.ts'
import { CONFIRMATION_HEADER } from '../../../src/domain/session/confirmation.ts'
import { DAY_MS, MINUTE_MS } from '../../../src/domain/time/durations.ts'
import { describeDatabase, type TestStore } from '../support/databases.ts'
import {
  codeOf,
  factorState,
  PASSWORD,
  signedIn,
  withoutFactors,
  withPasskey,
  withPassword,
} from '../support/factor-accounts.ts'
import { inHouse } from '../support/in-house.ts'
import { ADMIN, BRUNA, MANAGER } from '../support/people.ts'
import { Device, type TestServer } from '../support/server.ts'

const NO_SESSION = { status: 401, body: { code: 'session' } }

describeDatabase('a required second factor', (open) => {
  let store: TestStore
  let server: TestServer
  let admin: Device
  const logins = new Map<number, string>()
  inHouse(open, async (opened) => {
    ;({ store, server } = opened)
    for (const id of [ADMIN, MANAGER, BRUNA]) logins.set(id, await withPassword(store, id))
  })
  beforeEach(async () => {
    await withoutFactors(store)
    server.forward(90 * MINUTE_MS)
    admin = await server.confirmedDevice(ADMIN)
  })

  const require = (days: number, device = admin) =>
    device.call('PUT', '/settings', { second_factor_days: days })
  const signIn = async (id: number) =>
    signedIn(
      await admin.call('POST', '/login', {
        login: logins.get(id),
        password: PASSWORD,
        device_id: `de-${id}`,
      }),
    )
  const by = (token: string | null) => new Device(server.app, store, token ?? '')

  test('it is asked of administrators and managers, from their next sign-in on, and of no one else', async () => {
    expect((await signIn(MANAGER)).set_up).toBeNull()
    expect((await require(7)).status).toBe(200)
    expect((await admin.call('GET', '/tokenconfirm')).status, 'a session goes on').toBe(200)
    expect((await signIn(BRUNA)).set_up).toBeNull()
    for (const id of [ADMIN, MANAGER]) {
      const { token, set_up } = await signIn(id)
      expect(set_up).toMatchObject({ is_due: false })
      expect(Date.parse(set_up?.until ?? '') - server.context.now()).toBeGreaterThan(7 * DAY_MS - MINUTE_MS)
      expect((await by(token).call('GET', '/tokenconfirm')).status).toBe(200)
    }
  })

  test('the days begin with the first sign-in and not anew with the next', async () => {
    await require(7)
    const first = (await signIn(MANAGER)).set_up?.until
    server.forward(3 * DAY_MS)
    expect((await signIn(MANAGER)).set_up?.until).toBe(first)
    // Who comes later has as many.
    const later = (await signIn(ADMIN)).set_up?.until ?? ''
    expect(Date.parse(later) - Date.parse(first ?? '')).toBeGreaterThan(2 * DAY_MS)
  })

  test('afterwards a sign-in has the set-up alone, and everything once it is done', async () => {
    await require(7)
    await signIn(MANAGER)
    server.forward(8 * DAY_MS)
    const { token, set_up } = await signIn(MANAGER)
    expect(set_up?.is_due).toBe(true)
    const limited = by(token)
    for (const [method, path] of [
      ['GET', '/tokenconfirm'],
      ['GET', '/leads/list-count'],
      ['GET', '/sessions'],
      ['POST', '/second-factor/recovery-codes'],
      ['POST', '/logout'],
    ] as const)
      expect(await limited.call(method, path), path).toMatchObject(NO_SESSION)
    expect(await factorState(limited)).toMatchObject({ required: true })
    const begun = await limited.call('POST', '/second-factor/code-app')
    const { secret } = beginCodeAppRoute.answer.parse(begun.body).data
    const done = await limited.call('POST', '/second-factor/code-app/confirm', {
      code: codeOf(server, secret),
    })
    expect(done).toMatchObject({ status: 200, body: { recovery_codes: { length: 10 } } })
    expect((await limited.call('GET', '/tokenconfirm')).status).toBe(200)
    // It is a session like any other: what needs the own password asks for it.
    expect(await limited.call('POST', '/second-factor/recovery-codes')).toMatchObject({
      status: 403,
      body: { code: 'confirmation_required' },
    })
    // The half of a protected device's key comes with the password, as with any other sign-in.
    expect((await limited.call('GET', '/device-keys')).status).toBe(403)
    const half = 'A'.repeat(43)
    const keys = { server_half: half, device_secret: 'B'.repeat(43) }
    expect((await limited.call('PUT', '/device-keys', keys)).status).toBe(403)
    const confirmed = await limited.call('POST', '/sessions/confirm', { own_password: PASSWORD })
    const { confirmation } = confirmRoute.answer.parse(confirmed.body).data
    const proved = new Device(server.app, store, token ?? '', { [CONFIRMATION_HEADER]: confirmation })
    expect((await proved.call('PUT', '/device-keys', keys)).status).toBe(200)
    expect(await proved.call('GET', '/device-keys')).toMatchObject({
      status: 200,
      body: { data: { server_half: half } },
    })
    server.forward(2 * MINUTE_MS)
    expect(await signIn(MANAGER)).toMatchObject({ token: null, second_step: { ways: ['code', 'recovery'] } })
  })

  test('a passkey is set up as well, and half an hour ends a sign-in that sets up nothing', async () => {
    await require(1)
    await signIn(MANAGER)
    server.forward(2 * DAY_MS)
    const late = by((await signIn(MANAGER)).token)
    server.forward(31 * MINUTE_MS)
    expect(await late.call('GET', '/second-factor')).toMatchObject(NO_SESSION)
    const limited = by((await signIn(MANAGER)).token)
    await withPasskey(limited)
    expect((await limited.call('GET', '/tokenconfirm')).status).toBe(200)
  })

  test('the last factor is not removed while one is required, and another administrator may take it', async () => {
    const manager = await server.confirmedDevice(MANAGER)
    await withPasskey(manager)
    await require(7)
    const [key] = (await factorState(manager)).passkeys
    expect((await manager.call('DELETE', `/passkeys/${key?.id}`)).status).toBe(422)
    expect((await factorState(manager)).passkeys).toHaveLength(1)
    await withPasskey(manager, 'Outra')
    expect((await manager.call('DELETE', `/passkeys/${key?.id}`)).status).toBe(200)
    expect((await admin.call('DELETE', `/users/${MANAGER}/second-factor`)).status).toBe(200)
    expect((await signIn(MANAGER)).set_up).toMatchObject({ is_due: false })
  })

  test('switching it off needs the own password, and switching it on again gives everybody the days anew', async () => {
    await require(7)
    const first = (await signIn(MANAGER)).set_up?.until ?? ''
    server.forward(8 * DAY_MS)
    const other = await server.device(ADMIN)
    expect(await require(0, other)).toMatchObject({ status: 403, body: { code: 'confirmation_required' } })
    expect((await require(0, await server.confirmedDevice(ADMIN))).status).toBe(200)
    expect((await signIn(MANAGER)).set_up).toBeNull()
    expect((await require(7, await server.device(ADMIN))).status).toBe(200)
    const { set_up } = await signIn(MANAGER)
    expect(set_up?.is_due).toBe(false)
    expect(Date.parse(set_up?.until ?? '')).toBeGreaterThan(Date.parse(first))
  })
})
