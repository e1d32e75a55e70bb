/** 'Diagnóstico': docs/rules.md#report-diagnosis */
import { type RawBuilder, sql } from 'kysely'
import {
  type Diagnosis,
  type DiagnosisPart,
  diagnosisCountsSchema,
  HOUR_GROUPS,
  hourGroupName,
  pairFigure,
  SOURCES,
  WAY_PAIRS,
} from '../../../src/domain/reports/diagnosis.ts'
import { type DiagnosisTab, goalResults } from '../../../src/domain/reports/diagnosis-goals.ts'
import { share, sumOf } from '../../../src/domain/reports/figures.ts'
import type { SessionUser } from '../../../src/domain/session/session-user.ts'
import type { Settings } from '../../../src/domain/settings/settings.ts'
import { businessCalendar } from '../../../src/domain/sla/business-calendar.ts'
import type { DayRange } from '../../../src/domain/time/presets.ts'
import type { Reader } from '../../queries/lead-row.ts'
import { readAsOf } from './as-of.ts'
import { type DiagnosisRead, readFigures } from './diagnosis-figures.ts'
import { diagnosisLeads } from './diagnosis-leads.ts'
import type { AskedLeads } from './lead-pages.ts'
import { isRenewalChannel } from './renewal-channels.ts'
import { allOf, amongSql, countsForSql, mustBeOwn, withinSql } from './report-scope.ts'

export interface DiagnosisFilter {
  readonly range: DayRange
  readonly broker: number | undefined
  readonly team: number | undefined
}

/** The leads of a tab. Throws 403 for a filter that names what is not the user's. */
function leadsOf(
  tab: DiagnosisTab,
  user: SessionUser,
  { range, broker, team }: DiagnosisFilter,
): RawBuilder<boolean> {
  const brokers = broker === undefined ? [] : [broker]
  mustBeOwn(user, { brokers, teams: team === undefined ? [] : [team] })
  const ofTab =
    tab === 'renewal'
      ? sql<boolean>`(${isRenewalChannel}
          and l.old_end_of_validity between ${range.from}::date and ${range.to}::date)`
      : sql<boolean>`(not ${isRenewalChannel} and ${withinSql(sql`l.create_lead_date`, range)})`
  return allOf([
    countsForSql(user),
    ofTab,
    amongSql(sql`l.broker_id`, brokers),
    ...(team === undefined
      ? []
      : [sql<boolean>`l.broker_id in (select id from users where technical_team_id = ${team})`]),
  ])
}

type Source = (typeof SOURCES)[number]
type Channel = DiagnosisRead['channels'][number]

/** A source without channels is the channel of its name. */
const isOfSource = ({ channels }: Source, { id, is_white_label }: Channel) =>
  channels.length === 0 ? is_white_label : channels.some((channel) => channel === id)

function partOf(
  tab: DiagnosisTab,
  { figures, causes, hours, channels }: DiagnosisRead,
  { range, settings }: { readonly range: DayRange; readonly settings: Settings },
): DiagnosisPart {
  const counts = diagnosisCountsSchema.parse(figures)
  const number = (name: string) => figures[name] ?? 0
  const conversion = (countItems: number, dividedBy: number) => ({
    countItems,
    dividedBy,
    average: share(countItems, dividedBy),
  })
  const brokers = number('brokers')
  return {
    items: {
      ...counts,
      lost_sale_causes: causes.map(({ value, ...cause }) => ({ ...cause, value: value ?? 'Sem motivo' })),
      resultGoals: {
        quantity_brokers_in_leads: brokers,
        goals: goalResults(tab, { counts, brokers, range, goals: settings }),
      },
    },
    newTableItems: {
      new_insurances_sells: counts.sales_quantity,
      average_comissions: {
        percentage: figures.commission ?? null,
        value_cents: figures.commission_cents ?? null,
      },
      average_finalization_sold: figures.average_finalization_sold ?? null,
      average_finalization_not_sold: figures.average_finalization_not_sold ?? null,
      not_sold_count: counts.lost_sales,
      grouped_hours: HOUR_GROUPS.map((group) => {
        const [from, to] = group
        const within = hours.filter(({ hour }) => hour >= from && hour < to)
        const countItems = within.reduce((sum, { leads }) => sum + leads, 0)
        const sold = within.reduce((sum, row) => sum + row.sold, 0)
        return { groupHours: hourGroupName(group), countItems, sold, average: share(sold, countItems) }
      }),
    },
    conversions: {
      pairs: WAY_PAIRS.map((pair) => {
        const name = pairFigure(pair)
        return { ...pair, ...conversion(number(`${name}_sold`), number(`${name}_all`)) }
      }),
      sources: SOURCES.map((source) => {
        const own = channels.filter((channel) => isOfSource(source, channel))
        const [sold, leads] = [sumOf(own, (each) => each.sold), sumOf(own, (each) => each.leads)]
        return { source: source.key, ...conversion(sold, leads) }
      }),
    },
  }
}

export async function readDiagnosis(
  db: Reader,
  user: SessionUser,
  filter: DiagnosisFilter,
  {
    settings,
    asked,
  }: { readonly settings: Settings; readonly asked: AskedLeads & { readonly tab: DiagnosisTab } },
): Promise<Diagnosis> {
  const as_of = await readAsOf(db)
  const read = async (tab: DiagnosisTab) =>
    partOf(tab, await readFigures(db, tab, leadsOf(tab, user, filter), settings), {
      range: filter.range,
      settings,
    })
  const { startMinutes, endMinutes } = businessCalendar(settings.business_hours)
  return {
    as_of,
    workday: (endMinutes - startMinutes) * 60,
    renewal: await read('renewal'),
    new: await read('new'),
    ...(await diagnosisLeads(db, user, leadsOf(asked.tab, user, filter), { settings, asked })),
  }
}
