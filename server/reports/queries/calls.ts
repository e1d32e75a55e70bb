/** 'Relatório de Ligações': docs/rules.md#report-calls */
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import {
  BARS_TO_GOAL,
  CALLED_LEADS,
  type CalledLead,
  type CallSummaryRow,
  type Calls,
  calledLeadSchema,
  goalSeconds,
} from '../../../src/domain/reports/calls.ts'
import { share, sumOf, totalShare } from '../../../src/domain/reports/figures.ts'
import type { SessionUser } from '../../../src/domain/session/session-user.ts'
import type { Settings } from '../../../src/domain/settings/settings.ts'
import { compareNames } from '../../../src/domain/text/name-order.ts'
import type { DayRange } from '../../../src/domain/time/presets.ts'
import type { Reader } from '../../queries/lead-row.ts'
import { readAsOf } from './as-of.ts'
import {
  type AskedFigure,
  type AskedRows,
  countedIn,
  figureSql,
  figuresBy,
  heldFigures,
} from './figure-leads.ts'
import { leadTable } from './lead-columns.ts'
import { type LeadTable, leadBatchesOf, leadPage, type Page } from './lead-pages.ts'
import { nameIn, namesOf } from './names.ts'
import {
  allOf,
  amongSql,
  clientNamedSql,
  countsForSql,
  inTeamsSql,
  mustBeOwn,
  withinSql,
} from './report-scope.ts'
import { instantOf, workingSeconds } from './working-time.ts'

export interface CallsFilter {
  readonly range: DayRange
  readonly partners: readonly number[]
  readonly brokers: readonly number[]
  readonly teams: readonly number[]
  readonly status: number | undefined
  /** Of the first call. */
  readonly callStatus: number | undefined
  readonly client: string | undefined
}

type Asked = Page & AskedFigure

const CALLED = sql<boolean>`l.first_call_date is not null`
const FIGURES = { leads: sql<boolean>`true`, called: CALLED }

const BROKER = sql`coalesce(l.broker_id, 0)`

/** The leads of the filter. Throws 403 for a filter that names what is not the user's. */
function capturedLeads(user: SessionUser, filter: CallsFilter): RawBuilder<boolean> {
  const { range, partners, brokers, teams, status, callStatus, client } = filter
  mustBeOwn(user, { brokers, partners, teams })
  return allOf([
    countsForSql(user),
    withinSql(sql`l.capture_date`, range),
    amongSql(sql`l.partner_id`, partners),
    amongSql(sql`l.broker_id`, brokers),
    amongSql(sql`l.status`, status === undefined ? [] : [status]),
    amongSql(ofFirstCall('status'), callStatus === undefined ? [] : [callStatus]),
    inTeamsSql(teams),
    clientNamedSql(client),
  ])
}

const timeToCall = (settings: Settings) =>
  workingSeconds(settings)(instantOf('capture_date'), instantOf('first_call_date'))

const ofFirstCall = (column: 'status' | 'duration') => sql`(
  select ${sql.ref(`k.${column}`)}
  from calls k
  where k.lead_uid = l.uid
    and k.date = l.first_call_date
  order by k.id
  limit 1)`

const OF_FIRST_CALL = { row: ofFirstCall('status'), order: sql`f.status` }
const LENGTH_OF_FIRST_CALL = { row: ofFirstCall('duration'), order: sql`f.duration` }

