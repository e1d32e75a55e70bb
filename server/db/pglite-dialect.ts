/**
 * Kysely's dialect for PGlite's thread. There is one connection, and one holder at a time. Kysely's own PGlite dialect
 * shares the connection, so that a query outside a transaction could run inside it.
 */
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  type TransactionSettings,
} from 'kysely'
import type { PgliteClient } from './pglite-client.ts'

type Target = Pick<PgliteClient, 'query'>

class PgliteConnection implements DatabaseConnection {
  readonly #client: Target
  constructor(client: Target) {
    this.#client = client
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const { rows, affected } = await this.#client.query(query.sql, query.parameters)
    // Kysely types the rows by the query, and each driver must trust that type.
    return { rows: rows as Row[], numAffectedRows: BigInt(affected) }
  }

  streamQuery(): AsyncIterableIterator<never> {
    throw new Error('PGlite does not stream')
  }

  run(sql: string): Promise<unknown> {
    return this.#client.query(sql, [])
  }
}

class SerialDriver implements Driver {
  readonly #connection: PgliteConnection
  #last: Promise<void> = Promise.resolve()
  #release: (() => void) | null = null

  constructor(client: Target) {
    this.#connection = new PgliteConnection(client)
  }

  async init(): Promise<void> {}
  async destroy(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    const before = this.#last
    let free = () => {}
    this.#last = new Promise((resolve) => {
      free = resolve
    })
    await before
    this.#release = free
    return this.#connection
  }

  async releaseConnection(): Promise<void> {
    this.#release?.()
  }

  async beginTransaction(_connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    const level = settings.isolationLevel === undefined ? '' : ` isolation level ${settings.isolationLevel}`
    const mode = settings.accessMode === undefined ? '' : ` ${settings.accessMode}`
    await this.#connection.run(`begin${level}${mode}`)
  }

  async commitTransaction(): Promise<void> {
    await this.#connection.run('commit')
  }

  async rollbackTransaction(): Promise<void> {
    await this.#connection.run('rollback')
  }
}

export function pgliteDialect(client: Target): Dialect {
  return {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new SerialDriver(client),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  }
}
