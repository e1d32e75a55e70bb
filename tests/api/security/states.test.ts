/**
 * Calls that do something only in a state: a sign-in that waits for its second factor, an app that waits for its first code, a
 * link that was not used. Random requests seldom meet one, so each call is asked in its state here, with every field wrong in
 * turn: none answers 5xx. A call behind a state that is added tomorrow fails until it is named here.
 */
import { beforeEach, expect, test } from 'vitest'
import { disownLink, issueLink } from '../../../server/session/links.ts'
import { openSession } from '../../../server/session/tokens.ts'
import { confirmEmailRoute, disownByLinkRoute, setPasswordRoute } from '../../../src/contract/accounts.ts'
import { devicePinRoute, pinUnlockRoute, storeDeviceKeysRoute } from '../../../src/contract/device-keys.ts'
import { eraseOrderRoute } from '../../../src/contract/devices.ts'
import { externalCepRoute, externalIndicationRoute } from '../../../src/contract/external.ts'
import {
  addPasskeyRoute,
  passkeyOptionsRoute,
  signInPasskeyOptionsRoute,
  signInPasskeyRoute,
} from '../../../src/contract/passkeys.ts'
import type { RouteSpec } from '../../../src/contract/route.ts'
import {
  beginCodeAppRoute,
  confirmCodeAppRoute,
  secondStepRoute,
} from '../../../src/contract/second-factor.ts'
import { confirmRoute, disownRoute, endSessionRoute, updateUserRoute } from '../../../src/contract/session.ts'
import type { AssertionOptions } from '../../../src/contract/webauthn.ts'
import { MINUTE_MS } from '../../../src/domain/time/durations.ts'
import { declaredRoutes } from '../http/declared-routes.ts'
import { Authenticator } from '../support/authenticator.ts'
import { describeDatabase, type TestStore } from '../support/databases.ts'
import { byLink, INSURANCES, codeOf as linkCodeOf, stampFor } from '../support/external.ts'
import {
  codeOf,
  ORIGIN,
  PASSWORD,
  signedIn,
  withoutFactors,
  withPassword,
} from '../support/factor-accounts.ts'
import { inHouse } from '../support/in-house.ts'
import { inviterOf } from '../support/leads.ts'
import { BRUNA, INDICATOR } from '../support/people.ts'
import { Device, lastingConfirmation, type TestServer } from '../support/server.ts'

/** Six signs that are no six digits of ASCII, bytes that no text has, and what JSON can be besides a text. */
const WRONG: readonly unknown[] = [
  '12345٦',
  '１２３４５６',
  '12345é',
  '000000',
  'a\0b',
  '\ud83d',
  'x'.repeat(5000),
  '',
  null,
  -1,
  2 ** 53,
  [],
  {},
  true,
]

interface State {
  readonly path: string
  readonly body: object
  readonly device: Device
}

/** What has no state of its own: each has its reason. */
const STATELESS: Readonly<Record<string, string>> = {
  'POST /login': 'the password is its state: http/login.test.ts',
  'POST /password/reset-mail': 'any login',
  'POST /external-lead': 'the session alone',
  'POST /externalMail': 'the session alone',
  'PUT /passkeys/:id': 'a row like any other',
}
const BEHIND_STATE =
  /^\/(?:login|password|email\/confirm|second-factor|passkeys|device-keys|sessions\/(?:confirm|end)|external|leads\/externalLead|devices\/erase-order|update-user|account-events)/

const nameOf = ({ method, path }: RouteSpec) => `${method} ${path}`

/** The paths of all values in a body, without those of lists. */
function pathsIn(value: unknown, at: readonly string[] = []): (readonly string[])[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [at]
  return [
    ...(at.length === 0 ? [] : [at]),
    ...Object.entries(value).flatMap(([name, inner]) => pathsIn(inner, [...at, name])),
  ]
}

function replaced(value: unknown, [name, ...rest]: readonly string[], by: unknown): unknown {
  if (name === undefined) return by
  const before = typeof value === 'object' && value !== null ? Object.entries(value) : []
  return Object.fromEntries(
    before.map(([key, inner]) => [key, key === name ? replaced(inner, rest, by) : inner]),
  )
}

