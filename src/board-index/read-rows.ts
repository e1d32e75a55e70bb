/** Rows of the mirror that the index names again and again. Only those that were written since the last question are read. */
import { leadsByUid } from '../db/mirror/reads.ts'
import type { MirrorDb } from '../db/schema/mirror.ts'
import type { Lead } from '../domain/lead/lead.ts'
import type { BoardIndex } from './board-index.ts'

export class ReadRows<Value> {
  readonly #db: MirrorDb
  readonly #of: (lead: Lead) => Value
  #index: BoardIndex | null = null
  #known = new Map<string, { readonly write: number | undefined; readonly value: Value }>()

  constructor(db: MirrorDb, of: (lead: Lead) => Value) {
    this.#db = db
    this.#of = of
  }

  /** A row that is gone by now is left out. */
  async read(index: BoardIndex, uids: readonly string[]): Promise<Value[]> {
    // The writes of a rebuilt index are counted anew.
    const before = index === this.#index ? this.#known : new Map<string, never>()
    // As of the question: a row that is written while it is read is read again by the next one.
    const asked = uids.map((uid) => ({ uid, write: index.writeOf(uid) }))
    const changed = asked.filter(({ uid, write }) => before.get(uid)?.write !== write)
    const rows =
      changed.length === 0
        ? []
        : await leadsByUid(
            this.#db,
            changed.map(({ uid }) => uid),
          )
    const read = new Map(
      changed.flatMap(({ uid, write }, place) => {
        const lead = rows[place]
        return lead === undefined ? [] : [[uid, { write, value: this.#of(lead) }] as const]
      }),
    )
    this.#index = index
    this.#known = new Map(
      asked.flatMap(({ uid }) => {
        const known = read.get(uid) ?? before.get(uid)
        return known === undefined ? [] : [[uid, known] as const]
      }),
    )
    return [...this.#known.values()].map(({ value }) => value)
  }
}
