/** Farol says why it changes or removes an entry of a history, and the entry's link has it. docs/rules.md#chain */
import { sql } from 'kysely'
import type { LinkCause } from '../../src/domain/dossier/chain.ts'
import type { Tx } from '../db/database.ts'

/** Runs `work`, whose changes of entries have this cause. The database refuses a cause that does not fit: it writes 'unknown'. */
export async function forCause<Made>(
  tx: Tx,
  cause: Exclude<LinkCause, 'unknown'>,
  work: () => Promise<Made>,
): Promise<Made> {
  await sql`select set_config('farol.history_cause', ${cause}, true)`.execute(tx)
  const made = await work()
  await sql`select set_config('farol.history_cause', '', true)`.execute(tx)
  return made
}
