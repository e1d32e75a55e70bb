/** What happened to an account: from the audit, and the days with wrong codes. docs/rules.md#not-me */
import { sql } from 'kysely'
import { z } from 'zod'
import { type AccountEvent, accountEventSchema } from '../../src/domain/notices/account-events.ts'
import { SHOWN_FOR_MS } from '../../src/domain/notices/notice.ts'
import type { Reader } from '../queries/lead-row.ts'
import { daysOfWrongCodes } from '../second-factor/wrong-codes.ts'

const MOST = 30

/** The latest first, without the sign-in of the session that asks. */
export async function accountEvents(
  db: Reader,
  { userId, sessionId, nowMs }: { userId: number; sessionId: string; nowMs: number },
): Promise<AccountEvent[]> {
  const since = new Date(nowMs - SHOWN_FOR_MS).toISOString()
  const { rows } = await sql<{ row: unknown }>`
    select json_build_object(
      'key', a.id::text, 'at', a.at, 'count', null, 'detail', a.after ->> 'device_name',
      'what', coalesce(a.after ->> 'second_factor', 'new_device'),
      'by', case when u.id is distinct from ${userId}::int then u.name end) as row
    from audit_log a
    left join users u on u.id = a.user_id
    where a.at > ${since}
      and (a.entity = 'users' and a.action in ('set_factor', 'reset_factor') and a.entity_id = ${String(userId)}
        or a.entity = 'sessions' and a.action = 'sign_in' and a.user_id = ${userId}
          and a.after ->> 'new_device' = 'true' and a.entity_id <> ${sessionId})
    order by a.id desc
    limit ${MOST}`.execute(db)
  const changes = z.array(accountEventSchema).parse(rows.map(({ row }) => row))
  const days = await daysOfWrongCodes(db, userId, nowMs)
  const wrong = days.map(({ at, wrong: count }) => ({
    key: `codes-${at}`,
    at,
    what: 'wrong_codes',
    count,
    detail: null,
    by: null,
  }))
  return [...changes, ...wrong]
    .toSorted((one, other) => Date.parse(other.at) - Date.parse(one.at))
    .slice(0, MOST)
}
