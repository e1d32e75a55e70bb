/** The database behind the server: PGlite in a folder or in memory, or a PostgreSQL. Same SQL on both. */
import { join } from 'node:path'
import { Kysely, PostgresDialect } from 'kysely'
import { Client, Pool, types } from 'pg'
import { takeFromOthers } from '../private-files.ts'
import { lockDataDir } from './data-dir-lock.ts'
import type { Database } from './database.ts'
import { PgliteClient } from './pglite-client.ts'
import { pgliteDialect } from './pglite-dialect.ts'
import { valueParsers } from './value-parsers.ts'

export interface Store {
  readonly db: Kysely<Database>
  readonly kind: 'pglite' | 'postgres'
  /** Calls back for each notification on the channel, from whichever process; resolves with the stop. */
  listen(channel: string, listener: (payload: string) => void): Promise<() => Promise<void>>
  /** PGlite only: the data folder as a gzipped tar. */
  dump(): Promise<Uint8Array>
  close(): Promise<void>
}

export type StoreConfig = { readonly dataDir: string } | { readonly url: string } | { readonly memory: true }

/** Opens the store. Throws DataDirInUse when another process has the folder. */
export function openStore(config: StoreConfig): Promise<Store> {
  if ('url' in config) return Promise.resolve(openPostgres(config.url))
  return openPglite('dataDir' in config ? config.dataDir : null)
}

async function openPglite(dataDir: string | null): Promise<Store> {
  const unlock = dataDir === null ? null : await lockDataDir(dataDir)
  try {
    const folder = dataDir === null ? null : join(dataDir, 'pglite')
    const client = await PgliteClient.open(folder)
    // A new database's files come with modes of their own, whatever the umask.
    if (folder !== null) takeFromOthers([folder])
    const db = new Kysely<Database>({ dialect: pgliteDialect(client) })
    return {
      db,
      kind: 'pglite',
      listen: (channel, listener) => client.listen(channel, listener),
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

function openPostgres(url: string): Store {
  const parsers = {
    getTypeParser: (oid: number, format?: 'text' | 'binary') =>
      valueParsers[oid] ?? types.getTypeParser(oid, format),
  }
  const pool = new Pool({
    connectionString: url,
    max: 10,
    options: '-c timezone=UTC',
    types: parsers,
    connectionTimeoutMillis: 10_000,
  })
  // An idle connection that breaks must not end the process; the next query takes a new one.
  pool.on('error', () => {})
  // Nor one that breaks while it is in use: its query fails, and that is enough.
  pool.on('connect', (client) => client.on('error', () => {}))
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) })
  const stops = new Set<() => Promise<void>>()
  return {
    db,
    kind: 'postgres',
    listen: async (channel, listener) => {
      const stop = await listenPostgres(url, channel, listener)
      stops.add(stop)
      return async () => {
        stops.delete(stop)
        await stop()
      }
    },
    dump: () => Promise.reject(new Error('a PostgreSQL is dumped with pg_dump')),
    close: async () => {
      for (const stop of stops) await stop()
      await db.destroy()
    },
  }
}

/** A connection of its own, opened again when it breaks. What was sent meanwhile is lost: devices poll besides. */
async function listenPostgres(
  url: string,
  channel: string,
  listener: (payload: string) => void,
): Promise<() => Promise<void>> {
  let stopped = false
  let client: Client | null = null
  let retry: NodeJS.Timeout | null = null
  const connect = async (): Promise<void> => {
    const fresh = new Client({ connectionString: url })
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