describeDatabase('calls in their state', (open) => {
  let store: TestStore
  let server: TestServer
  let bruna: Device
  let login = ''
  inHouse(open, async (opened) => {
    ;({ store, server } = opened)
    login = await withPassword(store, BRUNA)
    await inviterOf(store)
    await store.db.insertInto('insurances').values(INSURANCES).execute()
  })
  beforeEach(async () => {
    await withoutFactors(store)
    await store.db.deleteFrom('rate_limits').execute()
    server.forward(2 * 60 * MINUTE_MS)
    bruna = await server.confirmedDevice(BRUNA)
  })

  const linkFor = async (purpose: 'verify' | 'redefine' | 'email') => {
    const context = { ...server.context, origin: ORIGIN }
    const issued = {
      userId: BRUNA,
      purpose,
      ...(purpose === 'email' ? { newEmail: 'nova@exemplo.com.br' } : {}),
    }
    const link = await store.db.transaction().execute((tx) => issueLink(tx, context, issued))
    return link.split('/').at(-1) ?? ''
  }
  const disownCode = async () => {
    const told = { userId: BRUNA, sinceMs: server.context.now() }
    const link = await store.db.transaction().execute((tx) => disownLink(tx, server.context, told))
    return link.split('/').at(-1) ?? ''
  }
  const switchOn = async () => {
    const begun = beginCodeAppRoute.answer.parse((await bruna.call('POST', '/second-factor/code-app')).body)
    await bruna.call('POST', '/second-factor/code-app/confirm', { code: codeOf(server, begun.data.secret) })
    server.forward(2 * MINUTE_MS)
    return begun.data.secret
  }
  const step = async () => {
    const answer = await bruna.call('POST', '/login', { login, password: PASSWORD, device_id: 'tablet' })
    return signedIn(answer).second_step?.step ?? ''
  }
  const key = async () => {
    const authenticator = new Authenticator(ORIGIN)
    const options = passkeyOptionsRoute.answer.parse((await bruna.call('POST', '/passkeys/options')).body)
    return { authenticator, response: authenticator.make(options.data) }
  }
  const proved = async (authenticator: Authenticator, path: string, body: object = {}) => {
    const options = (await bruna.call('POST', path, body)).body as { data: AssertionOptions }
    return authenticator.prove(options.data)
  }
  const KEYS = { server_half: 'h'.repeat(43), device_secret: 's'.repeat(43) }
  const waiting = async (state: 'set_up_only' | 'password_due') => {
    const { id, token } = await openSession(server.context, BRUNA, 'tablet', {
      isSetUpOnly: state === 'set_up_only',
      isPasswordDue: state === 'password_due',
    })
    return new Device(server.app, store, token, {
      'farol-confirmation': await lastingConfirmation(store, id),
    })
  }

  const STATES: Readonly<Record<string, () => Promise<State>>> = {
    [`${nameOf(secondStepRoute)} · a code`]: async () => {
      const secret = await switchOn()
      return {
        path: '/login/second-step',
        body: { step: await step(), code: codeOf(server, secret), remember: true },
        device: bruna,
      }
    },
    [`${nameOf(secondStepRoute)} · a recovery code`]: async () => {
      await switchOn()
      return {
        path: '/login/second-step',
        body: { step: await step(), recovery_code: 'AAAA-AAAA-AAAA-AAAA' },
        device: bruna,
      }
    },
    [`${nameOf(secondStepRoute)} · a passkey`]: async () => {
      const { authenticator, response } = await key()
      await bruna.call('POST', '/passkeys', { name: 'Celular', passkey: response })
      const waits = await step()
      const passkey = await proved(authenticator, '/login/passkey/options', { step: waits })
      return { path: '/login/second-step', body: { step: waits, passkey }, device: bruna }
    },
    [nameOf(signInPasskeyOptionsRoute)]: async () => {
      const { response } = await key()
      await bruna.call('POST', '/passkeys', { name: 'Celular', passkey: response })
      return { path: '/login/passkey/options', body: { step: await step() }, device: bruna }
    },
    [nameOf(signInPasskeyRoute)]: async () => {
      const { authenticator, response } = await key()
      await bruna.call('POST', '/passkeys', { name: 'Celular', passkey: response })
      const passkey = await proved(authenticator, '/login/passkey/options')
      return { path: '/login/passkey', body: { passkey, device_id: 'tablet' }, device: bruna }
    },
    [nameOf(addPasskeyRoute)]: async () => {
      const { response } = await key()
      return { path: '/passkeys', body: { name: 'Celular', passkey: response }, device: bruna }
    },
    [nameOf(confirmCodeAppRoute)]: async () => {
      const begun = beginCodeAppRoute.answer.parse((await bruna.call('POST', '/second-factor/code-app')).body)
      return {
        path: '/second-factor/code-app/confirm',
        body: { code: codeOf(server, begun.data.secret) },
        device: bruna,
      }
    },
    [`${nameOf(confirmCodeAppRoute)} · a set-up that is due`]: async () => {
      const device = await waiting('set_up_only')
      const begun = beginCodeAppRoute.answer.parse(
        (await device.call('POST', '/second-factor/code-app')).body,
      )
      return {
        path: '/second-factor/code-app/confirm',
        body: { code: codeOf(server, begun.data.secret) },
        device,
      }
    },
    [`${nameOf(updateUserRoute)} · a longer password that is due`]: async () => ({
      path: '/update-user',
      body: { old_password: PASSWORD, password: `${PASSWORD}!` },
      device: await waiting('password_due'),
    }),
    [`${nameOf(confirmRoute)} · a passkey`]: async () => {
      const { authenticator, response } = await key()
      await bruna.call('POST', '/passkeys', { name: 'Celular', passkey: response })
      const passkey = await proved(authenticator, '/sessions/confirm/passkey')
      return { path: '/sessions/confirm', body: { passkey }, device: bruna }
    },
    [nameOf(storeDeviceKeysRoute)]: async () => ({ path: '/device-keys', body: KEYS, device: bruna }),
    [nameOf(devicePinRoute)]: async () => {
      await bruna.call('PUT', '/device-keys', KEYS)
      return { path: '/device-keys/pin', body: { pin_proof: 'p'.repeat(43) }, device: bruna }
    },
    [nameOf(pinUnlockRoute)]: async () => {
      await bruna.call('PUT', '/device-keys', KEYS)
      await bruna.call('PUT', '/device-keys/pin', { pin_proof: 'p'.repeat(43) })
      const body = { user_id: BRUNA, device_secret: KEYS.device_secret, pin_proof: 'p'.repeat(43) }
      return { path: '/device-keys/pin-unlock', body, device: bruna }
    },
    [nameOf(eraseOrderRoute)]: async () => {
      await bruna.call('PUT', '/device-keys', KEYS)
      const locked = { user_id: BRUNA, device_secret: KEYS.device_secret }
      return { path: '/devices/erase-order', body: { stage: 'asks', locked }, device: bruna }
    },
    [nameOf(endSessionRoute)]: async () => ({
      path: '/sessions/end',
      body: { proof: 'a'.repeat(64), forgets_keys: true },
      device: bruna,
    }),
    [nameOf(disownRoute)]: async () => ({
      path: '/account-events/disown',
      body: { since: new Date(server.context.now()).toISOString() },
      device: bruna,
    }),
    [nameOf(setPasswordRoute)]: async () => ({
      path: '/password/verify',
      body: { id: BRUNA, verify_code: await linkFor('redefine'), password: PASSWORD },
      device: bruna,
    }),
    [nameOf(disownByLinkRoute)]: async () => ({
      path: '/password/disown',
      body: { verify_code: await disownCode() },
      device: bruna,
    }),
    [nameOf(confirmEmailRoute)]: async () => ({
      path: '/email/confirm',
      body: { verify_code: await linkFor('email') },
      device: bruna,
    }),
    [nameOf(externalIndicationRoute)]: async () => {
      const code = await linkCodeOf(await server.device(INDICATOR))
      const stamp = await stampFor({ app: server.app, code })
      server.forward(MINUTE_MS)
      return { path: '/leads/externalLead', body: byLink(code, stamp), device: bruna }
    },
    [nameOf(externalCepRoute)]: async () => ({
      path: '/externalCep',
      body: { cep: '01310-100', inviter_id: await linkCodeOf(await server.device(INDICATOR)) },
      device: bruna,
    }),
  }

  test('every call behind a state is asked in it', () => {
    const listed = new Set(Object.keys(STATES).map((name) => name.split(' · ')[0]))
    const behind = declaredRoutes.filter(
      ({ path, body, key: program }) =>
        body !== undefined && program === undefined && BEHIND_STATE.test(path),
    )
    const missing = behind.map(nameOf).filter((name) => !listed.has(name) && STATELESS[name] === undefined)
    expect(missing).toEqual([])
  })

  test.for(Object.keys(STATES))('%s', { timeout: 120_000 }, async (name) => {
    const inState = STATES[name]
    const route = declaredRoutes.find((spec) => name.startsWith(`${nameOf(spec)} ·`) || name === nameOf(spec))
    if (inState === undefined || route === undefined) throw new Error(`no route for ${name}`)
    let { path, body, device } = await inState()
    const failed: string[] = []
    for (const field of pathsIn(body))
      for (const wrong of WRONG) {
        server.forward(11 * 1000)
        const { status } = await device.call(route.method, path, replaced(body, field, wrong) as object)
        if (status >= 500) failed.push(`${field.join('.')}: ${JSON.stringify(wrong)} → ${status}`)
        // It was accepted, or too many were wrong: the state begins anew.
        if (status >= 300 && ![401, 404, 410, 429].includes(status)) continue
        await withoutFactors(store)
        await store.db.deleteFrom('rate_limits').execute()
        await store.db.updateTable('user_passwords').set({ ended_at: null }).execute()
        server.forward(2 * 60 * MINUTE_MS)
        bruna = await server.confirmedDevice(BRUNA)
        ;({ path, body, device } = await inState())
      }
    expect(failed).toEqual([])
  })
})
