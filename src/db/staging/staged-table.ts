/** A table whose rows are partly staged in chunks. The layers above it see one table. */
import Dexie, {
  type DBCoreCountRequest,
  type DBCoreKeyRange,
  type DBCoreMutateRequest,
  type DBCoreMutateResponse,
  type DBCoreOpenCursorRequest,
  type DBCoreQueryRequest,
  type DBCoreTable,
  type DBCoreTransaction,
} from 'dexie'
import type { ColumnsRequest } from '../sealing/columns.ts'
import { type ChunkStore, RANGE, type StagedRow } from './chunk-store.ts'
import { type CursorRow, rowCursor } from './row-cursor.ts'

/** Settings of a transaction (middleware.ts). */
export interface StagingModes {
  /** Whether writes of many rows are staged in chunks. */
  readonly stages: (trans: DBCoreTransaction) => boolean
  /** Whether only the table itself is read. */
  readonly isPlain: (trans: DBCoreTransaction) => boolean
}

export function stagedTable(table: DBCoreTable, chunks: ChunkStore, modes: StagingModes): DBCoreTable {
  const { name } = table

  const isWhole = async (trans: DBCoreTransaction): Promise<boolean> =>
    modes.isPlain(trans) || (await chunks.directories(trans, name)).length === 0

  const isMissing = (row: unknown) => row === undefined

  async function withStaged(
    trans: DBCoreTransaction,
    keys: readonly string[],
    rows: unknown[],
  ): Promise<unknown[]> {
    const staged = await chunks.find(
      trans,
      name,
      keys.filter((_, place) => isMissing(rows[place])),
    )
    return staged.size === 0 ? rows : rows.map((row, place) => row ?? staged.get(keys[place] ?? ''))
  }

  /** Rows that are in the table are read without an additional step. */
  const getMany = (trans: DBCoreTransaction, keys: readonly string[]): Promise<unknown[]> =>
    table
      .getMany({ trans, keys: [...keys] })
      .then((rows: unknown[]) =>
        !rows.some(isMissing) || modes.isPlain(trans) ? rows : apart(() => withStaged(trans, keys, rows)),
      )

  /** Returns all rows in an index's order. Slow: used only while rows are staged, and when there is no faster way. */
  async function rowsIn({ trans, query: { index, range } }: DBCoreCountRequest): Promise<CursorRow[]> {
    const { result } = await table.query({
      trans,
      values: true,
      query: { index: table.schema.primaryKey, range: chunks.everything },
    })
    const own: readonly StagedRow[] = result
    const rows = await chunks.all(trans, name)
    for (const row of own) rows.set(row.uid, row)
    const keyOf = (row: StagedRow): unknown => index.extractKey?.(row)
    return [...rows.values()]
      .flatMap((value): CursorRow[] => {
        const key = keyOf(value)
        return typeof key === 'string' && isIn(range, key) ? [{ key, primaryKey: value.uid, value }] : []
      })
      .toSorted((a, b) => order(a.key, b.key) || order(a.primaryKey, b.primaryKey))
  }

  /** Returns the primary keys in order. */
  async function keysIn({ trans, query }: DBCoreCountRequest): Promise<string[]> {
    const { result } = await table.query({ trans, values: false, query })
    const keys = new Set<string>(result)
    for (const uid of await chunks.uids(trans, name)) if (isIn(query.range, uid)) keys.add(uid)
    return [...keys].toSorted(order)
  }

  async function query(request: DBCoreQueryRequest) {
    const { trans, values, limit = Number.POSITIVE_INFINITY, direction = 'next' } = request
    if (await isWhole(trans)) return table.query(request)
    const turned = <Item>(items: Item[]) => (direction.startsWith('prev') ? items.toReversed() : items)
    if (!request.query.index.isPrimaryKey) {
      const rows = turned(await rowsIn(request)).slice(0, limit)
      return { result: rows.map((row) => (values === true ? row.value : row.primaryKey)) }
    }
    const keys = turned(await keysIn(request)).slice(0, limit)
    return { result: values === true ? await getMany(trans, keys) : keys }
  }

  async function count(request: DBCoreCountRequest): Promise<number> {
    if (await isWhole(request.trans)) return table.count(request)
    return (request.query.index.isPrimaryKey ? await keysIn(request) : await rowsIn(request)).length
  }

  async function openCursor(request: DBCoreOpenCursorRequest) {
    if (await isWhole(request.trans)) return table.openCursor(request)
    const rows = await rowsIn(request)
    const reverse = request.reverse === true
    return rowCursor(request.trans, reverse ? rows.toReversed() : rows, reverse)
  }

  /** Stages the rows. Rows that are already in the table are written there, because the table takes precedence. */
  async function stage(trans: DBCoreTransaction, rows: readonly StagedRow[]): Promise<DBCoreMutateResponse> {
    const uids = rows.map(({ uid }) => uid)
    const everything = { index: table.schema.primaryKey, range: chunks.everything }
    const isEmpty = (await table.count({ trans, query: everything })) === 0
    const request: ColumnsRequest = { trans, keys: uids, columns: true }
    const stored: unknown[] = isEmpty ? [] : await table.getMany(request)
    const isStored = (_: StagedRow, place: number) => stored[place] !== undefined
    await table.mutate({ type: 'put', trans, values: rows.filter(isStored) })
    await chunks.put(
      trans,
      name,
      rows.filter((row, place) => !isStored(row, place)),
    )
    return { numFailures: 0, failures: {}, results: uids, lastResult: uids.at(-1) }
  }

  /** Puts of few rows go to the table, where they hide a staged version. */
  const isPlainPut = (request: DBCoreMutateRequest) =>
    request.type === 'put' && !(modes.stages(request.trans) && chunks.isWorthIt(request.values.length))

  async function mutate(request: DBCoreMutateRequest): Promise<DBCoreMutateResponse> {
    const { trans } = request
    switch (request.type) {
      case 'put':
        return stage(trans, request.values)
      case 'add': {
        const rows: readonly StagedRow[] = request.values
        await chunks.drain(
          trans,
          name,
          rows.map(({ uid }) => uid),
        )
        return table.mutate(request)
      }
      case 'delete':
        await chunks.drain(trans, name, request.keys)
        return table.mutate(request)
      case 'deleteRange':
        if (request.range.type === RANGE.any) await chunks.clear(trans, name)
        else await chunks.drain(trans, name, (await chunks.uids(trans, name)).values())
        return table.mutate(request)
    }
  }

  return {
    ...table,
    mutate: (request) => (isPlainPut(request) ? table.mutate(request) : apart(() => mutate(request))),
    query: (request) => apart(() => query(request)),
    count: (request) => apart(() => count(request)),
    openCursor: (request) => apart(() => openCursor(request)),
    getMany: ({ trans, keys }) => getMany(trans, keys),
    get: ({ trans, key }) => getMany(trans, [key]).then(([row]) => row),
  }
}

/**
 * Runs `work` outside Dexie's tracking of promises and returns one Dexie promise. Dexie tracks a transaction by
 * counting native promises, and would attribute those of `work` to the caller.
 */
const apart = <Value>(work: () => Promise<Value>): Promise<Value> =>
  new Dexie.Promise<Value>((resolve, reject) => {
    Dexie.ignoreTransaction(() => {
      work().then(resolve, reject)
    })
  })

const order = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

function isIn({ type, lower, upper, lowerOpen, upperOpen }: DBCoreKeyRange, key: string): boolean {
  if (type === RANGE.any) return true
  if (type === RANGE.equal) return key === lower
  if (type !== RANGE.between) return false
  const afterLower = lower === undefined || (lowerOpen === true ? key > lower : key >= lower)
  return afterLower && (upper === undefined || (upperOpen === true ? key < upper : key <= upper))
}
