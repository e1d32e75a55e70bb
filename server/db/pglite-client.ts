/** The server's client of PGlite's thread: sends queries, returns rows, passes notifications to listeners. */
import { Worker } from 'node:worker_threads'
import type { FromThread, ToThread } from './pglite-messages.ts'

type Question = ToThread extends infer Message
  ? Message extends { id: number }
    ? Omit<Message, 'id'>
    : never
  : never
type Answer = Extract<FromThread, { kind: 'rows' | 'dump' }>

class DatabaseError extends Error {
  override readonly name = 'DatabaseError'
  /** PostgreSQL's error code, in the same property as in node-postgres. */
  readonly code: string | undefined
  readonly constraint: string | undefined
  constructor(fields: Readonly<Record<string, string>>) {
    super(fields.message ?? 'database error')
    this.code = fields.code
    this.constraint = fields.constraint
  }
}

export class PgliteClient {
  readonly #worker: Worker
  readonly #waiting = new Map<number, { resolve: (answer: Answer) => void; reject: (error: Error) => void }>()
  readonly #listeners = new Map<string, Set<(payload: string) => void>>()
  #lastId = 0
  #failure: Error | null = null

  private constructor(worker: Worker) {
    this.#worker = worker
    worker.on('message', (message: FromThread) => this.#receive(message))
    worker.on('error', (error) => this.#fail(error))
    worker.on('exit', () => this.#fail(new Error('the database thread has ended')))
  }

  /** Opens the folder, or a database in memory for null. A database that begins without an image takes seconds. */
  static async open(dataDir: string | null, image: Uint8Array | null = null): Promise<PgliteClient> {
    const worker = new Worker(new URL('./pglite-thread.ts', import.meta.url), {
      workerData: { dataDir, image },
    })
    await new Promise<void>((resolve, reject) => {
      worker.once('error', reject)
      worker.once('message', () => {
        worker.off('error', reject)
        resolve()
      })
    })
    return new PgliteClient(worker)
  }

  async query(
    sql: string,
    parameters: readonly unknown[],
  ): Promise<{ rows: readonly Record<string, unknown>[]; affected: number }> {
    const answer = await this.#ask({ kind: 'query', sql, parameters })
    return answer.kind === 'rows' ? answer : { rows: [], affected: 0 }
  }

  async listen(channel: string, listener: (payload: string) => void): Promise<() => Promise<void>> {
    const listeners = this.#listeners.get(channel) ?? new Set()
    this.#listeners.set(channel, listeners.add(listener))
    await this.#ask({ kind: 'listen', channel })
    return () => {
      listeners.delete(listener)
      return Promise.resolve()
    }
  }

  /** The data folder as a gzipped tar. */
  async dump(): Promise<Uint8Array> {
    const answer = await this.#ask({ kind: 'dump' })
    if (answer.kind !== 'dump') throw new Error('the database thread did not dump')
    return answer.bytes
  }

  async close(): Promise<void> {
    await this.#ask({ kind: 'close' })
    await this.#worker.terminate()
  }

  #ask(question: Question): Promise<Answer> {
    if (this.#failure !== null) return Promise.reject(this.#failure)
    const id = ++this.#lastId
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject })
      this.#worker.postMessage({ ...question, id })
    })
  }

  #receive(message: FromThread): void {
    if (message.kind === 'notification') {
      for (const listener of this.#listeners.get(message.channel) ?? []) listener(message.payload)
      return
    }
    if (message.kind === 'ready') return
    const waiting = this.#waiting.get(message.id)
    this.#waiting.delete(message.id)
    if (message.kind === 'failed') waiting?.reject(new DatabaseError(message.error))
    else waiting?.resolve(message)
  }

  /** The thread has ended: waiting and later queries fail at once. */
  #fail(error: Error): void {
    this.#failure ??= error
    for (const { reject } of this.#waiting.values()) reject(error)
    this.#waiting.clear()
  }
}
