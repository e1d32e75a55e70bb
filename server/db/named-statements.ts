/**
 * PostgreSQL keeps the plan of a statement that has a name. The dialect names none, so each call would be planned anew:
 * more than half of what a small pull or a command costs the database. docs/performance.md#the-server
 */
import type { PostgresPool } from 'kysely'
import type { Pool, PoolClient } from 'pg'
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

function withNames(client: PoolClient): PoolClient {
  const names = new StatementNames()
  const query = async (text: string, parameters: readonly unknown[]) => {
    const name = names.nameOf(text, parameters)
    const values = [...parameters]
    if (name === null) return client.query(text, values)
    try {
      return await client.query({ name, text, values })
    } catch (error) {
      if (!isOutdatedPlan(error)) throw error
      // A migration beside this process changed a table. A transaction, if there is one, has ended: it has to be repeated.
      names.forget(text)
      return client.query(text, values).catch(() => {
        throw error
      })
    }
  }
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
