/** Sign-in: tokens, refusals and the limits on guessing. */

import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DEMO_ACCOUNTS } from '../../../server/demo/accounts.ts'
import { DEMO_PASSWORD } from '../../../server/demo/fill-demo.ts'
import { networkOf } from '../../../server/session/login-attempts.ts'
import { hashPassword } from '../../../server/session/passwords.ts'
import { loginRoute } from '../../../src/contract/session.ts'
import { MINUTE_MS } from '../../../src/domain/time/durations.ts'
import { describeDatabase, type TestStore } from '../support/databases.ts'
import { type DemoServer, startDemoServer } from './demo-server.ts'

const REFUSED = {
  message: 'Login/senha inválidos, verifique suas credenciais.',
  code: 'credentials',
}

describeDatabase('login', (open) => {
  let server: DemoServer
  let addresses = 0
  beforeAll(async () => {
    server = await startDemoServer(await open())
  })
  afterAll(async () => {
    await server.stop()
  })

  /** A new address for each test: failures are counted by address too. */
  const from = () => `10.0.0.${++addresses}`
  const login = (name: string, password: string, address: string, device_id?: string) =>
    server.call('POST', '/api/login', { body: { login: name, password, device_id }, address })
  /** Sends wrong passwords one after the other and returns their statuses. */
  const guess = async (times: number, name: string, address: string, device?: string) => {
    const statuses: number[] = []
    for (let time = 0; time < times; time++)
      statuses.push((await login(name, `palpite ${time}`, address, device)).status)
    return statuses
  }

  test('the right password returns a token that the next call accepts', async () => {
    const answer = await login('corretor', DEMO_PASSWORD, from())
    expect(answer.status).toBe(200)
    const token = loginRoute.answer.parse(answer.body).data.token ?? ''
    const me = await server.call('GET', '/api/tokenconfirm', { token })
    expect(me).toMatchObject({ status: 200, body: { id: DEMO_ACCOUNTS.corretor, login: 'corretor' } })
  })

  test('upper and lower case of the login are equal', async () => {
    expect((await login('CORRETOR', DEMO_PASSWORD, from())).status).toBe(200)
  })

  test('a wrong password and an unknown login get the same answer, 404', async () => {
    const address = from()
    expect(await login('corretor', 'outra', address)).toMatchObject({ status: 404, body: REFUSED })
    expect(await login('ninguem', DEMO_PASSWORD, address)).toMatchObject({ status: 404, body: REFUSED })
  })

  test('an inactive user gets no token and loses its session', async () => {
    const token = await server.tokenOf('parceiro')
    const setStatus = (status: number) =>
      server.store.db.updateTable('users').set({ status }).where('id', '=', DEMO_ACCOUNTS.parceiro).execute()
    await setStatus(0)
    try {
      expect(await login('parceiro', DEMO_PASSWORD, from())).toMatchObject({ status: 404, body: REFUSED })
      const me = await server.call('GET', '/api/users/me', { token })
      expect(me).toMatchObject({ status: 401, body: { code: 'session' } })
    } finally {
      await setStatus(1)
    }
  })

  test('an empty field is named, with the sentence of the form', async () => {
    const answer = await server.call('POST', '/api/login', { body: { login: '' }, address: from() })
    expect(answer).toMatchObject({
      status: 400,
      body: {
        message: 'Login: Campo Obrigatório. Senha: Campo Obrigatório.',
        code: 'invalid',
        errors: { login: ['Campo Obrigatório'], password: ['Campo Obrigatório'] },
      },
    })
  })

  test('a value that no database stores is refused as invalid, not as a failure of the server', async () => {
    expect(await login('a\u0000b', DEMO_PASSWORD, from())).toMatchObject({
      status: 400,
      body: { code: 'invalid' },
    })
  })

  test('eight wrong guesses from one address hold the login up there for ten minutes, and no colleague', async () => {
    const address = from()
    for (let guess = 0; guess < 8; guess++)
      expect((await login('gerente', `palpite ${guess}`, address)).status).toBe(404)
    const held = await login('gerente', DEMO_PASSWORD, address)
    expect(held).toMatchObject({ status: 429, body: { code: 'too_many_attempts' } })
    expect(Number(held.headers['retry-after'])).toBeGreaterThan(590)
    expect(Number(held.headers['retry-after'])).toBeLessThanOrEqual(600)
    expect((await login('corretora', DEMO_PASSWORD, address)).status, 'a colleague').toBe(200)
    expect((await login('gerente', DEMO_PASSWORD, from())).status, 'the owner elsewhere').toBe(200)
    server.forward(10 * MINUTE_MS)
    expect((await login('gerente', DEMO_PASSWORD, address)).status, 'ten minutes later').toBe(200)
  })

  test('guesses sent at once count like guesses sent one by one', async () => {
    const address = from()
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, guess) => login('admin', `palpite ${guess}`, address)),
    )
    expect(answers.filter(({ status }) => status === 404)).toHaveLength(8)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(12)
  })

  test('a right password clears the wrong ones before it', async () => {
    const address = from()
    for (let round = 0; round < 3; round++) {
      for (let guess = 0; guess < 7; guess++) await login('especial', 'palpite', address)
      expect((await login('especial', DEMO_PASSWORD, address)).status).toBe(200)
    }
  })

  test('from twenty failures on an address waits a minute, then longer each time, up to fifteen', async () => {
    const address = from()
    for (let place = 0; place < 20; place++)
      expect((await login(`alguem${place}`, DEMO_PASSWORD, address)).status).toBe(404)
    const waits: number[] = []
    for (const place of [21, 22, 23, 24, 25, 26]) {
      const held = await login('corretor', DEMO_PASSWORD, address)
      expect(held).toMatchObject({ status: 429, body: { code: 'too_many_attempts' } })
      const seconds = Number(held.headers['retry-after'])
      waits.push(Math.ceil(seconds / 60))
      server.forward(seconds * 1000)
      expect((await login(`alguem${place}`, DEMO_PASSWORD, address)).status, 'after the wait').toBe(404)
    }
    expect(waits).toEqual([1, 2, 4, 8, 15, 15])
    server.forward(60 * MINUTE_MS)
    expect((await login('alguem', DEMO_PASSWORD, address)).status).toBe(404)
    expect((await login('corretor', DEMO_PASSWORD, address)).status, 'an hour of quiet').toBe(200)
  })

  test('the right password is no failure of its address', async () => {
    const address = from()
    for (let time = 0; time < 25; time++)
      expect((await login('corretora', DEMO_PASSWORD, address)).status).toBe(200)
  })

  test('sign-ins with an own account between guesses at others do not avoid the limit', async () => {
    const address = from()
    for (let place = 0; place < 20; place++) {
      await login(`alguem${place}`, 'palpite', address)
      await login('corretora', DEMO_PASSWORD, address)
    }
    expect((await login('corretora', DEMO_PASSWORD, address)).status).toBe(429)
  })

  test('many sign-ins at once clear no failure of another login', async () => {
    const address = from()
    for (let place = 0; place < 12; place++) await login(`alguem${place}`, 'palpite', address)
    const own = Array.from({ length: 7 }, () => login('corretora', DEMO_PASSWORD, address))
    for (const { status } of await Promise.all(own)) expect(status).toBe(200)
    for (let place = 12; place < 20; place++)
      expect((await login(`alguem${place}`, 'palpite', address)).status).toBe(404)
    expect((await login('corretora', DEMO_PASSWORD, address)).status).toBe(429)
  })

  test('guesses from many addresses do not lock an owner out', async () => {
    for (let stranger = 0; stranger < 15; stranger++) await guess(8, 'indicador', from())
    expect((await login('indicador', DEMO_PASSWORD, from())).status).toBe(200)
  })

  test('an owner signs in on a device of an earlier sign-in, whatever others did from the same address', async () => {
    const address = from()
    const device = randomUUID()
    expect((await login('especial', DEMO_PASSWORD, address, device)).status).toBe(200)
    expect(await guess(9, 'especial', address)).toEqual([...Array<number>(8).fill(404), 429])
    for (let place = 0; place < 12; place++) await login(`alguem${place}`, 'palpite', address, randomUUID())
    expect((await login('especial', DEMO_PASSWORD, address)).status, 'on another device').toBe(429)
    expect((await login('especial', DEMO_PASSWORD, address, randomUUID())).status, 'on a new one').toBe(429)
    expect((await login('especial', DEMO_PASSWORD, address, device)).status, 'on its own').toBe(200)
    expect((await login('corretor', DEMO_PASSWORD, address, device)).status, 'another login there').toBe(429)
  })

  test('a stranger with the id of such a device does not lock its owner out from the same address', async () => {
    const address = from()
    const device = randomUUID()
    await login('indicador', DEMO_PASSWORD, address, device)
    expect(await guess(8, 'indicador', address, device)).toEqual(Array<number>(8).fill(404))
    expect((await login('indicador', DEMO_PASSWORD, address)).status, 'on another device').toBe(200)
    expect((await login('indicador', DEMO_PASSWORD, address, device)).status, 'on its own').toBe(200)
  })

  test('a guesser on such a device waits after eight failures of the device and eight of the address', async () => {
    const address = from()
    const device = randomUUID()
    await login('parceiro', DEMO_PASSWORD, address, device)
    await server.call('POST', '/api/logout', { token: await server.tokenOf('parceiro') })
    expect(await guess(17, 'parceiro', address, device)).toEqual([...Array<number>(16).fill(404), 429])
    expect((await login('parceiro', DEMO_PASSWORD, address, device)).status).toBe(429)
    expect((await login('corretor', DEMO_PASSWORD, address)).status, 'a colleague').toBe(200)
    server.forward(10 * MINUTE_MS)
    expect((await login('parceiro', DEMO_PASSWORD, address, device)).status, 'ten minutes later').toBe(200)
  })

  test('a stranger with the id of such a device does not lock its owner out from elsewhere', async () => {
    const device = randomUUID()
    await login('gerente', DEMO_PASSWORD, from(), device)
    expect((await guess(17, 'gerente', from(), device)).at(-1)).toBe(429)
    expect((await login('gerente', DEMO_PASSWORD, from(), device)).status).toBe(200)
  })

  // The processor's time, not the clock's: another process may hold the machine.
  test('the answer costs as much for an unknown login as for a known one', async () => {
    const cost = async (name: string) => {
      const costs: number[] = []
      for (let round = 0; round < 5; round++) {
        const before = process.cpuUsage()
        expect((await login(name, 'palpite', from(), randomUUID())).status).toBe(404)
        const { user, system } = process.cpuUsage(before)
        costs.push(user + system)
      }
      return costs.sort((one, other) => one - other)[2] ?? 0
    }
    await server.store.db
      .updateTable('user_passwords')
      .set({ hash: await hashPassword(DEMO_PASSWORD) })
      .where('user_id', '=', DEMO_ACCOUNTS.corretor)
      .execute()
    const known = await cost('corretor')
    const unknown = await cost('ninguem')
    expect(unknown).toBeGreaterThan(known / 3)
    expect(unknown).toBeLessThan(known * 3)
  })

  test('the security log records sign-ins, failures and waits, without a name or an address', async () => {
    const address = from()
    const before = server.security.length
    await login('Concessionaria', DEMO_PASSWORD, address)
    await guess(9, 'concessionaria', address)
    const lines = server.security.slice(before)
    const digests = {
      address: server.context.security.digest(address),
      login: server.context.security.digest('concessionaria'),
    }
    expect(lines[0]).toMatchObject({
      log: 'security',
      event: 'sign_in',
      user_id: DEMO_ACCOUNTS.concessionaria,
      session_id: expect.any(String),
      address: digests.address,
    })
    const failed = { event: 'sign_in_failed', route: '/api/login', ...digests }
    for (const line of lines.slice(1, 9)) expect(line).toMatchObject(failed)
    expect(lines[9]).toMatchObject({ ...failed, event: 'sign_in_limited' })
    expect(lines).toHaveLength(10)
    expect(JSON.stringify(lines)).not.toContain(address)
    expect(JSON.stringify(lines).toLowerCase()).not.toContain('concessionaria')
  })
})

