/** Runs statements on a PGlite, in its own thread or, in the simulation, in the thread of the tests. */
import type { PGlite } from '@electric-sql/pglite'

/** The first statement of each session. */
export const PGLITE_SESSION = "set timezone = 'UTC'"

/** Returns the rows of the last statement. A text without parameters may hold several statements, as migrations do. */
export async function runOn(
  database: PGlite,
  text: string,
  parameters: readonly unknown[],
): Promise<{ readonly rows: readonly Record<string, unknown>[]; readonly affectedRows?: number }> {
  if (parameters.length > 0) return database.query<Record<string, unknown>>(text, [...parameters])
  const results = await database.exec(text)
  return results.at(-1) ?? { rows: [], affectedRows: 0 }
}