/** The database leaves out the joins of calls where no order names them. */
const tableOf = (settings: Settings): LeadTable<CalledLead> =>
  leadTable({
    schema: calledLeadSchema,
    table: CALLED_LEADS,
    own: {
      time_to_call: { row: timeToCall(settings) },
      first_call_status: OF_FIRST_CALL,
      first_call_duration: LENGTH_OF_FIRST_CALL,
      call_status: OF_FIRST_CALL,
      call_duration: LENGTH_OF_FIRST_CALL,
      calls: {
        row: sql`(
          select coalesce(json_agg(
            json_build_object('id', k.id, 'date', k.date, 'duration', k.duration, 'status', k.status)
            order by k.date, k.id), '[]')
          from calls k
          where k.lead_uid = l.uid)`,
        order: sql`coalesce(n.calls, 0)`,
      },
    },
    joins: sql`
    left join (
      select distinct on (k.lead_uid, k.date) k.lead_uid, k.date, k.status, k.duration
      from calls k
      order by k.lead_uid, k.date, k.id) f on f.lead_uid = l.uid and f.date = l.first_call_date
    left join (select k.lead_uid, count(*) as calls from calls k group by k.lead_uid) n on n.lead_uid = l.uid`,
  })

interface Reading {
  readonly filter: CallsFilter
  readonly settings: Settings
}

const figureOf = (captured: RawBuilder<boolean>, asked: AskedFigure) =>
  allOf([captured, figureSql(FIGURES, asked, BROKER)])

/** All leads of the filter, or those that a figure counts, in batches. */
export const calledLeadBatches = (
  db: Reader,
  user: SessionUser,
  { filter, settings, asked: { order, ...figure } }: Reading & { readonly asked: AskedRows },
) => {
  const condition = figureOf(capturedLeads(user, filter), figure)
  return leadBatchesOf(db, user, { table: tableOf(settings), condition }, order)
}

export async function readCalls(
  db: Reader,
  user: SessionUser,
  { filter, settings, asked }: Reading & { readonly asked: Asked },
): Promise<Calls> {
  const as_of = await readAsOf(db)
  const captured = capturedLeads(user, filter)
  const condition = figureOf(captured, asked)
  const { brokers, times } = await readLeadGroups(db, captured, settings)
  const goal = goalSeconds(settings.first_call_on_time)
  const counted = mergedCounts(brokers, await readCallGroups(db, captured))
  const names = await namesOf(
    db,
    'users',
    counted.map(({ id }) => id),
  )
  const { data, total } = await leadPage(
    db,
    user,
    {
      table: tableOf(settings),
      condition,
      counted: countedIn(
        asked,
        sumOf(counted, ({ leads }) => leads),
      ),
    },
    asked,
  )
  return {
    as_of,
    first_call_on_time: settings.first_call_on_time,
    summaryReport: counted
      .map((counts) => summaryRow(counts, { broker_name: nameIn(names, counts.id, 'Sem corretor'), goal }))
      .toSorted(
        (a, b) =>
          Number(a.broker_id === null) - Number(b.broker_id === null) ||
          b.leads - a.leads ||
          compareNames(a.broker_name, b.broker_name),
      ),
    summaryTotal: totalRow(counted, goal),
    times,
    leads: data,
    total,
    ...(await heldFigures(db, { asked, rows: data, figures: figuresBy(FIGURES, BROKER) })),
  }
}

const leadGroupSchema = z.object({
  is_broker: z.boolean(),
  id: z.number().nullable(),
  slot: z.number().nullable(),
  leads: z.number(),
  called: z.number(),
  on_time: z.number(),
  late: z.number(),
  time_sum: z.number(),
  timed: z.number(),
})
const callGroupSchema = z.object({
  id: z.number().nullable(),
  calls: z.number(),
  answered: z.number(),
  duration_sum: z.number(),
  lasted: z.number(),
})
type LeadGroup = z.infer<typeof leadGroupSchema>
type CallGroup = z.infer<typeof callGroupSchema>
type Counts = LeadGroup & Omit<CallGroup, 'id'>

