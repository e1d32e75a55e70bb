/**
 * Imports an export into an empty Farol, with the numbers that its rows had: all of it in one transaction, or nothing.
 * No trigger runs, so no device is poked, and no notice or mail leaves. docs/rules.md#export-of-everything
 */
import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { sql } from 'kysely'
import { WHATSAPP_SETTING } from '../../src/domain/settings/whatsapp.ts'
import { insertLines, withoutKeys, withoutTriggers } from '../backup/load.ts'
import { type Column, inOneForm, type Table, tablesOf } from '../backup/rows.ts'
import type { FileStore } from '../base/file-store.ts'
import type { Tx } from '../db/database.ts'
import { beginAnew } from '../db/epoch.ts'
import { inJoined } from '../db/joined-migration.ts'
import { lastMigration } from '../db/migrate.ts'
import type { Store } from '../db/store.ts'
import { audit } from '../records/audit.ts'
import { KEPT_BY_IMPORT, SHEETS } from '../records/tables.ts'
import { placeAdministrators, presentAdministrators } from './administrators.ts'
import { readSheet, valueOf } from './csv.ts'
import { FILES_FOLDER, type Manifest, type SheetSum } from './manifest.ts'
import { damaged, ImportRefused, isOfDisk, ofFile, type VerifiedExport } from './verify-export.ts'

interface Target {
  readonly store: Pick<Store, 'db'>
  readonly files: FileStore
}

export interface Imported {
  readonly rows: number
  readonly files: number
}

const HAS_DATA = 'Este Farol já tem dados. Nada foi importado. Importe em um Farol vazio.'
/** Tables whose rows come from work: an empty Farol has none. The law asks for the registers of the last two. */
const OF_WORK = [
  'clients',
  'leads',
  'lead_temps',
  'elective_leads',
  'external_indications',
  'legal_records',
  'data_requests',
  'security_incidents',
]

const otherVersion = ({ version }: Manifest) =>
  new ImportRefused(
    `O arquivo foi feito pela versão ${version} do Farol, e esta guarda os dados de outra forma. Nada foi importado. ` +
      'Importe com aquela versão e atualize depois.',
  )

async function needsEmpty(tx: Tx): Promise<void> {
  // Other writers wait until all is there.
  await sql`lock table ${sql.join(OF_WORK.map((name) => sql.table(name)))} in access exclusive mode`.execute(
    tx,
  )
  const found = OF_WORK.map((name) => sql`exists (select 1 from ${sql.table(name)})`)
  const { rows } = await sql<{ has: boolean }>`select (${sql.join(found, sql` or `)}) as has`.execute(tx)
  if (rows[0]?.has === true) throw new ImportRefused(HAS_DATA)
}

/** The columns of the sheet with the types of this database. Throws for one that it does not have. */
function placed(sheet: SheetSum, here: ReadonlyMap<string, Table>): Column[] {
  const types = new Map(here.get(sheet.table)?.columns.map(({ name, type }) => [name, type]))
  return sheet.columns.map(({ name }) => {
    const type = types.get(name)
    if (type === undefined || !Object.hasOwn(SHEETS, sheet.table))
      throw damaged(new Error(`unknown ${sheet.table}.${name}`))
    return { name, type }
  })
}

const isHead = (cells: readonly (string | null)[], columns: readonly Column[]) =>
  cells.length === columns.length && cells.every((cell, at) => cell === columns[at]?.name)

/** Yields the lines below the head, in groups. What is wrong with the file is an ImportRefused. */
async function* linesOfSheet(
  bytes: AsyncIterable<Uint8Array>,
  columns: readonly Column[],
): AsyncGenerator<(string | null)[][]> {
  let isHeadRead = false
  try {
    for await (const group of readSheet(bytes)) {
      const [head] = group
      if (!isHeadRead && head === undefined) continue
      if (!isHeadRead && !isHead(head ?? [], columns)) throw new Error('another head')
      const rows = isHeadRead ? group : group.slice(1)
      isHeadRead = true
      if (rows.some(({ length }) => length !== columns.length)) throw new Error('a broken line')
      if (rows.length > 0) yield rows
    }
  } catch (error) {
    throw isOfDisk(error) ? error : damaged(error)
  }
}

