/** A dialect whose commits show the recorder what they take away. */
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  type TransactionSettings,
} from 'kysely'
import { OWN_ROWS, type Recorder } from './recorder.ts'

type Execute = Parameters<DatabaseConnection['executeQuery']>

class RecordedConnection implements DatabaseConnection {
  readonly inner: DatabaseConnection
  readonly #driver: Driver
  readonly #recorder: Recorder
  #isInTransaction = false
  /** A statement of the transaction may have taken access away. */
  #isWatched = false

  constructor(inner: DatabaseConnection, driver: Driver, recorder: Recorder) {
    this.inner = inner
    this.#driver = driver
    this.#recorder = recorder
  }

  async executeQuery<Row>(query: CompiledQuery, options?: Execute[1]): Promise<QueryResult<Row>> {
    const isWatched =
      this.#recorder.isOn && query.query.kind !== 'SelectQueryNode' && this.#recorder.isWatched(query.sql)
    if (!isWatched) return this.inner.executeQuery<Row>(query, options)
    if (this.#isInTransaction) {
      this.#isWatched = true
      return this.inner.executeQuery<Row>(query, options)
    }
    // A statement of its own is a transaction of its own.
    await this.begin({})
    this.#isWatched = true
    try {
      const result = await this.inner.executeQuery<Row>(query, options)
      await this.commit()
      return result
    } catch (error) {
      await this.rollback()
      throw error
    }
  }

  streamQuery<Row>(
    ...given: Parameters<DatabaseConnection['streamQuery']>
  ): AsyncIterableIterator<QueryResult<Row>> {
    return this.inner.streamQuery<Row>(...given)
  }

  async begin(settings: TransactionSettings): Promise<void> {
    this.#isInTransaction = true
    this.#isWatched = false
    await this.#driver.beginTransaction(this.inner, settings)
  }

  async commit(): Promise<void> {
    const commit = () => this.#driver.commitTransaction(this.inner)
    if (this.#isWatched) {
      const { rows } = await this.inner.executeQuery(CompiledQuery.raw(OWN_ROWS))
      await this.#recorder.commit(rows, commit)
    } else await commit()
    this.#isInTransaction = false
  }

  async rollback(): Promise<void> {
    this.#isInTransaction = false
    await this.#driver.rollbackTransaction(this.inner)
  }
}

/** Kysely hands back what `acquireConnection` gave it. */
function own(connection: DatabaseConnection): RecordedConnection {
  if (connection instanceof RecordedConnection) return connection
  throw new Error('a connection of another driver')
}

function recordedDriver(driver: Driver, recorder: Recorder): Driver {
  const known = new WeakMap<DatabaseConnection, RecordedConnection>()
  return {
    init: (options) => driver.init(options),
    destroy: (options) => driver.destroy(options),
    acquireConnection: async (options) => {
      const inner = await driver.acquireConnection(options)
      const connection = known.get(inner) ?? new RecordedConnection(inner, driver, recorder)
      known.set(inner, connection)
      return connection
    },
    releaseConnection: (connection, options) => driver.releaseConnection(own(connection).inner, options),
    beginTransaction: (connection, settings) => own(connection).begin(settings),
    commitTransaction: (connection) => own(connection).commit(),
    rollbackTransaction: (connection) => own(connection).rollback(),
  }
}

export function recorded(dialect: Dialect, recorder: Recorder): Dialect {
  return {
    createAdapter: () => dialect.createAdapter(),
    createIntrospector: (db) => dialect.createIntrospector(db),
    createQueryCompiler: () => dialect.createQueryCompiler(),
    createDriver: () => recordedDriver(dialect.createDriver(), recorder),
  }
}
