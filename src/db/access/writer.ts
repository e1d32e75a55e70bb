/**
 * The fence (docs/sync-protocol.md#one-writer). A writer stores its name in the mirror when its turn begins. Each of
 * its transactions checks that the name is still there. A page that was suspended and lost its turn therefore writes
 * nothing when it resumes.
 */
import type Dexie from 'dexie'
import type { DBCore, DBCoreTable, DBCoreTransaction } from 'dexie'
import type { MetaRecord } from '../schema/records.ts'

/** The name of the fence's record in `meta`. */
export const WRITER = 'writer'

/** Below the staging layer (staging/middleware.ts), so that its writes are checked too. */
const LEVEL = -2.5

/** Another page has taken the turn. */
export class LockStolen extends Error {
  override readonly name = 'LockStolen'
  constructor() {
    super('Another page of this device writes by now.')
  }
}

/** The fence of one thread's connection. It checks nothing before a claim: a user's writes need no turn. */
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

  /** Excludes every earlier writer. Returns a signal that aborts when another writer excludes this one. */
  async claim(): Promise<AbortSignal> {
    const value = crypto.randomUUID()
    // The claim itself must pass the fence.
    this.#name = null
    this.#lost = new AbortController()
    await this.#write({ name: WRITER, value })
    this.#name = value
    return this.#lost.signal
  }

  check(value: unknown): void {
    if (value === this.#name) return
    this.#lost.abort(new LockStolen())
    throw new LockStolen()
  }
}

/** Runs `act` as the writer. Throws `LockStolen` if another page took the turn meanwhile, however `act` ended. */
export async function asWriter<Value>(
  { fence }: { readonly fence: Fence },
  act: (lockStolen: AbortSignal) => Promise<Value>,
): Promise<Value> {
  const lockStolen = await fence.claim()
  const value = await act(lockStolen).catch((error: unknown) => {
    lockStolen.throwIfAborted()
    throw error
  })
  lockStolen.throwIfAborted()
  return value
}

/** Adds the fence to a database. Call it before the database opens. */
export function fenceWrites(db: Dexie): Fence {
  const fence = new Fence((record) => db.table('meta').put(record))
  db.use({
    stack: 'dbcore',
    name: 'fence',
    level: LEVEL,
    create: (core): DBCore => {
      const meta = core.table('meta')
      /** Transactions that must be checked, each with its one check. */
      const asked = new WeakMap<DBCoreTransaction, Promise<void> | null>()
      const check = (trans: DBCoreTransaction): Promise<void> => {
        const known = asked.get(trans)
        if (known) return known
        const answer = meta.get({ trans, key: WRITER }).then((record) => fence.check(record?.value))
        asked.set(trans, answer)
        return answer
      }
      // Not async functions: Dexie tracks a transaction by counting native promises (staging/staged-table.ts).
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
