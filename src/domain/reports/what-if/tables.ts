/** The tables of 'E se?': by broker, by channel, and the leads that change sides. docs/rules.md#what-if */
import { share } from '../figures.ts'
import {
  type CellValue,
  fieldColumn,
  type ReportColumn,
  type ReportTable,
  type ShownTable,
  shownTable,
  titleColumn,
} from '../table.ts'
import type { Changed, Group, JudgedMeasure, Sides } from './judge.ts'

export interface Names {
  readonly brokerName: (broker: number | null) => string
  readonly channelName: (channel: number) => string
}

const shareOf = (key: string, label: string, of: 'before' | 'after'): ReportColumn<Sides> => ({
  key,
  label,
  format: 'percent',
  value: (row) => share(row[of], row.whole),
})

const differenceOf = ({ whole, before, after }: Sides): number | null => share(after - before, whole)

const COLUMNS: readonly ReportColumn<Sides>[] = [
  { key: 'whole', label: 'Leads', format: 'integer', value: ({ whole }) => whole },
  shareOf('before', 'Como foi', 'before'),
  shareOf('after', 'Com a mudança', 'after'),
  {
    key: 'difference',
    label: 'Diferença',
    format: 'points',
    value: differenceOf,
    tone: (row) => {
      const difference = differenceOf(row) ?? 0
      return difference === 0 ? null : difference > 0 ? 'good' : 'bad'
    },
  },
]

type Named<Row> = Row & { readonly name: string }

const sidesTable = (name: string, title: string, label: string): ReportTable<Named<Group>> => ({
  name,
  title,
  order: '-whole',
  idOf: ({ id }) => String(id ?? 0),
  isLast: ({ id }) => id === null,
  columns: [titleColumn('name', label), ...COLUMNS],
})

const BROKERS = sidesTable('e-se-corretores', 'Por corretor', 'Corretor')
const CHANNELS = sidesTable('e-se-canais', 'Por canal', 'Canal')

interface ChangedRow {
  readonly place: number
  readonly id: number | null
  readonly client: string
  readonly broker: string
  readonly channel: string
  readonly created: string
  readonly side: string
  readonly isInto: boolean
  readonly waited: number | null
  readonly waits: number | null
}

const side: ReportColumn<ChangedRow> = {
  ...fieldColumn('side', 'Muda', 'text'),
  tone: ({ isInto }) => (isInto ? 'good' : 'bad'),
}

const CHANGED: ReportTable<ChangedRow> = {
  name: 'e-se-leads',
  title: 'Leads que mudam de lado',
  order: '',
  idOf: ({ place }) => String(place),
  leadOf: ({ id }) => id,
  columns: [
    titleColumn('client', 'Cliente'),
    side,
    fieldColumn('broker', 'Corretor', 'text'),
    fieldColumn('channel', 'Canal', 'text'),
    fieldColumn('created', 'Criação', 'moment'),
    fieldColumn('waited', 'Tempo', 'clock'),
    fieldColumn('waits', 'Com a mudança', 'clock'),
  ],
}

const rowOf = (
  { lead, after, waited, waits }: Changed,
  place: number,
  { brokerName, channelName }: Names,
): ChangedRow => ({
  place,
  id: lead.id,
  client: lead.client,
  broker: brokerName(lead.broker),
  channel: channelName(lead.channel),
  created: new Date(lead.created).toISOString(),
  side: after ? 'Entra no prazo' : 'Sai do prazo',
  isInto: after,
  waited,
  waits,
})

/** A column of nothing but empty cells says nothing. */
const withoutEmpty = (table: ShownTable): ShownTable => {
  const isFilled = table.heads.map((_, place) => table.lines.some(({ cells }) => cells[place] !== null))
  const filled = <Value>(values: readonly Value[]) => values.filter((_, place) => isFilled[place])
  return {
    ...table,
    heads: filled(table.heads),
    lines: table.lines.map((line) => ({
      ...line,
      cells: filled<CellValue>(line.cells),
      tones: filled(line.tones),
    })),
  }
}

/** Returns the three tables, the last one empty where no lead changes sides. */
export function whatIfTables(
  { key, whole, before, after, brokers, channels, changed }: JudgedMeasure,
  names: Names,
): ShownTable[] {
  const total = { id: null, name: 'Total', whole, before, after }
  const own = <Row extends ShownTable>(table: Row) => ({ ...table, name: `${table.name}-${key}` })
  return [
    shownTable(
      BROKERS,
      brokers.map((group) => ({ ...group, name: names.brokerName(group.id) })),
      { total },
    ),
    shownTable(
      CHANNELS,
      channels.map((group) => ({ ...group, name: names.channelName(group.id ?? 0) })),
      { total },
    ),
    withoutEmpty(
      shownTable(
        CHANGED,
        changed.map((each, place) => rowOf(each, place, names)),
      ),
    ),
  ].map(own)
}
