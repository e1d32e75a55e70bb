/** The security log's lines on refused actions, and their metrics. */

import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DEMO_ACCOUNTS } from '../../../server/demo/accounts.ts'
import { describeDatabase } from '../support/databases.ts'
import { type Account, type CallOptions, type DemoServer, startDemoServer } from './demo-server.ts'

describeDatabase('security log', (open) => {
  let server: DemoServer
  beforeAll(async () => {
    server = await startDemoServer(await open())
  })
  afterAll(() => server.stop())

  /** The lines that one call adds. */
  async function linesOf(
    account: Account,
    method: 'GET' | 'POST' | 'PUT',
    path: string,
    options: CallOptions = {},
  ) {
    const token = await server.tokenOf(account)
    const before = server.security.length
    const { status } = await server.call(method, path, { ...options, token })
    return { status, lines: server.security.slice(before) }
  }

  test.each<[string, Account, 'GET' | 'POST' | 'PUT', string, string, CallOptions]>([
    ['a call forbidden to the role', 'parceiro', 'GET', '/api/clients?page=1', '/api/clients', {}],
    [
      'a phone that the role may not change',
      'corretor',
      'PUT',
      `/api/users/${DEMO_ACCOUNTS.admin}/phone`,
      '/api/users/:id/phone',
      { body: { phone: '31988887777' } },
    ],
  ])('%s is logged with user and route, not address', async (_case, account, method, path, route, options) => {
    const { status, lines } = await linesOf(account, method, path, options)
    expect(status).toBe(403)
    expect(lines).toEqual([
      {
        log: 'security',
        at: expect.any(String),
        event: 'forbidden',
        user_id: DEMO_ACCOUNTS[account],
        session_id: expect.any(String),
        route,
      },
    ])
  })

  test('a forbidden command is logged by its name, an unknown one without', async () => {
    const command = (name: string, args: object) => ({
      key: uuidv7(),
      command: name,
      schema_version: 1,
      args,
      base: {},
      occurred_at: new Date().toISOString(),
      depends_on: null,
    })
    const body = {
      device_id: 'device-of-the-test',
      app_version: '1.0.0',
      commands: [command('lead.capture', { lead_uid: uuidv7() }), command('Ana Lima 31988887777', {})],
    }
    const { status, lines } = await linesOf('parceiro', 'POST', '/api/sync/push', { body })
    expect(status).toBe(200)
    expect(lines).toEqual([
      expect.objectContaining({
        event: 'forbidden',
        user_id: DEMO_ACCOUNTS.parceiro,
        route: '/api/sync/push',
        about: 'lead.capture',
      }),
    ])
  })

  test('a permitted action leaves no line', async () => {
    expect(await linesOf('admin', 'GET', '/api/clients')).toEqual({ status: 200, lines: [] })
  })

  test('metrics count the lines by event', async () => {
    await linesOf('parceiro', 'GET', '/api/clients')
    const { body } = await server.call('GET', '/metrics')
    expect(body).toMatch(/farol_security_events_total\{event="forbidden"\} [1-9]/)
  })
})
