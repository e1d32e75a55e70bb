/**
 * What stands between a right password and an account: codes of any shape, their limit over a day, answers that were lost, and
 * who is told. docs/rules.md#second-factor
 */
import { beforeEach, expect, test } from 'vitest'
import { sumWrongCodes } from '../../../server/second-factor/wrong-codes.ts'
import {
  beginCodeAppRoute,
  confirmCodeAppRoute,
  secondStepRoute,
} from '../../../src/contract/second-factor.ts'
import { CODES_A_DAY } from '../../../src/domain/session/second-factor.ts'
import { DAY_MS, MINUTE_MS } from '../../../src/domain/time/durations.ts'
import { describeEachDatabase, type TestStore } from '../support/databases.ts'
import { codeOf, PASSWORD, signedIn, withoutFactors, withPassword } from '../support/factor-accounts.ts'
import { inHouse } from '../support/in-house.ts'
import { BRUNA, MANAGER } from '../support/people.ts'
import { type Answer, Device, type TestServer } from '../support/server.ts'

const TABLET = 'tablet-da-bruna'
const GONE = { status: 404, body: { code: 'credentials' } }

describeEachDatabase('between the right password and the account', (open) => {
  let store: TestStore
  let server: TestServer
  let bruna: Device
  let login = ''
  let managers = ''
  inHouse(open, async (opened) => {
    ;({ store, server } = opened)
    login = await withPassword(store, BRUNA)
    managers = await withPassword(store, MANAGER)
  })
  beforeEach(async () => {
    await withoutFactors(store)
    server.forward(2 * DAY_MS)
    bruna = await server.confirmedDevice(BRUNA)
  })

  const begin = async (device = bruna) =>
    beginCodeAppRoute.answer.parse((await device.call('POST', '/second-factor/code-app')).body).data
  const confirm = (code: string, device = bruna, headers: Record<string, string> = {}) =>
    device.call('POST', '/second-factor/code-app/confirm', { code }, headers)
  const switchOn = async () => {
    const { secret } = await begin()
    const answer = await confirm(codeOf(server, secret))
    server.forward(2 * MINUTE_MS)
    return { secret, codes: confirmCodeAppRoute.answer.parse(answer.body).recovery_codes ?? [] }
  }
  const signIn = (more: object = {}) =>
    bruna.call('POST', '/login', { login, password: PASSWORD, device_id: TABLET, ...more })
  const stepOf = async () => signedIn(await signIn()).second_step?.step ?? ''
  const answer = (step: string, body: object, headers: Record<string, string> = {}) =>
    bruna.call('POST', '/login/second-step', { step, ...body }, headers)
  const wrongCodeOf = (secret: string) =>
    String((Number(codeOf(server, secret)) + 1) % 1_000_000).padStart(6, '0')
  const mailsAbout = async (text: string) => {
    const rows = await store.db.selectFrom('mails').select(['user_id', 'subject', 'body_text']).execute()
    return rows.filter(({ subject, body_text }) => `${subject}\n${body_text}`.includes(text))
  }

  test.each([
    '12345٦',
    '１２３４５６',
    '12345é',
    '12345',
    '1234567',
    '-12345',
    '1e5',
    '\u0000'.repeat(6),
  ])('the code %j is wrong, wherever a code is asked for', async (code) => {
    const { secret } = await switchOn()
    const step = await stepOf()
    for (const body of [{ code }, { recovery_code: code }]) {
      const { status } = await answer(step, body)
      expect(status, JSON.stringify(body)).toBeGreaterThanOrEqual(400)
      expect(status, JSON.stringify(body)).toBeLessThan(500)
    }
    await begin()
    const { status } = await confirm(code)
    expect(status).toBeGreaterThanOrEqual(400)
    expect(status).toBeLessThan(500)
    expect((await answer(step, { code: codeOf(server, secret) })).status).toBe(200)
  })

  test('ten wrong codes of a day end the sign-in, and each further one needs the password again', async () => {
    const { secret } = await switchOn()
    const first = await stepOf()
    for (let wrong = 1; wrong < CODES_A_DAY; wrong++) {
      expect((await answer(first, { code: wrongCodeOf(secret) })).status, String(wrong)).toBe(422)
      // Beyond the limit of ten minutes, and within the day.
      if (wrong % 7 === 0) {
        server.forward(30 * MINUTE_MS)
        await store.db
          .updateTable('sign_in_steps')
          .set({ expires_at: new Date(server.context.now() + 10 * MINUTE_MS).toISOString() })
          .execute()
      }
    }
    expect(await answer(first, { code: wrongCodeOf(secret) })).toMatchObject(GONE)
    expect(await answer(first, { code: codeOf(server, secret) }), 'the step is gone').toMatchObject(GONE)
    server.forward(30 * MINUTE_MS)
    const owners = await stepOf()
    const second = await stepOf()
    expect(await answer(second, { code: wrongCodeOf(secret) }), 'one try a password').toMatchObject(GONE)
    expect((await answer(owners, { code: codeOf(server, secret) })).status, 'another sign-in goes on').toBe(
      200,
    )
    server.forward(DAY_MS)
    const nextDay = await stepOf()
    expect((await answer(nextDay, { code: wrongCodeOf(secret) })).status).toBe(422)
  })

  test('the owner gets a mail about the first wrong code of a day, and a sum when the day is over', async () => {
    const { secret } = await switchOn()
    await store.db.deleteFrom('mails').execute()
    const step = await stepOf()
    for (let wrong = 0; wrong < 4; wrong++) await answer(step, { code: wrongCodeOf(secret) })
    const first = await mailsAbout('Código errado na entrada')
    expect(first.map(({ user_id }) => user_id)).toEqual([BRUNA])
    expect(first[0]?.body_text).toMatch(/\/verify\/[\w-]{43}/)
    await sumWrongCodes(server.context)
    expect(await mailsAbout('códigos errados')).toEqual([])
    server.forward(DAY_MS)
    await sumWrongCodes(server.context)
    await sumWrongCodes(server.context)
    expect(await mailsAbout('4 códigos errados')).toHaveLength(1)
    const events = await bruna.call('GET', '/account-events')
    expect(events).toMatchObject({ status: 200 })
    expect(JSON.stringify(events.body)).toContain('"what":"wrong_codes","count":4')
  })

  test('a single wrong code of a day makes no sum', async () => {
    const { secret } = await switchOn()
    await answer(await stepOf(), { code: wrongCodeOf(secret) })
    server.forward(DAY_MS)
    await sumWrongCodes(server.context)
    expect(await mailsAbout('códigos errados')).toEqual([])
  })

  test('a used code is told as used, also later, and is no try', async () => {
    const { secret, codes } = await switchOn()
    const code = codeOf(server, secret)
    const [recovery = ''] = codes
    expect((await answer(await stepOf(), { code })).status).toBe(200)
    expect((await answer(await stepOf(), { recovery_code: recovery })).status).toBe(200)
    const used = {
      status: 422,
      body: { errors: { code: ['Este código já foi usado. Espere o próximo e digite de novo.'] } },
    }
    const step = await stepOf()
    for (let time = 0; time < 9; time++) expect(await answer(step, { code })).toMatchObject(used)
    server.forward(5 * MINUTE_MS)
    expect(await answer(step, { code }), 'five minutes later').toMatchObject(used)
    expect(await answer(step, { recovery_code: recovery })).toMatchObject({
      status: 422,
      body: {
        errors: { recovery_code: ['Este código de recuperação já foi usado. Use outro da sua lista.'] },
      },
    })
    expect(await store.db.selectFrom('factor_tries').selectAll().execute()).toEqual([])
    expect((await answer(step, { code: codeOf(server, secret) })).status).toBe(200)
  })

  test('a token alone uses up none of its owner’s tries at codes', async () => {
    const { secret } = await switchOn()
    for (let time = 0; time < 20; time++)
      expect((await confirm('000000')).status, 'no app waits for a code').toBe(409)
    await begin()
    for (let time = 0; time < 9; time++) await confirm('000000')
    expect((await confirm('000000')).status, 'the session waits').toBe(429)
    expect((await answer(await stepOf(), { code: codeOf(server, secret) })).status).toBe(200)
  })

  const enteredBy = ({ status, body }: Answer) => {
    expect(status, JSON.stringify(body)).toBe(200)
    return secondStepRoute.answer.parse(body).data
  }

  test('a lost answer of the second step comes again for a minute, with the same key and code', async () => {
    const { secret, codes } = await switchOn()
    const step = await stepOf()
    const key = { 'idempotency-key': 'chave-da-entrada' }
    const body = { code: codeOf(server, secret), remember: true }
    const first = enteredBy(await answer(step, body, key))
    expect(enteredBy(await answer(step, body, key))).toEqual(first)
    expect(await answer(step, body, { 'idempotency-key': 'outra' })).toMatchObject(GONE)
    expect(await answer(step, body)).toMatchObject(GONE)
    expect(await answer(step, { ...body, remember: false }, key)).toMatchObject(GONE)
    const stored = JSON.stringify(await store.db.selectFrom('kept_answers').selectAll().execute())
    for (const secretText of [first.token, first.remembered ?? '', step])
      expect(stored).not.toContain(secretText)
    const [recovery = ''] = codes
    const other = await stepOf()
    const byRecovery = enteredBy(await answer(other, { recovery_code: recovery }, key))
    expect(enteredBy(await answer(other, { recovery_code: recovery }, key))).toEqual(byRecovery)
    server.forward(MINUTE_MS + 1000)
    expect(await answer(step, body, key)).toMatchObject(GONE)
  })

  test('recovery codes whose answer was lost come again for a minute, to the same session', async () => {
    const { secret } = await begin()
    const code = codeOf(server, secret)
    const key = { 'idempotency-key': 'chave-do-aplicativo' }
    const codesOf = ({ body }: Answer) => confirmCodeAppRoute.answer.parse(body).recovery_codes
    const first = codesOf(await confirm(code, bruna, key))
    expect(first).toHaveLength(10)
    expect(codesOf(await confirm(code, bruna, key))).toEqual(first)
    const elsewhere = await server.confirmedDevice(BRUNA)
    expect((await confirm(code, elsewhere, key)).status).toBe(409)
    expect((await confirm(code)).status).toBe(409)
    server.forward(MINUTE_MS + 1000)
    expect((await confirm(code, bruna, key)).status).toBe(409)
  })

  test('the set-up of a required factor ends all others of its kind, and none replaces it', async () => {
    const admin = await server.confirmedDevice(1)
    expect((await admin.call('PUT', '/settings', { second_factor_days: 1 })).status).toBe(200)
    const enter = () =>
      bruna.call('POST', '/login', { login: managers, password: PASSWORD, device_id: 'novo' })
    await enter()
    server.forward(2 * DAY_MS)
    const by = async () => new Device(server.app, store, signedIn(await enter()).token ?? '')
    const [owner, thief, late] = [await by(), await by(), await by()]
    const { secret } = await begin(owner)
    expect((await confirm(codeOf(server, secret), owner)).status).toBe(200)
    for (const other of [thief, late]) {
      expect(await other.call('POST', '/second-factor/code-app')).toMatchObject({ status: 401 })
      expect(await other.call('GET', '/second-factor')).toMatchObject({ status: 401 })
    }
    expect((await owner.call('GET', '/tokenconfirm')).status).toBe(200)
    // Now it is a session like any other.
    expect(await owner.call('POST', '/second-factor/code-app')).toMatchObject({
      status: 403,
      body: { code: 'confirmation_required' },
    })
  })

  test('of two set-ups at the same time one counts', async () => {
    const admin = await server.confirmedDevice(1)
    expect((await admin.call('PUT', '/settings', { second_factor_days: 1 })).status).toBe(200)
    const enter = () =>
      bruna.call('POST', '/login', { login: managers, password: PASSWORD, device_id: 'novo' })
    await enter()
    server.forward(2 * DAY_MS)
    const by = async () => new Device(server.app, store, signedIn(await enter()).token ?? '')
    const [one, other] = [await by(), await by()]
    const { secret } = await begin(one)
    const code = codeOf(server, secret)
    const answers = await Promise.all([confirm(code, one), confirm(code, other)])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const live = await Promise.all(
      [one, other].map(async (device) => (await device.call('GET', '/tokenconfirm')).status),
    )
    expect(live.toSorted((a, b) => a - b)).toEqual([200, 401])
  })
})
