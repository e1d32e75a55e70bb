/** Makes a backup: one state of the database, then the files that it names. docs/operations.md#back-up-and-restore */
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { addAbortSignal } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import packageFile from '../../package.json' with { type: 'json' }
import { wallNow } from '../base/clock/machine.ts'
import type { FileStore } from '../base/file-store.ts'
import type { Store } from '../db/store.ts'
import { writeArchive } from './archive.ts'
import type { Add } from './flow.ts'
import { entryOfTable, FILES, FORMAT, HEAD, type Head, MANIFEST, type Manifest } from './manifest.ts'
import { nameOf } from './retention.ts'
import { Summing } from './rows.ts'
import { inSnapshot, type Snapshot } from './snapshot.ts'

export interface Made {
  readonly file: string
  readonly bytes: number
  readonly rows: number
  readonly files: number
  /** Files that a row names and the store does not have. */
  readonly missing: number
  /** Rows that may need a key that is not in the backup. */
  readonly keyed: number
}

export interface Source {
  readonly store: Pick<Store, 'db'>
  readonly files: FileStore
}

const KEYED: readonly string[] = ['device_keys', 'code_apps']

/** What DEVICE_KEYS_KEY sealed: protected devices and code apps. docs/operations.md#device-keys */
export const rowsUnderKey = (tables: Manifest['tables']): number =>
  tables.reduce((sum, { name, rows }) => sum + (KEYED.includes(name) ? rows : 0), 0)

const json = (value: object) => Buffer.from(JSON.stringify(value, null, 1))

const UPLOADS = 'uploaded_files'

/** The column of a line. */
function valueOf(line: string, at: number): string {
  const values: unknown = JSON.parse(line)
  return Array.isArray(values) ? String(values[at]) : ''
}

async function addTables(snapshot: Snapshot, add: Add, stop: AbortSignal) {
  const tables: Manifest['tables'] = []
  const paths: string[] = []
  for (const table of snapshot.tables) {
    const pathAt = table.name === UPLOADS ? table.columns.findIndex(({ name }) => name === 'path') : -1
    const summing = new Summing()
    let part = 0
    for await (const lines of snapshot.lines(table)) {
      stop.throwIfAborted()
      summing.add(lines)
      if (pathAt >= 0) for (const line of lines.trimEnd().split('\n')) paths.push(valueOf(line, pathAt))
      await add(entryOfTable(table.name, ++part), Buffer.from(lines))
    }
    tables.push({ name: table.name, columns: [...table.columns], ...summing.sum() })
  }
  return { tables, paths }
}

/** A file without a row is of no use, so the rows say which files there are. An erasure may remove one meanwhile. */
async function addFiles(store: FileStore, paths: readonly string[], add: Add, stop: AbortSignal) {
  const files: Manifest['files'] = []
  const missing: string[] = []
  for (const path of paths) {
    stop.throwIfAborted()
    const file = await store.open(path, undefined, stop)
    if (file === null) {
      missing.push(path)
      continue
    }
    const bytes = await buffer(addAbortSignal(stop, file))
    files.push({ path, size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') })
    await add(FILES + path, bytes)
  }
  return { files, missing }
}

/** Writes a backup into the folder. When it fails, or `stop` aborts, it leaves no file. */
export async function makeBackup(
  { store, files: fileStore }: Source,
  {
    dir,
    key,
    isByHand = false,
    now = wallNow(),
    stop = new AbortController().signal,
  }: {
    readonly dir: string
    readonly key: string | null
    readonly isByHand?: boolean
    readonly now?: number
    readonly stop?: AbortSignal
  },
): Promise<Made> {
  const file = nameOf(now, key !== null, isByHand)
  let counted = { rows: 0, files: 0, missing: 0, keyed: 0 }
  const produce = async (add: Add) => {
    const { tables, paths, sequences } = await inSnapshot(store.db, async (snapshot) => {
      const head: Head = {
        format: FORMAT,
        version: packageFile.version,
        migration: snapshot.migration,
        taken_at: snapshot.takenAt,
      }
      await add(HEAD, json(head))
      return { ...(await addTables(snapshot, add, stop)), sequences: [...snapshot.sequences] }
    })
    const { files, missing } = await addFiles(fileStore, paths, add, stop)
    await add(MANIFEST, json({ tables, sequences, files, missing } satisfies Manifest))
    const rows = tables.reduce((sum, table) => sum + table.rows, 0)
    counted = { rows, files: files.length, missing: missing.length, keyed: rowsUnderKey(tables) }
  }
  const bytes = await writeArchive(join(dir, file), key, produce, { stop })
  return { file, bytes, ...counted }
}
