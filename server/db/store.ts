/** The server's database: PGlite in a folder or in memory, or a PostgreSQL. Both run the same SQL. */
import { Socket } from 'node:net'
import { join } from 'node:path'
import { Kysely, PostgresDialect, sql } from 'kysely'
import { Client, type ClientConfig, Pool, type PoolConfig, types } from 'pg'
import type { Config } from '../base/config.ts'
import { takeFromOthers } from '../base/private-files.ts'
import { within } from '../base/within.ts'
import { lockDataDir } from './data-dir-lock.ts'
import type { Database } from './database.ts'
import { withNamedStatements } from './named-statements.ts'
import { PgliteClient } from './pglite-client.ts'
import { pgliteDialect } from './pglite-dialect.ts'
import { RevocationsFile, revocationsFile } from './revocations/file.ts'
import { recorded } from './revocations/recorded-dialect.ts'
import { Recorder } from './revocations/recorder.ts'
import { countStatement } from './statements.ts'
import { valueParsers } from './value-parsers.ts'

export interface Store {
  readonly db: Kysely<Database>
  /** For what all requests ask first. PostgreSQL keeps the plans of its one connection: docs/performance.md#the-server */
  readonly rounds: Kysely<Database>
  readonly kind: 'pglite' | 'postgres'
  /** Sees what each commit takes away. */
  readonly recorder: Recorder
  /** Calls `listener` for each notification on the channel, from any process. Returns a function that stops it. */
  listen(channel: string, listener: (payload: string) => void): Promise<() => Promise<void>>
  /**
   * The rows of a short query about the database's health. Rejects when the answer takes too long. It waits for no
   * other query on PostgreSQL: a database that is busy is not one that is gone.
   */
  ask(query: string): Promise<readonly unknown[]>
  /** Queries that wait for a connection. */
  waiting(): number
  /** Breaks the connections: queries that still run fail at once. The embedded database has none. */
  interrupt(): void
  /** The data folder as a gzipped tar. Rejects on PostgreSQL. */
  dump(): Promise<Uint8Array>
  close(): Promise<void>
}

/** `revocations`: the path of the file of revocations; without it there is none. docs/rules.md#revocations */
interface Recorded {
  readonly revocations?: string
}

/** The connections of `reports` are the reports' own: neither they nor the devices wait for the other. */
export type StoreConfig = Recorded &
  (
    | { readonly dataDir: string }
    | { readonly url: string; readonly use?: 'reports' }
    /** `image`: a data folder to begin with, as `dump` returns it. */
    | { readonly memory: true; readonly image?: Uint8Array }
  )

/** Returns the database that the settings name. */
export const configuredStore = ({
  databaseUrl,
  dataDir,
}: Pick<Config, 'databaseUrl' | 'dataDir'>): StoreConfig => ({
  ...(databaseUrl === null ? { dataDir } : { url: databaseUrl }),
  revocations: revocationsFile(dataDir),
})

/** Opens the database. Throws DataDirInUse when another process holds the folder, DataDirCannotLock when none can. */
export function openStore(config: StoreConfig): Promise<Store> {
  const { revocations } = config
  const recorder = new Recorder(revocations === undefined ? null : new RevocationsFile(revocations))
  if ('url' in config) return Promise.resolve(openPostgres(config.url, POOLS[config.use ?? 'all'], recorder))
  return 'dataDir' in config
    ? openPglite(config.dataDir, null, recorder)
    : openPglite(null, config.image ?? null, recorder)
}

/** The folder of the embedded database. */
export const embeddedFolder = (dataDir: string): string => join(dataDir, 'pglite')

async function openPglite(
  dataDir: string | null,
  image: Uint8Array | null,
  recorder: Recorder,
): Promise<Store> {
  const unlock = dataDir === null ? null : await lockDataDir(dataDir)
  try {
    const folder = dataDir === null ? null : embeddedFolder(dataDir)
    const client = await PgliteClient.open(folder, image)
    // PGlite creates files with modes of its own and ignores the umask.
    if (folder !== null) takeFromOthers([folder])
    const dialect = recorded(pgliteDialect(client), recorder)
    const db = new Kysely<Database>({ dialect, log: countStatement })
    return {
      db,
      rounds: db,
      kind: 'pglite',
      recorder,
      listen: (channel, listener) => client.listen(channel, listener),
      ask: async (query) => (await within(PGLITE_ANSWERS_MS, sql.raw(query).execute(db), SILENT)).rows,
      waiting: () => 0,
      interrupt: () => {},
      dump: () => client.dump(),
      close: async () => {
        await db.destroy()
        await client.close()
        await unlock?.()
      },
    }
  } catch (error) {
    await unlock?.()
    throw error
  }
}

const RECONNECT_MS = 1000

