/** Signing in: who gets a token, who is refused, and how guessing is slowed down. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DEMO_PASSWORD } from '../../../server/demo/fill-demo.ts'
import { DEMO_ACCOUNTS } from '../../../server/demo/people.ts'
import { loginResponseSchema } from '../../../src/contract/session.ts'
import { describeEachDatabase } from '../support/databases.ts'
import { type DemoServer, startDemoServer } from './demo-server.ts'

const REFUSED = {
  message: 'Login/senha inválidos, verifique suas credenciais.',
  code: 'credentials',
}
const MINUTE = 60_000

describeEachDatabase('login', (open) => {
  let server: DemoServer
  let addresses = 0
  beforeAll(async () => {
    server = await startDemoServer(await open())
  })
  afterAll(async () => {
    await server.stop()
  })

  /** Each test guesses from an address of its own: failures are counted by address too. */
  const from = () => `10.0.0.${++addresses}`
  const login = (name: string, password: string, address: string) =>
    server.call('POST', '/api/login', { body: { login: name, password }, address })

  test('the right password gives a token that the next call accepts', async () => {
    const answer = await login('corretor', DEMO_PASSWORD, from())
    expect(answer.status).toBe(200)
    const { token } = loginResponseSchema.parse(answer.body).data
    const me = await server.call('GET', '/api/tokenconfirm', { token })
    expect(me).toMatchObject({ status: 200, body: { id: DEMO_ACCOUNTS.corretor, login: 'corretor' } })
  })

  test('upper and lower case of the login are the same', async () => {
    expect((await login('CORRETOR', DEMO_PASSWORD, from())).status).toBe(200)
  })

  test('a wrong password and a login that does not exist get the same answer, 404', async () => {
    const address = from()
    expect(await login('corretor', 'outra', address)).toMatchObject({ status: 404, body: REFUSED })
    expect(await login('ninguem', DEMO_PASSWORD, address)).toMatchObject({ status: 404, body: REFUSED })
  })

  test('an inactive user gets no token, and loses the one it has', async () => {
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
        message: 'Dados inválidos.',
        code: 'invalid',
        errors: { login: ['Campo Obrigatório'], password: ['Campo Obrigatório'] },
      },
    })
  })

  test('what no database can hold is refused as invalid, not as a failure of the server', async () => {
    expect(await login('a\u0000b', DEMO_PASSWORD, from())).toMatchObject({
      status: 400,
      body: { code: 'invalid' },
    })
  })

  test('the eighth wrong guess from one address is the last for ten minutes; a colleague beside is not held up', async () => {
    const address = from()
    for (let guess = 0; guess < 8; guess++)
      expect((await login('gerente', `palpite ${guess}`, address)).status).toBe(404)
    const held = await login('gerente', DEMO_PASSWORD, address)
    expect(held).toMatchObject({ status: 429, body: { code: 'too_many_attempts' } })
    expect(Number(held.headers['retry-after'])).toBeGreaterThan(590)
    expect(Number(held.headers['retry-after'])).toBeLessThanOrEqual(600)
    expect((await login('corretora', DEMO_PASSWORD, address)).status, 'a colleague').toBe(200)
    expect((await login('gerente', DEMO_PASSWORD, from())).status, 'the owner elsewhere').toBe(200)
    server.forward(10 * MINUTE)
    expect((await login('gerente', DEMO_PASSWORD, address)).status, 'ten minutes later').toBe(200)
  })

  test('guesses sent all at once are counted like those sent one by one', async () => {
    const address = from()
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, guess) => login('admin', `palpite ${guess}`, address)),
    )
    expect(answers.filter(({ status }) => status === 404)).toHaveLength(8)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(12)
  })

  test('a right password forgets the wrong ones before it', async () => {
    const address = from()
    for (let round = 0; round < 3; round++) {
      for (let guess = 0; guess < 7; guess++) await login('especial', 'palpite', address)
      expect((await login('especial', DEMO_PASSWORD, address)).status).toBe(200)
    }
  })

  test('one address may not try a password on many logins', async () => {
    const address = from()
    for (let guess = 0; guess < 100; guess++) await login(`alguem${guess}`, DEMO_PASSWORD, address)
    expect((await login('corretor', DEMO_PASSWORD, address)).status).toBe(429)
  })
})
