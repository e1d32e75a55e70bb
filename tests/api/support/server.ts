/**
 * The whole server over a test database, called like by a device or a REST client, but without a port. Its clock is the
 * real one and can be moved forward.
 */

import { createHash, randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { readConfig } from '../../../server/base/config.ts'
import { createMetrics } from '../../../server/base/metrics.ts'
import { createClock } from '../../../server/clock/clock.ts'
import type { AppContext } from '../../../server/context/app-context.ts'
import { createSecurityLog } from '../../../server/context/security-log.ts'
import { ensureEpoch } from '../../../server/db/epoch.ts'
import type { Store } from '../../../server/db/store.ts'
import { deviceSecrets } from '../../../server/device-keys/secrets.ts'
import { buildApp } from '../../../server/entry/app.ts'
import { Rounds } from '../../../server/feed/rounds.ts'
import { createHealth } from '../../../server/health/health.ts'
import { createIntegrations } from '../../../server/integrations/integrations.ts'
import type { Meanings } from '../../../server/records/meaning.ts'
import { reconcile } from '../../../server/revocations/reconcile.ts'
import { noteRevocations } from '../../../server/revocations/security.ts'
import { LoginAttempts } from '../../../server/session/login-attempts.ts'
import { openSession } from '../../../server/session/tokens.ts'
import { PokeHub } from '../../../server/sync/poke-hub.ts'
import { type CommandName, commands } from '../../../src/commands/registry.ts'
import {
  type PullPage,
  type PushCommand,
  type PushResponse,
  type PushResult,
  pullPageSchema,
  pushResponseSchema,
} from '../../../src/contract/sync.ts'
import { CONFIRMATION_HEADER } from '../../../src/domain/session/confirmation.ts'
import { MINUTE_MS } from '../../../src/domain/time/durations.ts'
import { documentedAnswers } from './documented-answers.ts'

const LASTS_UNTIL = '2100-01-01T00:00:00Z'

export interface TestServer {
  readonly app: FastifyInstance
  readonly context: AppContext
  /** The security log's lines so far, parsed. */
  readonly security: readonly Record<string, unknown>[]
  /** What calls say themselves of their fields, by operation. */
  readonly meanings: ReadonlyMap<string, Meanings>
  /** Moves the server's clock forward by `ms`. */
  forward(ms: number): void
  /** Stops the clock, for comparisons with another clock; returns its time in ms. */
  freeze(): number
  /** A device on which this user has signed in. */
  device(userId: number): Promise<Device>
  /** The same in a tab that has confirmed with the own password, and stays confirmed. */
  confirmedDevice(userId: number): Promise<Device>
  stop(): Promise<void>
}

/** `reports` is the database that the reports read: a replica, if there is one. */
export async function startServer(
  store: Store,
  environment: Record<string, string> = {},
  reports = store.db,
): Promise<TestServer> {
  let ahead = 0
  let frozen: number | null = null
  const pokes = new PokeHub()
  const metrics = createMetrics()
  const security: Record<string, unknown>[] = []
  const now = () => frozen ?? Date.now() + ahead
  const config = readConfig({
    LOG_LEVEL: process.env.DBG ?? 'silent',
    DIST_DIR: join(import.meta.dirname),
    ...environment,
  })
  const integrations = createIntegrations(config.integrations)
  // Tests move the clock. Those about its jumps make one of their own.
  const real = createClock(store, { sessionDays: config.sessionDays, wall: now })
  const clock = {
    ...real,
    isTrusted: () => true,
    // A confirmed time takes instants of the future back, which the lasting confirmations of tests are.
    confirm: async () => {
      const lasting = await store.db
        .selectFrom('session_confirmations')
        .selectAll()
        .where('expires_at', '>=', LASTS_UNTIL)
        .execute()
      const verdict = await real.confirm()
      if (lasting.length > 0)
        await store.db
          .insertInto('session_confirmations')
          .values(lasting)
          .onConflict((conflict) => conflict.doNothing())
          .execute()
      return verdict
    },
  }
  const context: AppContext = {
    store,
    reports,
    config,
    epoch: await ensureEpoch(store.db),
    now,
    clock,
    metrics,
    health: createHealth(store, { config, metrics, clock, integrations }),
    security: createSecurityLog(
      (line) => security.push(JSON.parse(line)),
      now,
      (event) => metrics.securityEvents.inc({ event }),
    ),
    pokes,
    rounds: new Rounds(store, metrics),
    passwordAttempts: new LoginAttempts(),
    factorAttempts: new LoginAttempts(),
    deviceSecrets: deviceSecrets(config.deviceKeysKey ?? randomBytes(32)),
    integrations,
  }
  await reconcile(store, { isPutBack: false })
  noteRevocations(context)
  await pokes.start(store)
  const answers = documentedAnswers()
  const app = await buildApp(context, { onRoute: answers.onRoute })
  return {
    app,
    context,
    security,
    meanings: answers.meanings,
    forward: (ms) => {
      ahead += ms
    },
    freeze: () => {
      frozen = Date.now() + ahead
      return frozen
    },
    device: async (userId) =>
      new Device(app, store, (await openSession(context, userId, `device-${userId}`)).token),
    confirmedDevice: async (userId) => {
      const { id, token } = await openSession(context, userId, `device-${userId}`)
      return new Device(app, store, token, { [CONFIRMATION_HEADER]: await lastingConfirmation(store, id) })
    },
    stop: async () => {
      // A kept connection of a test would hold the server for its whole time-out.
      app.server.closeAllConnections()
      await app.close()
      await pokes.stop()
      answers.check()
    },
  }
}

/** Returns the token of a confirmation of the session that ends with it. */
export async function lastingConfirmation({ db }: Pick<Store, 'db'>, session_id: string): Promise<string> {
  const token = `confirmed ${session_id}`
  const token_hash = createHash('sha256').update(token).digest('hex')
  const expires_at = LASTS_UNTIL
  await db.insertInto('session_confirmations').values({ token_hash, session_id, expires_at }).execute()
  return token
}

export interface Answer {
  readonly status: number
  readonly body: unknown
}

/** A command in a test; missing fields get the values of an ordinary device. */
export type GivenCommand = Partial<Omit<PushCommand, 'command' | 'args'>> & {
  readonly command: CommandName | (string & {})
  readonly args: unknown
}

export class Device {
  readonly token: string
  /** Of each of its calls. */
  readonly headers: Readonly<Record<string, string>>
  readonly #app: FastifyInstance
  readonly #store: Store
  constructor(
    app: FastifyInstance,
    store: Store,
    token: string,
    headers: Readonly<Record<string, string>> = {},
  ) {
    this.#app = app
    this.#store = store
    this.token = token
    this.headers = { authorization: `Bearer ${token}`, ...headers }
  }

  async call(
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    body?: object,
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    const options: InjectOptions = {
      method,
      url: `/api${path}`,
      headers: { ...this.headers, ...headers },
      ...(body === undefined ? {} : { payload: body }),
    }
    const answer = await this.#app.inject(options)
    return { status: answer.statusCode, body: JSON.parse(answer.body) }
  }

  /** One page, as soon as it can contain everything committed so far. Throws unless the answer is 200. */
  async pull(cursor: string | null = null, limit = 2000, seen?: string): Promise<PullPage> {
    await everythingVisible(this.#store)
    return this.pullNow(cursor, limit, seen)
  }

  async pullNow(cursor: string | null = null, limit = 2000, seen?: string): Promise<PullPage> {
    const query = new URLSearchParams({
      limit: String(limit),
      ...(cursor === null ? {} : { cursor }),
      ...(seen === undefined ? {} : { seen }),
    })
    const { status, body } = await this.call('GET', `/sync?${query}`)
    if (status !== 200) throw new Error(`pull answered ${status} ${JSON.stringify(body)}`)
    return pullPageSchema.parse(body)
  }

  async push(...commands: GivenCommand[]): Promise<PushResult[]> {
    return (await this.pushed(...commands)).results
  }

  async pushed(...commands: GivenCommand[]): Promise<PushResponse> {
    const { status, body } = await this.call('POST', '/sync/push', {
      device_id: 'device-of-the-test',
      app_version: '1.0.0',
      commands: commands.map(aCommand),
    })
    if (status !== 200) throw new Error(`push answered ${status} ${JSON.stringify(body)}`)
    return pushResponseSchema.parse(body)
  }

  /** Sends one command and returns its result. */
  async run(command: GivenCommand): Promise<PushResult> {
    const [result] = await this.push(command)
    if (result === undefined) throw new Error('push answered nothing')
    return result
  }
}

const presentVersion = (name: string): number =>
  Object.values(commands).find((command) => command.name === name)?.version ?? 1

/** The command with the defaults of an ordinary device. */
export function aCommand(given: GivenCommand): PushCommand {
  return {
    key: uuidv7(),
    schema_version: presentVersion(given.command),
    base: {},
    occurred_at: new Date().toISOString(),
    depends_on: null,
    ...given,
  }
}

/**
 * Other test files write to databases of the same PostgreSQL, and its transaction ids are shared: a pull stops before
 * the oldest running transaction. Waits until that one is after everything committed so far. Throws after a minute.
 */
export async function everythingVisible({ db }: Pick<Store, 'db'>): Promise<void> {
  const { rows } = await sql<{ id: number }>`select pg_current_xact_id() as id`.execute(db)
  const last = rows[0]?.id ?? 0
  for (const deadline = Date.now() + MINUTE_MS; ; ) {
    const now = await sql<{ reached: boolean }>`
      select pg_snapshot_xmin(pg_current_snapshot()) > ${String(last)}::xid8 as reached`.execute(db)
    if (now.rows[0]?.reached === true) return
    if (Date.now() > deadline) throw new Error('a transaction has been open for a minute')
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}
