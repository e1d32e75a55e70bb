/** Made-up files of clients, leads and expiring policies, and whether they are read back. */
import { type DayOrder, NO_ORDERS } from '../../../../src/domain/spreadsheet/day-order.ts'
import { textOf } from '../../../../src/domain/spreadsheet/cells.ts'
import type { CodePage } from '../../../../src/domain/spreadsheet/code-pages.ts'
import type { Table } from '../../../../src/domain/spreadsheet/table.ts'
import { UnreadableFile } from '../../../../src/domain/spreadsheet/unreadable-file.ts'
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
import { inAnyOrder, withOtherLines, withSpelledHeaders } from './layout-writers.ts'
import { type ListName, type Mapping, openList, type Read, readWith, suggested } from './read-back.ts'
import {
  CLIENT_KINDS,
  type ColumnKind,
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
    const day = new Date(first + random.below((Date.parse(to) - first) / DAY_MS + 1) * DAY_MS).toISOString().slice(0, 10)
    const early = `${day.slice(0, 8)}${String(random.below(12) + 1).padStart(2, '0')}`
    return isEarly && early >= from && early <= to ? early : day
  }
}

function trueColumn(list: ListName, kind: ColumnKind, { rows, random }: { rows: number; random: Chance }): TrueColumn {
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
  /** Whether all of its days are in this order. */
  readonly isOrdered: boolean
  readonly encoding: string | null
}

/** These are columns of leads. */
const OF_LEADS =
  'Venc. Congênere|Data da Proposta|Vlr. Comissão Corretor|Prêmio Total|Prêmio Líquido|E-mail do Corretor|E-mail Produtor|Email Vendedor|Nome da Concessionária|Protocolo|Nº da Proposta|Nome do Produtor|Nome do Vendedor|Nome Cor.'.split('|')

const some = (random: Chance, writers: readonly (readonly [number, Writer])[]) =>
  writers.flatMap(([often, writer]) => (random.happens(often) ? [writer] : []))

export function makeTable(seed: number): MadeFile {
  const random = chance(seed)
  const list = random.pick(LISTS)
  const order = random.happens(0.65) ? 'day-first' : 'month-first'
  const rows = 1 + random.below(random.happens(0.5) ? 14 : 4)
  const { needed, optional } = KINDS[list]
  const own = [...needed, ...optional.filter(({ field }) => (field === 'address_number' ? false : random.happens(0.45)))]
  const others = OTHERS_COLUMNS.filter(() => random.happens(0.12)).map((kind) =>
    list === 'leads' ? { ...kind, headers: kind.headers.split('|').filter((header) => !OF_LEADS.includes(header)).join('|') } : kind,
  )
  const hasStreet = own.some(({ field }) => field === 'street')
  const number = CLIENT_KINDS.optional.find(({ field }) => field === 'address_number')
  const columns = [...own, ...(hasStreet && number !== undefined ? [number] : []), ...others].map((kind) =>
    trueColumn(list, kind, { rows, random }),
  )
  const unlike = columns.map((column) => {
    if (!UNIQUE.includes(column.field ?? '')) return column
    return { ...column, values: column.values.map((value, row) => `${value}${row + 10}`) }
  })
  const isResult = list === 'leads'
  const whole: TrueColumn[] = isResult
    ? [
        ...unlike,
        {
          field: 'result',
          meaning: 'text',
          header: random.pick(['Resultado', 'Status', 'Situação']),
          values: Array.from({ length: rows }, () => (unlike.some(({ field }) => field === 'sale_value' || field === 'commission') ? 'Vendido' : 'Perdido')),
        },
      ]
    : unlike
  const isBook = random.happens(0.3)
  const isOpened = isBook && random.happens(0.4)
  const isMixed = random.happens(0.3)
  const writers = [
    ...some(random, [
      [0.3, withGaps],
      [0.3, withoutValues],
      [0.2, inCertainWays],
      [0.2, asInstants],
      [isBook && !isOpened ? 0.4 : 0, asTypedDates],
      [isMixed ? 0.4 : 0, aColumnInOrder(order === 'day-first' ? 'month-first' : 'day-first')],
      [0.3, asRanges(order)],
      [isMixed && !isOpened ? 0.4 : 0, aStray(order === 'day-first' ? 'month-first' : 'day-first')],
    ]),
    inOrder(order),
    ...some(random, [[0.3, withWordsBehind]]),
    ...(isOpened ? [openedByExcel(random.pick(ORDERS))] : []),
    ...some(random, [
      [0.6, decorated],
      [0.5, withSpelledHeaders],
      [0.7, inAnyOrder],
      [0.35, withOtherLines],
    ]),
  ]
  const table = written(trueTable(whole), writers, random)
  const encoding = isBook ? null : random.happens(0.4) ? 'utf8' : random.pick(Object.keys(ENCODINGS))
  const file = encoding === null ? asWorkbook(table, random) : asText(table, encoding, random)
  return { list, table, file, order, isOrdered: !isMixed && !isOpened && !table.ways.includes('typed dates'), encoding }
}

export interface Wrong {
  readonly kind: string
  readonly detail: string
}

const PAIRS: Readonly<Record<string, string>> = { phone: 'cellphone', cellphone: 'phone' }

/** The place of each field's true column. */
const truePlaces = ({ columns }: WrittenTable): Map<string, number> =>
  new Map(columns.flatMap(({ field }, place) => (field === null ? [] : [[field, place] as const])))

const plain = (text: string) => text.normalize('NFC').replaceAll(/\s+/gu, ' ').trim()

