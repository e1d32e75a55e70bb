/** Who renews: active brokers by their hierarchical group, and lines of insurance by their name. */
import { sql, type Transaction } from 'kysely'
import { groupKey } from '../../src/domain/renewals/rows.ts'
import { foldText } from '../../src/domain/text/fold.ts'
import type { Database } from '../db/database.ts'
import { actingBrokersSql, lockAssignable } from '../queries/assignable-broker.ts'
import type { Reader } from '../queries/lead-row.ts'

interface Broker {
  readonly id: number
  readonly group: string | null
}

/**
 * The broker of each group, by `groupKey`, or the substitute of who is on leave. Of several with one group it is the one that was made first. None of them
 * leaves until this transaction ends.
 */
export async function brokersByGroup(tx: Transaction<Database>): Promise<Map<string, number>> {
  await lockAssignable(tx)
  const { rows } = await sql<Broker>`
    select b.broker as id, u.renovator_hierarchical_group as "group"
    from users u
    join ${actingBrokersSql} b on b.asked = u.id
    order by u.id desc`.execute(tx)
  return new Map(
    rows.flatMap(({ id, group }) => (group === null || group.trim() === '' ? [] : [[groupKey(group), id]])),
  )
}

/** The active line that has the product's name: 'Residencial'. */
export async function linesByName(db: Reader): Promise<(product: string) => number | null> {
  const rows = await db.selectFrom('insurances').select(['id', 'name']).where('active', '=', true).execute()
  const lines = new Map(rows.map(({ id, name }) => [foldText(name), id]))
  return (product) => lines.get(foldText(product)) ?? null
}
