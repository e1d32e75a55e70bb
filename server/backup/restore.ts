/**
 * Restores a backup into an empty database, of either kind, and an empty store of files. The whole file is read and its sums
 * compared before anything is written. docs/operations.md#back-up-and-restore
 */
import { createHash } from 'node:crypto'
import type { FileStore } from '../base/file-store.ts'
import { isBackupOfBetween } from '../db/joined-migration.ts'
import { isKnown } from '../db/migrate.ts'
import type { Store } from '../db/store.ts'
import { type Entry, readArchive } from './archive.ts'
import { isUntouched, load, type Part } from './load.ts'
import {
  FILES,
  FORMAT,
  HEAD,
  type Head,
  headSchema,
  MANIFEST,
  type Manifest,
  manifestSchema,
  tableOfEntry,
} from './manifest.ts'
import { BackupRefused } from './refused.ts'
import { isSame, Summing } from './rows.ts'

export interface Verified {
  readonly path: string
  readonly key: string | null
  readonly head: Head
  readonly manifest: Manifest
}

interface Target {
  readonly store: Pick<Store, 'db'>
  readonly files: FileStore
}

const DATABASE_NOT_EMPTY =
  'O banco de dados de destino não está vazio. Nada foi restaurado. Crie um banco novo (createdb), ou escolha com DATA_DIR ' +
  'uma pasta nova.'
const FILES_NOT_EMPTY =
  'O lugar dos arquivos (FILES_DIR ou FILES_URL) não está vazio. Nada foi restaurado. Escolha uma pasta ou um prefixo ' +
  'vazio; se uma restauração foi interrompida, esvazie-o e repita.'

const damaged = (path: string) =>
  new BackupRefused(`A cópia ${path} está incompleta ou foi alterada. Nada foi restaurado.`)

const newer = (head: Head) =>
  new BackupRefused(
    isBackupOfBetween(head)
      ? 'A cópia é do tempo entre a versão 0.2.0 e a seguinte. Nada foi restaurado. Restaure-a com o Farol daquele tempo, ' +
          'inicie ali o último dele, e faça outra cópia.'
      : `A cópia é de uma versão mais nova do Farol (${head.version}). Nada foi restaurado. Restaure com aquela versão ou outra mais nova.`,
  )

const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const text = (bytes: Uint8Array) => Buffer.from(bytes).toString('utf8')

/** Returns what is wrong with JSON as null: it was changed. */
function parsed<Value>(
  schema: { safeParse(value: unknown): { data?: Value } },
  bytes: Uint8Array,
): Value | null {
  try {
    return schema.safeParse(JSON.parse(text(bytes))).data ?? null
  } catch {
    return null
  }
}

/** Sums everything before the manifest. */
class Read {
  head: Head | null = null
  readonly #tables = new Map<string, Summing>()
  readonly #files = new Map<string, string>()

  take({ name, bytes }: Entry): void {
    const table = tableOfEntry(name)
    if (name === HEAD) this.head = parsed(headSchema, bytes)
    else if (table !== null) {
      const summing = this.#tables.get(table) ?? new Summing()
      this.#tables.set(table, summing)
      summing.add(text(bytes))
    } else if (name.startsWith(FILES)) this.#files.set(name.slice(FILES.length), hashOf(bytes))
  }

  isAs({ tables, files }: Manifest): boolean {
    const named = new Set(tables.map(({ name }) => name))
    return (
      [...this.#tables.keys()].every((name) => named.has(name)) &&
      tables.every((table) => isSame(table, (this.#tables.get(table.name) ?? new Summing()).sum())) &&
      files.length === this.#files.size &&
      files.every(({ path, sha256 }) => this.#files.get(path) === sha256)
    )
  }
}

/** Reads the whole backup and compares its sums. Throws a BackupRefused for one that can't be restored by this version. */
export async function verify(path: string, key: string | null): Promise<Verified> {
  const read = new Read()
  let manifest: Manifest | null = null
  for await (const entry of readArchive(path, key)) {
    read.take(entry)
    if (read.head === null) throw damaged(path)
    if (read.head.format > FORMAT || !isKnown(read.head.migration)) throw newer(read.head)
    if (entry.name === MANIFEST) manifest = parsed(manifestSchema, entry.bytes)
  }
  const { head } = read
  if (head === null || manifest === null || !read.isAs(manifest)) throw damaged(path)
  return { path, key, head, manifest }
}

async function isEmpty(files: FileStore): Promise<boolean> {
  for await (const _ of files.list()) return false
  return true
}

/** Saves the files and yields the rows, as they come. */
async function* restored(
  { path, key, manifest }: Verified,
  files: FileStore,
  saved: string[],
): AsyncGenerator<Part> {
  const hashes = new Map(manifest.files.map((file) => [file.path, file.sha256]))
  for await (const { name, bytes } of readArchive(path, key)) {
    const table = tableOfEntry(name)
    if (table !== null) yield { table, lines: text(bytes) }
    if (!name.startsWith(FILES)) continue
    const file = name.slice(FILES.length)
    // The backup may have been changed since it was verified.
    if (hashes.get(file) !== hashOf(bytes)) throw damaged(path)
    saved.push(file)
    await files.save(file, bytes)
  }
}

/**
 * Restores what was verified: all of it, or nothing. Throws a BackupRefused where the target has anything. The next start of
 * a server begins a new epoch.
 */
export async function restore(verified: Verified, { store, files }: Target): Promise<void> {
  const { head, manifest } = verified
  if (!(await isUntouched(store.db))) throw new BackupRefused(DATABASE_NOT_EMPTY)
  if (!(await isEmpty(files))) throw new BackupRefused(FILES_NOT_EMPTY)
  const saved: string[] = []
  try {
    await store.db.transaction().execute(async (tx) => {
      const content = { ...manifest, migration: head.migration }
      const sums = await load(tx, content, restored(verified, files, saved))
      if (!manifest.tables.every((table) => isSame(table, sums.get(table.name)))) throw damaged(verified.path)
    })
  } catch (error) {
    const removed = await Promise.allSettled(saved.map((path) => files.remove(path)))
    const left = removed.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
    if (left.length === 0) throw error
    throw new AggregateError([error, ...left], 'files of a failed restore are left', { cause: error })
  }
}
