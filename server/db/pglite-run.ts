/** How a statement is run on a PGlite, in its thread or, in the simulation, in the tests' own. */
import type { PGlite } from '@electric-sql/pglite'

/** What every session begins with. */
export const PGLITE_SESSION = "set timezone = 'UTC'"

/** Without parameters several statements may stand in one text (migrations); the last one's rows are the answer. */
export async function runOn(
  database: PGlite,
  text: string,
  parameters: readonly unknown[],
): Promise<{ readonly rows: readonly Record<string, unknown>[]; readonly affectedRows?: number }> {
  if (parameters.length > 0) return database.query<Record<string, unknown>>(text, [...parameters])
  const results = await database.exec(text)
  return results.at(-1) ?? { rows: [], affectedRows: 0 }
}
