/**
 * Whether the days of a file are written with the day or with the month first. Each column of days is judged by its own
 * cells, by those that a spreadsheet has already turned into dates, and by the other columns of the file.
 * docs/rules.md#order-of-days
 */
import { z } from 'zod'
import { turnedDays, writtenDays } from '../time/written-days.ts'
import type { Cell } from './cells.ts'
import { type DayMeaning, dayText, excelTime } from './day-cells.ts'
import type { Table, TableLines } from './table.ts'

export const dayOrderSchema = z.enum(['day-first', 'month-first'])
export type DayOrder = z.infer<typeof dayOrderSchema>

/** By the names of fields. */
export type DayOrders = Readonly<Record<string, DayOrder>>
export const dayOrdersSchema = z.record(z.string().max(40), dayOrderSchema)

/** What people chose, and what a saved mapping says of another file. */
export interface ChosenOrders {
  readonly chosen: DayOrders
  readonly saved: DayOrders
}
export const NO_ORDERS: ChosenOrders = { chosen: {}, saved: {} }

export interface DayColumn {
  readonly field: string
  readonly place: number
  readonly meaning: DayMeaning
}

/**
 * Why a person should look at a column. `contradiction`: its cells, or another column, prove the other order. `excel`: its
 * dates may be changed over. `unproven`: few of its cells prove an order, or none. `month-first`: it is proven.
 */
export type DayDoubt = 'contradiction' | 'excel' | 'unproven' | 'month-first'

export interface JudgedColumn extends DayColumn {
  /** null: the file contradicts itself, and nobody has decided. Such a file can't be imported. */
  readonly order: DayOrder | null
  /** null: nothing speaks against the day first. */
  readonly doubt: DayDoubt | null
  readonly readings: Readonly<Record<DayOrder, Reading>>
  /** Up to three of its cells, those that are read differently first. */
  readonly samples: readonly Cell[]
}

/** How the cells of a column are read. */
export interface Reading {
  readonly isMonthFirst: boolean
  /** A spreadsheet read its dates in the wrong order. */
  readonly turnsDates: boolean
}

const MOST_MONTHS = 12
const MOST_SAMPLES = 3
const MOST_DAYS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const

const isDay = (day: number, month: number) => day > 0 && day <= (MOST_DAYS[month - 1] ?? 0)

/**
 * What a day of a cell says. `dayFirst`, `monthFirst`: a text that is a day in this order only. `either`: one that is another
 * day in each order. `early`: a date of the spreadsheet that would be a day if it were changed over. `late`: one that would not.
 */
const SAYINGS = ['either', 'early', 'dayFirst', 'monthFirst', 'late'] as const
type Saying = (typeof SAYINGS)[number]

interface Evidence {
  readonly count: Record<Saying, number>
  /** The first cells that say it. */
  readonly cells: Record<Saying, Cell[]>
  /** Texts that are another day in each order, and that any spreadsheet would have made dates. */
  left: number
  filled: number
  /** Whole days, of a column that is no field. */
  days: number
}

const noEvidence = (): Evidence => ({
  count: { either: 0, early: 0, dayFirst: 0, monthFirst: 0, late: 0 },
  cells: { either: [], early: [], dayFirst: [], monthFirst: [], late: [] },
  left: 0,
  filled: 0,
  days: 0,
})

function ofNumbers(first: number, second: number): Saying | null {
  const asDayFirst = isDay(first, second)
  const asMonthFirst = isDay(second, first)
  if (asDayFirst && asMonthFirst) return first === second ? null : 'either'
  return asDayFirst ? 'dayFirst' : asMonthFirst ? 'monthFirst' : null
}

function ofDate(date: Date): Saying | null {
  const day = date.getUTCDate()
  if (day > MOST_MONTHS) return 'late'
  return day === date.getUTCMonth() + 1 ? null : 'early'
}

function add({ count, cells }: Evidence, cell: Cell, saying: Saying | null): void {
  if (saying === null) return
  count[saying]++
  if (count[saying] <= MOST_SAMPLES) cells[saying].push(cell)
}

const isFilled = (cell: Cell | undefined): cell is Exclude<Cell, null> =>
  cell !== undefined && cell !== null && cell !== ''

/** A text that a spreadsheet takes for a date when it opens the file. Words and dots it leaves. */
const TAKEN_BY_EXCEL = /^\d{1,2}([/-])\d{1,2}\1\d{2}(?:\d{2})?$/u

function addText(evidence: Evidence, cell: Cell): void {
  const text = dayText(cell)
  for (const { numbers } of writtenDays(text)) {
    if (numbers === null) continue
    const saying = ofNumbers(numbers.first, numbers.second)
    add(evidence, cell, saying)
    if (saying === 'either' && TAKEN_BY_EXCEL.test(text)) evidence.left++
  }
}

