/** The second factor: codes of an app, recovery codes, remembered devices. docs/rules.md#second-factor */
import { TOTP } from 'otpauth'
import { beforeEach, expect, test } from 'vitest'
import {
  beginCodeAppRoute,
  confirmCodeAppRoute,
  newRecoveryCodesRoute,
  secondFactorRoute,
  secondStepRoute,
} from '../../../src/contract/second-factor.ts'
import { loginRoute } from '../../../src/contract/session.ts'
import { CODE_SECONDS, recoveryCodeInGroups } from '../../../src/domain/session/second-factor.ts'
import { DAY_MS, MINUTE_MS } from '../../../src/domain/time/durations.ts'
import { PASSWORD } from '../administration/staff.ts'
import { cheapHash } from '../support/cheap-hash.ts'
import { describeDatabase, type TestStore } from '../support/databases.ts'
import { inHouse } from '../support/in-house.ts'
import { ADMIN, BRUNA, MANAGER } from '../support/people.ts'
import type { Answer, Device, TestServer } from '../support/server.ts'

const DEVICE = 'tablet-da-bruna'
const GONE = { status: 404, body: { code: 'credentials' } }
const WRONG = { status: 422, body: { errors: { code: ['O código não confere.'] } } }

describeDatabase('the second factor', (open) => {
  let store: TestStore
  let server: TestServer
  let bruna: Device
  let admin: Device
  let login = ''
  inHouse(open, async (opened) => {
    ;({ store, server } = opened)
    const hash = await cheapHash(PASSWORD)
    await store.db.insertInto('user_passwords').values({ user_id: BRUNA, hash }).execute()
    await store.db
      .updateTable('users')
      .set({ email: 'bruna@exemplo.com.br' })
      .where('id', '=', BRUNA)
      .execute()
  })
  beforeEach(async () => {
    const { db } = store
    await db.deleteFrom('code_apps').execute()
    await db.deleteFrom('recovery_codes').execute()
    await db.deleteFrom('used_recovery_codes').execute()
    await db.deleteFrom('factor_tries').execute()
    await db.deleteFrom('kept_answers').execute()
    await db.deleteFrom('remembered_devices').execute()
    await db.deleteFrom('sign_in_steps').execute()
    await db.deleteFrom('mails').execute()
    // Tries of the tests before are forgotten, and codes are of a step of their own.
    server.forward(90 * MINUTE_MS)
    bruna = await server.confirmedDevice(BRUNA)
    admin = await server.confirmedDevice(ADMIN)
    const row = await db.selectFrom('users').select('login').where('id', '=', BRUNA).executeTakeFirstOrThrow()
    login = row.login
  })

  const codeOf = (secret: string, stepsAhead = 0) =>
    new TOTP({ secret, digits: 6, period: CODE_SECONDS }).generate({
      timestamp: server.context.now() + stepsAhead * CODE_SECONDS * 1000,
    })
  const begin = async (device = bruna) =>
    beginCodeAppRoute.answer.parse((await device.call('POST', '/second-factor/code-app')).body).data
  const confirm = (code: string, device = bruna) =>
    device.call('POST', '/second-factor/code-app/confirm', { code })
  /** Switches the app on, and waits until its first code counts no more. */
  const switchOn = async () => {
    const { secret } = await begin()
    const { recovery_codes: codes } = confirmCodeAppRoute.answer.parse((await confirm(codeOf(secret))).body)
    server.forward(2 * MINUTE_MS)
    return { secret, codes: codes ?? [] }
  }
  const signIn = (more: object = {}) =>
    bruna.call('POST', '/login', { login, password: PASSWORD, device_id: DEVICE, ...more })
  const dataOf = ({ body }: Answer) => loginRoute.answer.parse(body).data
  const stepOf = async (more: object = {}) => dataOf(await signIn(more)).second_step?.step ?? ''
  const answer = (step: string, body: object) => bruna.call('POST', '/login/second-step', { step, ...body })
  const enteredBy = ({ status, body }: Answer) => {
    expect(status, JSON.stringify(body)).toBe(200)
    return secondStepRoute.answer.parse(body).data
  }
  const state = async () => secondFactorRoute.answer.parse((await bruna.call('GET', '/second-factor')).body)
  const wrongCodeOf = (secret: string) => String((Number(codeOf(secret)) + 1) % 1_000_000).padStart(6, '0')

  test('without one the password suffices, and the app is off until its first code', async () => {
    expect(dataOf(await signIn())).toMatchObject({ token: expect.any(String), second_step: null })
    const { secret, uri } = await begin()
    expect(uri).toMatch(/^otpauth:\/\/totp\/Farol:/)
    expect(uri).toContain(`secret=${secret}`)
    expect(dataOf(await signIn()).second_step).toBeNull()
    expect((await confirm(wrongCodeOf(secret))).status).toBe(422)
    expect(dataOf(await signIn()).second_step).toBeNull()
    expect(await state()).toMatchObject({ code_app_since: null, recovery_codes: 0 })
  })

  test('with the app a sign-in needs its code, and then goes on as any other', async () => {
    const { secret, codes } = await switchOn()
    expect(new Set(codes).size).toBe(10)
    const first = dataOf(await signIn())
    expect(first).toMatchObject({ token: null, second_step: { ways: ['code', 'recovery'] } })
    const step = first.second_step?.step ?? ''
    expect(await answer(step, { code: wrongCodeOf(secret) })).toMatchObject(WRONG)
    const { token } = enteredBy(await answer(step, { code: codeOf(secret) }))
    const me = await bruna.call('GET', '/tokenconfirm', undefined, { authorization: `Bearer ${token}` })
    expect(me).toMatchObject({ status: 200, body: { id: BRUNA } })
    expect(await answer(step, { code: codeOf(secret, 1) }), 'the step was used').toMatchObject(GONE)
    const stored = JSON.stringify(await store.db.selectFrom('recovery_codes').selectAll().execute())
    for (const code of codes) expect(stored).not.toContain(code)
  })

  test('a code counts once, also when it is sent twice at once', async () => {
    const { secret } = await switchOn()
    const steps = await Promise.all([stepOf(), stepOf(), stepOf()])
    const code = codeOf(secret)
    const answers = await Promise.all(steps.map((step) => answer(step, { code })))
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 422, 422])
    expect(server.security.some(({ event }) => event === 'code_repeated')).toBe(true)
    server.forward(CODE_SECONDS * 1000)
    expect((await answer(await stepOf(), { code })).status, 'the step after').toBe(422)
    expect((await answer(await stepOf(), { code: codeOf(secret) })).status).toBe(200)
  })

  test('codes of the step before and after count, those further away do not', async () => {
    const { secret } = await switchOn()
    server.forward(10 * MINUTE_MS)
    expect((await answer(await stepOf(), { code: codeOf(secret, -2) })).status).toBe(422)
    expect((await answer(await stepOf(), { code: codeOf(secret, 2) })).status).toBe(422)
    expect((await answer(await stepOf(), { code: codeOf(secret, -1) })).status).toBe(200)
    expect((await answer(await stepOf(), { code: codeOf(secret, 1) })).status).toBe(200)
    expect((await answer(await stepOf(), { code: codeOf(secret) })).status, 'an earlier one').toBe(422)
  })

  test('a recovery code counts once, also when it is sent twice at once, and its owner is notified', async () => {
    const { codes } = await switchOn()
    const [first = '', second = ''] = codes
    const steps = await Promise.all([stepOf(), stepOf(), stepOf(), stepOf()])
    const answers = await Promise.all(steps.map((step) => answer(step, { recovery_code: first })))
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
      200, 422, 422, 422,
    ])
    // As it is typed by hand.
    const typed = ` ${recoveryCodeInGroups(second).toLowerCase().replaceAll('-', ' ')} `
    expect(enteredBy(await answer(await stepOf(), { recovery_code: typed })).recovery_codes_left).toBe(8)
    const mails = await store.db.selectFrom('mails').select(['purpose', 'recipient', 'body_text']).execute()
    expect(mails.filter(({ body_text }) => body_text.includes('código de recuperação'))).toHaveLength(2)
    expect(mails[0]).toMatchObject({ purpose: 'factor_changed', recipient: 'bruna@exemplo.com.br' })
  })

  test('new recovery codes end the earlier ones; of two calls at once the codes of one count', async () => {
    const { codes } = await switchOn()
    const both = await Promise.all([1, 2].map(() => bruna.call('POST', '/second-factor/recovery-codes')))
    const made = both.map(({ body }) => newRecoveryCodesRoute.answer.parse(body).recovery_codes ?? [])
    expect((await state()).recovery_codes).toBe(10)
    expect((await answer(await stepOf(), { recovery_code: codes[0] })).status).toBe(422)
    const tried = await Promise.all(
      made.map(async ([code]) => (await answer(await stepOf(), { recovery_code: code })).status),
    )
    expect(tried.toSorted((one, other) => one - other)).toEqual([200, 422])
  })

  test('eight wrong tries make every network wait, and neither the password nor a new step helps', async () => {
    const { secret } = await switchOn()
    const wrong = wrongCodeOf(secret)
    // An unknown device.
    const stranger = async () => stepOf({ device_id: 'outro' })
    const step = await stranger()
    const tries = await Promise.all(
      Array.from({ length: 12 }, async () => (await answer(step, { code: wrong })).status),
    )
    expect(tries.filter((status) => status === 422)).toHaveLength(8)
    expect(tries.filter((status) => status === 429)).toHaveLength(4)
    expect(await answer(await stranger(), { code: codeOf(secret) })).toMatchObject({
      status: 429,
      body: { code: 'too_many_attempts' },
    })
    server.forward(11 * MINUTE_MS)
    expect((await answer(await stranger(), { code: codeOf(secret) })).status).toBe(200)
  })

  test('the owner enters on a known device while another person guesses', async () => {
    const { secret } = await switchOn()
    enteredBy(await answer(await stepOf(), { code: codeOf(secret) }))
    server.forward(MINUTE_MS)
    const wrong = wrongCodeOf(secret)
    for (let time = 0; time < 9; time++) await answer(await stepOf({ device_id: 'outro' }), { code: wrong })
    expect((await answer(await stepOf(), { code: codeOf(secret) })).status).toBe(200)
  })

  test('a step ends after ten minutes, with a new password, and with its user', async () => {
    const { secret } = await switchOn()
    const old = await stepOf()
    server.forward(11 * MINUTE_MS)
    expect(await answer(old, { code: codeOf(secret) })).toMatchObject(GONE)
    const inactive = await stepOf()
    const setStatus = (status: number) =>
      store.db.updateTable('users').set({ status }).where('id', '=', BRUNA).execute()
    await setStatus(0)
    expect(await answer(inactive, { code: codeOf(secret) })).toMatchObject(GONE)
    await setStatus(1)
    expect(await answer('nenhum', { code: codeOf(secret) })).toMatchObject(GONE)
    const before = await stepOf()
    const changed = await bruna.call('POST', '/update-user', {
      old_password: PASSWORD,
      password: `${PASSWORD}!`,
    })
    expect(changed.status).toBe(200)
    expect(await answer(before, { code: codeOf(secret) })).toMatchObject(GONE)
    await bruna.call('POST', '/update-user', { old_password: `${PASSWORD}!`, password: PASSWORD })
  })

  test('a body with both codes or none is refused', async () => {
    expect((await answer('x', {})).status).toBe(400)
    expect((await answer('x', { code: '123456', recovery_code: 'A' })).status).toBe(400)
  })

  const remember = async (secret: string) => {
    const step = await stepOf()
    const { remembered } = enteredBy(await answer(step, { code: codeOf(secret), remember: true }))
    server.forward(MINUTE_MS)
    return remembered ?? ''
  }
  const asks = async (more: object) => dataOf(await signIn(more)).second_step !== null

  test('a remembered device is not asked for 30 days, by its secret, on itself alone', async () => {
    const { secret } = await switchOn()
    const remembered = await remember(secret)
    expect(await asks({ remembered: ['de outra pessoa', remembered] })).toBe(false)
    expect(await asks({})).toBe(true)
    expect(await asks({ remembered: [remembered], device_id: 'outro' })).toBe(true)
    expect(await asks({ remembered: [remembered], device_id: undefined })).toBe(true)
    expect(
      JSON.stringify(await store.db.selectFrom('remembered_devices').selectAll().execute()),
    ).not.toContain(remembered)
    server.forward(29 * DAY_MS)
    expect(await asks({ remembered: [remembered] })).toBe(false)
    server.forward(DAY_MS)
    expect(await asks({ remembered: [remembered] })).toBe(true)
  })

  test('an ended session, a new password and the last factor gone end what was remembered', async () => {
    const { secret } = await switchOn()
    const first = await remember(secret)
    const { id } = await store.db
      .selectFrom('sessions')
      .select('id')
      .where('user_id', '=', BRUNA)
      .where('device_id', '=', DEVICE)
      .where('revoked_at', 'is', null)
      .orderBy('created_at', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    expect((await bruna.call('DELETE', `/sessions/${id}`)).status).toBe(200)
    expect(await asks({ remembered: [first] }), 'ended elsewhere').toBe(true)

    const second = await remember(secret)
    expect(await asks({ remembered: [second] })).toBe(false)
    const password = `${PASSWORD}!`
    await bruna.call('POST', '/update-user', { old_password: PASSWORD, password })
    await bruna.call('POST', '/update-user', { old_password: password, password: PASSWORD })
    expect(await asks({ remembered: [second] }), 'a new password').toBe(true)

    const third = await remember(secret)
    expect((await bruna.call('DELETE', '/second-factor/code-app')).status).toBe(200)
    expect(await asks({ remembered: [third] })).toBe(false)
    await switchOn()
    expect(await asks({ remembered: [third] }), 'another app').toBe(true)
  })

  test('another app replaces the first with its first code, not before, and the recovery codes stay', async () => {
    const { secret } = await switchOn()
    const other = await begin()
    expect((await answer(await stepOf(), { code: codeOf(secret) })).status).toBe(200)
    server.forward(MINUTE_MS)
    const done = await confirm(codeOf(other.secret))
    expect(done).toMatchObject({ status: 200, body: { recovery_codes: null } })
    server.forward(MINUTE_MS)
    expect((await answer(await stepOf(), { code: codeOf(secret) })).status).toBe(422)
    expect((await answer(await stepOf(), { code: codeOf(other.secret) })).status).toBe(200)
    expect((await confirm(codeOf(other.secret))).status, 'nothing waits').toBe(409)
  })

  test('of two confirmations at once one switches on, and one set of recovery codes counts', async () => {
    const { secret } = await begin()
    const code = codeOf(secret)
    const answers = await Promise.all([confirm(code), confirm(code)])
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409])
    expect((await state()).recovery_codes).toBe(10)
  })

  test('changes need the own password, and each is in the audit, in a mail and in the security log', async () => {
    const token = await server.device(BRUNA)
    const required = { status: 403, body: { code: 'confirmation_required' } }
    for (const [method, path] of [
      ['POST', '/second-factor/code-app'],
      ['DELETE', '/second-factor/code-app'],
      ['POST', '/second-factor/recovery-codes'],
    ] as const)
      expect(await token.call(method, path)).toMatchObject(required)
    await switchOn()
    await bruna.call('DELETE', '/second-factor/code-app')
    expect((await bruna.call('POST', '/second-factor/recovery-codes')).status, 'without a factor').toBe(422)
    const entries = await store.db
      .selectFrom('audit_log')
      .select(['action', 'after'])
      .where('action', '=', 'set_factor')
      .orderBy('id', 'desc')
      .limit(2)
      .execute()
    expect(entries.map(({ after }) => after)).toEqual([
      { second_factor: 'code_app_off' },
      { second_factor: 'code_app_on' },
    ])
    const mails = await store.db.selectFrom('mails').select('body_text').execute()
    expect(mails.map(({ body_text }) => body_text).join()).toContain('O aplicativo de códigos foi desligado')
    expect(server.security.filter(({ event }) => event === 'second_factor_changed').length).toBeGreaterThan(1)
    expect(await state()).toMatchObject({ code_app_since: null, recovery_codes: 0 })
  })

  test('another administrator takes a lost factor away, with the own password and a mail to the owner', async () => {
    await switchOn()
    const step = await stepOf()
    const reset = (device: Device, id = BRUNA) => device.call('DELETE', `/users/${id}/second-factor`)
    expect((await reset(await server.device(ADMIN))).body).toMatchObject({ code: 'confirmation_required' })
    expect((await reset(await server.confirmedDevice(MANAGER))).body).toMatchObject({ code: 'forbidden' })
    expect((await reset(admin, ADMIN)).status, 'the own one').toBe(422)
    expect((await reset(admin)).status).toBe(200)
    expect((await reset(admin)).status, 'there is none').toBe(404)
    expect(await answer(step, { code: '123456' })).toMatchObject(GONE)
    expect(dataOf(await signIn()).second_step).toBeNull()
    const entry = await store.db
      .selectFrom('audit_log')
      .select(['user_id', 'entity_id'])
      .where('action', '=', 'reset_factor')
      .execute()
    expect(entry).toEqual([{ user_id: ADMIN, entity_id: String(BRUNA) }])
    const mails = await store.db
      .selectFrom('mails')
      .select('recipient')
      .where('body_text', 'like', '%Um administrador removeu%')
      .execute()
    expect(mails).toEqual([{ recipient: 'bruna@exemplo.com.br' }])
  })
})