describeDatabase('login behind a proxy', (open) => {
  const PROXY = '10.9.9.9'
  let store: TestStore
  beforeAll(async () => {
    store = await open()
  })

  /** Statuses of nine wrong passwords, each with another address in X-Forwarded-For. */
  async function guessedThrough(environment: Record<string, string>): Promise<number[]> {
    const server = await startDemoServer(store, environment)
    const statuses: number[] = []
    for (let caller = 1; caller <= 9; caller++) {
      const headers = { 'x-forwarded-for': `203.0.113.${caller}` }
      const body = { login: 'corretor', password: 'palpite' }
      statuses.push((await server.call('POST', '/api/login', { body, headers, address: PROXY })).status)
    }
    await server.stop()
    return statuses
  }

  test('X-Forwarded-For from a caller does not count', async () => {
    expect(await guessedThrough({})).toEqual([...Array<number>(8).fill(404), 429])
    expect(await guessedThrough({ TRUST_PROXY: 'loopback' })).toEqual([...Array<number>(8).fill(404), 429])
  })

  test('X-Forwarded-For from a proxy in TRUST_PROXY counts', async () => {
    expect(await guessedThrough({ TRUST_PROXY: PROXY })).toEqual(Array<number>(9).fill(404))
  })
})

test.each([
  ['10.0.0.1', '10.0.0.1'],
  ['::ffff:10.0.0.1', '10.0.0.1'],
  ['2001:DB8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::9', '2001:db8:1:2::/64'],
  ['2001:0db8::9', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
])('%s is counted as %s: an IPv6 caller has a whole network of addresses', (address, network) => {
  expect(networkOf(address)).toBe(network)
})