/** The leads by broker and by the bars of the picture, in one pass. */
async function readLeadGroups(db: Reader, captured: RawBuilder<boolean>, settings: Settings) {
  const width = goalSeconds(settings.first_call_on_time) / BARS_TO_GOAL
  const bars = 2 * BARS_TO_GOAL
  // `offset 0` keeps the database from computing the working time once for each use.
  const { rows } = await sql<LeadGroup>`
    select
      grouping(s.broker_id) = 0 as is_broker,
      s.broker_id as id,
      s.slot,
      count(*)::int as leads,
      count(s.first_call_date)::int as called,
      count(*) filter (where s.first_call_on_time = 1)::int as on_time,
      count(*) filter (where s.first_call_on_time = 0)::int as late,
      coalesce(sum(s.seconds), 0) as time_sum,
      count(s.seconds)::int as timed
    from (
      select
        t.*,
        case when t.seconds is not null then
          least(floor(t.seconds / ${width}::double precision), ${bars}::int)::int end as slot
      from (
        select l.broker_id, l.first_call_date, l.first_call_on_time, ${timeToCall(settings)} as seconds
        from leads l
        where ${captured}
        offset 0) t
      offset 0) s
    group by grouping sets ((s.broker_id), (s.slot))`.execute(db)
  const groups = z.array(leadGroupSchema).parse(rows)
  const inSlot = (slot: number) => groups.find((group) => !group.is_broker && group.slot === slot)?.leads ?? 0
  const times = Array.from({ length: bars + 1 }, (_, slot) => ({
    from: slot * width,
    to: slot === bars ? null : (slot + 1) * width,
    leads: inSlot(slot),
  }))
  return { brokers: groups.filter(({ is_broker }) => is_broker), times }
}

/** The calls of these leads by the lead's broker. */
async function readCallGroups(db: Reader, captured: RawBuilder<boolean>): Promise<CallGroup[]> {
  const first = sql`k.date = l.first_call_date`
  const { rows } = await sql<CallGroup>`
    select
      l.broker_id as id,
      count(*)::int as calls,
      count(*) filter (where ${first} and k.status = 2)::int as answered,
      coalesce(sum(k.duration) filter (where ${first}), 0)::double precision as duration_sum,
      count(k.duration) filter (where ${first})::int as lasted
    from leads l
    join calls k on k.lead_uid = l.uid
    where ${captured}
    group by l.broker_id`.execute(db)
  return z.array(callGroupSchema).parse(rows)
}

const NO_CALLS = { calls: 0, answered: 0, duration_sum: 0, lasted: 0 }

const mergedCounts = (leads: readonly LeadGroup[], calls: readonly CallGroup[]): Counts[] =>
  leads.map((group) => ({ ...NO_CALLS, ...calls.find(({ id }) => id === group.id), ...group }))

const mean = (sum: number, count: number) => (count === 0 ? null : sum / count)

function summaryRow(
  counts: Counts,
  { broker_name, goal }: Pick<CallSummaryRow, 'broker_name' | 'goal'>,
): CallSummaryRow {
  return {
    broker_id: counts.id,
    broker_name,
    leads: counts.leads,
    called: counts.called,
    time_to_call: mean(counts.time_sum, counts.timed),
    goal,
    on_time: share(counts.on_time, counts.on_time + counts.late),
    calls_per_lead: mean(counts.calls, counts.leads),
    duration: mean(counts.duration_sum, counts.lasted),
    answered: share(counts.answered, counts.called),
  }
}

function totalRow(all: readonly Counts[], goal: number): CallSummaryRow {
  const sum = (field: Exclude<keyof Counts, 'id' | 'is_broker' | 'slot'>) => sumOf(all, (row) => row[field])
  const [leads, called] = [sum('leads'), sum('called')]
  return {
    broker_id: null,
    broker_name: 'Total',
    leads,
    called,
    time_to_call: mean(sum('time_sum'), sum('timed')),
    goal,
    on_time: totalShare(sum('on_time'), sum('on_time') + sum('late')),
    calls_per_lead: mean(sum('calls'), leads),
    duration: mean(sum('duration_sum'), sum('lasted')),
    answered: totalShare(sum('answered'), called),
  }
}
