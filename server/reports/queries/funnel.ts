/** 'Funil de vendas': docs/rules.md#funnel */
import { sql } from 'kysely'
import { z } from 'zod'
import { type Funnel, type FunnelCounts, funnelStages } from '../../../src/domain/reports/funnel.ts'
import type { SessionUser } from '../../../src/domain/session/session-user.ts'
import type { Settings } from '../../../src/domain/settings/settings.ts'
import type { DayRange } from '../../../src/domain/time/presets.ts'
import type { Reader } from '../../queries/lead-row.ts'
import { readAsOf } from './as-of.ts'
import { allOf, amongSql, countsForSql, mustBeOwn, withinSql } from './report-scope.ts'
import { instantOf, workingSeconds } from './working-time.ts'

export interface FunnelFilter {
  readonly range: DayRange
  readonly broker: number | undefined
  readonly insurance: number | undefined
  readonly channel: number | undefined
  readonly team: number | undefined
}

const HOUR_SECONDS = 3600

const count = z.number().int()
const countsSchema: z.ZodType<FunnelCounts> = z.object({
  leads: count,
  called: count,
  contacted: count,
  quoted: count,
  sold: count,
  pague_menos: count,
  seguro_conteudo: count,
  backup_car: count,
})

const listOf = (id: number | undefined) => (id === undefined ? [] : [id])

/** Throws 403 for a filter that names what is not the user's. */
export async function readFunnel(
  db: Reader,
  user: SessionUser,
  { range, broker, insurance, channel, team }: FunnelFilter,
  settings: Settings,
): Promise<Funnel> {
  const [brokers, teams] = [listOf(broker), listOf(team)]
  mustBeOwn(user, { brokers, teams })
  const ofTeam = sql<boolean>`l.broker_id in (select u.id from users u where u.technical_team_id = ${team})`
  const condition = allOf([
    countsForSql(user),
    withinSql(sql`l.create_lead_date`, range),
    amongSql(sql`l.broker_id`, brokers),
    amongSql(sql`l.insurance_id`, listOf(insurance)),
    amongSql(sql`l.channel_id`, listOf(channel)),
    ...(team === undefined ? [] : [ofTeam]),
  ])
  const toFirstCall = workingSeconds(settings)(instantOf('capture_date'), instantOf('first_call_date'))
  const sold = sql`l.state = 3 and l.sold = 1`
  const as_of = await readAsOf(db)
  const { rows } = await sql<{ row: unknown }>`
    select json_build_object(
      'leads', count(*),
      'called', count(*) filter (where ${toFirstCall} <= ${HOUR_SECONDS}),
      'contacted', count(*) filter (where l.contact_date is not null),
      'quoted', count(*) filter (where l.quoted = 1),
      'sold', count(*) filter (where ${sold}),
      'pague_menos', count(*) filter (where ${sold} and l.pague_menos = 2),
      'seguro_conteudo', count(*) filter (where ${sold} and l.seguro_conteudo = 2),
      'backup_car', count(*) filter (where ${sold} and l.backup_car = 2)) as row
    from leads l
    where ${condition}`.execute(db)
  return { data: funnelStages(countsSchema.parse(rows[0]?.row)), as_of }
}
