/** What a later backup knows of access that was taken away: `npm run restore -- FILE --revocations LATER`. */
import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { type Kept, keptIn, NOTHING, type Revocation, revocationSchema } from '../db/revocations/lines.ts'
import { codeOf } from '../db/transient.ts'
import { readArchive } from './archive.ts'
import { MANIFEST, type Manifest, manifestSchema, tableOfEntry } from './manifest.ts'
import { BackupRefused } from './refused.ts'

const BACKUP = /\.tar\.gz(\.age)?$/

const linesSchema = z.array(z.array(z.string().nullable()))

/** The rows of a table as values by column. */
function rowsOf(manifest: Manifest, table: string, lines: string): Map<string, string | null>[] {
  const columns = manifest.tables.find(({ name }) => name === table)?.columns ?? []
  const rows = linesSchema.parse(JSON.parse(`[${lines.trimEnd().replaceAll('\n', ',')}]`))
  return rows.map((values) => new Map(columns.map(({ name }, at) => [name, values[at] ?? null])))
}

const revocationOf = (row: Map<string, string | null>): Revocation =>
  revocationSchema.parse({
    id: row.get('id'),
    at: row.get('at'),
    kind: row.get('kind'),
    about: JSON.parse(row.get('about') ?? '{}'),
  })

async function ofBackup(path: string, key: string | null, installation: string): Promise<Kept> {
  const texts = new Map<string, string>()
  let manifest: Manifest | null = null
  for await (const { name, bytes } of readArchive(path, key)) {
    const table = tableOfEntry(name)
    const content = Buffer.from(bytes).toString('utf8')
    if (table === 'revocations' || table === 'installation')
      texts.set(table, `${texts.get(table) ?? ''}${content}`)
    if (name === MANIFEST) manifest = manifestSchema.parse(JSON.parse(content))
  }
  if (manifest === null) return NOTHING
  const [own] = rowsOf(manifest, 'installation', texts.get('installation') ?? '')
  if (own?.get('uuid') !== installation) return NOTHING
  const revocations = rowsOf(manifest, 'revocations', texts.get('revocations') ?? '')
    .toSorted((one, other) => Number(one.get('n')) - Number(other.get('n')))
    .map(revocationOf)
  // It knows nothing of what came after it.
  return { ...NOTHING, revocations: new Map(revocations.map((each) => [each.id, each])) }
}

/** Reads a file of revocations or a backup. Throws a BackupRefused where there is none, before anything is restored. */
export async function laterRevocations(
  path: string,
  key: string | null,
): Promise<(installation: string) => Promise<Kept>> {
  if (BACKUP.test(path)) return (installation) => ofBackup(path, key, installation)
  try {
    const text = await readFile(path, 'utf8')
    return (installation) => Promise.resolve(keptIn(text, installation))
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error
    throw new BackupRefused(`O arquivo de revogações ${path} não existe. Nada foi restaurado.`, {
      cause: error,
    })
  }
}
