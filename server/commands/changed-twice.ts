/**
 * The answer to a command whose fields have changed meanwhile: who gave them their present values, and when.
 * docs/rules.md#conflicts
 */
import { sql, type Transaction } from 'kysely'
import { scopeOf } from '../../src/domain/lead/access.ts'
import { conflictMessage } from '../../src/domain/lead/conflict-words.ts'
import { type FieldConflict, isClientField, sameValue } from '../../src/domain/lead/conflicts.ts'
import { may } from '../../src/domain/permissions/actions.ts'
import { roleOf } from '../../src/domain/session/role.ts'
import type { Database } from '../db/database.ts'
import { matchesScopeSql } from '../queries/scope.ts'
import type { CommandRequest } from './command-request.ts'

interface About {
  /** null: the command changes no lead that exists. */
  readonly leadUid: string | null
  readonly clientUid: string
}

interface Entry {
  readonly field: string
  readonly user_id: number | null
  readonly device_id: string | null
  readonly name: string | null
  readonly occurred_at: string
  readonly after: unknown
}

/** Returns the conflict, without the rows. */
export async function changedTwice(
  tx: Transaction<Database>,
  request: CommandRequest,
  conflicts: readonly FieldConflict[],
  about: About,
) {
  const fields = await withLastChanges(tx, request, conflicts, about)
  const message = conflictMessage(fields.map(({ last }) => last))
  return { key: request.key, outcome: 'conflict' as const, message, holder: null, fields }
}

/**
 * Returns the conflicts with their last changes. Only the history of leads in the user's scope is read, and a name is
 * given only to a role that may read it. A field whose value the history does not explain gets none.
 */
async function withLastChanges(
  tx: Transaction<Database>,
  request: CommandRequest,
  conflicts: readonly FieldConflict[],
  about: About,
): Promise<FieldConflict[]> {
  // A person without login sent it, so the user is not the one who gets the answer.
  if (request.byLink !== undefined) return [...conflicts]
  const { user, deviceId } = request
  const last = await lastEntries(tx, request, conflicts, about)
  const isNamed = may('lead.readHistory', roleOf(user))
  return conflicts.map((conflict) => {
    const entry = last.get(conflict.field)
    if (entry === undefined || !sameValue(entry.after, conflict.current)) return conflict
    return {
      ...conflict,
      last: {
        at: new Date(entry.occurred_at).toISOString(),
        own: entry.user_id === user.id,
        same_device: entry.user_id === user.id && entry.device_id === deviceId,
        name: isNamed ? entry.name : null,
      },
    }
  })
}

async function lastEntries(
  tx: Transaction<Database>,
  { user }: CommandRequest,
  conflicts: readonly FieldConflict[],
  { leadUid, clientUid }: About,
): Promise<ReadonlyMap<string, Entry>> {
  const fields = conflicts.map(({ field }) => field)
  // A client's change is in the history of each of its leads.
  const ofLeads = leadUid === null ? sql`l.client_uid = ${clientUid}` : sql`l.uid = ${leadUid}`
  if (leadUid === null && !fields.every(isClientField)) return new Map()
  const { rows } = await sql<Entry>`
    select distinct on (f.field)
      f.field,
      t.user_id,
      t.device_id,
      u.name,
      t.occurred_at,
      t.changes -> f.field -> 'after' as after
    from leads l
    join timeline t on t.lead_uid = l.uid
    cross join unnest(${fields}::text[]) as f(field)
    left join users u on u.id = t.user_id
    where ${ofLeads}
      and ${matchesScopeSql(scopeOf(user), 'l')}
      and (t.changes -> f.field) is not null
    order by f.field, t.id desc`.execute(tx)
  return new Map(rows.map((row) => [row.field, row]))
}
