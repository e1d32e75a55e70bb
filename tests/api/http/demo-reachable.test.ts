/** Demo accounts have a public password. The server knows whether other machines reach them. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '../../../server/base/config.ts'
import { DEMO_MAIL_DOMAIN } from '../../../server/demo/accounts.ts'
import { demoIsReachable } from '../../../server/demo/reachable.ts'
import { describeDatabase, type TestStore } from '../support/databases.ts'
import { house } from '../support/people.ts'
import { type DemoServer, startDemoServer } from './demo-server.ts'

const reachableWith = (store: TestStore, environment: Record<string, string>) =>
  demoIsReachable({ store, config: readConfig(environment) })
const reachableAt = (store: TestStore, host: string) => reachableWith(store, { HOST: host })

describeDatabase('demo accounts', (open) => {
  let store: TestStore
  let server: DemoServer
  beforeAll(async () => {
    store = await open()
    server = await startDemoServer(store)
  })
  afterAll(() => server.stop())

  test.each([
    '0.0.0.0',
    '::',
    '192.168.0.10',
    'farol.local',
  ])('on %s other machines reach them', async (host) => {
    expect(await reachableAt(store, host)).toBe(true)
  })

  test.each([
    '127.0.0.1',
    '127.0.0.5',
    '::1',
    '::ffff:127.0.0.1',
    'localhost',
  ])('on %s only this machine reaches them', async (host) => {
    expect(await reachableAt(store, host)).toBe(false)
  })

  test.each([
    ['https://farol.exemplo.com.br', true],
    ['http://localhost:3000', false],
    ['http://[::1]:3000', false],
  ])('behind a proxy at %s: %s', async (PUBLIC_URL, reachable) => {
    expect(await reachableWith(store, { HOST: '127.0.0.1', PUBLIC_URL })).toBe(reachable)
  })

  test('with a proxy setting other machines reach them, whatever the address', async () => {
    expect(await reachableWith(store, { HOST: '127.0.0.1', TRUST_PROXY: 'loopback' })).toBe(true)
  })

  test('all of them are known by their e-mail', async () => {
    const users = await store.db.selectFrom('users').select('email').execute()
    expect(users.filter(({ email }) => !email.endsWith(`@${DEMO_MAIL_DOMAIN}`))).toEqual([])
  })

  test('no machine reaches an account once none is active', async () => {
    await store.db.updateTable('users').set({ status: 0 }).execute()
    expect(await reachableAt(store, '0.0.0.0')).toBe(false)
  })
})

describeDatabase('an installation without demo data', (open) => {
  test('it has no demo accounts to reach', async () => {
    const store = await open()
    await house(store)
    expect(await reachableAt(store, '0.0.0.0')).toBe(false)
  })
})
