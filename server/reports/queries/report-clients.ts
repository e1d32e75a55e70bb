/** The clients that the filter of a report finds by name: docs/rules.md#reports */
import { sql } from 'kysely'
import { scopeOf } from '../../../src/domain/lead/access.ts'
import type { SessionUser } from '../../../src/domain/session/session-user.ts'
import { foldText } from '../../../src/domain/text/fold.ts'
import type { Reader } from '../../queries/lead-row.ts'
import { foldedOrderSql } from '../../queries/name-order.ts'
import { leadsWithClients } from '../../queries/seen-clients.ts'
import { countsForSql } from './report-scope.ts'

const MOST = 30

/** The first by name, each once, as the user sees them. */
export async function reportClients(
  db: Reader,
  user: SessionUser,
  name: string,
): Promise<{ id: number; name: string }[]> {
  const part = `%${foldText(name).replace(/[\\%_]/g, '\\$&')}%`
  const { rows } = await sql<{ id: number; name: string }>`
    select c.id, min(c.name) as name
    from ${leadsWithClients(scopeOf(user))}
    where ${countsForSql(user)}
      and c.name_folded like ${part}
    group by c.id
    order by ${foldedOrderSql(sql`min(c.name_folded)`)}, c.id
    limit ${MOST}`.execute(db)
  return rows
}
