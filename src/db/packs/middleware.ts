/** Puts packs under a database, below everything else that Dexie does: queries, their observation, hooks. */
import Dexie, { type DBCore, type DBCoreTransaction } from 'dexie'
import { PACK_STORES, PACKED_TABLES, type PackSizes, PackStore } from './pack-store.ts'
import { packedTable } from './packed-table.ts'

/** Below Dexie's own layers, which end at -1. */
const LEVEL = -2

const landing = new WeakSet<object>()
const plain = new WeakSet<object>()
/** Whether many rows that it puts together land in packs (`landInPacks`). */
export const isLanding = (trans: DBCoreTransaction): boolean => landing.has(trans)
const modes = {
  lands: isLanding,
  isPlain: (trans: DBCoreTransaction) => plain.has(trans),
}

const stores = new WeakMap<Dexie, PackStore>()

const isPacked = (table: string) => PACKED_TABLES.some((name) => name === table)

/** Called before the database is opened. */
export function packRows(db: Dexie, sizes: PackSizes): void {
  db.use({
    stack: 'dbcore',
    name: 'packs',
    level: LEVEL,
    create: (core): DBCore => {
      // A database that is being upgraded from a version without packs.
      if (!core.schema.tables.some(({ name }) => name === PACK_STORES[0])) return core
      const packs = new PackStore(core, sizes)
      stores.set(db, packs)
      return {
        ...core,
        transaction: (tables, mode, options) =>
          core.transaction(
            tables.some(isPacked) ? [...new Set([...tables, ...PACK_STORES])] : tables,
            mode,
            options,
          ),
        table: (name) => {
          const table = core.table(name)
          return isPacked(name) ? packedTable(table, packs, modes) : table
        },
      }
    },
  })
}

function ofThisTransaction(): IDBTransaction {
  const transaction = Dexie.currentTransaction
  if (!transaction) throw new Error('packs are asked for outside a transaction')
  return transaction.idbtrans
}

/** Many rows that the present transaction puts together land in packs; for rows that the mirror did not have. */
export function landInPacks(): void {
  landing.add(ofThisTransaction())
}

/** The present transaction reads what lies in the tables, without the packs. */
export function readWithoutPacks(): void {
  plain.add(ofThisTransaction())
}

/** What unpacks; with the present transaction. Null where the database has no packs yet. */
export function packsOf(db: Dexie): { packs: PackStore; trans: IDBTransaction } | null {
  const packs = stores.get(db)
  return packs === undefined ? null : { packs, trans: ofThisTransaction() }
}
