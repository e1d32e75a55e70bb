/** The imports as rows: starting and watching one. docs/rules.md#renewal-import */
import { sql } from 'kysely'
import type { RenewalImport } from '../../src/contract/renewal-imports.ts'
import type { Tx } from '../db/database.ts'
import { latestImports, makeImport, type NewImport, requireUsable, theOne } from '../imports/import-row.ts'
import type { Reader } from '../queries/lead-row.ts'
import type { ImportChoices } from './line-temp.ts'

/** Begins the import of a file, whose referrer and dealership can't be removed meanwhile: see `makeImport`. */
export async function beginImport(tx: Tx, asked: NewImport<ImportChoices, 'renewals'>): Promise<number> {
  const { channel_id, inviter_id, partner_id } = asked.choices
  await requireUsable(tx, { inviter_id, partner_id }, sql`for key share`)
  return makeImport(tx, 'renewal_imports', asked, { own: { channel_id, inviter_id, partner_id } })
}

const COLUMNS = sql<RenewalImport>`i.channel_id, i.inviter_id, i.partner_id, i.unassigned`

/** The latest imports, the newest first; with `id` only that one. */
export const readImports = (db: Reader, id: number | null = null): Promise<RenewalImport[]> =>
  latestImports(db, { imports: 'renewal_imports', id }, COLUMNS)

export const readImport = async (db: Reader, id: number): Promise<RenewalImport> =>
  theOne(await readImports(db, id))
