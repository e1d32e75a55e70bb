/**
 * Kysely over PGlite's thread. One connection, handed out to one holder at a time: Kysely's own PGlite dialect gives
 * it to everybody, so that a query beside a transaction would run inside it.
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

/** Where the statements go. */
type Target = Pick<PgliteClient, 'query'>

class PgliteConnection implements DatabaseConnection {
  readonly #client: Target
  constructor(client: Target) {
    this.#client = client
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const { rows, affected } = await this.#client.query(query.sql, query.parameters)
    // The shape of a row is what the query's own type says: Kysely's contract with every driver.
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