/** Columns that were taken for a field without a doubt, and are none. */
function wrongColumns(table: WrittenTable, mapping: Mapping, doubtful: readonly string[]): Wrong[] {
  return Object.entries(mapping).flatMap(([field, place]) => {
    if (place === null || doubtful.includes(field)) return []
    const column = table.columns[place]
    if (column?.field === field || (column?.field ?? '-') === PAIRS[field]) return []
    return [
      {
        kind: `column ${field}`,
        detail: `‘${column?.header}’ of ${table.columns.map(({ header }) => header).join(' | ')}`,
      },
    ]
  })
}

function wrongValues(made: MadeFile, read: Read, doubts: ReadonlySet<string>): Wrong[] {
  const { table, file } = made
  const wrong: Wrong[] = []
  const rows = new Map(file.lineOf.map((line, row) => [line, row]))
  for (const [line, { values }] of read.good)
    if (!rows.has(line)) wrong.push({ kind: 'nobody', detail: `line ${line}: ${JSON.stringify(values)}` })
  for (const [line, row] of rows) {
    const good = read.good.get(line)
    if (good === undefined) {
      if (!read.refused.has(line)) wrong.push({ kind: 'vanished', detail: `line ${line}` })
      continue
    }
    const cellOf = (at: number) => {
      const cell = table.columns[at]?.cells[row]
      return cell instanceof Date ? cell.toISOString() : JSON.stringify(cell)
    }
    const phones = new Set<string>()
    for (const [at, { field, meaning, values }] of table.columns.entries()) {
      if (field === null || field === 'result') continue
      const value = values[row] ?? ''
      if (meaning === 'phones') {
        for (const each of value.split('+')) phones.add(each)
        continue
      }
      const instead = good.values[field] ?? ''
      if (doubts.has(field)) continue
      if (field === 'created_at' && value === '') continue
      if (plain(instead) === plain(value)) continue
      if ((meaning === 'money' || meaning === 'percent') && value !== '' && Number(instead) === Number(value) && instead !== '') continue
      if (instead === '' && good.notes.length > 0) continue
      const what = instead === '' ? 'lost in silence' : 'wrong'
      wrong.push({ kind: `${what} ${meaning}`, detail: `${field} ‘${table.columns[at]?.header}’ cell ${cellOf(at)} is ${value}, read ${instead}; others ${JSON.stringify(table.columns[at]?.cells.slice(0, 6))}` })
    }
    const cells = () => table.columns.filter(({ meaning }) => meaning === 'phones').map(({ cells: all }) => all[row])
    for (const phone of [good.values.cellphone ?? '', good.values.phone ?? ''])
      if (phone !== '' && !phones.has(phone)) wrong.push({ kind: 'wrong phone', detail: `${JSON.stringify(cells())} read ${phone}` })
    phones.delete('')
    if ([...phones].some((phone) => ![good.values.cellphone, good.values.phone].includes(phone)) && good.notes.length === 0)
      wrong.push({ kind: 'lost in silence phone', detail: `${JSON.stringify(cells())} is ${[...phones]} read ${good.values.cellphone} ${good.values.phone}` })
  }
  return wrong
}

const PAGE_OF: Readonly<Record<string, CodePage>> = {}

export async function check(made: MadeFile): Promise<{ wrong: Wrong[]; stats: Record<string, number> }> {
  const { list, table, file, order, isOrdered } = made
  const stats: Record<string, number> = { files: 1 }
  const count = (name: string, by = 1) => {
    stats[name] = (stats[name] ?? 0) + by
  }
  const open = async (): Promise<Table | null> => {
    try {
      return await openList(list, file.bytes, null)
    } catch (error) {
      if (error instanceof UnreadableFile) return null
      throw error
    }
  }
  let opened = await open()
  if (opened === null) return { wrong: [], stats: { ...stats, unreadable: 1 } }
  if (opened.areAccentsAsked) {
    count('asks accents')
    const names = table.columns.find(({ meaning }) => meaning === 'name')?.values.map(plain) ?? []
    const option = opened.accents.find(({ samples }) => samples.every((sample) => names.some((name) => name.includes(plain(sample)) || plain(sample).includes(name))))
    if (option === undefined) {
      count('asks accents, no right option')
      return { wrong: [], stats }
    }
    opened = await openList(list, file.bytes, option.accents)
  }
  const { mapping, doubtful } = suggested(list, opened.headers)
  const wrong: Wrong[] = []
  const headers = opened.headers.map(plain)
  const offsets = table.columns.map(({ header }) => plain(header))
  if (headers.slice(0, offsets.length).join('|') !== offsets.join('|')) {
    count('other headers')
    return { wrong: [{ kind: 'headers', detail: `${headers.join(' | ')} for ${offsets.join(' | ')}` }], stats }
  }
  wrong.push(...wrongColumns(table, mapping, doubtful))
  const places = truePlaces(table)
  const chosen = Object.fromEntries(
    Object.keys(mapping).map((field) => {
      const place = places.get(field)
      return [field, place ?? null]
    }),
  )
  for (const [field, place] of places) if (field in mapping) count(mapping[field] === place ? 'columns found' : 'columns not found')
  const read = readWith(list, opened, { mapping: chosen, orders: NO_ORDERS })
  const doubts = new Set(read.days.flatMap(({ field, doubt }) => (doubt === null ? [] : [field])))
  count('lines', file.lineOf.length)
  count('good lines', read.good.size)
  count('day columns', read.days.length)
  count('doubted day columns', doubts.size)
  wrong.push(...wrongValues(made, read, doubts))
  if (isOrdered && doubts.size > 0) {
    const orders = { chosen: Object.fromEntries([...places.keys()].map((field) => [field, order])), saved: {} }
    wrong.push(...wrongValues(made, readWith(list, opened, { mapping: chosen, orders }), new Set()).map(({ kind, detail }) => ({ kind: `${kind}, order chosen`, detail })))
  }
  return { wrong, stats }
}
