/** Writes the zip of 'Exportar tudo': the sheets from one state of the database, then the files that they name. */
import { createHash } from 'node:crypto'
import { open, rename, rm } from 'node:fs/promises'
import { addAbortSignal } from 'node:stream'
import { sql } from 'kysely'
import packageFile from '../../package.json' with { type: 'json' }
import { type Column, inOneForm, linesOf, sequencesOf, type Table, tablesOf } from '../backup/rows.ts'
import type { FileStore } from '../base/file-store.ts'
import type { Tx } from '../db/database.ts'
import { lastMigration } from '../db/migrate.ts'
import type { Store } from '../db/store.ts'
import type { Sheet } from '../records/tables/table.ts'
import { SHEETS } from '../records/tables.ts'
import { headLine, lineOf } from './csv.ts'
import {
  entryOfSheet,
  FILES_FOLDER,
  FORMAT,
  MANIFEST,
  type Manifest,
  READ_ME,
  type SheetSum,
} from './manifest.ts'
import { readMe } from './read-me.ts'
import { ZipWriter } from './zip-writer.ts'

export interface Progress {
  /** Rows and files. */
  done: number
  total: number
}

export interface Source {
  readonly store: Pick<Store, 'db'>
  readonly files: FileStore
}

export interface Written {
  readonly bytes: number
  readonly rows: number
}

const UPLOADS = 'uploaded_files'
const OWNER_ALONE = 0o600
/** Numbers of transactions are of one database alone. */
const OF_DATABASE = 'xid8'

/** The columns that leave, in the order of the table. */
export const exportedColumns = ({ columns }: Table, { without = {} }: Sheet): Column[] =>
  columns.filter(({ name, type }) => type !== OF_DATABASE && !Object.hasOwn(without, name))

interface ExportedTable extends Table {
  readonly sheet: Sheet
}

/** The tables of the database that leave, in the order of the sheets, each with the columns that leave. */
export async function exportedTables(tx: Tx): Promise<ExportedTable[]> {
  const present = new Map((await tablesOf(tx)).map((table) => [table.name, table]))
  return Object.entries(SHEETS).flatMap(([name, sheet]) => {
    const table = present.get(name)
    return table === undefined ? [] : [{ ...table, columns: exportedColumns(table, sheet), sheet }]
  })
}

async function rowCount(tx: Tx, tables: readonly Table[]): Promise<number> {
  const counts = tables.map(({ name }) => sql`select count(*)::int as count from ${sql.table(name)}`)
  const { rows } = await sql<{ count: number }>`
    select coalesce(sum(count), 0)::int as count from (${sql.join(counts, sql` union all `)}) as c`.execute(
    tx,
  )
  return rows[0]?.count ?? 0
}

const parsedLine = (line: string): (string | null)[] => {
  const values: unknown = JSON.parse(line)
  return Array.isArray(values) ? values.map((value) => (typeof value === 'string' ? value : null)) : []
}

class Writing {
  readonly #zip: ZipWriter
  readonly #progress: Progress
  readonly #stop: AbortSignal

  constructor(zip: ZipWriter, progress: Progress, stop: AbortSignal) {
    this.#zip = zip
    this.#progress = progress
    this.#stop = stop
  }

