/** Lines of an import that wait for a person: read, taken and noted as decided. docs/rules.md#any-import */
import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'
import type { Reader } from '../queries/lead-row.ts'
import { audit } from '../records/audit.ts'
import { noteOutcome, type OneImport, type Outcomes } from './lifecycle.ts'
import type { RefusedRow } from './run.ts'
import { IMPORT_TABLES, type Imports } from './tables.ts'

const MOST_SHOWN = 500
const DISCARDED = 'Descartada por decisão'

interface Waiting {
  readonly line: number
  readonly data: unknown
  readonly reason: string
  readonly client_uids: readonly string[]
  /** Of a renewal: the policies that it may be. */
  readonly temp_ids?: readonly number[]
}

const columnsOf = (imports: Imports) =>
  sql.join(IMPORT_TABLES[imports].waiting.map((column) => sql.ref(column)))

export async function waitingLines(db: Reader, { imports, id }: OneImport): Promise<Waiting[]> {
  const { rows } = await sql<Waiting>`
    select ${columnsOf(imports)} from ${sql.table(IMPORT_TABLES[imports].decisions)}
    where import_id = ${id}
    order by line
    limit ${MOST_SHOWN}`.execute(db)
  return rows
}

/**
 * Takes decided lines from the waiting ones, each with what `take` does for it before the next one. Returns the discarded.
 * A line that was decided meanwhile is left as it is.
 */
export async function takeLines<Decision extends { readonly line: number; readonly decision: string }>(
  tx: Tx,
  { imports, id }: OneImport,
  decisions: readonly Decision[],
  how: {
    readonly referenceOf: (data: unknown) => string
    readonly take: (taken: Waiting, decision: Decision) => Promise<void>
  },
): Promise<RefusedRow[]> {
  const discarded: RefusedRow[] = []
  for (const decision of decisions) {
    const { line } = decision
    const { rows } = await sql<Waiting>`
      delete from ${sql.table(IMPORT_TABLES[imports].decisions)}
      where import_id = ${id} and line = ${line}
      returning ${columnsOf(imports)}`.execute(tx)
    const [taken] = rows
    if (taken === undefined) continue
    if (decision.decision !== 'discard') await how.take(taken, decision)
    else discarded.push({ line, reference: how.referenceOf(taken.data), reason: DISCARDED })
  }
  return discarded
}

/** Notes what became of taken lines, with the entry in the audit. */
export async function noteDecided<One extends Imports>(
  tx: Tx,
  one: OneImport<One>,
  outcome: Outcomes[One],
  { userId, ...after }: { readonly userId: number; readonly decided: number; readonly discarded: number },
): Promise<void> {
  await noteOutcome(tx, one, outcome)
  const { imports: entity, id } = one
  await audit(tx, { user: { id: userId }, action: 'update', entity, id, before: null, after })
}
