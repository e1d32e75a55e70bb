/** The two tabs of 'Diagnóstico' as reports, and their sheet: docs/rules.md#report-diagnosis */
import { ADMINISTRATION } from '../permissions/roles.ts'
import { partOf, wholeWords } from './base-words.ts'
import { type Chart, chartText } from './chart.ts'
import type { Diagnosis, DiagnosisPart, GoalResult } from './diagnosis.ts'
import { type DiagnosisTab, goalBase } from './diagnosis-goals.ts'
import { diagnosisTables } from './diagnosis-tables.ts'
import { isBroker } from './filters.ts'
import { shownLeads } from './lead-rows.ts'
import { PAST_PRESETS } from './period.ts'
import { countFigure, defineReport } from './report.ts'
import type { ReportFilter } from './search.ts'

const IN_WORKING_DAYS = 'Tempos em horas úteis: um dia (d) é um dia de expediente.'

interface Tab {
  readonly tab: DiagnosisTab
  readonly title: string
  readonly file: string
  readonly periodLabel: string
}

const diagnosisOf = ({ tab, title, file, periodLabel }: Tab) =>
  defineReport<Diagnosis>({
    path: '/relatorio-diagnostico',
    title,
    file,
    period: 'um-mes',
    presets: PAST_PRESETS,
    periodLabel,
    filters: [
      { kind: 'corretor', asks: 'broker_id', label: 'Corretor', roles: ADMINISTRATION, offers: isBroker },
      { kind: 'equipe', asks: 'technicalTeam', label: 'Equipe', roles: ADMINISTRATION },
    ],
    dates: ['start_date', 'end_date'],
    paged: 'leads',
    opensLeads: true,
    whatIf: tab === 'new' ? 'diagnosis_new' : 'diagnosis_renewal',
    // The first tab's report asks for what is pinned of either.
    behindFigures: (filter) => ({ tab: tab === 'new' ? tab : diagnosisTab(filter) }),
    content: ({ as_of, workday, leads, meta, ...parts }) => {
      const part = parts[tab]
      const { items } = part
      const { goals } = items.resultGoals
      return {
        asOf: as_of,
        note: IN_WORKING_DAYS,
        workday,
        isEmpty: items.count_leads === 0,
        figures: [
          countFigure('leads', 'Leads', items.count_leads, 'count_leads'),
          countFigure('quoted', 'Cotados', items.quoted),
          countFigure('sold', 'Vendidos', items.sales_quantity, 'sales_quantity'),
          {
            key: 'goals',
            label: 'Metas atingidas',
            value: goals.filter(({ met }) => met === true).length,
            format: 'integer',
            note: goalsWords(goals),
          },
        ],
        chart: chartOf(items),
        tables: [
          ...diagnosisTables(part, tab),
          ...(leads === undefined ? [] : [shownLeads(leads, meta?.total ?? 0)]),
        ],
      }
    },
  })

/** A goal of nothing, such as a share of no sales, is neither met nor missed. */
function goalsWords(goals: readonly GoalResult[]): string {
  const known = goals.filter(({ met }) => met !== null).length
  const unknown = goals.length - known
  return `${wholeWords(known, ['meta', 'metas'])}${unknown === 0 ? '' : ` · ${unknown} sem base`}`
}

/** Each share with what it is a share of, and its goal as a tick. */
function chartOf(items: DiagnosisPart['items']): Chart {
  const shares = items.resultGoals.goals.filter(({ unit }) => unit === 'percent')
  return {
    kind: 'bars',
    along: 'names',
    title: 'Metas e resultados',
    beside: 'O traço em cada barra é a meta.',
    format: 'percent',
    series: [{ key: 'result', label: 'Resultado', color: 'blue' }],
    points: shares.map(({ key, label, goal, result }) => {
      const base = goalBase(key, items)
      const words = [
        ...(base === null || result === null ? [] : [partOf(base.part, base.whole)]),
        `meta ${chartText(goal, 'percent')}`,
      ]
      return {
        name: label,
        values: { result: result ?? 0 },
        ...(result === null ? { end: 'sem base' } : {}),
        note: words.join(' · '),
        goal,
      }
    }),
  }
}

export const DIAGNOSES = {
  renewal: diagnosisOf({
    tab: 'renewal',
    title: 'Diagnóstico de Venda de Seguros de Renovação',
    file: 'diagnostico_renovacao',
    periodLabel: 'Vencimento do seguro',
  }),
  new: diagnosisOf({
    tab: 'new',
    title: 'Diagnóstico de Venda de Seguros Novos',
    file: 'diagnostico_seguro_novo',
    periodLabel: 'Data de criação',
  }),
} as const

/** Of both tabs. */
export const DIAGNOSIS_TITLE = 'Diagnóstico'

/** The second tab in the address. */
export const NEW_TAB = 'seguro-novo'

/** The tab of a filter: the first one where none is named. */
export const diagnosisTab = ({ aba }: Pick<ReportFilter, 'aba'>): DiagnosisTab =>
  aba === NEW_TAB ? 'new' : 'renewal'
