/**
 * A PGlite in memory in the scenario's own thread: with two threads that wait for each other, waking up takes a third
 * of the time. Each statement is parsed and planned once. The scenarios run the same few hundred statements thousands
 * of times, and PGlite spends most of its time on planning.
 */
import { messages, PGlite, parse, protocol } from '@electric-sql/pglite'
import type { PgliteClient } from '../../../server/db/pglite-client.ts'
import { PGLITE_SESSION, runOn } from '../../../server/db/pglite-run.ts'
import { valueParsers } from '../../../server/db/value-parsers.ts'

const { serialize } = protocol

type Message = Awaited<ReturnType<PGlite['execProtocolStream']>>[number]

interface Prepared {
  readonly name: string
  readonly parameterTypes: readonly number[]
  /** The description of its rows; empty when the statement returns none. */
  readonly rows: readonly Message[]
}

export class PreparedPglite implements Pick<PgliteClient, 'query'> {
  readonly #pglite: PGlite
  readonly #parsers: PGlite['parsers']
  readonly #prepared = new Map<string, Prepared>()

  private constructor(pglite: PGlite) {
    this.#pglite = pglite
    this.#parsers = pglite.parsers
  }

  /** `cluster`: the data folder of an empty cluster, since creating one takes seconds. */
  static async open(cluster: Blob): Promise<PreparedPglite> {
    const pglite = await PGlite.create({ loadDataDir: cluster, parsers: { ...valueParsers } })
    await pglite.exec(PGLITE_SESSION)
    await pglite.exec('set plan_cache_mode = force_generic_plan')
    return new PreparedPglite(pglite)
  }

  async query(
    text: string,
    parameters: readonly unknown[],
  ): Promise<{ rows: readonly Record<string, unknown>[]; affected: number }> {
    const { rows, affectedRows } =
      text.includes(';') && parameters.length === 0
        ? await runOn(this.#pglite, text, parameters)
        : await this.#runPrepared(text, parameters)
    return { rows, affected: affectedRows ?? 0 }
  }

  async listen(channel: string, listener: (payload: string) => void): Promise<void> {
    await this.#pglite.listen(channel, listener)
  }

  close(): Promise<void> {
    return this.#pglite.close()
  }

  async #runPrepared(text: string, parameters: readonly unknown[]) {
    const { name, parameterTypes, rows } = this.#prepared.get(text) ?? (await this.#prepare(text))
    const values = parameters.map((value, place) => this.#asText(value, parameterTypes[place] ?? 0))
    const answer = await this.#send(
      serialize.bind({ statement: name, values }),
      serialize.execute({}),
      serialize.sync(),
    )
    const [result] = parse.parseResults([...rows, ...answer], this.#parsers)
    if (result === undefined) throw new Error('PGlite returned no result')
    // The caller's query type defines the shape of a row.
    return { rows: result.rows as Record<string, unknown>[], affectedRows: result.affectedRows }
  }

  async #prepare(text: string): Promise<Prepared> {
    const name = `s${this.#prepared.size}`
    const described = await this.#send(
      serialize.parse({ name, text }),
      serialize.describe({ type: 'S', name }),
      serialize.sync(),
    )
    const prepared = {
      name,
      parameterTypes: parse.parseDescribeStatementResults(described),
      rows: described.filter((message) => message instanceof messages.RowDescriptionMessage),
    }
    this.#prepared.set(text, prepared)
    return prepared
  }

  #asText(value: unknown, type: number): string | null {
    if (value === null || value === undefined) return null
    const serialise = this.#pglite.serializers[type]
    if (serialise !== undefined) return serialise(value)
    if (typeof value === 'string') return value
    throw new Error(`no serializer for a parameter of type ${type}`)
  }

  #send(...parts: readonly Uint8Array[]): Promise<Message[]> {
    return this.#pglite.execProtocolStream(Buffer.concat(parts), { syncToFs: false })
  }
}
