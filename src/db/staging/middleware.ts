/** Adds the staging layer to a database, below Dexie's own layers: queries, live queries, hooks. */
import Dexie, { type DBCore, type DBCoreTransaction } from 'dexie'
import { type ChunkSizes, ChunkStore, STAGED_TABLES, STAGING_STORES } from './chunk-store.ts'
import { stagedTable } from './staged-table.ts'

/** Below Dexie's own layers, which end at -1. */
const LEVEL = -2

const staging = new WeakSet<object>()
const plain = new WeakSet<object>()
/** Whether the transaction stages writes of many rows in chunks (`stageRows`). */
export const isStaging = (trans: DBCoreTransaction): boolean => staging.has(trans)
const modes = {
  stages: isStaging,
  isPlain: (trans: DBCoreTransaction) => plain.has(trans),
}

const stores = new WeakMap<Dexie, ChunkStore>()

const isStaged = (table: string) => STAGED_TABLES.some((name) => name === table)

/** Call it before the database opens. */
export function addStaging(db: Dexie, sizes: ChunkSizes): void {
  db.use({
    stack: 'dbcore',
    name: 'staging',
    level: LEVEL,
    create: (core): DBCore => {
      // The database is being upgraded from a version without chunks.
      if (!core.schema.tables.some(({ name }) => name === STAGING_STORES[0])) return core
      const chunks = new ChunkStore(core, sizes)
      stores.set(db, chunks)
      return {
        ...core,
        transaction: (tables, mode, options) =>
          core.transaction(
            tables.some(isStaged) ? [...new Set([...tables, ...STAGING_STORES])] : tables,
            mode,
            options,
          ),
        table: (name) => {
          const table = core.table(name)
          return isStaged(name) ? stagedTable(table, chunks, modes) : table
        },
      }
    },
  })
}

function ofThisTransaction(): IDBTransaction {
  const transaction = Dexie.currentTransaction
  if (!transaction) throw new Error('Staging needs a running transaction.')
  return transaction.idbtrans
}

/** Makes the current transaction stage writes of many rows. Only for rows that the mirror does not contain. */
export function stageRows(): void {
  staging.add(ofThisTransaction())
}

/** Makes the current transaction read the tables without the staged rows. */
export function readWithoutStaging(): void {
  plain.add(ofThisTransaction())
}

/** Returns the chunk store with the current transaction, or null when the database has no chunks yet. */
export function stagingOf(db: Dexie): { chunks: ChunkStore; trans: IDBTransaction } | null {
  const chunks = stores.get(db)
  return chunks === undefined ? null : { chunks, trans: ofThisTransaction() }
}
