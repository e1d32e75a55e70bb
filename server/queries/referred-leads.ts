/** The leads that a user referred, with their clients as the user sees them. */
import { type RawBuilder, sql } from 'kysely'
import { scopeOf } from '../../src/domain/lead/access.ts'
import type { SessionUser } from '../../src/domain/session/session-user.ts'
import type { Settings } from '../../src/domain/settings/settings.ts'
import type { Reader } from './lead-row.ts'
import { inScopeSql } from './scope.ts'
import { leadsWithClients } from './seen-clients.ts'

interface Asked {
  readonly user: SessionUser
  readonly settings: Settings
  readonly nowMs: number
  /** Keys and values of the answer beside uid, id and client. */
  readonly told: RawBuilder<unknown>
  readonly join?: RawBuilder<unknown>
  readonly where: RawBuilder<boolean>
  /** Order, and limit if there is one. */
  readonly order: RawBuilder<unknown>
}

/** One object a lead of the user's scope. */
export async function referredLeads(db: Reader, asked: Asked): Promise<unknown[]> {
  const { user, settings, nowMs, told, join = sql``, where, order } = asked
  const scope = scopeOf(user)
  const { rows } = await sql<{ row: unknown }>`
    select json_build_object('uid', l.uid, 'client_uid', c.uid, 'id', l.id, 'client_name', c.name, ${told}) as row
    from ${leadsWithClients(scope)} ${join}
    where l.inviter_id = ${user.id}
      and ${inScopeSql(scope, settings, nowMs)}
      and ${where}
    order by ${order}`.execute(db)
  return rows.map(({ row }) => row)
}
