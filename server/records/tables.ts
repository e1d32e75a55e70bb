/** All tables of the database, and what follows from their declarations: docs/where-to-change.md#fields-tables-commands */
import { AUTOMATIONS } from './tables/automations.ts'
import { HISTORY } from './tables/history.ts'
import { INTAKE } from './tables/intake.ts'
import { LISTS } from './tables/lists.ts'
import { PEOPLE } from './tables/people.ts'
import { PRIVACY } from './tables/privacy.ts'
import { RECORDS } from './tables/records.ts'
import type { Sheet, Tables } from './tables/table.ts'
import { OF_USERS } from './tables/users.ts'
import { WHATSAPP } from './tables/whatsapp.ts'

export const TABLES: Tables = {
  ...PEOPLE,
  ...INTAKE,
  ...PRIVACY,
  ...OF_USERS,
  ...LISTS,
  ...WHATSAPP,
  ...AUTOMATIONS,
  ...HISTORY,
  ...RECORDS,
}

/** By table, in the order of LEIA-ME.txt. */
export const SHEETS: Readonly<Record<string, Sheet>> = Object.fromEntries(
  Object.entries(TABLES).flatMap(([table, { sheet }]) => (typeof sheet === 'string' ? [] : [[table, sheet]])),
)

const namesOf = (trait: 'keptByImport' | 'notInBackups'): readonly string[] =>
  Object.keys(TABLES).filter((table) => TABLES[table]?.[trait] === true)

/** Tables that an import leaves as they are in the database that takes it. */
export const KEPT_BY_IMPORT = namesOf('keptByImport')

/** Tables that belong to one database alone, so that no backup has them. */
export const NOT_IN_BACKUPS = namesOf('notInBackups')

/** Why the column holds nothing of a client's person, or no mention is searched in it; null: no reason is declared. */
export function reasonFor(list: 'noPerson' | 'unsearched', table: string, column: string): string | null {
  const reasons = Object.entries(TABLES[table]?.[list] ?? {})
  return reasons.find(([, columns]) => columns.includes(column))?.[0] ?? null
}

/** The columns of the list, as 'table.column'. */
export const columnsIn = (list: 'noPerson' | 'unsearched' | 'keptByLaw'): string[] =>
  Object.entries(TABLES).flatMap(([table, facts]) =>
    Object.values(facts[list] ?? {}).flatMap((columns) =>
      [columns].flat().map((column) => `${table}.${column}`),
    ),
  )
