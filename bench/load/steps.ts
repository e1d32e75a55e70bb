/** What one pushed command costs, step by step: the server in this process, each query of a push timed and put under its step. */
import { Kysely, type LogEvent, PostgresDialect } from 'kysely'
import { Pool, types } from 'pg'
import { buildApp } from '../../server/app.ts'
import { readConfig } from '../../server/config.ts'
import type { Database } from '../../server/db/database.ts'
import { ensureEpoch } from '../../server/db/epoch.ts'
import { PgliteClient } from '../../server/db/pglite-client.ts'
import { pgliteDialect } from '../../server/db/pglite-dialect.ts'
import type { Store } from '../../server/db/store.ts'
import { valueParsers } from '../../server/db/value-parsers.ts'
import { createIntegrations } from '../../server/integrations/integrations.ts'
import { createMetrics } from '../../server/metrics.ts'
import { PokeHub } from '../../server/sync/poke-hub.ts'
import { appliedIn, makeDevices, pushBody } from './devices.ts'

/** In the order of a command's life; the first that fits names the query. */
const STEPS: readonly (readonly [step: string, query: RegExp])[] = [
  ['sessão e usuário', /"sessions"|from users u join channels/],
  ['chave reservada', /insert into "command_log"/],
  ['leitura e trava do lead', /for update/],
  ['escrita do lead e da agenda', /update leads|"schedulings"|update schedulings/],
  ['linha do tempo', /insert into "timeline"/],
  ['resultado guardado', /update "command_log"/],
  ['linhas da resposta', /row_to_json/],
  ['início e fim da transação', /^(begin|commit|rollback)/],
  ['regras e configurações', /./],
]
const REST = 'leitura do pedido, regras, resposta'

const COMMANDS = 20
const REQUESTS = 20

/** `folder` of PGlite, or the URL of a PostgreSQL; nobody else may have the folder open. */
export type Place = { readonly folder: string } | { readonly url: string }

async function openTimed(place: Place, log: (event: LogEvent) => void): Promise<Store> {
  const dump = () => Promise.reject(new Error('not here'))
  if ('folder' in place) {
    const client = await PgliteClient.open(`${place.folder}/pglite`)
    const db = new Kysely<Database>({ dialect: pgliteDialect(client), log })
    return {
      db,
      kind: 'pglite',
      listen: (channel, told) => client.listen(channel, told),
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
    kind: 'postgres',
    listen: () => Promise.resolve(() => Promise.resolve()),
    dump,
    close: () => db.destroy(),
  }
}

/** Mean ms a command by step, over some hundred commands one after the other. */
export async function stepCosts(place: Place): Promise<ReadonlyMap<string, number>> {
  const spent = new Map<string, number>(STEPS.map(([step]) => [step, 0]))
  const log = ({ query, queryDurationMillis }: LogEvent) => {
    const step = STEPS.find(([, pattern]) => pattern.test(query.sql))?.[0] ?? ''
    spent.set(step, (spent.get(step) ?? 0) + queryDurationMillis)
  }
  const store = await openTimed(place, log)
  const config = readConfig({ LOG_LEVEL: 'silent', DIST_DIR: import.meta.dirname })
  const app = await buildApp({
    store,
    config,
    epoch: await ensureEpoch(store.db),
    now: Date.now,
    metrics: createMetrics(),
    pokes: new PokeHub(),
    integrations: createIntegrations(config.integrations),
  })
  try {
    const devices = await makeDevices(store, REQUESTS)
    let commands = 0
    let total = 0
    for (const [number, device] of [...devices, ...devices].entries()) {
      // The first round warms up.
      if (number === REQUESTS) {
        commands = 0
        total = 0
        for (const step of spent.keys()) spent.set(step, 0)
      }
      const started = performance.now()
      const answer = await app.inject({
        method: 'POST',
        url: '/api/sync/push',
        headers: { authorization: `Bearer ${device.token}`, 'content-type': 'application/json' },
        payload: pushBody(device, COMMANDS),
      })
      total += performance.now() - started
      commands += appliedIn(answer.body)
    }
    const queries = [...spent.values()].reduce((sum, ms) => sum + ms, 0)
    return new Map([
      ...[...spent].map(([step, ms]) => [step, ms / commands] as const),
      [REST, (total - queries) / commands],
    ])
  } finally {
    await app.close()
    await store.close()
  }
}
