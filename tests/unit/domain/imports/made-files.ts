/** Made-up files of clients, leads and expiring policies. */
import type { DayOrder } from '../../../../src/domain/spreadsheet/day-order.ts'
import { type Chance, chance } from '../../../sync/support/random.ts'
import {
  aColumnInOrder,
  aStray,
  asInstants,
  asRanges,
  asTypedDates,
  inCertainWays,
  inOrder,
  openedByExcel,
  withGaps,
  withWordsBehind,
} from './day-writers.ts'
import { asText, asWorkbook, ENCODINGS, type WrittenFile } from './file-writers.ts'
import {
  inAnyOrder,
  sortedWithHeaders,
  withGroupHeaders,
  withOtherLines,
  withSpelledHeaders,
  withTwinHeaders,
} from './layout-writers.ts'
import type { ListName } from './read-back.ts'
import {
  CLIENT_KINDS,
  type ColumnKind,
  HOUSE_NUMBER,
  LEAD_KINDS,
  MAKERS,
  OTHERS_COLUMNS,
  RENEWAL_KINDS,
} from './true-columns.ts'
import { decorated, withoutValues } from './value-writers.ts'
import { type TrueColumn, trueTable, type Writer, type WrittenTable, written } from './written-table.ts'

const KINDS = { clients: CLIENT_KINDS, leads: LEAD_KINDS, renewals: RENEWAL_KINDS } as const
const LISTS = ['clients', 'leads', 'renewals'] as const
const ORDERS = ['day-first', 'month-first'] as const

const DAY_MS = 86_400_000
const YEARS: Readonly<Record<string, readonly [string, string]>> = {
  'leads created_at': ['2019-06-01', '2024-12-31'],
  'leads ended_at': ['2025-01-01', '2026-11-20'],
  birth: ['1930-01-01', '2007-12-31'],
  end: ['2026-01-05', '2028-06-30'],
  start: ['2025-01-05', '2026-06-30'],
}

function dayMaker(list: ListName, { field, meaning }: ColumnKind, random: Chance): () => string {
  const [from, to] = YEARS[`${list} ${field}`] ?? YEARS[meaning] ?? ['2020-01-01', '2026-01-01']
  const isEarly = random.happens(0.3)
  return () => {
    const first = Date.parse(from)
    const day = new Date(first + random.below((Date.parse(to) - first) / DAY_MS + 1) * DAY_MS)
      .toISOString()
      .slice(0, 10)
    const early = `${day.slice(0, 8)}${String(random.below(12) + 1).padStart(2, '0')}`
    return isEarly && early >= from && early <= to ? early : day
  }
}

function trueColumn(
  list: ListName,
  kind: ColumnKind,
  { rows, random }: { rows: number; random: Chance },
): TrueColumn {
  const { field, meaning, maker, headers } = kind
  const isDay = ['start', 'end', 'birth'].includes(meaning)
  const make = isDay ? dayMaker(list, kind, random) : () => MAKERS[maker](random)
  const values = Array.from({ length: rows }, make)
  return { field, meaning, header: random.pick(headers.split('|')), values }
}

/** A field that two lines may not share. */
const UNIQUE = ['policy_number', 'old_number']

export interface MadeFile {
  readonly list: ListName
  readonly table: WrittenTable
  readonly file: WrittenFile
  readonly order: DayOrder
  /** `ordered`: all in this order. `opened`: a spreadsheet made dates of them. `mixed`: of both orders. */
  readonly days: 'ordered' | 'opened' | 'mixed'
}

const some = (random: Chance, writers: readonly (readonly [number, Writer])[]) =>
  writers.flatMap(([often, writer]) => (random.happens(often) ? [writer] : []))

/** These are columns of leads. */
const OF_LEADS =
  'Venc. Congênere|Data da Proposta|Vlr. Comissão Corretor|Prêmio Total|Prêmio Líquido|E-mail do Corretor|E-mail Produtor|Email Vendedor|Nome da Concessionária|Protocolo|Nº da Proposta|Nome do Produtor|Nome do Vendedor|Nome Cor.'.split(
    '|',
  )
