/**
 * One writer (docs/sync-protocol.md#one-writer): whoever has the turn puts its name into the mirror, and each of its
 * transactions looks whether the name is still there. A page that was suspended in the middle of its work, and robbed of its
 * turn meanwhile, so writes nothing when it wakes up.
 */
import type Dexie from 'dexie'
import type { DBCore, DBCoreTable, DBCoreTransaction } from 'dexie'
import type { MetaRecord } from '../mirror/schema.ts'

/** Its record in `meta`. */
export const WRITER = 'writer'

/** Below the chunks (staging/middleware.ts), so that what they write is asked too. */
const LEVEL = -2.5

/** Another has the turn by now. */
export class Robbed extends Error {
  override readonly name = 'Robbed'
  constructor() {
    super('Another page of this device writes by now.')
  }
}

/** Of one thread's connection. Without a claim it asks nothing: what the user does needs no turn. */
export class Fence {
  readonly #write: (record: MetaRecord) => Promise<unknown>
  #name: string | null = null
  #lost = new AbortController()

  constructor(write: (record: MetaRecord) => Promise<unknown>) {
    this.#write = write
  }

  get isClaimed(): boolean {
    return this.#name !== null
  }

  /** From here on nobody else who claimed before writes; aborts when another does the same to this one. */
  async claim(): Promise<AbortSignal> {
    const value = crypto.randomUUID()
    // The claim itself needs none.
    this.#name = null
    this.#lost = new AbortController()
    await this.#write({ name: WRITER, value })
    this.#name = value
    return this.#lost.signal
  }

  check(value: unknown): void {
    if (value === this.#name) return
    this.#lost.abort(new Robbed())
    throw new Robbed()
  }
}

/** Works as the writer; one that another has robbed meanwhile ends with `Robbed`, whatever it ended with itself. */
export async function asWriter<Value>(
  { fence }: { readonly fence: Fence },
  act: (robbed: AbortSignal) => Promise<Value>,
): Promise<Value> {
  const robbed = await fence.claim()
  const value = await act(robbed).catch((error: unknown) => {
    robbed.throwIfAborted()
    throw error
  })
  robbed.throwIfAborted()
  return value
}

/** Called before the database is opened. */
export function fenceWrites(db: Dexie): Fence {
  const fence = new Fence((record) => db.table('meta').put(record))
  db.use({
    stack: 'dbcore',
    name: 'fence',
    level: LEVEL,
    create: (core): DBCore => {
      const meta = core.table('meta')
      /** Those that have to be asked, with the one answer that each gets. */
      const asked = new WeakMap<DBCoreTransaction, Promise<void> | null>()
      const check = (trans: DBCoreTransaction): Promise<void> => {
        const known = asked.get(trans)
        if (known) return known
        const answer = meta.get({ trans, key: WRITER }).then((record) => fence.check(record?.value))
        asked.set(trans, answer)
        return answer
      }
      // Not async functions: Dexie follows a transaction by counting the promises of the language (staging/staged-table.ts).
      const watch = (table: DBCoreTable): DBCoreTable => ({
        ...table,
        mutate: (request) =>
          asked.has(request.trans)
            ? check(request.trans).then(() => table.mutate(request))
            : table.mutate(request),
      })
      return {
        ...core,
        transaction: (stores, mode, options) => {
          if (mode === 'readonly' || !fence.isClaimed) return core.transaction(stores, mode, options)
          const trans = core.transaction([...new Set([...stores, 'meta'])], mode, options)
          asked.set(trans, null)
          return trans
        },
        table: (name) => watch(core.table(name)),
      }
    },
  })
  return fence
}
