/** Automations, their log and their notices, as they are read. docs/rules.md#automations */

import { sql } from 'kysely'
import type { z } from 'zod'
import type { automationNoticesRoute } from '../../src/contract/administration/automation-notices.ts'
import type {
  Automation,
  AutomationBody,
  AutomationRun,
  automationRunsRoute,
} from '../../src/contract/administration/automations.ts'
import { type Definition, definitionSchema } from '../../src/domain/automations/definition.ts'
import { at } from '../../src/domain/time/at.ts'
import { DAY_MS } from '../../src/domain/time/durations.ts'
import type { Reader } from '../queries/lead-row.ts'
import { revisionOf } from '../records/revision.ts'

const COUNTED_MS = 30 * DAY_MS
const MOST_NOTICES = 100

type Row = Omit<Automation, keyof Definition | 'revision'> & Readonly<Record<keyof Definition, unknown>>

/** Of what a form changes, in the order of the schema: JSON columns keep none. */
export const automationRevision = ({ name, trigger, conditions, acts }: AutomationBody): string =>
  revisionOf([name, definitionSchema.parse({ trigger, conditions, acts })])

/** SQL: what `a` names that is there no more, or is not in use. */
const MISSING = sql`(
  select coalesce(json_agg(json_build_object('kind', m.kind, 'id', m.id, 'name', m.name) order by m.kind, m.id), '[]')
  from (
    select 'channel' as kind, i.id::int as id, c.name
    from jsonb_array_elements_text(a.conditions -> 'channels') i (id)
    left join channels c on c.id = i.id::int
    where c.id is null or not c.active
    union all
    select 'insurance', i.id::int, s.name
    from jsonb_array_elements_text(a.conditions -> 'insurances') i (id)
    left join insurances s on s.id = i.id::int
    where s.id is null
    union all
    select 'partner', i.id::int, p.name
    from jsonb_array_elements_text(a.conditions -> 'partners') i (id)
    left join partners p on p.id = i.id::int
    where p.id is null or not p.active
    union all
    select 'broker', i.id::int, u.name
    from jsonb_array_elements_text(a.conditions -> 'brokers') i (id)
    left join users u on u.id = i.id::int
    where u.id is null or u.status <> 1
    union all
    select 'template', (i.act ->> 'template')::int, t.name
    from jsonb_array_elements(a.acts) i (act)
    left join message_templates t on t.id = (i.act ->> 'template')::int
    where i.act ->> 'kind' = 'whatsapp' and (t.id is null or not t.active)) m)`

/** All of them by name, or the one of this id. */
export async function readAutomations(
  db: Reader,
  nowMs: number,
  id: string | null = null,
): Promise<Automation[]> {
  const { rows } = await sql<Row>`
    select a.id, a.name, a.trigger, a.conditions, a.acts, a.state, a.state_since, r.times, r.last_acted_at,
      ${MISSING} as missing
    from automations a
    cross join lateral (
      select count(*) filter (where x.made_at > ${at(nowMs - COUNTED_MS)})::int as times, max(x.made_at) as last_acted_at
      from automation_runs x
      where x.automation_id = a.id and x.acted) r
    where ${id}::uuid is null or a.id = ${id}::uuid
    order by lower(a.name), a.id`.execute(db)
  return rows.map(({ trigger, conditions, acts, ...row }) => {
    const definition = definitionSchema.parse({ trigger, conditions, acts })
    return { ...row, ...definition, revision: automationRevision({ name: row.name, ...definition }) }
  })
}

type Asked = z.output<typeof automationRunsRoute.query>

/** One page of the log, and how many lines there are. */
export async function readRuns(
  db: Reader,
  automationId: string,
  { page, per_page: limit }: Asked,
): Promise<{ readonly data: AutomationRun[]; readonly total: number }> {
  const { rows } = await sql<AutomationRun>`
    select r.id, l.id as lead_id, r.made_at, r.acted, r.results
    from automation_runs r
    left join leads l on l.uid = r.lead_uid
    where r.automation_id = ${automationId}
    order by r.id desc
    limit ${limit} offset ${(page - 1) * limit}`.execute(db)
  const { total } = await db
    .selectFrom('automation_runs')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('automation_id', '=', automationId)
    .executeTakeFirstOrThrow()
  return { data: [...rows], total: Number(total) }
}

type Told = z.input<typeof automationNoticesRoute.answer>['data'][number]

/** What automations told this user of leads that it may still see, the latest first. */
export async function readAutomationNotices(
  db: Reader,
  user: { readonly id: number; readonly isManagement: boolean; readonly covers: readonly number[] },
  nowMs: number,
): Promise<Told[]> {
  // A lead that was given to somebody else meanwhile is told to that one, a covered one to the substitute.
  const isTheirs = user.isManagement ? sql`true` : sql`l.broker_id = any(${[user.id, ...user.covers]}::int[])`
  const { rows } = await sql<Told>`
    select n.id, a.name as automation, n.text, n.made_at,
      case when l.uid is not null then json_build_object('uid', l.uid, 'id', l.id) end as lead
    from automation_notices n
    join automations a on a.id = n.automation_id
    left join leads l on l.uid = n.lead_uid
    where n.user_id = ${user.id}
      and n.made_at > ${at(nowMs - COUNTED_MS)}
      and (n.lead_uid is null or ${isTheirs})
    order by n.id desc
    limit ${MOST_NOTICES}`.execute(db)
  return [...rows]
}
