/** Rules of lead and broker: of the same leads one alone is active. docs/rules.md#administration */

import type { Transaction } from 'kysely'
import type { Database } from '../db/database.ts'

interface OfLeads {
  readonly channel_id: number
  readonly partner_id: number
  readonly insurance_id: number
}

/** Returns the active rule of the same leads, with its broker's name; undefined: `id` may be active. */
export const otherActiveRule = (
  tx: Transaction<Database>,
  { channel_id, partner_id, insurance_id }: OfLeads,
  id: number | null,
): Promise<{ readonly id: number; readonly name: string } | undefined> =>
  tx
    .selectFrom('lead_broker_config as c')
    .innerJoin('users as u', 'u.id', 'c.broker_id')
    .select(['c.id', 'u.name'])
    .where('c.channel_id', '=', channel_id)
    .where('c.partner_id', '=', partner_id)
    .where('c.insurance_id', '=', insurance_id)
    .where('c.status', '=', 1)
    .where('c.id', '<>', id ?? 0)
    .orderBy('c.id')
    .executeTakeFirst()
