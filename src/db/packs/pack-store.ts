/**
 * Packs: where the rows of a first sync land. A record for each hundred rows is written several times faster than a
 * record for each; a directory for each landing says which uids lie in which of its packs. A row in its own table
 * always comes before a packed one, and a later pack before an earlier. Rows leave their packs in the background
 * (unpack.ts), so that in the long run none is left.
 */
import type { DBCore, DBCoreKeyRange, DBCoreTransaction } from 'dexie'

/** The tables whose rows may lie in packs; both are keyed by `uid`. */
export const PACKED_TABLES = ['leads', 'clients'] as const
export const PACK_STORES = ['packs', 'packDirectories'] as const

/** Key: [directory+part]. */
export interface PackRecord {
  directory: number
  part: number
  /** The rows as JSON: an array. */
  text: string
}

/** Key: no (auto). */
export interface PackDirectoryRecord {
  no?: number
  table: string
  /** How many rows a pack has, but for the last. */
  size: number
  /** In the order of the packs, with commas between. */
  uids: string
}

export interface PackSizes {
  /** Rows in a pack: all are parsed to read one. */
  readonly rows: number
  /** Fewer rows written together are not worth a pack. */
  readonly least: number
}
export const PACK_SIZES: PackSizes = { rows: 100, least: 100 }

export interface PackedRow {
  readonly uid: string
}

interface Directory {
  readonly no: number
  readonly size: number
  readonly uids: readonly string[]
}
type PackKey = readonly [directory: number, part: number]

/** What is still to be done to unpack every landing up to the newest. */
interface Plan {
  readonly newest: number | undefined
  /** Of each table the newest first, so that none is later. */
  readonly packs: { readonly table: string; readonly key: PackKey }[]
  readonly directories: number[]
}

/** Dexie's own names for them are types only. */
export const RANGE = { equal: 1, between: 2, any: 3 } as const

/** Reads and writes packs inside a transaction that somebody else opened. */
export class PackStore {
  readonly everything: DBCoreKeyRange
  readonly #core: DBCore
  readonly #sizes: PackSizes
  /** Of this connection: nobody else may have emptied and filled the database since. */
  #plan: Plan | null = null

  constructor(core: DBCore, sizes: PackSizes) {
    this.#core = core
    this.#sizes = sizes
    this.everything = { type: RANGE.any, lower: core.MIN_KEY, upper: core.MAX_KEY }
  }

  isWorthIt(rows: number): boolean {
    return rows >= this.#sizes.least
  }

  async put(trans: DBCoreTransaction, table: string, rows: readonly PackedRow[]): Promise<void> {
    const { rows: size } = this.#sizes
    const directory: PackDirectoryRecord = { table, size, uids: rows.map(({ uid }) => uid).join(',') }
    const { lastResult } = await this.#core
      .table('packDirectories')
      .mutate({ type: 'add', trans, values: [directory] })
    const packs: PackRecord[] = []
    for (let from = 0; from < rows.length; from += size)
      packs.push({
        directory: Number(lastResult),
        part: packs.length,
        text: JSON.stringify(rows.slice(from, from + size)),
      })
    await this.#core.table('packs').mutate({ type: 'add', trans, values: packs })
  }

  /** The newest first. */
  async directories(trans: DBCoreTransaction, table: string): Promise<Directory[]> {
    const store = this.#core.table('packDirectories')
    const query = { index: store.schema.primaryKey, range: this.everything }
    const { result } = await store.query({ trans, values: true, query })
    const records: readonly PackDirectoryRecord[] = result
    return records
      .flatMap(({ no, size, uids, ...record }) =>
        no !== undefined && record.table === table ? { no, size, uids: uids.split(',') } : [],
      )
      .reverse()
  }

