/**
 * A layer between the server and its database. It records the inserts of each committed transaction, and lets the
 * server die at a chosen query. A death after a commit leaves the transaction done without an answer.
 */
import type { CompiledQuery, DatabaseConnection, Dialect, Driver, QueryResult } from 'kysely'

type Row = Readonly<Record<string, unknown>>

/** One committed transaction: the rows that it inserted, by table. */
export interface Committed {
  readonly inserted: readonly { readonly table: string; readonly row: Row }[]
}

const INSERT = /^insert into "(\w+)" \(([^)]*)\) values \(([^)]*)\)/

/** Returns the row of a plain insert, without values that are no parameters; null for other queries. */
function insertedRow({ sql, parameters }: CompiledQuery): { table: string; row: Row } | null {
  const [, table, columns, values] = INSERT.exec(sql) ?? []
  if (table === undefined || columns === undefined || values === undefined) return null
  const places = values.split(',').map((value) => Number(value.trim().slice(1)) - 1)
  const names = columns.split(',').map((name) => name.trim().replaceAll('"', ''))
  return {
    table,
    row: Object.fromEntries(names.map((name, place) => [name, parameters[places[place] ?? -1]])),
  }
}

export class Witness {
  /** The committed transactions in order. */
  committed: Committed[] = []
  #open: Committed['inserted'][number][] = []
  #dieIn = -1
  #dieAfterCommits = -1
  #dead = false

  get dead(): boolean {
    return this.#dead
  }

  /** The server dies after `queries` more queries or commits. */
  dieIn(queries: number): void {
    this.#dieIn = queries
  }

  /** The server dies right after this many more commits. */
  dieAfterCommits(commits: number): void {
    this.#dieAfterCommits = commits
  }

  revive(): void {
    this.#dead = false
    this.#dieIn = -1
    this.#dieAfterCommits = -1
  }

  /** Call before each query and around each commit. Throws when the server is dead. */
  step(): void {
    if (this.#dieIn >= 0 && this.#dieIn-- === 0) this.#dead = true
    if (this.#dead) throw new Error('the server dies')
  }

  begin(): void {
    this.#open = []
  }

  see(query: CompiledQuery): void {
    const seen = insertedRow(query)
    if (seen !== null) this.#open.push(seen)
  }

  commit(): void {
    this.committed.push({ inserted: this.#open })
    this.#open = []
    if (this.#dieAfterCommits >= 0 && --this.#dieAfterCommits === 0) this.#dead = true
  }
}

class WitnessedConnection implements DatabaseConnection {
  readonly inner: DatabaseConnection
  readonly #witness: Witness
  constructor(inner: DatabaseConnection, witness: Witness) {
    this.inner = inner
    this.#witness = witness
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    this.#witness.step()
    const result = await this.inner.executeQuery<Row>(query)
    // An insert of an existing key affects no row.
    if (result.numAffectedRows !== 0n) this.#witness.see(query)
    return result
  }

  streamQuery<Row>(query: CompiledQuery, chunkSize: number): AsyncIterableIterator<QueryResult<Row>> {
    return this.inner.streamQuery(query, chunkSize)
  }
}

const innerOf = (connection: DatabaseConnection) =>
  connection instanceof WitnessedConnection ? connection.inner : connection

function witnessed(driver: Driver, witness: Witness): Driver {
  return {
    init: () => driver.init(),
    destroy: () => driver.destroy(),
    acquireConnection: async () => new WitnessedConnection(await driver.acquireConnection(), witness),
    releaseConnection: (connection) => driver.releaseConnection(innerOf(connection)),
    beginTransaction: async (connection, settings) => {
      witness.step()
      witness.begin()
      await driver.beginTransaction(innerOf(connection), settings)
    },
    commitTransaction: async (connection) => {
      witness.step()
      await driver.commitTransaction(innerOf(connection))
      witness.commit()
      witness.step()
    },
    rollbackTransaction: (connection) => driver.rollbackTransaction(innerOf(connection)),
  }
}

/** Returns a dialect whose queries pass through the witness. */
export function withWitness(dialect: Dialect, witness: Witness): Dialect {
  return {
    createAdapter: () => dialect.createAdapter(),
    createDriver: () => witnessed(dialect.createDriver(), witness),
    createIntrospector: (db) => dialect.createIntrospector(db),
    createQueryCompiler: () => dialect.createQueryCompiler(),
  }
}
