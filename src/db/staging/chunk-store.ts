/**
 * Chunks: the staging area for the rows of a first sync. Writing one record for a hundred rows is several times faster
 * than one record a row. A directory for each staged batch contains the uids of its chunks. A row in its own table
 * takes precedence over a staged one, and a later chunk over an earlier one. Rows are drained in the background
 * (drain.ts) until no chunk is left.
 */
import type { DBCore, DBCoreKeyRange, DBCoreTransaction } from 'dexie'
import type { ColumnsRequest } from '../sealing/columns.ts'

/** The tables whose rows may be staged. Both have the key `uid`. */
export const STAGED_TABLES = ['leads', 'clients'] as const
/** Devices store these two tables under their earlier names. */
const CHUNKS = 'packs'
const DIRECTORIES = 'packDirectories'
export const STAGING_STORES = [CHUNKS, DIRECTORIES]

/** Key: [directory+part]. */
export interface ChunkRecord {
  directory: number
  part: number
  /** The rows as JSON: an array. */
  text?: string
  /** The rows. A protected device seals them, and would make JSON of the text again. */
  rows?: readonly StagedRow[]
}

/** Returns the rows of a chunk. */
export const rowsOfChunk = ({ text, rows }: ChunkRecord) =>
  text === undefined ? (rows ?? []) : JSON.parse(text)

/** Key: no (auto). */
export interface ChunkDirectoryRecord {
  no?: number
  table: string
  /** Number of rows in each chunk except the last. */
  size: number
  /** The uids in the order of the chunks, separated by commas. */
  uids: string
}

export interface ChunkSizes {
  /** Rows in a chunk. Reading one row parses all of them. */
  readonly rows: number
  /** The fewest rows of one write that are staged. */
  readonly least: number
  /** Chunks contain rows instead of their text. */
  readonly sealed?: true
}
export const CHUNK_SIZES: ChunkSizes = { rows: 100, least: 100 }
/**
 * Of a protected device. Sealed bytes do not compress, and Chromium writes what is larger than some 64 kB as a file of its
 * own: thirty rows stay below that.
 */
export const SEALED_CHUNK_SIZES: ChunkSizes = { rows: 30, least: 100, sealed: true }

export interface StagedRow {
  readonly uid: string
}

interface Directory {
  readonly no: number
  readonly size: number
  readonly uids: readonly string[]
}
type ChunkKey = readonly [directory: number, part: number]

/** The remaining steps of draining every batch up to the newest. */
interface Plan {
  readonly newest: number | undefined
  /** Newest first within a table, so that a row is drained from its latest chunk. */
  readonly chunks: { readonly table: string; readonly key: ChunkKey }[]
  readonly directories: number[]
}

/** Values of Dexie's DBCoreRangeType, which Dexie exports as types only. */
export const RANGE = { equal: 1, between: 2, any: 3 } as const

/** Reads and writes chunks inside the caller's transaction. */
export class ChunkStore {
  readonly everything: DBCoreKeyRange
  readonly #core: DBCore
  readonly #sizes: ChunkSizes
  /** Of this connection only: another connection would not know whether the database was emptied and filled since. */
  #plan: Plan | null = null

  constructor(core: DBCore, sizes: ChunkSizes) {
    this.#core = core
    this.#sizes = sizes
    this.everything = { type: RANGE.any, lower: core.MIN_KEY, upper: core.MAX_KEY }
  }

  isWorthIt(rows: number): boolean {
    return rows >= this.#sizes.least
  }

  async put(trans: DBCoreTransaction, table: string, rows: readonly StagedRow[]): Promise<void> {
    const { rows: size, sealed } = this.#sizes
    const directory: ChunkDirectoryRecord = { table, size, uids: rows.map(({ uid }) => uid).join(',') }
    const { lastResult } = await this.#core
      .table(DIRECTORIES)
      .mutate({ type: 'add', trans, values: [directory] })
    const chunks: ChunkRecord[] = []
    for (let from = 0; from < rows.length; from += size) {
      const part = rows.slice(from, from + size)
      const content = sealed === true ? { rows: part } : { text: JSON.stringify(part) }
      chunks.push({ directory: Number(lastResult), part: chunks.length, ...content })
    }
    await this.#core.table(CHUNKS).mutate({ type: 'add', trans, values: chunks })
  }

  /** Returns the directories of a table, newest first. */
  async directories(trans: DBCoreTransaction, table: string): Promise<Directory[]> {
    const store = this.#core.table(DIRECTORIES)
    const query = { index: store.schema.primaryKey, range: this.everything }
    const { result } = await store.query({ trans, values: true, query })
    const records: readonly ChunkDirectoryRecord[] = result
    return records
      .flatMap(({ no, size, uids, ...record }) =>
        no !== undefined && record.table === table ? { no, size, uids: uids.split(',') } : [],
      )
      .reverse()
  }

