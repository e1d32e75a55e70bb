/** Whether a user has to do with a client: one of its leads is in the user's scope, whatever its age. */
import { sql } from 'kysely'
import { scopeOf } from '../../src/domain/lead/access.ts'
import type { SessionUser } from '../../src/domain/session/session-user.ts'
import type { Reader } from './lead-row.ts'
import { matchesScopeSql } from './scope.ts'

export async function mayKnowClient(db: Reader, clientUid: string, user: SessionUser): Promise<boolean> {
  const scope = scopeOf(user)
  if (scope.kind === 'all') return true
  const { rows } = await sql`
    select 1 from leads l where l.client_uid = ${clientUid} and ${matchesScopeSql(scope, 'l')} limit 1`.execute(
    db,
  )
  return rows.length > 0
}
