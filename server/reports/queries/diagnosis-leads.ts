/** The leads behind the figures of 'Diagnóstico': docs/rules.md#report-diagnosis */
import { type RawBuilder, sql } from 'kysely'
import { type Diagnosis, HOUR_GROUPS, SOURCES, sourceFigure } from '../../../src/domain/reports/diagnosis.ts'
import type { DiagnosisTab } from '../../../src/domain/reports/diagnosis-goals.ts'
import type { SessionUser } from '../../../src/domain/session/session-user.ts'
import type { Settings } from '../../../src/domain/settings/settings.ts'
import type { Reader } from '../../queries/lead-row.ts'
import { COUNTS, factsOf, IS_WHITE_LABEL, NOT_SOLD, named, SOLD } from './diagnosis-figures.ts'
import { figureSql, figuresBy, type HeldFigure, heldFigures } from './figure-leads.ts'
import { leadDetails } from './lead-details.ts'
import type { AskedLeads } from './lead-pages.ts'
import { allOf } from './report-scope.ts'

const ALL = sql`true`
/** Of figures without rows. */
const ONE_ROW = sql`0`

/** The first hour of the group in which the lead was created. */
const HOUR_GROUP = sql`(
  select max(g.hour)
  from (values ${sql.join(HOUR_GROUPS.map(([from]) => sql`(${sql.lit(from)}::int)`))}) g (hour)
  where g.hour <= extract(hour from l.hour at time zone 'America/Sao_Paulo'))`

const ofSource = ({ channels }: (typeof SOURCES)[number]) =>
  channels.length === 0
    ? sql`l.channel_id in (select k.id from channels k where ${IS_WHITE_LABEL})`
    : sql`l.channel_id in (${sql.join(channels.map((channel) => sql.lit(channel)))})`

const BY_SOURCE = Object.fromEntries(
  SOURCES.flatMap((source) => {
    const [name, condition] = [sourceFigure(source.key), ofSource(source)]
    return [
      [`${name}_all`, condition],
      [`${name}_sold`, sql`${condition} and ${SOLD}`],
    ]
  }),
)

/** Each figure with its rows, over the facts of `l`. */
const FIGURES: readonly HeldFigure[] = [
  ...figuresBy({ ...COUNTS, ...BY_SOURCE }, ONE_ROW),
  { figure: 'hours', counts: ALL, row: HOUR_GROUP },
  { figure: 'hours_sold', counts: SOLD, row: HOUR_GROUP },
  { figure: 'lost_sale_causes', counts: NOT_SOLD, row: sql`coalesce(l.lost_sale, 0)` },
]
const CONDITIONS = Object.fromEntries(
  FIGURES.map(({ figure, counts }) => [figure, sql<boolean>`coalesce(${counts}, false)`]),
)
const rowOf = (asked: string | undefined) => FIGURES.find(({ figure }) => figure === asked)?.row ?? ONE_ROW

interface Asked {
  readonly settings: Settings
  readonly asked: AskedLeads & { readonly tab: DiagnosisTab }
}

/** The leads of the figure within the tab, if the call asks for a number of them. */
export async function diagnosisLeads(
  db: Reader,
  user: SessionUser,
  ofTab: RawBuilder<boolean>,
  { settings, asked }: Asked,
): Promise<Pick<Diagnosis, 'leads' | 'meta' | 'figure_leads'>> {
  const { per_page } = asked
  // Refuses an unknown figure also where no leads are asked for.
  const ofFigure = figureSql(CONDITIONS, asked, rowOf(asked.figure))
  if (per_page === undefined) return {}
  const facts = (where: RawBuilder<unknown>) => sql`(
    select l.id, ${named(factsOf(asked.tab, settings))}
    from leads l
    where ${where}) l`
  const condition =
    asked.figure === undefined
      ? ofTab
      : allOf([
          ofTab,
          sql`l.id in (
            select l.id
            from ${facts(ofTab)}
            where ${ofFigure})`,
        ])
  const { data, total } = await leadDetails(db, user, { condition }, { ...asked, per_page })
  const ids = data.map(({ id }) => id)
  const from = facts(sql`l.id = any(${ids}::int[])`)
  return {
    leads: data,
    meta: { total },
    ...(await heldFigures(db, { asked, rows: data, figures: FIGURES, from })),
  }
}
