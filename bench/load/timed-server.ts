/** Runs the server in this process and measures each query by the step that it belongs to. */

import type { FastifyInstance } from 'fastify'
import { Kysely, type LogEvent, PostgresDialect } from 'kysely'
import { Pool, types } from 'pg'
import { readConfig } from '../../server/base/config.ts'
import { createMetrics } from '../../server/base/metrics.ts'
import { createClock } from '../../server/clock/clock.ts'
import { createSecurityLog } from '../../server/context/security-log.ts'
import type { Database } from '../../server/db/database.ts'
import { ensureEpoch } from '../../server/db/epoch.ts'
import { PgliteClient } from '../../server/db/pglite-client.ts'
import { pgliteDialect } from '../../server/db/pglite-dialect.ts'
import { Recorder } from '../../server/db/revocations/recorder.ts'
import type { Store } from '../../server/db/store.ts'
import { valueParsers } from '../../server/db/value-parsers.ts'
import { buildApp } from '../../server/entry/app.ts'
import { Rounds } from '../../server/feed/rounds.ts'
import { createHealth } from '../../server/health/health.ts'
import { createIntegrations } from '../../server/integrations/integrations.ts'
import { LoginAttempts } from '../../server/session/login-attempts.ts'
import { PokeHub } from '../../server/sync/poke-hub.ts'

/** `folder` of a PGlite, or `url` of a PostgreSQL. No other process may have the folder open. */
export type Place = { readonly folder: string } | { readonly url: string }

async function openTimed(place: Place, log: (event: LogEvent) => void): Promise<Store> {
  const unused = { ask: () => Promise.resolve([]), waiting: () => 0, interrupt: () => {} }
  const dump = () => Promise.reject(new Error('the timed store has no dump'))
  if ('folder' in place) {
    const client = await PgliteClient.open(`${place.folder}/pglite`)
    const db = new Kysely<Database>({ dialect: pgliteDialect(client), log })
    return {
      db,
      recorder: new Recorder(null),
      rounds: db,
      kind: 'pglite',
      listen: (channel, listener) => client.listen(channel, listener),
      ...unused,
      dump,
      close: () => client.close(),
    }
  }
  const pool = new Pool({
    connectionString: place.url,
    options: '-c timezone=UTC',
    types: {
      getTypeParser: (oid: number, format?: 'text' | 'binary') =>
        valueParsers[oid] ?? types.getTypeParser(oid, format),
    },
  })
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }), log })
  return {
    db,
    recorder: new Recorder(null),
    rounds: db,
    kind: 'postgres',
    ...unused,
    listen: () => Promise.resolve(() => Promise.resolve()),
    dump,
    close: () => db.destroy(),
  }
}

/** Steps with a pattern for their queries. The first matching pattern decides. */
export type Steps = readonly (readonly [step: string, query: RegExp])[]

/** The time outside queries. */
const REST = 'reading the request, rules, answer'

export class TimedServer {
  readonly store: Store
  readonly #app: FastifyInstance
  readonly #steps: Steps
  readonly #spent: Map<string, number>
  #total = 0

  private constructor(store: Store, app: FastifyInstance, steps: Steps, spent: Map<string, number>) {
    this.store = store
    this.#app = app
    this.#steps = steps
    this.#spent = spent
  }

  static async start(place: Place, steps: Steps): Promise<TimedServer> {
    const spent = new Map<string, number>()
    const log = ({ query, queryDurationMillis }: LogEvent) => {
      const step = steps.find(([, pattern]) => pattern.test(query.sql))?.[0] ?? ''
      spent.set(step, (spent.get(step) ?? 0) + queryDurationMillis)
    }
    const store = await openTimed(place, log)
    const config = readConfig({ LOG_LEVEL: 'silent', DIST_DIR: import.meta.dirname })
    const metrics = createMetrics()
    const app = await buildApp({
      store,
      reports: store.db,
      config,
      epoch: await ensureEpoch(store.db),
      now: Date.now,
      clock: createClock(store, { sessionDays: config.sessionDays }),
      metrics,
      health: createHealth(store, { config, metrics }),
      security: createSecurityLog(
        () => {},
        () => Date.now(),
      ),
      pokes: new PokeHub(),
      rounds: new Rounds(store, metrics),
      passwordAttempts: new LoginAttempts(),
      factorAttempts: new LoginAttempts(),
      deviceSecrets: null,
      integrations: createIntegrations(config.integrations),
    })
    return new TimedServer(store, app, steps, spent)
  }

  /** Resets the times after the warm-up. */
  startOver(): void {
    this.#spent.clear()
    this.#total = 0
  }

  /** Sends the request and returns the body. */
  async ask(
    token: string,
    request: { method: 'GET' | 'POST'; url: string; payload?: string },
  ): Promise<string> {
    const started = performance.now()
    const { body } = await this.#app.inject({
      ...request,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    })
    this.#total += performance.now() - started
    return body
  }

  /** Mean ms of each step since `startOver`, divided by `count`. */
  costs(count: number): ReadonlyMap<string, number> {
    const queries = [...this.#spent.values()].reduce((sum, ms) => sum + ms, 0)
    return new Map([
      ...this.#steps.map(([step]) => [step, (this.#spent.get(step) ?? 0) / count] as const),
      [REST, (this.#total - queries) / count],
    ])
  }

  async stop(): Promise<void> {
    await this.#app.close()
    await this.store.close()
  }
}