  /** Returns the staged rows among these uids, by uid. */
  async find<Row extends StagedRow>(
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

  /** Returns all staged rows by uid, each in its latest version. */
  async all<Row extends StagedRow>(trans: DBCoreTransaction, table: string): Promise<Map<string, Row>> {
    const found = new Map<string, Row>()
    for (const directory of await this.directories(trans, table))
      for (const rows of await this.#read<Row>(trans, allParts(directory)))
        for (const row of rows) if (!found.has(row.uid)) found.set(row.uid, row)
    return found
  }

  /** Returns the uids of all staged rows. */
  async uids(trans: DBCoreTransaction, table: string): Promise<Set<string>> {
    const found = new Set<string>()
    for (const directory of await this.directories(trans, table)) {
      const present = await this.#present(trans, directory)
      for (const [place, uid] of directory.uids.entries())
        if (present.has(Math.floor(place / directory.size))) found.add(uid)
    }
    return found
  }

  /** Drains the chunks that contain one of the uids. A row in its table is not overwritten. */
  async drain(trans: DBCoreTransaction, table: string, uids: Iterable<string>): Promise<void> {
    const wanted = new Set(uids)
    for (const directory of await this.directories(trans, table))
      for (const key of partsWith(directory, wanted)) await this.#drainChunk(trans, table, directory, key)
  }

  /**
   * Runs the next step of draining everything. Returns a function to call when the transaction has committed, or null
   * when nothing is staged. Rows of all chunks are copied first, except those in their table; chunks are deleted last.
   * The browser's store pays as much for a deletion as for the write, and a deletion between writes makes it rewrite
   * the data in between (docs/decisions/005-first-sync-staged-in-chunks.md).
   */
  async drainNext(trans: DBCoreTransaction): Promise<(() => void) | null> {
    const plan = await this.#planned(trans)
    const chunks = this.#core.table(CHUNKS)
    const [next] = plan.chunks
    if (next !== undefined) {
      const [chunk]: (ChunkRecord | undefined)[] = await chunks.getMany({ trans, keys: [[...next.key]] })
      // The chunk may be gone: deleting one of its rows drained it.
      if (chunk !== undefined) await this.#putMissing(trans, next.table, rowsOfChunk(chunk))
      return () => plan.chunks.shift()
    }
    const [no] = plan.directories
    if (no === undefined) return null
    await chunks.mutate({ type: 'deleteRange', trans, range: this.#partsOf(no) })
    await this.#core.table(DIRECTORIES).mutate({ type: 'delete', trans, keys: [no] })
    return () => plan.directories.shift()
  }

  /** Returns the plan. A newer batch takes precedence, so the plan is made again; it skips stored rows quickly. */
  async #planned(trans: DBCoreTransaction): Promise<Plan> {
    const store = this.#core.table(DIRECTORIES)
    const query = { index: store.schema.primaryKey, range: this.everything }
    const { result } = await store.query({ trans, values: false, query, limit: 1, direction: 'prev' })
    const [newest]: readonly number[] = result
    if (this.#plan !== null && this.#plan.newest === newest) return this.#plan
    const chunks: Plan['chunks'] = []
    const directories: number[] = []
    // One table after the other keeps writes of one table together.
    for (const table of STAGED_TABLES)
      for (const directory of await this.directories(trans, table)) {
        directories.push(directory.no)
        for (const key of allParts(directory)) chunks.push({ table, key })
      }
    // The newest directory is deleted last, because it identifies the plan.
    this.#plan = { newest, chunks, directories: directories.toSorted((one, other) => one - other) }
    return this.#plan
  }

  async #putMissing(trans: DBCoreTransaction, table: string, rows: readonly StagedRow[]): Promise<void> {
    const request: ColumnsRequest = { trans, keys: rows.map(({ uid }) => uid), columns: true }
    const stored: unknown[] = await this.#core.table(table).getMany(request)
    const values = rows.filter((_, place) => stored[place] === undefined)
    await this.#core.table(table).mutate({ type: 'put', trans, values })
  }

  #partsOf(no: number): DBCoreKeyRange {
    return { type: RANGE.between, lower: [no, 0], upper: [no, this.#core.MAX_KEY] }
  }

  async clear(trans: DBCoreTransaction, table: string): Promise<void> {
    for (const directory of await this.directories(trans, table)) {
      const keys = allParts(directory)
      await this.#core.table(CHUNKS).mutate({ type: 'delete', trans, keys: keys.map((key) => [...key]) })
      await this.#core.table(DIRECTORIES).mutate({ type: 'delete', trans, keys: [directory.no] })
    }
  }

  async #read<Row>(trans: DBCoreTransaction, keys: readonly ChunkKey[]): Promise<Row[][]> {
    if (keys.length === 0) return []
    const chunks: (ChunkRecord | undefined)[] = await this.#core
      .table(CHUNKS)
      .getMany({ trans, keys: keys.map((key) => [...key]) })
    return chunks.flatMap((chunk): Row[][] => (chunk === undefined ? [] : [rowsOfChunk(chunk)]))
  }

  /** Returns the parts of the directory that are not drained yet. */
  async #present(trans: DBCoreTransaction, { no }: Directory): Promise<Set<number>> {
    const store = this.#core.table(CHUNKS)
    const { result } = await store.query({
      trans,
      values: false,
      query: { index: store.schema.primaryKey, range: this.#partsOf(no) },
    })
    const keys: readonly ChunkKey[] = result
    return new Set(keys.map(([, part]) => part))
  }

  async #drainChunk(
    trans: DBCoreTransaction,
    table: string,
    directory: Directory,
    [no, part]: ChunkKey,
  ): Promise<void> {
    const uids = directory.uids.slice(part * directory.size, (part + 1) * directory.size)
    // A later chunk may contain a newer version of a row.
    await this.#putMissing(trans, table, [...(await this.find(trans, table, uids)).values()])
    await this.#core.table(CHUNKS).mutate({ type: 'delete', trans, keys: [[no, part]] })
    if ((await this.#present(trans, directory)).size === 0)
      await this.#core.table(DIRECTORIES).mutate({ type: 'delete', trans, keys: [no] })
  }
}

const allParts = ({ no, size, uids }: Directory): ChunkKey[] =>
  Array.from({ length: Math.ceil(uids.length / size) }, (_, part) => [no, part])

function partsWith({ no, size, uids }: Directory, wanted: ReadonlySet<string>): ChunkKey[] {
  const parts = new Set<number>()
  for (const [place, uid] of uids.entries()) if (wanted.has(uid)) parts.add(Math.floor(place / size))
  return [...parts].map((part) => [no, part])
}
