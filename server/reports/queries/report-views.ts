/** The views that a user saved: docs/rules.md#saved-views */
import { sql } from 'kysely'
import { z } from 'zod'
import { type ReportView, reportViewSchema } from '../../../src/domain/reports/views.ts'
import type { Reader } from '../../queries/lead-row.ts'
import { nameOrderSql } from '../../queries/name-order.ts'

interface Which {
  readonly userId: number
  readonly id?: string
}

export async function readReportViews(db: Reader, { userId, id }: Which): Promise<ReportView[]> {
  const { rows } = await sql<{ row: unknown }>`
    select json_build_object(
      'id', v.id, 'path', v.path, 'name', v.name, 'filter', v.filter, 'sort', v.sort, 'is_start', v.is_start,
      'mail', case when m.view_id is null then null else json_build_object(
        'cadence', m.cadence, 'next_at', m.next_at, 'last_sent_at', m.last_sent_at, 'problem', m.problem) end) as row
    from report_views v
    left join report_mails m on m.view_id = v.id
    where v.user_id = ${userId}
      and ${id === undefined ? sql`true` : sql`v.id = ${id}`}
    order by ${nameOrderSql(sql`v.name`)}, v.id`.execute(db)
  return z.array(reportViewSchema).parse(rows.map(({ row }) => row))
}
