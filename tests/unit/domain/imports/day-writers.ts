/** The ways in which files write days. */
import type { Cell } from '../../../../src/domain/spreadsheet/cells.ts'
import type { DayOrder } from '../../../../src/domain/spreadsheet/day-order.ts'
import type { Chance } from '../../../sync/support/random.ts'
import { isOfDays, type Writer, withCells } from './written-table.ts'

const isDay = isOfDays
const ISO_DAY = /^(\d{4})-(\d{2})-(\d{2})$/u
const partsOf = (value: string) => ISO_DAY.exec(value)?.slice(1) ?? null
/** A value that no writer has written yet. */
const isPlain = (cell: Cell): cell is string => typeof cell === 'string' && ISO_DAY.test(cell)

const SIGNS = ['/', '/', '/', '-', '.', ' / '] as const

interface Style {
  readonly order: DayOrder
  readonly sign: string
  readonly hasShortYears: boolean
  readonly isPadded: boolean
}

function styled(value: string, { order, sign, hasShortYears, isPadded }: Style): string {
  const [year = '', month = '', day = ''] = partsOf(value) ?? []
  const number = (text: string) => (isPadded ? text : String(Number(text)))
  const numbers = order === 'day-first' ? [number(day), number(month)] : [number(month), number(day)]
  return [...numbers, hasShortYears ? year.slice(2) : year].join(sign)
}

const styleOf = (order: DayOrder, chance: Chance): Style => ({
  order,
  sign: chance.pick(SIGNS),
  hasShortYears: chance.happens(0.15),
  isPadded: chance.happens(0.8),
})

/** Every day of the file in one order, each column with signs of its own. */
export const inOrder = (order: DayOrder): Writer => ({
  name: order,
  write: (table, chance) => {
    const styles = new Map(table.columns.map(({ header }) => [header, styleOf(order, chance)]))
    return withCells(table, isDay, (cell, { header }) => {
      const style = styles.get(header)
      return isPlain(cell) && style !== undefined ? styled(cell, style) : cell
    })
  },
})

/** One column in another order than the rest of the file. */
export const aColumnInOrder = (order: DayOrder): Writer => ({
  name: `a column ${order}`,
  write: (table, chance) => {
    const days = table.columns.filter(isDay)
    if (days.length === 0) return table
    const odd = chance.pick(days).header
    const style = styleOf(order, chance)
    return withCells(
      table,
      ({ header }) => header === odd,
      (cell) => (isPlain(cell) ? styled(cell, style) : cell),
    )
  },
})

/** One cell of the file in another order than its column. A stray that is a day in both orders can't be known. */
export const aStray = (order: DayOrder): Writer => ({
  name: `a stray ${order}`,
  write: (table, chance) => {
    const days = table.columns.filter(isDay)
    if (days.length === 0) return table
    const odd = chance.pick(days)
    const rows = odd.values.flatMap((value, row) => (Number(partsOf(value)?.[2]) > 12 ? [row] : []))
    if (rows.length === 0) return table
    const stray = chance.pick(rows)
    return withCells(
      table,
      ({ header }) => header === odd.header,
      (cell, _, row) =>
        row === stray && isPlain(cell)
          ? styled(cell, { order, sign: '/', hasShortYears: false, isPadded: true })
          : cell,
    )
  },
})

const MONTHS = 'jan fev mar abr mai jun jul ago set out nov dez'.split(' ')
const LONG_MONTHS =
  'janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro'.split(' ')

const ENGLISH = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')

type Way = (parts: { readonly year: string; readonly month: string; readonly day: string }) => Cell
const CERTAIN: readonly Way[] = [
  ({ year, month, day }) => `${year}-${month}-${day}`,
  ({ year, month, day }) => `${year}/${month}/${day}`,
  ({ year, month, day }) => `${year}${month}${day}`,
  ({ year, month, day }) => Number(`${year}${month}${day}`),
  ({ year, month, day }) => `${Number(day)}-${MONTHS[Number(month) - 1]}-${year.slice(2)}`,
  ({ year, month, day }) => `${Number(day)} de ${LONG_MONTHS[Number(month) - 1]} de ${year}`,
  ({ year, month, day }) => `${year}-${month}-${day} 00:00:00`,
  ({ year, month, day }) => `${year}-${month}-${day}T00:00:00Z`,
  ({ year, month, day }) => `${year}-${month}-${day}T00:00:00.000-03:00`,
  ({ year, month, day }) => `${year}.${month}.${day}`,
  ({ year, month, day }) => `${day} ${MONTHS[Number(month) - 1]?.toUpperCase()} ${year}`,
  ({ year, month, day }) => `${day}/${MONTHS[Number(month) - 1]}./${year}`,
  ({ year, month, day }) => `quarta-feira, ${Number(day)} de ${LONG_MONTHS[Number(month) - 1]} de ${year}`,
  ({ year, month, day }) => `${ENGLISH[Number(month) - 1]} ${Number(day)}, ${year}`,
  ({ year, month, day }) => `${day}-${ENGLISH[Number(month) - 1]}-${year}`,
  ({ year, month, day }) => `${Number(day)}º de ${LONG_MONTHS[Number(month) - 1]} de ${year}`,
  ({ year, month, day }) => `/Date(${Date.parse(`${year}-${month}-${day}T15:00:00Z`)})/`,
]

/** Some days in ways that have one reading. */
export const inCertainWays: Writer = {
  name: 'certain ways',
  write: (table, chance) =>
    withCells(table, isDay, (cell) => {
      const [year = '', month = '', day = ''] = isPlain(cell) ? (partsOf(cell) ?? []) : []
      return year !== '' && chance.happens(0.3) ? chance.pick(CERTAIN)({ year, month, day }) : cell
    }),
}