  /** Adds the table's sheet. Returns its sum, and the values of the column `kept` of each row. */
  async sheet(tx: Tx, table: ExportedTable, kept?: string): Promise<{ sum: SheetSum; values: string[] }> {
    const { columns, sheet, name } = table
    const place = columns.findIndex((column) => column.name === kept)
    const hash = createHash('sha256')
    const values: string[] = []
    let rows = 0
    const [progress, stop] = [this.#progress, this.#stop]
    async function* content(): AsyncGenerator<Uint8Array> {
      const head = Buffer.from(headLine(columns))
      hash.update(head)
      yield head
      for await (const lines of linesOf(tx, table)) {
        stop.throwIfAborted()
        const read = lines.trimEnd().split('\n').map(parsedLine)
        if (place >= 0) values.push(...read.map((row) => row[place] ?? ''))
        const bytes = Buffer.from(read.map((row) => lineOf(row, columns)).join(''))
        hash.update(bytes)
        rows += read.length
        progress.done += read.length
        yield bytes
      }
    }
    const entry = entryOfSheet(sheet.name)
    await this.#zip.add(entry, content())
    const sum = { table: name, entry, columns: [...columns], rows, sha256: hash.digest('hex') }
    return { sum, values }
  }

  /** Adds the file. Returns its sum; null where the store does not have it. */
  async file(store: FileStore, path: string): Promise<Manifest['files'][number] | null> {
    const found = await store.open(path, undefined, this.#stop)
    this.#progress.done++
    if (found === null) return null
    const hash = createHash('sha256')
    let size = 0
    const stream = addAbortSignal(this.#stop, found)
    async function* content(): AsyncGenerator<Uint8Array> {
      for await (const chunk of stream) {
        const bytes: Uint8Array = chunk
        hash.update(bytes)
        size += bytes.length
        yield bytes
      }
    }
    // A PDF is compressed already.
    await this.#zip.add(FILES_FOLDER + path, content(), false)
    return { path, size, sha256: hash.digest('hex') }
  }

  async text(name: string, text: string): Promise<void> {
    async function* content(): AsyncGenerator<Uint8Array> {
      yield Buffer.from(text)
    }
    await this.#zip.add(name, content())
  }
}

/**
 * All sheets, of one moment. On PostgreSQL no other work waits for it. The embedded database has one connection, so
 * other work waits until the sheets are written. A cursor gives the rows in the order of the key, some at a time.
 */
async function addSheets(db: Source['store']['db'], writing: Writing, progress: Progress) {
  const transaction = db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only')
  return transaction.execute(async (tx) => {
    await inOneForm(tx)
    // People read the sheets. Each moment has its distance from UTC, so an import reads the same one.
    await sql`set local timezone = 'America/Sao_Paulo'`.execute(tx)
    const migration = (await lastMigration(tx)) ?? ''
    const { rows: moments } = await sql<{ now: string }>`select now() as now`.execute(tx)
    const tables = await exportedTables(tx)
    progress.total = await rowCount(tx, [...tables, ...tables.filter(({ name }) => name === UPLOADS)])
    const sheets: SheetSum[] = []
    const paths: string[] = []
    for (const table of tables) {
      const { sum, values } = await writing.sheet(tx, table, table.name === UPLOADS ? 'path' : undefined)
      sheets.push(sum)
      paths.push(...values)
    }
    const sequences = (await sequencesOf(tx)).flatMap(({ name, last }) =>
      last === null ? [] : [{ name, last }],
    )
    const takenAt = new Date(moments[0]?.now ?? 0).toISOString()
    return { head: { migration, taken_at: takenAt }, sheets, sequences, paths, tables }
  })
}

interface Asked {
  readonly path: string
  readonly progress: Progress
  readonly stop: AbortSignal
  readonly nowMs: number
}

/** Writes the zip. It gets its name when it is whole and synced; when anything fails, or `stop` aborts, no file is left. */
export async function writeExport(
  { store, files: fileStore }: Source,
  { path, progress, stop, nowMs }: Asked,
): Promise<Written> {
  const aside = `${path}.part`
  const handle = await open(aside, 'w', OWNER_ALONE)
  const zip = new ZipWriter(handle, new Date(nowMs), stop)
  try {
    const writing = new Writing(zip, progress, stop)
    const { head, sheets, sequences, paths, tables } = await addSheets(store.db, writing, progress)
    const files: Manifest['files'] = []
    const missing: string[] = []
    for (const each of paths) {
      const added = await writing.file(fileStore, each)
      if (added === null) missing.push(each)
      else files.push(added)
    }
    await writing.text(READ_ME, readMe({ tables, sheets, takenAt: head.taken_at, missing: missing.length }))
    const version = packageFile.version
    const manifest: Manifest = { format: FORMAT, version, ...head, sheets, sequences, files, missing }
    await writing.text(MANIFEST, JSON.stringify(manifest, null, 1))
    const bytes = await zip.finish()
    await handle.sync()
    await handle.close()
    await rename(aside, path)
    return { bytes, rows: sheets.reduce((sum, { rows }) => sum + rows, 0) }
  } catch (error) {
    await zip.abandon()
    // A handle that is closed already closes again without harm.
    await handle.close().catch(() => {})
    await rm(aside, { force: true })
    throw error
  }
}
