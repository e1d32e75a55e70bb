/** Leads of the REST API: the synced row, the names of its references, and the nested client. */
import { sql } from 'kysely'
import type { z } from 'zod'
import { CLIENT_IN_LEAD, type leadAnswerSchema } from '../../src/contract/board.ts'
import { isStaffScope, scopeOf } from '../../src/domain/lead/access.ts'
import { leadFileName } from '../../src/domain/lead/lead-file.ts'
import { nextStatus } from '../../src/domain/lead/status.ts'
import type { SessionUser } from '../../src/domain/session/session-user.ts'
import { clientColumns, leadColumns, type Reader } from './lead-row.ts'
import { leadsWithClients } from './seen-clients.ts'

/** The API tests parse each row with `leadAnswerSchema`. */
export type LeadAnswer = z.infer<typeof leadAnswerSchema>

const clientInLead = sql.join(
  Object.entries(CLIENT_IN_LEAD).map(([name, column]) => sql`${sql.ref(`c.${column}`)} as ${sql.ref(name)}`),
)

interface StoredAnswer extends LeadAnswer {
  readonly flow: readonly number[]
}

function answerOf({ flow, ...lead }: StoredAnswer): LeadAnswer {
  const { id, file_path, status } = lead
  return {
    ...lead,
    arquivo_oc: file_path === null || id === null ? null : leadFileName(id),
    next_status: nextStatus(status, flow),
  }
}

/** Returns the leads in the order of the uids, with the columns that this user sees. Unknown uids are left out. */
export async function leadAnswers(
  db: Reader,
  uids: readonly string[],
  user: SessionUser,
): Promise<LeadAnswer[]> {
  if (uids.length === 0) return []
  const scope = scopeOf(user)
  const staff = isStaffScope(scope)
  // The lead shows only phones that the user's catalogue of users also holds.
  const phone = staff ? sql`i.phone` : sql`case when i.id = ${user.id} then i.phone end`
  const { rows } = await sql<{ uid: string; row: StoredAnswer }>`
    select r.uid, row_to_json(r) as row
    from (
      select
        ${leadColumns(scope)},
        json_build_object('id', ch.id, 'name', ch.name) as channel,
        case when i.id is null then null else json_build_object(
          'id', i.id,
          'name', i.name,
          'role_id', (select role_id from user_roles where user_id = i.id order by place limit 1)
        ) end as inviter,
        coalesce(${phone}, '') as "inviter_Phone",
        case when b.id is null then null else json_build_object('id', b.id, 'name', b.name) end as broker,
        case when p.id is null then null else json_build_object('id', p.id, 'name', p.name) end as partner,
        case when s.id is null then null else json_build_object('id', s.id, 'name', s.name) end as insurance,
        ch.status_flow as flow,
        (select row_to_json(k) from (select ${clientColumns}) k) as client,
        ${clientInLead},
        ${staff ? sql`(l.sale_value_cents / 100.0)::numeric(14, 2)::text` : sql`null`} as sale_value
      from ${leadsWithClients(scope)}
      join channels ch on ch.id = l.channel_id
      left join users i on i.id = l.inviter_id
      left join users b on b.id = l.broker_id
      left join partners p on p.id = l.partner_id
      left join insurances s on s.id = l.insurance_id
      where l.uid = any(${[...uids]}::uuid[])
    ) r`.execute(db)
  const byUid = new Map(rows.map((row) => [row.uid, answerOf(row.row)]))
  return uids.flatMap((uid) => byUid.get(uid) ?? [])
}
