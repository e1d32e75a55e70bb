/**
 * The layer that seals and opens the records of a protected device's database, below staging and fence. It is synchronous,
 * so no code above it changes. A database without keys does not have it.
 */
import type Dexie from 'dexie'
import type {
  DBCore,
  DBCoreCursor,
  DBCoreIndex,
  DBCoreMutateRequest,
  DBCoreQuery,
  DBCoreTable,
  DBCoreTableSchema,
  DBCoreTransaction,
} from 'dexie'
import { readsColumns } from './column-readings.ts'
import { type Sealing, sealingOf } from './lists.ts'
import { columnsOf, Unreadable } from './record.ts'
import type { Sealer } from './sealer.ts'

/** Below fence (-2.5) and staging (-2), above presence (-4): they read and write opened records. */
const LEVEL = -3

/** Dexie's DBCoreRangeType of one key, which Dexie exports as a type only. */
const EQUAL = 1

/** A record that did not open. */
export interface Unopened {
  readonly table: string
  readonly key: IDBValidKey
  /** The user's own work. Any other record can be downloaded or made anew. */
  readonly isOwn: boolean
}

type Report = (unopened: Unopened) => void

/**
 * Call it before the database opens. `report` runs each time that a record does not open, inside the transaction that asked for
 * it. It gets no library of the store from here: the first screen waits for this code.
 */
export function addSealing(db: Dexie, sealer: Sealer, report: Report): void {
  db.use({
    stack: 'dbcore',
    name: 'sealing',
    level: LEVEL,
    create: (core): DBCore => {
      const tables = new Map(
        core.schema.tables.map(({ name }) => [name, sealedTable(core.table(name), sealer, report)]),
      )
      return {
        ...core,
        schema: { ...core.schema, tables: [...tables.values()].map(({ schema }) => schema) },
        table: (name) => tables.get(name) ?? core.table(name),
      }
    },
  })
}

function sealedTable(table: DBCoreTable, sealer: Sealer, report: Report): DBCoreTable {
  const { name } = table
  const sealing = sealingOf(name)
  if (sealing === 'clear') return table
  const fixed = 'byName' in sealing ? null : sealing
  const isOwn = fixed?.own === true
  const columns = (stored: object): object => (fixed === null ? stored : columnsOf(stored, fixed))

  const open = (trans: DBCoreTransaction, stored: object | undefined): object | undefined => {
    if (stored === undefined) return undefined
    // Staged rows of the same reading are in chunks, which have no column of them.
    if (fixed?.cipher === 'row' && readsColumns(trans)) return columns(stored)
    try {
      return sealer.open(name, stored)
    } catch (error) {
      if (error instanceof Unreadable)
        report({ table: name, key: table.schema.primaryKey.extractKey?.(stored), isOwn })
      throw error
    }
  }
  /** A list leaves out own records that do not open: the others of the queue must go on. */
  const openAll = (trans: DBCoreTransaction, stored: readonly object[]): (object | undefined)[] =>
    stored.flatMap((record) => {
      try {
        return [open(trans, record)]
      } catch (error) {
        if (isOwn) return []
        throw error
      }
    })

  const asked = (query: DBCoreQuery): DBCoreQuery => blindQuery(query, fixed, sealer)

  return {
    ...table,
    schema: fixed === null ? table.schema : withWrittenKeys(table.schema, fixed),
    mutate: (request) => table.mutate(sealedRequest(name, request, sealer)),
    get: (request) => table.get(request).then((stored) => open(request.trans, stored)),
    getMany: (request) =>
      table
        .getMany(request)
        .then((stored: (object | undefined)[]) =>
          'columns' in request ? stored : stored.map((record) => open(request.trans, record)),
        ),
    query: (request) => {
      const answer = table.query({ ...request, query: asked(request.query) })
      return request.values === true
        ? answer.then(({ result }) => ({ result: openAll(request.trans, result) }))
        : answer
    },
    count: (request) => table.count({ ...request, query: asked(request.query) }),
    openCursor: (request) => {
      const opening = table.openCursor({ ...request, query: asked(request.query) })
      if (request.values !== true) return opening
      return opening.then(
        (cursor) =>
          cursor &&
          openingCursor(cursor, request.trans, (stored) => {
            try {
              return open(request.trans, stored)
            } catch (error) {
              if (isOwn) return columns(stored)
              throw error
            }
          }),
      )
    },
  }
}

function sealedRequest(table: string, request: DBCoreMutateRequest, sealer: Sealer): DBCoreMutateRequest {
  if (request.type !== 'add' && request.type !== 'put') return request
  const records: readonly object[] = request.values
  return { ...request, values: records.map((record) => sealer.seal(table, record)) }
}

/** A cursor whose records are opened when they are looked at. */
function openingCursor(
  cursor: DBCoreCursor,
  trans: DBCoreTransaction,
  open: (stored: object) => unknown,
): DBCoreCursor {
  let last: { readonly stored: unknown; readonly opened: unknown } | null = null
  return Object.create(cursor, {
    trans: { get: () => trans },
    key: { get: () => cursor.key },
    primaryKey: { get: () => cursor.primaryKey },
    value: {
      get: () => {
        const stored: unknown = cursor.value
        if (typeof stored !== 'object' || stored === null) return stored
        if (last?.stored !== stored) last = { stored, opened: open(stored) }
        return last.opened
      },
    },
  })
}

/** Blinded keys have no order: only one value can be asked for. */
function blindQuery(query: DBCoreQuery, sealing: Sealing | null, sealer: Sealer): DBCoreQuery {
  const { index, range } = query
  const column = index.name
  if (sealing?.blind === undefined || column === null || !(column in sealing.blind)) return query
  if (range.type !== EQUAL) throw new Error(`The index ${column} is blinded: ask for one value.`)
  const key = sealer.blindKey(column, range.lower, sealing)
  return { index, range: { ...range, lower: key, upper: key } }
}

/**
 * Keys as the layers above compare them: live queries, and rows that are staged. Dexie's cache of live queries compares
 * keys as they are, so a query by an index that is written otherwise (mail) runs in a transaction of its own: those are not
 * cached.
 */
function withWrittenKeys(schema: DBCoreTableSchema, { blind }: Sealing): DBCoreTableSchema {
  if (blind === undefined) return schema
  const indexes = schema.indexes.map((index): DBCoreIndex => {
    const { name, extractKey } = index
    const written = name === null ? undefined : blind[name]
    if (written === undefined || extractKey === null) return index
    const keyOf = (row: unknown) => {
      const key: unknown = extractKey(row)
      return typeof key === 'string' ? written(key) : key
    }
    return { ...index, extractKey: keyOf }
  })
  const byPath = new Map(indexes.map((index) => [String(index.keyPath), index]))
  return {
    ...schema,
    indexes,
    getIndexByKeyPath: (path) =>
      path === null
        ? schema.getIndexByKeyPath(path)
        : (byPath.get(String(path)) ?? schema.getIndexByKeyPath(path)),
  }
}
