/**
 * Records of a protected device that do not open: changed on the disk, torn, or of another place. What the server has
 * is deleted and downloaded anew. The user's own work stays as it is, and the sync screen reports it.
 */
import Dexie from 'dexie'
import { type MetaRecord, PULL_STATE } from '../schema/records.ts'
import type { Unopened } from '../sealing/layer.ts'

/** Their rows come with a pull. Others are derived from rows, or arrive with the next question. */
const PULLED = ['leads', 'clients', 'bases', 'clientBases', 'catalogues', 'packs', 'answers']

/** What the pull state is to begin again with a new generation, which replaces every row. */
const ANEW = { cursor: null, sweeping: true, done: 0, expected: null, answered: 0, seen: null }

export class UnopenedRecords {
  readonly #db: Dexie
  readonly #own = new Set<string>()
  readonly #listeners = new Set<() => void>()
  #repair: Promise<unknown> = Promise.resolve()

  /** `db`: a user's mirror. */
  constructor(db: Dexie) {
    this.#db = db
  }

  /** How many records of the user's own work did not open in this thread. */
  get ownCount(): number {
    return this.#own.size
  }

  /** Calls `listener` when `ownCount` changes. Returns a function that unsubscribes. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => {
      this.#listeners.delete(listener)
    }
  }

  /** Resolves when what was noted so far is repaired. */
  get repaired(): Promise<unknown> {
    return this.#repair
  }

  note({ table, key, isOwn }: Unopened): void {
    if (!isOwn) {
      // A closed database, or another writer's turn: the next reading of the record tries again.
      this.#repair = this.#repair.then(() => this.#replace(table, key)).catch(() => undefined)
      return
    }
    const before = this.#own.size
    this.#own.add(`${table} ${JSON.stringify(key)}`)
    if (this.#own.size > before) for (const listener of this.#listeners) listener()
  }

  async #replace(name: string, key: IDBValidKey): Promise<void> {
    const db = this.#db
    const table = db.table<unknown, IDBValidKey>(name)
    const meta = db.table<MetaRecord, string>('meta')
    await Dexie.ignoreTransaction(() =>
      db.transaction('rw', table, meta, async () => {
        await table.delete(key)
        if (!PULLED.includes(name)) return
        const pull: unknown = (await meta.get(PULL_STATE))?.value
        if (typeof pull !== 'object' || pull === null) return
        const generation = Number(Reflect.get(pull, 'generation')) + 1
        await meta.put({ name: PULL_STATE, value: { ...pull, ...ANEW, generation } })
      }),
    )
  }
}
