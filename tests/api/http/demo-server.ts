/** A server over a small demo database: the eight accounts of the README, and their sessions. */
import type { FastifyInstance, InjectOptions } from 'fastify'
import type { Store } from '../../../server/db/store.ts'
import { DEMO_ACCOUNTS } from '../../../server/demo/accounts.ts'
import { DEMO_PASSWORD, fillDemo } from '../../../server/demo/fill-demo.ts'
import { openSession } from '../../../server/session/tokens.ts'
import { loginRoute } from '../../../src/contract/session.ts'
import { cheapHash } from '../support/cheap-hash.ts'
import { startServer, type TestServer } from '../support/server.ts'

const LEADS = 60

export type Account = keyof typeof DEMO_ACCOUNTS

export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | number | undefined>>
  /** Parsed where it is JSON, else the text. */
  readonly body: unknown
}

export interface DemoServer extends TestServer {
  readonly store: Store
  call(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, options?: CallOptions): Promise<Answer>
  /** Returns a token from POST /login. */
  signIn(login: string, password?: string): Promise<string>
  /** Returns a token without the cost of a password hash. */
  tokenOf(account: Account): Promise<string>
}

export interface CallOptions {
  readonly token?: string
  readonly body?: object
  readonly address?: string
  readonly headers?: Record<string, string>
}

async function call(app: FastifyInstance, options: InjectOptions): Promise<Answer> {
  const { statusCode, headers, body } = await app.inject(options)
  const json = String(headers['content-type']).startsWith('application/json')
  return { status: statusCode, headers, body: json ? JSON.parse(body) : body }
}

export async function startDemoServer(
  store: Store,
  environment: Record<string, string> = {},
): Promise<DemoServer> {
  await fillDemo(store, { leads: LEADS, now: new Date() })
  await store.db
    .updateTable('user_passwords')
    .set({ hash: await cheapHash(DEMO_PASSWORD) })
    .execute()
  const server = await startServer(store, environment)
  const callServer: DemoServer['call'] = (method, path, { token, body, address, headers } = {}) =>
    call(server.app, {
      method,
      url: path,
      headers: { ...headers, ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) },
      ...(body === undefined ? {} : { payload: body }),
      ...(address === undefined ? {} : { remoteAddress: address }),
    })
  return {
    ...server,
    store,
    call: callServer,
    signIn: async (login, password = DEMO_PASSWORD) => {
      const { body } = await callServer('POST', '/api/login', { body: { login, password } })
      return loginRoute.answer.parse(body).data.token ?? ''
    },
    tokenOf: async (account) => (await openSession(server.context, DEMO_ACCOUNTS[account], null)).token,
  }
}
