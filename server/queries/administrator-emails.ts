/** New e-mails of administrators, read from the audit: every way to change one is in it. docs/rules.md#own-password */
import { sql } from 'kysely'
import { z } from 'zod'
import {
  type AdministratorEmail,
  administratorEmailSchema,
} from '../../src/domain/notices/account-notices.ts'
import { SHOWN_FOR_MS } from '../../src/domain/notices/notice.ts'
import type { Reader } from './lead-row.ts'

const MOST = 100

/** What others than the viewer asked for or confirmed since a notice would have left the list, the latest first. */
export async function administratorEmails(
  db: Reader,
  { viewerId, nowMs }: { readonly viewerId: number; readonly nowMs: number },
): Promise<AdministratorEmail[]> {
  const { rows } = await sql<{ row: unknown }>`
    select json_build_object(
      'id', a.id, 'at', a.at, 'what', c.what, 'email', a.after ->> c.field,
      'user', json_build_object('id', (a.after ->> 'id')::int, 'name', a.after ->> 'name'),
      'by', case when u.id is not null then json_build_object('id', u.id, 'name', u.name) end) as row
    from audit_log a
    cross join lateral (
      select 'changed' as what, 'email' as field
      where a.after ->> 'email' is distinct from a.before ->> 'email'
      union all
      select 'asked', 'waiting_email'
      where a.after ->> 'waiting_email' is not null
        and a.after ->> 'waiting_email' is distinct from a.before ->> 'waiting_email') c
    left join users u on u.id = a.user_id
    where a.entity = 'users'
      and a.action = 'update'
      and a.at > ${new Date(nowMs - SHOWN_FOR_MS).toISOString()}
      and a.user_id is distinct from ${viewerId}
      and '1' in (a.before #>> '{roles,0,id}', a.after #>> '{roles,0,id}')
    order by a.id desc
    limit ${MOST}`.execute(db)
  return z.array(administratorEmailSchema).parse(rows.map(({ row }) => row))
}