/** Some days as dates of the spreadsheet, or as its numbers, that somebody typed. */
export const asTypedDates: Writer = {
  name: 'typed dates',
  write: (table, chance) =>
    withCells(table, isDay, (cell) => {
      if (!isPlain(cell) || !chance.happens(0.4)) return cell
      const date = new Date(`${cell}T00:00:00Z`)
      const serial = date.getTime() / 86_400_000 + 25_569
      return chance.pick<Cell>([date, date, serial, String(serial), `${serial},5`])
    }),
}

const TAKEN = /^(\d{1,2})([/-])(\d{1,2})\2(\d{4}|\d{2})$/u

/** A spreadsheet opens the file, and makes dates of all days that it can read in its own order. */
export const openedByExcel = (order: DayOrder): Writer => ({
  name: `opened by a spreadsheet, ${order}`,
  write: (table) =>
    withCells(table, isDay, (cell, { meaning }) => {
      const [, first = '', , second = '', year = ''] =
        typeof cell === 'string' ? (TAKEN.exec(cell) ?? []) : []
      if (first === '') return cell
      const [day, month] = order === 'day-first' ? [first, second] : [second, first]
      const century = year.length === 4 ? '' : meaning === 'birth' && Number(year) > 29 ? '19' : '20'
      const date = new Date(`${century}${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}T00:00:00Z`)
      return Number.isNaN(date.getTime()) || date.getUTCDate() !== Number(day) ? cell : date
    }),
})

const BETWEEN = [' a ', ' à ', ' até ', ' - ', ' – ', '-', '\n', ' ', ' / ', ' ate '] as const
const BEFORE = ['', '', '', 'De ', 'de ', 'Vigência: '] as const
const anotherYear = (value: string, years: number) => {
  const [year = '', month = '', day = ''] = partsOf(value) ?? []
  return `${Number(year) + years}-${month}-${month === '02' && day === '29' ? '28' : day}`
}

/** Some cells have two days. Their value is the end where the column is one, and the start where it is one. */
export const asRanges = (order: DayOrder): Writer => ({
  name: 'ranges',
  write: (table, chance) => {
    const style = { ...styleOf(order, chance), sign: '/' }
    return withCells(table, isDay, (cell, { meaning }) => {
      if (!isPlain(cell) || !chance.happens(0.4)) return cell
      const days =
        meaning === 'end'
          ? [anotherYear(cell, -1), cell]
          : [cell, anotherYear(cell, meaning === 'start' ? 1 : 2)]
      const [first = '', last = ''] = days.map((day) => styled(day, style))
      return `${chance.pick(BEFORE)}${first}${chance.pick(BETWEEN)}${last}`
    })
  },
})

/** Clocks that are behind or ahead of São Paulo's, which has been three hours behind UTC since 2019. */
const ZONES = [
  { name: ' UTC', hours: 0 },
  { name: 'Z', hours: 0 },
  { name: '+00', hours: 0 },
  { name: ' -0300', hours: -3 },
  { name: '-03:00', hours: -3 },
  { name: '+02:00', hours: 2 },
] as const

/** Some days as instants, of which another day of the calendar may be written. */
export const asInstants: Writer = {
  name: 'instants',
  write: (table, chance) =>
    withCells(table, isDay, (cell) => {
      // Summer time ended in 2019.
      if (!isPlain(cell) || cell < '2019-03-01' || !chance.happens(0.4)) return cell
      const ms = Date.parse(`${cell}T03:00:00Z`) + (chance.below(1438) + 1) * 60_000
      if (ms % 86_400_000 === 0) return cell
      if (chance.happens(0.2)) return chance.happens(0.5) ? ms : ms / 1000
      const { name, hours } = chance.pick(ZONES)
      const clock = new Date(ms + hours * 3_600_000).toISOString()
      return `${clock.slice(0, 10)}${chance.pick(['T', ' '])}${clock.slice(11, 19)}${name}`
    }),
}

/** Words and times that software and people write behind a day. */
const BEHIND = [' 10:30', ' 23:59:59', ' 00:00', ' às 24h', ' (confirmado)', ' - sábado', ', 14h'] as const

export const withWordsBehind: Writer = {
  name: 'words behind',
  write: (table, chance) =>
    withCells(table, isDay, (cell) =>
      typeof cell === 'string' && /^\d{1,2}[/.-]\d{1,2}[/.-]\d{4}$/u.test(cell) && chance.happens(0.3)
        ? `${cell}${chance.pick(BEHIND)}`
        : cell,
    ),
}

const NO_DAYS: readonly Cell[] =
  '|#N/D|a combinar|25/03|mar/2027|03/2027|2027|vitalício|31/02/2027|30/02/2027|2027-13-45|32/01/2027|15/13/2027|31/04/2027|2027-02-30|00/00/0000|01/01/0001|01/01/1900|31/12/9999|0|12|1/1|2-3|10 dias|25/03/20277|25//03/2027'.split(
    '|',
  )

/** Cells without a day, or with what is none: nothing is true of them. */
export const withGaps: Writer = {
  name: 'gaps',
  write: (table, chance) => ({
    ...table,
    columns: table.columns.map((column) => {
      if (!isDay(column)) return column
      const gaps = new Set(column.values.flatMap((_, row) => (chance.happens(0.1) ? [row] : [])))
      return {
        ...column,
        values: column.values.map((value, row) => (gaps.has(row) ? '' : value)),
        cells: column.cells.map((cell, row) => (gaps.has(row) ? chance.pick(NO_DAYS) : cell)),
      }
    }),
  }),
}