function addOwn(evidence: Evidence, cell: Cell, meaning: DayMeaning): void {
  const date = excelTime(cell, meaning)
  if (date !== null) add(evidence, cell, ofDate(date))
  else addText(evidence, cell)
}

const DAY_ALONE = /^(\d{1,2})([/.-])(\d{1,2})\2\d{4}(?!\d)/u

/** Of a column that is no field: only whole days count, because its texts may be anything. */
function addForeign(evidence: Evidence, cell: Cell): void {
  const parts = typeof cell === 'string' ? DAY_ALONE.exec(cell.trim()) : null
  if (cell instanceof Date || parts !== null) evidence.days++
  if (cell instanceof Date && !Number.isNaN(cell.getTime())) add(evidence, cell, ofDate(cell))
  else if (parts !== null) add(evidence, cell, ofNumbers(Number(parts[1]), Number(parts[3])))
}

/** The evidence of each place, in one pass: to read a line of a large file is slow. */
function evidenceOf(lines: TableLines, own: ReadonlyMap<number, DayColumn>, places: number): Evidence[] {
  const all = Array.from({ length: places }, noEvidence)
  for (const { cells } of lines)
    for (const [place, evidence] of all.entries()) {
      const cell = cells[place]
      if (!isFilled(cell)) continue
      evidence.filled++
      const meaning = own.get(place)?.meaning
      if (meaning === undefined) addForeign(evidence, cell)
      else addOwn(evidence, cell, meaning)
    }
  return all
}

/** Nearly no date has a day beyond twelve: they may all be changed over. Of dates that are not, three in five have. */
const areDatesEarly = ({ count: { early, late } }: Evidence) => early > 0 && late * 2 < early

/** So many cells are no slip of the keyboard: other cells do not speak against them. */
const STANDS_ALONE = 10

/** Beside a cell of the other order, a few dates with a day beyond twelve may be slips. */
const mayBeTurned = (evidence: Evidence) =>
  areDatesEarly(evidence) || (evidence.count.early > 0 && evidence.count.late < STANDS_ALONE)

/** Texts and dates together, as a spreadsheet makes them that reads days in the other order: it leaves what it can't read. */
const isLeftByExcel = (evidence: Evidence) => {
  const { dayFirst, monthFirst } = evidence.count
  const isOneOrder = (dayFirst === 0) !== (monthFirst === 0)
  return isOneOrder && evidence.left === 0 && mayBeTurned(evidence)
}

type Verdict = DayOrder | 'contradiction' | 'excel' | null

/** What the column says by itself; null: nothing. */
function verdictOf(evidence: Evidence): Verdict {
  const { dayFirst, monthFirst, early } = evidence.count
  if (dayFirst > 0 && monthFirst > 0) return 'contradiction'
  if (isLeftByExcel(evidence) || (monthFirst > 0 && early > 0)) return 'excel'
  if (monthFirst > 0) return 'month-first'
  return dayFirst > 0 ? 'day-first' : null
}

/** Texts beside dates that may be changed over still prove their order. */
const orderOfTexts = (evidence: Evidence | undefined): Verdict =>
  evidence === undefined || evidence.count.monthFirst === 0 ? null : 'month-first'

const isOwnOrder = (verdict: Verdict): verdict is DayOrder =>
  verdict === 'day-first' || verdict === 'month-first'

/** Few cells of a column with the day first prove it: they may be strays of one with the month first. */
const isScarce = ({ count: { dayFirst, either } }: Evidence) =>
  either > 0 && (dayFirst < 2 || dayFirst * 4 < either)

interface Judgement {
  /** null: it must be chosen. */
  readonly order: DayOrder | null
  readonly doubt: DayDoubt | null
}

/** `others`: what the other columns of the file say. */
function judgementOf(evidence: Evidence, others: ReadonlySet<Verdict>): Judgement {
  const verdict = verdictOf(evidence)
  if (verdict === 'contradiction' || verdict === 'excel') return { order: null, doubt: verdict }
  const { dayFirst, monthFirst, either } = evidence.count
  if (isOwnOrder(verdict)) {
    const isOpposed = others.has(verdict === 'day-first' ? 'month-first' : 'day-first')
    if (isOpposed && Math.max(dayFirst, monthFirst) < STANDS_ALONE)
      return { order: null, doubt: 'contradiction' }
    if (verdict === 'month-first') return { order: verdict, doubt: 'month-first' }
    return { order: verdict, doubt: isScarce(evidence) ? 'unproven' : null }
  }
  const isEarly = areDatesEarly(evidence)
  if (mayBeTurned(evidence) && (others.has('excel') || others.has('month-first')))
    return { order: null, doubt: 'excel' }
  if (either === 0 && !isEarly) return { order: 'day-first', doubt: null }
  if (others.has('day-first') && others.has('month-first')) return { order: null, doubt: 'contradiction' }
  return { order: others.has('month-first') ? 'month-first' : 'day-first', doubt: 'unproven' }
}