const POSTGRES_ANSWERS_MS = 2000
/** It runs one query at a time, and a report or an import takes seconds. */
const PGLITE_ANSWERS_MS = 10_000
const SILENT = 'the database does not answer'

/**
 * A database may have settings of its own, by which a day would be read as a month. Compiling a report's expressions takes
 * longer than evaluating them.
 */
const SESSION = [
  'timezone=UTC',
  'datestyle=ISO,YMD',
  'intervalstyle=postgres',
  'standard_conforming_strings=on',
  'jit=off',
]
  .map((setting) => `-c ${setting}`)
  .join(' ')

/**
 * A report takes one core and leaves the others to the devices. The leads of a year fit into its memory, so that they
 * are not written to the disk in between.
 */
const POOLS = {
  all: { max: 10, options: SESSION, keepsPlans: true },
  // PostgreSQL would plan the statement of each round anew, which takes several times as long as executing it.
  rounds: { max: 1, options: `${SESSION} -c plan_cache_mode=force_generic_plan`, keepsPlans: true },
  // A report's plan shall see its values.
  reports: {
    max: 4,
    keepsPlans: false,
    options: `${SESSION} -c max_parallel_workers_per_gather=0 -c work_mem=32MB`,
  },
} as const
type PoolChoice = (typeof POOLS)[keyof typeof POOLS]

function quietPool(settings: PoolConfig): Pool {
  const pool = new Pool(settings)
  // A broken idle connection must not end the process. The next query opens a new one.
  pool.on('error', () => {})
  // A connection that breaks in use must not end the process either. Its query fails.
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

function openPostgres(url: string, choice: PoolChoice, recorder: Recorder): Store {
  const parsers = {
    getTypeParser: (oid: number, format?: 'text' | 'binary') =>
      valueParsers[oid] ?? types.getTypeParser(oid, format),
  }
  const sockets = new Set<Socket>()
  const stream = () => {
    const socket = new Socket()
    sockets.add(socket.once('close', () => sockets.delete(socket)))
    return socket
  }
  const common = { connectionString: url, types: parsers, stream }
  const openPool = ({ max, options, keepsPlans }: PoolChoice) => {
    const pool = quietPool({
      ...common,
      max,
      options,
      connectionTimeoutMillis: 10_000,
      pipeline: keepsPlans,
    })
    const dialect = new PostgresDialect({ pool: keepsPlans ? withNamedStatements(pool) : pool })
    return { pool, db: new Kysely<Database>({ dialect: recorded(dialect, recorder), log: countStatement }) }
  }
  const { pool, db } = openPool(choice)
  const { db: rounds } = openPool(POOLS.rounds)
  const asking = quietPool({
    ...common,
    options: SESSION,
    max: 1,
    connectionTimeoutMillis: POSTGRES_ANSWERS_MS,
    query_timeout: POSTGRES_ANSWERS_MS,
  })
  const stops = new Set<() => Promise<void>>()
  return {
    db,
    rounds,
    kind: 'postgres',
    recorder,
    listen: async (channel, listener) => {
      const stop = await listenPostgres(
        { connectionString: url, stream, options: SESSION },
        channel,
        listener,
      )
      stops.add(stop)
      return async () => {
        stops.delete(stop)
        await stop()
      }
    },
    ask: async (query) => (await within(POSTGRES_ANSWERS_MS, asking.query(query), SILENT)).rows,
    waiting: () => pool.waitingCount,
    interrupt: () => {
      for (const socket of sockets) socket.destroy()
    },
    dump: () => Promise.reject(new Error('use pg_dump to dump a PostgreSQL database')),
    close: async () => {
      for (const stop of stops) await stop()
      await asking.end()
      await rounds.destroy()
      await db.destroy()
    },
  }
}

/**
 * Listens on a connection of its own and reconnects when it breaks. Notifications in between are lost, so devices
 * poll too.
 */
async function listenPostgres(
  settings: ClientConfig,
  channel: string,
  listener: (payload: string) => void,
): Promise<() => Promise<void>> {
  let stopped = false
  let client: Client | null = null
  let retry: NodeJS.Timeout | null = null
  const connect = async (): Promise<void> => {
    const fresh = new Client(settings)
    client = fresh
    const again = () => {
      if (stopped || client !== fresh) return
      client = null
      retry = setTimeout(() => void connect().catch(again), RECONNECT_MS)
    }
    fresh.on('error', again)
    fresh.on('end', again)
    fresh.on('notification', (message) => listener(message.payload ?? ''))
    try {
      await fresh.connect()
      await fresh.query(`listen ${channel}`)
    } catch (error) {
      again()
      throw error
    }
  }
  await connect()
  return async () => {
    stopped = true
    if (retry !== null) clearTimeout(retry)
    await client?.end()
  }
}
