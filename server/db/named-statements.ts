/**
 * PostgreSQL keeps the plan of a statement that has a name. The dialect names none, so each call would be planned anew:
 * more than half of what a small pull or a command costs the database. And each message costs the process more than its
 * rules: the beginning of a transaction, and writes whose result is not read, are sent with the statement after them.
 * docs/performance.md#the-server
 */
import type { PostgresPool } from 'kysely'
import type { Pool, PoolClient } from 'pg'
import { isDeferred } from './deferred-write.ts'
import { isOutdatedPlan } from './transient.ts'

/** Statements that a connection keeps. One after that is planned anew with each call. */
const MOST_KEPT = 400
/** Inserts of many rows have as many texts as there are numbers of rows. */
const MOST_PARAMETERS = 90

/** Returns the name of a text on one connection; null: it gets none. */
class StatementNames {
  readonly #names = new Map<string, string>()
  #given = 0

  nameOf(text: string, parameters: readonly unknown[]): string | null {
    if (parameters.length === 0 || parameters.length > MOST_PARAMETERS) return null
    const known = this.#names.get(text)
    if (known !== undefined) return known
    if (this.#names.size >= MOST_KEPT) return null
    this.#given += 1
    const name = `farol_${this.#given}`
    this.#names.set(text, name)
    return name
  }

  /** The next call of the text gets another name, and so a new plan. */
  forget(text: string): void {
    this.#names.delete(text)
  }
}

interface Answer {
  readonly command: string
  readonly rowCount: number | null
  readonly rows: readonly unknown[]
}
/** The answer of a statement whose result is not read. */
const UNREAD: Answer = { command: '', rowCount: 0, rows: [] }

const BEGINS = /^(begin|start transaction)\b/
const ENDS = new Set(['commit', 'rollback'])

/** One connection: its statements have names, and statements whose result is not read are sent with the next one. */
class NamingConnection {
  readonly #client: PoolClient
  readonly #names = new StatementNames()
  /** Sent and not waited for, in order. Each resolves with its error, or null. */
  #sent: Promise<unknown>[] = []
  #inTransaction = false

  constructor(client: PoolClient) {
    this.#client = client
  }

  async query(text: string, parameters: readonly unknown[] = []): Promise<Answer> {
    const begins = BEGINS.test(text)
    if (begins || (this.#inTransaction && isDeferred())) {
      this.#inTransaction = true
      this.#later(text, parameters)
      return UNREAD
    }
    const wasInTransaction = this.#inTransaction
    if (ENDS.has(text)) this.#inTransaction = false
    const answer = this.#send(text, parameters)
    const [failed, ...before] = await this.#answered(answer)
    // What follows a failed statement fails only because of it.
    const first = before.find((error) => error !== null)
    if (first !== undefined && text !== 'rollback') throw first
    if (failed === null) return answer
    // A migration beside this process changed a table. A transaction has ended by that: it has to be repeated.
    if (isOutdatedPlan(failed) && !wasInTransaction) return this.#client.query(text, [...parameters])
    throw failed
  }

  /** The errors of this statement and of those that were sent before it. */
  async #answered(answer: Promise<Answer>): Promise<unknown[]> {
    const sent = this.#sent
    this.#sent = []
    for (const _each of sent) this.#client.connection.stream.uncork()
    return Promise.all([errorOf(answer), ...sent])
  }

  /** Keeps the statement in the socket's memory until the next one. */
  #later(text: string, parameters: readonly unknown[]): void {
    this.#client.connection.stream.cork()
    this.#sent.push(errorOf(this.#send(text, parameters)))
  }

  #send(text: string, parameters: readonly unknown[]): Promise<Answer> {
    const name = this.#names.nameOf(text, parameters)
    const values = [...parameters]
    const answer: Promise<Answer> =
      name === null ? this.#client.query(text, values) : this.#client.query({ name, text, values })
    return answer.catch((error: unknown) => {
      if (isOutdatedPlan(error)) this.#names.forget(text)
      throw error
    })
  }
}

const errorOf = (answer: Promise<unknown>): Promise<unknown> =>
  answer.then(
    () => null,
    (error: unknown) => error,
  )

function withNames(client: PoolClient): PoolClient {
  const connection = new NamingConnection(client)
  const query = (text: string, parameters: readonly unknown[]) => connection.query(text, parameters)
  return new Proxy(client, {
    get: (target, key) => {
      if (key === 'query') return query
      const value: unknown = Reflect.get(target, key)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}

/** The same connections, whose statements with parameters have names. */
export function withNamedStatements(pool: Pool): PostgresPool {
  const named = new WeakMap<PoolClient, PoolClient>()
  return {
    options: pool.options,
    end: () => pool.end(),
    connect: async () => {
      const client = await pool.connect()
      const known = named.get(client) ?? withNames(client)
      named.set(client, known)
      return known
    },
  }
}