/** Inserts the rows of a sheet. Returns how many. Throws where it is no longer what was verified. */
async function loadSheet(
  tx: Tx,
  { zip }: VerifiedExport,
  { sheet, columns }: { readonly sheet: SheetSum; readonly columns: readonly Column[] },
): Promise<number> {
  const made = Object.entries(SHEETS[sheet.table]?.made ?? {})
  const target = {
    name: sheet.table,
    columns: [...columns, ...made.map(([name]) => ({ name, type: 'text' }))],
  }
  const hash = createHash('sha256')
  async function* bytes(): AsyncGenerator<Uint8Array> {
    for await (const chunk of zip.read(sheet.entry)) {
      hash.update(chunk)
      yield chunk
    }
  }
  let count = 0
  for await (const rows of linesOfSheet(bytes(), columns)) {
    const lines = rows.map((cells) => {
      const values = cells.map((cell, at) => valueOf(cell, columns[at]?.type ?? ''))
      return JSON.stringify([...values, ...made.map(([, make]) => make())])
    })
    await insertLines(tx, target, `${lines.join('\n')}\n`)
    count += rows.length
  }
  if (count !== sheet.rows || hash.digest('hex') !== sheet.sha256)
    throw damaged(new Error(`another sum of ${sheet.entry}`))
  return count
}

/** No number that was given in either house is given again. */
async function setSequences(tx: Tx, { sequences }: Manifest): Promise<void> {
  for (const { name, last } of sequences)
    await sql`
      select setval(format('%I', s.sequencename), greatest(${last}::text::bigint, coalesce(s.last_value, 0)))
      from pg_sequences s
      where s.schemaname = current_schema() and s.sequencename = ${name}`.execute(tx)
}

async function saveFiles(
  { zip, manifest }: VerifiedExport,
  files: FileStore,
  saved: string[],
): Promise<void> {
  for (const { path, sha256 } of manifest.files) {
    const bytes = await ofFile(buffer(zip.read(FILES_FOLDER + path)))
    if (createHash('sha256').update(bytes).digest('hex') !== sha256) throw damaged(new Error(path))
    saved.push(path)
    await files.save(path, bytes)
  }
}

/** The connection to WhatsApp does not travel, and no trigger told so. docs/rules.md#whatsapp */
const tellDisconnected = (tx: Tx) =>
  tx.updateTable('settings').set({ value: 'false' }).where('key', '=', WHATSAPP_SETTING).execute()

async function loadAll(tx: Tx, verified: VerifiedExport): Promise<number> {
  const { manifest } = verified
  if ((await lastMigration(tx)) !== inJoined(manifest.migration)) throw otherVersion(manifest)
  await inOneForm(tx)
  await needsEmpty(tx)
  const administrators = await presentAdministrators(tx)
  const here = await tablesOf(tx)
  const byName = new Map(here.map((table) => [table.name, table]))
  const sheets = manifest.sheets.map((sheet) => ({ sheet, columns: placed(sheet, byName) }))
  const names = here.map(({ name }) => name).filter((name) => !KEPT_BY_IMPORT.includes(name))
  let rows = 0
  await withoutKeys(tx, () =>
    withoutTriggers(tx, names, async () => {
      await sql`truncate ${sql.join(names.map((name) => sql.table(name)))}`.execute(tx)
      for (const each of sheets) rows += await loadSheet(tx, verified, each)
    }),
  )
  await setSequences(tx, manifest)
  await tellDisconnected(tx)
  await placeAdministrators(tx, administrators)
  await audit(tx, {
    user: null,
    action: 'import',
    entity: 'whole_exports',
    id: null,
    before: null,
    after: null,
  })
  await beginAnew(tx)
  return rows
}

/** Imports what was verified. Throws an ImportRefused where the target can't take it; then nothing is changed. */
export async function importWhole(verified: VerifiedExport, { store, files }: Target): Promise<Imported> {
  const saved: string[] = []
  try {
    const rows = await store.db.transaction().execute(async (tx) => {
      const loaded = await loadAll(tx, verified)
      // Before the rows are committed, so that a row always has its file.
      await saveFiles(verified, files, saved)
      return loaded
    })
    await sql`analyze`.execute(store.db)
    return { rows, files: saved.length }
  } catch (error) {
    // What stays is swept after a week, and the next import writes it anew.
    await Promise.allSettled(saved.map((path) => files.remove(path)))
    throw error
  }
}
