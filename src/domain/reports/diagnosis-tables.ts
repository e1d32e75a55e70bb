/** The tables of the diagnosis: docs/rules.md#report-diagnosis */
import {
  type DiagnosisPart,
  type GoalResult,
  type HourGroup,
  hourRow,
  pairFigure,
  SOURCES,
  sourceFigure,
} from './diagnosis.ts'
import type { DiagnosisTab } from './diagnosis-goals.ts'
import { share } from './figures.ts'
import {
  type CellValue,
  countColumn,
  type Format,
  fieldColumn,
  type ReportTable,
  type ShownTable,
  shownTable,
  titleColumn,
} from './table.ts'

const GOAL_FORMATS = { percent: 'percent', time: 'workingTime', count: 'decimal' } as const

/** Percentages differ by points. */
const differenceFormat = (format: Format): Format => (format === 'percent' ? 'points' : format)

const labelColumn = (label: string) => ({
  key: 'label',
  label,
  format: 'text' as const,
  value: (row: { readonly label: string }) => row.label,
  isTitle: true,
  unsorted: true,
})

const goalColumn = (key: 'goal' | 'result' | 'difference', label: string) => ({
  key,
  label,
  format: 'decimal' as const,
  formatOf: ({ unit }: GoalResult): Format => GOAL_FORMATS[unit],
  value: (row: GoalResult) => row[key],
  unsorted: true,
})

const GOALS: ReportTable<GoalResult> = {
  name: 'metas',
  title: 'Metas',
  order: '',
  idOf: ({ key }) => key,
  columns: [
    labelColumn('Indicador'),
    goalColumn('goal', 'Meta'),
    goalColumn('result', 'Resultado'),
    {
      ...goalColumn('difference', 'Diferença'),
      formatOf: ({ unit }) => differenceFormat(GOAL_FORMATS[unit]),
      tone: ({ met }) => (met === null ? null : met ? 'good' : 'bad'),
    },
  ],
}

interface Ways {
  readonly label: string
  /** What the columns open, in their order. */
  readonly figures: readonly [whatsapp: string, telephone: string, others: string, total: string]
  readonly whatsapp: number
  readonly telephone: number
  readonly others: number
  readonly total: number
}

const WAY_COLUMNS = ['whatsapp', 'telephone', 'others', 'total'] as const

const wayColumn = (key: (typeof WAY_COLUMNS)[number], label: string) =>
  ({
    key,
    label,
    format: 'integer',
    value: (row: Ways) => row[key],
    figureOf: ({ figures }: Ways) => figures[WAY_COLUMNS.indexOf(key)] ?? null,
    unsorted: true,
  }) as const

const WAYS: ReportTable<Ways> = {
  name: 'meios',
  title: 'Atendimento por meio',
  order: '',
  idOf: ({ label }) => label,
  columns: [
    labelColumn('Etapa'),
    wayColumn('whatsapp', 'WhatsApp'),
    wayColumn('telephone', 'Telefone'),
    wayColumn('others', 'Outros'),
    wayColumn('total', 'Total'),
  ],
}

const waysOf = ({ items }: DiagnosisPart, tab: DiagnosisTab): Ways[] => [
  {
    label: 'Contatos',
    figures: ['contact_whatsapp', 'contact_tel_cel', 'contact_others', 'all_conections'],
    whatsapp: items.contact_whatsapp,
    telephone: items.contact_tel_cel,
    others: items.contact_others,
    total: items.all_conections,
  },
  {
    label: 'Cotações',
    figures: ['quoted_whatsapp', 'quoted_tel_cel', 'quoted_others', 'quoted'],
    whatsapp: items.quoted_whatsapp,
    telephone: items.quoted_tel_cel,
    others: items.quoted_others,
    total: items.quoted,
  },
  {
    label: `${tab === 'renewal' ? 'Renovados' : 'Vendidos'}, pelo meio do contato`,
    figures: ['renewed_whatsapp', 'renewed_tel_cel', 'renewed_others', 'sales_quantity'],
    whatsapp: items.renewed_whatsapp,
    telephone: items.renewed_tel_cel,
    others: items.renewed_others,
    total: items.sales_quantity,
  },
  {
    label: 'Vendas, pelo meio da venda',
    figures: ['sales_on_whatsapp', 'sales_on_tel_cel', 'sales_on_others', 'sales_quantity'],
    whatsapp: items.sales_on_whatsapp,
    telephone: items.sales_on_tel_cel,
    others: items.sales_on_others,
    total: items.sales_quantity,
  },
]

interface Value {
  readonly label: string
  readonly value: CellValue
  readonly format: Format
  readonly figure: string | null
}

const VALUES: ReportTable<Value> = {
  name: 'resultados',
  title: 'Resultados',
  order: '',
  idOf: ({ label }) => label,
  columns: [
    labelColumn('Indicador'),
    {
      key: 'value',
      label: 'Valor',
      format: 'decimal',
      formatOf: ({ format }) => format,
      value: ({ value }) => value,
      figureOf: ({ figure }) => figure,
      isUnnamed: true,
      unsorted: true,
    },
  ],
}

