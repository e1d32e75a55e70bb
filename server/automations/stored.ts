/** Automations as they are stored. docs/rules.md#automations */
import { sql } from 'kysely'
import {
  type AutomationState,
  type Definition,
  definitionSchema,
} from '../../src/domain/automations/definition.ts'
import type { Reader } from '../queries/lead-row.ts'

export interface StoredAutomation extends Definition {
  readonly id: string
  readonly name: string
  readonly state: AutomationState
  /** Epoch ms. What was before is not acted on. */
  readonly sinceMs: number
}

/** Those that are on, in the order in which they act. */
export async function automationsOn(db: Reader): Promise<StoredAutomation[]> {
  const rows = await db
    .selectFrom('automations')
    .select(['id', 'name', 'trigger', 'conditions', 'acts', 'state', 'acts_since'])
    .where('state', '=', 'on')
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map(({ id, name, state, acts_since, ...definition }) => ({
    id,
    name,
    state,
    sinceMs: Date.parse(acts_since),
    ...definitionSchema.parse(definition),
  }))
}

/** Makes servers act one after the other, in the order of the journal. False: another one acts. Held until the transaction ends. */
export async function takesTurn(tx: Reader): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`
    select pg_try_advisory_xact_lock(hashtext('automations')) as taken`.execute(tx)
  return rows[0]?.taken === true
}