function readingsOf(evidence: Evidence): JudgedColumn['readings'] {
  return {
    'day-first': { isMonthFirst: false, turnsDates: false },
    // What a spreadsheet left as text has the day first, and its dates are changed over.
    'month-first': {
      isMonthFirst: !(isLeftByExcel(evidence) && evidence.count.dayFirst > 0),
      turnsDates: areDatesEarly(evidence),
    },
  }
}

/** One of each kind, then more of them. */
function samplesOf({ cells }: Evidence): Cell[] {
  const ranked = Array.from({ length: MOST_SAMPLES }, (_, rank) =>
    SAYINGS.flatMap((saying) => cells[saying][rank] ?? []),
  )
  return ranked.flat().slice(0, MOST_SAMPLES)
}

/** What people chose counts; what was saved with a mapping counts where the file does not prove the other order. */
function orderOf(
  { order, doubt }: Judgement,
  field: string,
  { chosen, saved }: ChosenOrders,
): DayOrder | null {
  const isProven = doubt === null || doubt === 'month-first'
  return chosen[field] ?? (isProven ? order : (saved[field] ?? order))
}

/** The fields that are days, and what these are. */
export type DayFields = Readonly<Record<string, DayMeaning>>

/** A table as far as it is judged. */
export type JudgedTable = Pick<Table, 'lines'> & Partial<Pick<Table, 'headers'>>

interface Asked {
  readonly table: JudgedTable
  readonly fields: DayFields
  /** The place of each field's column. */
  readonly mapping: Readonly<Record<string, number | null>>
  readonly orders?: ChosenOrders | undefined
}

/** Judges each column that a field of days has; one that two fields have is judged once. */
export function judgeDays({ table, fields, mapping, orders = NO_ORDERS }: Asked): JudgedColumn[] {
  const { lines, headers = [] } = table
  const own = new Map<number, DayColumn>()
  for (const [field, meaning] of Object.entries(fields)) {
    const place = mapping[field] ?? null
    if (place !== null && !own.has(place)) own.set(place, { field, place, meaning })
  }
  if (own.size === 0) return []
  const places = Math.max(headers.length, ...[...own.keys()].map((place) => place + 1))
  const all = evidenceOf(lines, own, places)
  // Columns that no field has say something, too, where most of their cells are days.
  const verdicts = all.map((evidence, place) =>
    own.has(place) || evidence.days * 2 > evidence.filled ? verdictOf(evidence) : null,
  )
  return [...own.values()].map((column) => {
    const evidence = all[column.place] ?? noEvidence()
    const others = new Set(
      verdicts.flatMap((verdict, place) =>
        place === column.place ? [] : [verdict, verdict === 'excel' ? orderOfTexts(all[place]) : null],
      ),
    )
    const judgement = judgementOf(evidence, others)
    return {
      ...column,
      order: orderOf(judgement, column.field, orders),
      doubt: judgement.doubt,
      readings: readingsOf(evidence),
      samples: samplesOf(evidence),
    }
  })
}

function turnedDate(date: Date): Date {
  const turned = new Date(date)
  turned.setUTCMonth(date.getUTCDate() - 1, date.getUTCMonth() + 1)
  return turned
}

/** The cell with the day first, and its date as it was meant. */
export function readCell(
  cell: Cell | undefined,
  { isMonthFirst, turnsDates }: Reading,
  meaning: DayMeaning,
): Cell {
  if (cell === undefined || cell === null) return null
  const date = excelTime(cell, meaning)
  if (date !== null) return turnsDates && date.getUTCDate() <= MOST_MONTHS ? turnedDate(date) : cell
  const text = isMonthFirst ? dayText(cell) : ''
  return text === '' ? cell : turnedDays(text)
}

/** The lines with all of their days written with the day first. Undecided columns stay as they are. */
export function withDaysRead(lines: TableLines, judged: readonly JudgedColumn[]): TableLines {
  const readings = new Map(
    judged
      .map(({ place, meaning, order, readings: { [order ?? 'day-first']: reading } }) => ({
        place,
        meaning,
        reading,
      }))
      .filter(({ reading }) => reading.isMonthFirst || reading.turnsDates)
      .map((each) => [each.place, each]),
  )
  if (readings.size === 0) return lines
  const read = (cells: readonly Cell[]) => {
    const turned = [...cells]
    for (const { place, meaning, reading } of readings.values())
      turned[place] = readCell(cells[place], reading, meaning)
    return turned
  }
  return {
    length: lines.length,
    *[Symbol.iterator]() {
      for (const line of lines) yield { ...line, cells: read(line.cells) }
    },
  }
}
