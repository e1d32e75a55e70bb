/** Whether a broker lost a lead by a transfer, while commands of its device were on their way. docs/rules.md#transfers */

import { sql } from 'kysely'
import type { Lead } from '../../src/domain/lead/lead.ts'
import { isBroker } from '../../src/domain/permissions/roles.ts'
import { roleOf } from '../../src/domain/session/role.ts'
import type { SessionUser } from '../../src/domain/session/session-user.ts'
import type { Reader } from './lead-row.ts'

const KEPT = 'O que você fez fica guardado aqui até você decidir.'
const GIVEN = `Este lead foi transferido para outro corretor. ${KEPT}`
const FREE = `Este lead voltou para Origem, sem corretor. ${KEPT}`

/**
 * Returns the message for the broker, or null: the lead is theirs, or its last transfer took it from another user, or
 * was before `madeAt`.
 */
export async function transferredFrom(
  db: Reader,
  lead: Pick<Lead, 'uid' | 'broker_id'>,
  user: SessionUser,
  madeAt: string | null,
): Promise<string | null> {
  if (!isBroker(roleOf(user)) || lead.broker_id === user.id) return null
  const { rows } = await sql<{ from: number | null; is_earlier: boolean }>`
    select (b.before ->> 'broker_id')::int as "from", coalesce(t.made_at <= ${madeAt}::timestamptz, false) as is_earlier
    from lead_transfer_leads b
    join lead_transfers t on t.uid = b.transfer_uid
    where b.lead_uid = ${lead.uid}
    order by t.made_at desc
    limit 1`.execute(db)
  const [last] = rows
  if (last === undefined || last.from !== user.id || last.is_earlier) return null
  return lead.broker_id === null ? FREE : GIVEN
}