const ofLeads = (kind: ColumnKind): ColumnKind => ({
  ...kind,
  headers: kind.headers
    .split('|')
    .filter((header) => !OF_LEADS.includes(header))
    .join('|'),
})

/** Whether the lead was sold follows from the columns that it has. */
const resultColumn = (columns: readonly TrueColumn[], rows: number, random: Chance): TrueColumn => {
  const isSold = columns.some(({ field }) => field === 'sale_value' || field === 'commission')
  const values = Array.from({ length: rows }, () => (isSold ? 'Vendido' : 'Perdido'))
  const header = random.pick(['Resultado', 'Status', 'Situação'])
  return { field: 'result', meaning: 'text', header, values }
}

function trueColumns(list: ListName, random: Chance): TrueColumn[] {
  const rows = 1 + random.below(random.happens(0.5) ? 14 : 4)
  const { needed, optional } = KINDS[list]
  const own = [...needed, ...optional.filter(() => random.happens(0.45))]
  const others = OTHERS_COLUMNS.filter(() => random.happens(0.12))
  const kinds = [
    ...own,
    // A number is the house's beside its street alone.
    ...(own.some(({ field }) => field === 'street') ? [HOUSE_NUMBER] : []),
    ...(list === 'leads' ? others.map(ofLeads) : others),
  ]
  const columns = kinds.map((kind) => {
    const column = trueColumn(list, kind, { rows, random })
    if (!UNIQUE.includes(kind.field ?? '')) return column
    return { ...column, values: column.values.map((value, row) => `${value}${row + 10}`) }
  })
  return list === 'leads' ? [...columns, resultColumn(columns, rows, random)] : columns
}

/** A file with nothing strange in it. */
export function plainFile(seed: number): MadeFile {
  const random = chance(seed)
  const list = random.pick(LISTS)
  const table = written(trueTable(trueColumns(list, random)), [inOrder('day-first')], random)
  return { list, table, file: asText(table, 'utf8', random), order: 'day-first', days: 'ordered' }
}

export function madeFile(seed: number): MadeFile {
  const random = chance(seed)
  const list = random.pick(LISTS)
  const order = random.happens(0.65) ? 'day-first' : 'month-first'
  const other = order === 'day-first' ? 'month-first' : 'day-first'
  const isBook = random.happens(0.3)
  const isOpened = isBook && random.happens(0.4)
  const isMixed = random.happens(0.3)
  // Of a column with right dates, and with dates that were changed over, nobody can tell which is which.
  const isTyped = isBook && !isOpened && random.happens(0.4)
  const writers = [
    ...some(random, [
      [0.3, withoutValues],
      [0.2, inCertainWays],
      [0.2, asInstants],
      [isTyped ? 1 : 0, asTypedDates],
      [isMixed ? 0.4 : 0, aColumnInOrder(other)],
      [0.3, asRanges(order)],
      [isMixed && !isOpened ? 0.4 : 0, aStray(other)],
    ]),
    inOrder(order),
    ...some(random, [
      [0.3, withWordsBehind],
      [0.3, withGaps],
    ]),
    ...(isOpened ? [openedByExcel(random.pick(ORDERS))] : []),
    ...some(random, [
      [0.05, withTwinHeaders],
      [0.6, decorated],
      [0.5, withSpelledHeaders],
      [0.7, inAnyOrder],
      [0.35, withOtherLines],
      [0.05, withGroupHeaders],
      [0.05, sortedWithHeaders],
    ]),
  ]
  const table = written(trueTable(trueColumns(list, random)), writers, random)
  const encoding = random.happens(0.4) ? 'utf8' : random.pick(Object.keys(ENCODINGS))
  const file = isBook ? asWorkbook(table, random) : asText(table, encoding, random)
  // What is left as text must be in one order for a choice to be right.
  const isLeft = table.ways.some((way) =>
    ['certain ways', 'instants', 'ranges', 'words behind', 'gaps'].includes(way),
  )
  const days = isMixed || isTyped || (isOpened && isLeft) ? 'mixed' : isOpened ? 'opened' : 'ordered'
  return { list, table, file, order, days }
}