  /** Those of the rows that lie in a pack. */
  async find<Row extends PackedRow>(
    trans: DBCoreTransaction,
    table: string,
    uids: Iterable<string>,
  ): Promise<Map<string, Row>> {
    const found = new Map<string, Row>()
    const wanted = new Set(uids)
    for (const directory of await this.directories(trans, table)) {
      const keys = partsWith(directory, wanted)
      for (const rows of await this.#read<Row>(trans, keys))
        for (const row of rows) if (wanted.delete(row.uid)) found.set(row.uid, row)
      if (wanted.size === 0) break
    }
    return found
  }

  /** All rows that lie in packs, each once, as it was written last. */
  async all<Row extends PackedRow>(trans: DBCoreTransaction, table: string): Promise<Map<string, Row>> {
    const found = new Map<string, Row>()
    for (const directory of await this.directories(trans, table))
      for (const rows of await this.#read<Row>(trans, allParts(directory)))
        for (const row of rows) if (!found.has(row.uid)) found.set(row.uid, row)
    return found
  }

  /** The uids of the same. */
  async uids(trans: DBCoreTransaction, table: string): Promise<Set<string>> {
    const found = new Set<string>()
    for (const directory of await this.directories(trans, table)) {
      const present = await this.#present(trans, directory)
      for (const [place, uid] of directory.uids.entries())
        if (present.has(Math.floor(place / directory.size))) found.add(uid)
    }
    return found
  }

  /** Each row of the packs that hold one of the uids goes to its table, unless a later one is there. */
  async unpack(trans: DBCoreTransaction, table: string, uids: Iterable<string>): Promise<void> {
    const wanted = new Set(uids)
    for (const directory of await this.directories(trans, table))
      for (const key of partsWith(directory, wanted)) await this.#unpackPart(trans, table, directory, key)
  }

  /**
   * The next step of unpacking everything, and what to call when its transaction has ended; null when nothing is packed.
   * First the rows of one pack after the other go to their table, unless they are there; the packs go when all have. A
   * deletion costs the browser's store as much as writing what is deleted, and one between two writings of rows makes it
   * rewrite what lies between them (docs/decisions/005-first-sync-lands-in-packs.md).
   */
  async unpackNext(trans: DBCoreTransaction): Promise<(() => void) | null> {
    const plan = await this.#planned(trans)
    const packs = this.#core.table('packs')
    const [next] = plan.packs
    if (next !== undefined) {
      const [pack]: (PackRecord | undefined)[] = await packs.getMany({ trans, keys: [[...next.key]] })
      // Gone meanwhile: a row of it was deleted.
      if (pack !== undefined) await this.#putMissing(trans, next.table, JSON.parse(pack.text))
      return () => plan.packs.shift()
    }
    const [no] = plan.directories
    if (no === undefined) return null
    await packs.mutate({ type: 'deleteRange', trans, range: this.#partsOf(no) })
    await this.#core.table('packDirectories').mutate({ type: 'delete', trans, keys: [no] })
    return () => plan.directories.shift()
  }

  /** Of a later landing the rows come before: then it is made anew, and passes quickly what is in its table. */
  async #planned(trans: DBCoreTransaction): Promise<Plan> {
    const store = this.#core.table('packDirectories')
    const query = { index: store.schema.primaryKey, range: this.everything }
    const { result } = await store.query({ trans, values: false, query, limit: 1, direction: 'prev' })
    const [newest]: readonly number[] = result
    if (this.#plan !== null && this.#plan.newest === newest) return this.#plan
    const packs: Plan['packs'] = []
    const directories: number[] = []
    // A table after the other: what is written together then lies together.
    for (const table of PACKED_TABLES)
      for (const directory of await this.directories(trans, table)) {
        directories.push(directory.no)
        for (const key of allParts(directory)) packs.push({ table, key })
      }
    // The newest goes last, by which the plan is known.
    this.#plan = { newest, packs, directories: directories.toSorted((one, other) => one - other) }
    return this.#plan
  }

  async #putMissing(trans: DBCoreTransaction, table: string, rows: readonly PackedRow[]): Promise<void> {
    const stored: unknown[] = await this.#core
      .table(table)
      .getMany({ trans, keys: rows.map(({ uid }) => uid) })
    const values = rows.filter((_, place) => stored[place] === undefined)
    await this.#core.table(table).mutate({ type: 'put', trans, values })
  }

  #partsOf(no: number): DBCoreKeyRange {
    return { type: RANGE.between, lower: [no, 0], upper: [no, this.#core.MAX_KEY] }
  }

  async clear(trans: DBCoreTransaction, table: string): Promise<void> {
    for (const directory of await this.directories(trans, table)) {
      const keys = allParts(directory)
      await this.#core.table('packs').mutate({ type: 'delete', trans, keys: keys.map((key) => [...key]) })
      await this.#core.table('packDirectories').mutate({ type: 'delete', trans, keys: [directory.no] })
    }
  }

  async #read<Row>(trans: DBCoreTransaction, keys: readonly PackKey[]): Promise<Row[][]> {
    if (keys.length === 0) return []
    const packs: (PackRecord | undefined)[] = await this.#core
      .table('packs')
      .getMany({ trans, keys: keys.map((key) => [...key]) })
    return packs.flatMap((pack): Row[][] => (pack === undefined ? [] : [JSON.parse(pack.text)]))
  }

  /** The parts of the directory that were not unpacked yet. */
  async #present(trans: DBCoreTransaction, { no }: Directory): Promise<Set<number>> {
    const store = this.#core.table('packs')
    const { result } = await store.query({
      trans,
      values: false,
      query: { index: store.schema.primaryKey, range: this.#partsOf(no) },
    })
    const keys: readonly PackKey[] = result
    return new Set(keys.map(([, part]) => part))
  }

  async #unpackPart(
    trans: DBCoreTransaction,
    table: string,
    directory: Directory,
    [no, part]: PackKey,
  ): Promise<void> {
    const uids = directory.uids.slice(part * directory.size, (part + 1) * directory.size)
    // A later pack may have a row anew.
    await this.#putMissing(trans, table, [...(await this.find(trans, table, uids)).values()])
    await this.#core.table('packs').mutate({ type: 'delete', trans, keys: [[no, part]] })
    if ((await this.#present(trans, directory)).size === 0)
      await this.#core.table('packDirectories').mutate({ type: 'delete', trans, keys: [no] })
  }
}

const allParts = ({ no, size, uids }: Directory): PackKey[] =>
  Array.from({ length: Math.ceil(uids.length / size) }, (_, part) => [no, part])

function partsWith({ no, size, uids }: Directory, wanted: ReadonlySet<string>): PackKey[] {
  const parts = new Set<number>()
  for (const [place, uid] of uids.entries()) if (wanted.has(uid)) parts.add(Math.floor(place / size))
  return [...parts].map((part) => [no, part])
}
