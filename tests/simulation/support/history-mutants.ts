/** Deliberate faults in the chains of histories, each in a database of its own: docs/rules.md#chain */
import type { Mutant } from './mutant.ts'

/** The migrations are read from their folder, which the compiler of mutants does not follow. */
const afterMigrations = (statements: string) => [
  {
    file: 'server/db/migrate.ts',
    find: '  if (error !== undefined) throw await reasonOf(db, error)\n',
    put: `  if (error !== undefined) throw await reasonOf(db, error)
  await sql.raw(\`${statements}\`).execute(db)
`,
  },
]

export const HISTORY_MUTANTS: readonly Mutant[] = [
  {
    name: 'an erasure changes entries without a link in their chain',
    ownDatabase: true,
    scenario: 137,
    patches: afterMigrations('drop trigger timeline_relinked on timeline'),
  },
]
