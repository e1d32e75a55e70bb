/** The clients that a user may look up: first text, section 7 'Lists'. Not the mirror: age plays no part. */
import { sql } from 'kysely'
import { z } from 'zod'
import { clientSchema } from '../../src/domain/client/client.ts'
import { scopeOf } from '../../src/domain/lead/access.ts'
import type { SessionUser } from '../../src/domain/session/session-user.ts'
import { clientColumns, type Reader } from './lead-row.ts'
import { matchesScopeSql } from './scope.ts'

/** Administrators and managers see all; a broker those of its leads and of the leads that it may capture. By name. */
export async function listClients(
  db: Reader,
  user: SessionUser,
  page: { readonly page: number; readonly per_page: number },
) {
  const scope = scopeOf(user)
  const mayRead =
    scope.kind === 'all'
      ? sql<boolean>`true`
      : sql<boolean>`exists (select 1 from leads l where l.client_uid = c.uid and ${matchesScopeSql(scope, 'l')})`
  const { rows } = await sql<{ row: unknown }>`
    select row_to_json(k) as row from (select ${clientColumns} from clients c where ${mayRead}
      order by c.name_folded, c.id limit ${page.per_page} offset ${(page.page - 1) * page.per_page}) k`.execute(
    db,
  )
  const counted = await sql<{ total: number }>`
    select count(*)::int as total from clients c where ${mayRead}`.execute(db)
  return {
    data: z.array(clientSchema).parse(rows.map((found) => found.row)),
    pagination: { total: counted.rows[0]?.total ?? 0 },
  }
}
