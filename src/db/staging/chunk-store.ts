/**
 * Chunks: where the rows of a first sync stage. A record for each hundred rows is written several times faster than a
 * record for each; a directory for each staging says which uids lie in which of its chunks. A row in its own table
 * always comes before a staged one, and a later chunk before an earlier. Rows leave their chunks in the background
 * (drain.ts), so that in the long run none is left.
 */
import type { DBCore, DBCoreKeyRange, DBCoreTransaction } from 'dexie'

/** The tables whose rows may lie in chunks; both are keyed by `uid`. */
export const STAGED_TABLES = ['leads', 'clients'] as const
/** Devices store these two under older names. */
const CHUNKS = 'packs'
const DIRECTORIES = 'packDirectories'
export const STAGING_STORES = [CHUNKS, DIRECTORIES]

/** Key: [directory+part]. */
export interface ChunkRecord {
  directory: number
  part: number
  /** The rows as JSON: an array. */
  text: string
}

/** Key: no (auto). */
export interface ChunkDirectoryRecord {
  no?: number
  table: string
  /** How many rows a chunk has, but for the last. */
  size: number
  /** In the order of the chunks, with commas between. */
  uids: string
}

export interface ChunkSizes {
  /** Rows in a chunk: all are parsed to read one. */
  readonly rows: number
  /** Fewer rows written together are not worth a chunk. */
  readonly least: number
}
export const CHUNK_SIZES: ChunkSizes = { rows: 100, least: 100 }

export interface StagedRow {
  readonly uid: string
}

interface Directory {
  readonly no: number
  readonly size: number
  readonly uids: readonly string[]
}
type ChunkKey = readonly [directory: number, part: number]

/** What is still to be done to drain every staging up to the newest. */
interface Plan {
  readonly newest: number | undefined
  /** Of each table the newest first, so that none is later. */
  readonly chunks: { readonly table: string; readonly key: ChunkKey }[]
  readonly directories: number[]
}

/** Dexie's own names for them are types only. */
export const RANGE = { equal: 1, between: 2, any: 3 } as const

/** Reads and writes chunks inside a transaction that somebody else opened. */
export class ChunkStore {
  readonly everything: DBCoreKeyRange
  readonly #core: DBCore
  readonly #sizes: ChunkSizes
  /** Of this connection: nobody else may have emptied and filled the database since. */
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
    const { rows: size } = this.#sizes
    const directory: ChunkDirectoryRecord = { table, size, uids: rows.map(({ uid }) => uid).join(',') }
    const { lastResult } = await this.#core
      .table(DIRECTORIES)
      .mutate({ type: 'add', trans, values: [directory] })
    const chunks: ChunkRecord[] = []
    for (let from = 0; from < rows.length; from += size)
      chunks.push({
        directory: Number(lastResult),
        part: chunks.length,
        text: JSON.stringify(rows.slice(from, from + size)),
      })
    await this.#core.table(CHUNKS).mutate({ type: 'add', trans, values: chunks })
  }

  /** The newest first. */
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

  /** Those of the rows that lie in a chunk. */
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

  /** All rows that lie in chunks, each once, as it was written last. */
  async all<Row extends StagedRow>(trans: DBCoreTransaction, table: string): Promise<Map<string, Row>> {
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

  /** Each row of the chunks that hold one of the uids goes to its table, unless a later one is there. */
  async drain(trans: DBCoreTransaction, table: string, uids: Iterable<string>): Promise<void> {
    const wanted = new Set(uids)
    for (const directory of await this.directories(trans, table))
      for (const key of partsWith(directory, wanted)) await this.#drainChunk(trans, table, directory, key)
  }

  /**
   * The next step of draining everything, and what to call when its transaction has ended; null when nothing is staged.
   * First the rows of one chunk after the other go to their table, unless they are there; the chunks go when all have. A
   * deletion costs the browser's store as much as writing what is deleted, and one between two writings of rows makes it
   * rewrite what lies between them (docs/decisions/005-first-sync-staged-in-chunks.md).
   */
  async drainNext(trans: DBCoreTransaction): Promise<(() => void) | null> {
    const plan = await this.#planned(trans)
    const chunks = this.#core.table(CHUNKS)
    const [next] = plan.chunks
    if (next !== undefined) {
      const [chunk]: (ChunkRecord | undefined)[] = await chunks.getMany({ trans, keys: [[...next.key]] })
      // Gone meanwhile: a row of it was deleted.
      if (chunk !== undefined) await this.#putMissing(trans, next.table, JSON.parse(chunk.text))
      return () => plan.chunks.shift()
    }
    const [no] = plan.directories
    if (no === undefined) return null
    await chunks.mutate({ type: 'deleteRange', trans, range: this.#partsOf(no) })
    await this.#core.table(DIRECTORIES).mutate({ type: 'delete', trans, keys: [no] })
    return () => plan.directories.shift()
  }

  /** Of a later staging the rows come before: then it is made anew, and passes quickly what is in its table. */
  async #planned(trans: DBCoreTransaction): Promise<Plan> {
    const store = this.#core.table(DIRECTORIES)
    const query = { index: store.schema.primaryKey, range: this.everything }
    const { result } = await store.query({ trans, values: false, query, limit: 1, direction: 'prev' })
    const [newest]: readonly number[] = result
    if (this.#plan !== null && this.#plan.newest === newest) return this.#plan
    const chunks: Plan['chunks'] = []
    const directories: number[] = []
    // A table after the other: what is written together then lies together.
    for (const table of STAGED_TABLES)
      for (const directory of await this.directories(trans, table)) {
        directories.push(directory.no)
        for (const key of allParts(directory)) chunks.push({ table, key })
      }
    // The newest goes last, by which the plan is known.
    this.#plan = { newest, chunks, directories: directories.toSorted((one, other) => one - other) }
    return this.#plan
  }

  async #putMissing(trans: DBCoreTransaction, table: string, rows: readonly StagedRow[]): Promise<void> {
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
      await this.#core.table(CHUNKS).mutate({ type: 'delete', trans, keys: keys.map((key) => [...key]) })
      await this.#core.table(DIRECTORIES).mutate({ type: 'delete', trans, keys: [directory.no] })
    }
  }

  async #read<Row>(trans: DBCoreTransaction, keys: readonly ChunkKey[]): Promise<Row[][]> {
    if (keys.length === 0) return []
    const chunks: (ChunkRecord | undefined)[] = await this.#core
      .table(CHUNKS)
      .getMany({ trans, keys: keys.map((key) => [...key]) })
    return chunks.flatMap((chunk): Row[][] => (chunk === undefined ? [] : [JSON.parse(chunk.text)]))
  }

  /** The parts of the directory that were not drained yet. */
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
    // A later chunk may have a row anew.
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
