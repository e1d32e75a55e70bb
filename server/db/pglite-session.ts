/**
 * Runs statements on a PGlite, in its own thread or, in the simulation, in the thread of the tests. Each is parsed and
 * planned once: a small statement costs PGlite more for that than for its rows. docs/performance.md#the-server
 */
import { messages, type PGlite, parse, protocol, type Results } from '@electric-sql/pglite'

const { serialize } = protocol

/** The first statement of each session. */
const FIRST = "set timezone = 'UTC'"
/** Statements that are kept. One more, and all are forgotten: inserts of many rows have a text for each number of rows. */
const MOST_KEPT = 400
/** After so many calls all are planned anew: PGlite does not notice by itself that a table has grown. */
const MOST_CALLS = 5_000
const IS_KEPT = /^\s*(select|insert|update|delete|with)\b/iu
const CHANGES_TABLES = /\b(create|alter|drop)\b/iu
/** The end of a transaction; with 'to', of a part of it. */
const END = /^(commit|rollback)\b(\s+to\b)?/u
/** A text with more has a length of its own for each list. */
const MOST_KEPT_PARAMETERS = 90

type Message = Awaited<ReturnType<PGlite['execProtocolStream']>>[number]

interface Statement {
  readonly name: string
  readonly parameterTypes: readonly number[]
  /** The description of its rows; empty when the statement returns none. */
  readonly rows: readonly Message[]
}

interface Answer {
  readonly rows: readonly Record<string, unknown>[]
  readonly affected: number
}

/** The caller's query type defines the shape of a row. */
const lastOf = (results: readonly Results[]): Answer => {
  const last = results.at(-1)
  return { rows: (last?.rows ?? []) as Record<string, unknown>[], affected: last?.affectedRows ?? 0 }
}

export class PgliteSession {
  readonly #pglite: PGlite
  readonly #kept = new Map<string, Statement>()
  #last: Promise<unknown> = Promise.resolve()
  #calls = 0
  #hasChangedTables = false

  private constructor(pglite: PGlite) {
    this.#pglite = pglite
  }

  static async begin(pglite: PGlite): Promise<PgliteSession> {
    await pglite.exec(FIRST)
    return new PgliteSession(pglite)
  }

  /** Returns the rows of the last statement. A text without parameters may hold several statements, as migrations do. */
  query(text: string, parameters: readonly unknown[]): Promise<Answer> {
    // One after the other: a statement must not be forgotten between its preparation and its call.
    const answer = this.#last.then(() =>
      parameters.length > 0 || (IS_KEPT.test(text) && !text.includes(';'))
        ? this.#call(text, parameters)
        : this.#execute(text),
    )
    this.#last = answer.catch(() => undefined)
    return answer
  }

  async #execute(text: string): Promise<Answer> {
    const results = await this.#pglite.exec(text)
    const changes = CHANGES_TABLES.test(text)
    const [, end, part] = END.exec(text) ?? []
    this.#hasChangedTables ||= changes
    // A kept statement would fail where its columns have changed, or changed back.
    if (changes || (this.#hasChangedTables && end === 'rollback')) await this.#forget()
    if (end !== undefined && part === undefined) this.#hasChangedTables = false
    return lastOf(results)
  }

  async #call(text: string, parameters: readonly unknown[]): Promise<Answer> {
    if (parameters.length > MOST_KEPT_PARAMETERS)
      return lastOf([await this.#pglite.query(text, [...parameters])])
    this.#calls += 1
    if (this.#calls % MOST_CALLS === 0) await this.#forget()
    const { name, parameterTypes, rows } = this.#kept.get(text) ?? (await this.#prepare(text))
    const values = parameters.map((value, place) => this.#asText(value, parameterTypes[place] ?? 0))
    const answer = await this.#send(
      serialize.bind({ statement: name, values }),
      serialize.execute({}),
      serialize.sync(),
    )
    return lastOf(parse.parseResults([...rows, ...answer], this.#pglite.parsers))
  }

  async #prepare(text: string): Promise<Statement> {
    if (this.#kept.size === MOST_KEPT) await this.#forget()
    const name = `s${this.#kept.size}`
    const described = await this.#send(
      serialize.parse({ name, text }),
      serialize.describe({ type: 'S', name }),
      serialize.sync(),
    )
    const statement = {
      name,
      parameterTypes: parse.parseDescribeStatementResults(described),
      rows: described.filter((message) => message instanceof messages.RowDescriptionMessage),
    }
    this.#kept.set(text, statement)
    return statement
  }

  async #forget(): Promise<void> {
    await this.#pglite.exec('deallocate all')
    this.#kept.clear()
  }

  #asText(value: unknown, type: number): string | null {
    if (value === null || value === undefined) return null
    // Of a numeric PGlite has a parser alone.
    const known = this.#pglite.serializers[type]?.(value)
    if (known !== undefined) return known
    return typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint'
      ? String(value)
      : JSON.stringify(value)
  }

  #send(...parts: readonly Uint8Array[]): Promise<Message[]> {
    // Two at a time would take each other's answers.
    return this.#pglite.runExclusive(() => this.#pglite.execProtocolStream(Buffer.concat(parts)))
  }
}