const value = (label: string, of: CellValue, format: Format, figure: string | null = null): Value => ({
  label,
  value: of,
  format,
  figure,
})

/** Counts and average times. */
const valuesOf = ({ items, newTableItems: more }: DiagnosisPart): Value[] => [
  value('Leads', items.count_leads, 'integer', 'count_leads'),
  value('Capturados no prazo', items.leads_capture_on_time, 'integer', 'leads_capture_on_time'),
  value('Seguros vendidos', more.new_insurances_sells, 'integer', 'sales_quantity'),
  value('Não vendidos', more.not_sold_count, 'integer', 'lost_sales'),
  value('BackUp Car vendidos', items.backup_car_sales, 'integer', 'backup_car_sales'),
  value('Comissão média', more.average_comissions.percentage, 'percent'),
  value('Comissão média em R$', more.average_comissions.value_cents, 'money'),
  value('Tempo da captura à cotação', items.average_of_quotation_time, 'workingTime'),
  value('Tempo da cotação ao contato', items.average_of_contact_after_quotation, 'workingTime'),
  value('Tempo da cotação à venda', items.average_of_sell_quotation_time, 'workingTime'),
  value('Tempo do contato à venda', items.average_time_of_renew_after_conection, 'workingTime'),
  value('Tempo da captura à venda', items.average_of_sales_time, 'workingTime'),
  value('Tempo até o fim, vendidos', more.average_finalization_sold, 'workingTime'),
  value('Tempo até o fim, não vendidos', more.average_finalization_not_sold, 'workingTime'),
]

const HOURS: ReportTable<HourGroup> = {
  name: 'horas',
  title: 'Por hora de criação',
  order: '',
  idOf: ({ groupHours }) => hourRow(groupHours),
  columns: [
    titleColumn('groupHours', 'Horas'),
    countColumn('countItems', 'Leads', 'hours'),
    countColumn('sold', 'Vendidos', 'hours_sold'),
    fieldColumn('average', 'Conversão', 'percent'),
  ],
}

interface Loss {
  readonly id: number | null
  readonly value: string
  readonly quantity: number
  readonly share: number | null
}

const LOSSES: ReportTable<Loss> = {
  name: 'perdas',
  title: 'Perdas',
  order: '-quantity',
  idOf: ({ id }) => String(id ?? 0),
  columns: [
    titleColumn('value', 'Motivo'),
    countColumn('quantity', 'Perdas', 'lost_sale_causes'),
    fieldColumn('share', 'Das perdas', 'percent'),
  ],
}

interface Conversion {
  readonly label: string
  /** Begins the names of its figures. */
  readonly figure: string
  readonly dividedBy: number
  readonly countItems: number
  readonly average: number | null
}

const conversionTable = (name: string, title: string, of: string): ReportTable<Conversion> => ({
  name,
  title,
  order: '',
  idOf: ({ label }) => label,
  columns: [
    titleColumn('label', of),
    {
      key: 'dividedBy',
      label: 'Leads',
      format: 'integer',
      value: (row) => row.dividedBy,
      figureOf: ({ figure }) => `${figure}_all`,
    },
    {
      key: 'countItems',
      label: 'Vendidos',
      format: 'integer',
      value: (row) => row.countItems,
      figureOf: ({ figure }) => `${figure}_sold`,
    },
    fieldColumn('average', 'Conversão', 'percent'),
  ],
})

const PAIRS = conversionTable('conversoes', 'Conversão por meio', 'Contato → cotação')
const BY_SOURCE = conversionTable('origens', 'Conversão por origem', 'Origem')

const WAY_WORDS = { whatsapp: 'WhatsApp', tel_cel: 'Telefone' } as const

const sourceLabel = (source: string) => SOURCES.find(({ key }) => key === source)?.label ?? source

export function diagnosisTables(part: DiagnosisPart, tab: DiagnosisTab): ShownTable[] {
  const { items, newTableItems, conversions } = part
  const losses = items.lost_sale_causes.map((cause) => ({
    ...cause,
    share: share(cause.quantity, items.lost_sales),
  }))
  const pairs = conversions.pairs.map(({ contact, quote, ...pair }) => ({
    ...pair,
    figure: pairFigure({ contact, quote }),
    label: `${WAY_WORDS[contact]} → ${WAY_WORDS[quote]}`,
  }))
  const sources = conversions.sources.map(({ source, ...rest }) => ({
    ...rest,
    figure: sourceFigure(source),
    label: sourceLabel(source),
  }))
  return [
    shownTable(GOALS, items.resultGoals.goals),
    shownTable(VALUES, valuesOf(part)),
    shownTable(WAYS, waysOf(part, tab)),
    ...(tab === 'new' ? [shownTable(HOURS, newTableItems.grouped_hours)] : []),
    shownTable(LOSSES, losses),
    shownTable(PAIRS, pairs),
    // A renewal's channel is none of the sources.
    ...(tab === 'new' ? [shownTable(BY_SOURCE, sources)] : []),
  ]
}
