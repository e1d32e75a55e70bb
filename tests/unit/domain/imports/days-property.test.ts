/**
 * The same days, written in many ways: each cell that is read is the true one, or its column is doubted, or its line or value is
 * refused; it is never another day. A failure names the seed of its table. docs/rules.md#order-of-days
 */
import { describe, expect, test } from 'vitest'
import { suggestedImportMapping } from '../../../../src/domain/imports/lists.ts'
import { NO_DEFAULTS } from '../../../../src/domain/imports/names.ts'
import { readList } from '../../../../src/domain/imports/read-list.ts'
import { suggestedMapping } from '../../../../src/domain/renewals/columns.ts'
import { readLines } from '../../../../src/domain/renewals/rows.ts'
import {
  type ChosenOrders,
  type DayOrder,
  type JudgedColumn,
  NO_ORDERS,
} from '../../../../src/domain/spreadsheet/day-order.ts'
import { saoPauloDay } from '../../../../src/domain/time/sao-paulo.ts'
import { runsOf } from '../../../support/slice.ts'
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
import { NAMES } from './names.ts'
import {
  asTable,
  shownTable,
  type TrueColumn,
  trueTable,
  type Writer,
  type WrittenTable,
  written,
} from './written-table.ts'

const NOW = Date.parse('2026-11-24T12:00:00-03:00')
const TABLES = runsOf(10_000)
const DOCUMENT = '529.982.247-25'
const ORDERS = ['day-first', 'month-first'] as const
const otherThan = (order: DayOrder): DayOrder => (order === 'day-first' ? 'month-first' : 'day-first')

const DAY_MS = 86_400_000
const dayAt = (ms: number) => new Date(ms).toISOString().slice(0, 10)

/** A day of these years, now and then one of the first twelve of its month: that is a day in both orders. */
function dayIn(from: string, to: string, { isEarly, random }: { isEarly: boolean; random: Chance }): string {
  const first = Date.parse(from)
  const day = dayAt(first + random.below((Date.parse(to) - first) / DAY_MS + 1) * DAY_MS)
  const early = `${day.slice(0, 8)}${String(random.below(12) + 1).padStart(2, '0')}`
  return isEarly && early >= from && early <= to ? early : day
}

/** What a list reads of its days, by the line. */
interface Read {
  readonly days: readonly JudgedColumn[]
  readonly valueOf: (field: string, line: number) => string
}

interface ListOfDays {
  readonly columns: (random: Chance) => TrueColumn[]
  readonly read: (table: WrittenTable, orders: ChosenOrders) => Read
}

const columnOf = (
  field: string | null,
  header: string,
  meaning: TrueColumn['meaning'],
  values: string[],
) => ({
  field,
  header,
  meaning,
  values,
})

function valuesOf(random: Chance, from: string, to: string): (row: number) => string {
  const isEarly = random.happens(0.3)
  return () => dayIn(from, to, { isEarly, random })
}

const rowsOf = (random: Chance) => Array.from({ length: 1 + random.below(14) }, (_, row) => row)

const RENEWALS: ListOfDays = {
  columns: (random) => {
    const rows = rowsOf(random)
    const ends = rows.map(valuesOf(random, '2026-01-05', '2028-06-30'))
    const begins = rows.map(valuesOf(random, '2025-01-05', '2027-06-30'))
    return [
      columnOf(
        null,
        'Apólice',
        'text',
        rows.map((row) => `AP${row}`),
      ),
      columnOf(
        null,
        'Cliente',
        'text',
        rows.map((row) => `Ana ${row}`),
      ),
      columnOf(
        null,
        'CPF',
        'text',
        rows.map(() => DOCUMENT),
      ),
      ...(random.happens(0.5) ? [columnOf(null, 'Início da vigência', 'start' as const, begins)] : []),
      columnOf('end_of_validity', 'Fim da vigência', 'end', ends),
    ]
  },
  read: (written, orders) => {
    const table = asTable(written)
    const { good, days } = readLines(table, suggestedMapping(table.headers), NOW, { orders })
    const rows = new Map(good.map(({ line, row }) => [line, row.end_of_validity]))
    return { days, valueOf: (_, line) => rows.get(line) ?? '' }
  },
}

const LEADS: ListOfDays = {
  columns: (random) => {
    const rows = rowsOf(random)
    const created = rows.map(valuesOf(random, '2019-06-01', '2024-12-31'))
    const ended = rows.map(valuesOf(random, '2025-01-01', '2026-11-20'))
    const births = rows.map(valuesOf(random, '1930-01-01', '2008-12-31'))
    const ends = rows.map(valuesOf(random, '2026-01-05', '2028-06-30'))
    return [
      columnOf(
        null,
        'Cliente',
        'text',
        rows.map((row) => `Ana ${row}`),
      ),
      columnOf(
        null,
        'Resultado',
        'text',
        rows.map(() => 'Perdido'),
      ),
      columnOf('created_at', 'Criado em', 'start', created),
      columnOf('ended_at', 'Encerrado em', 'end', ended),
      ...(random.happens(0.5)
        ? [columnOf('birth_date', 'Data de nascimento', 'birth' as const, births)]
        : []),
      ...(random.happens(0.5) ? [columnOf('end_of_validity', 'Fim da vigência', 'end' as const, ends)] : []),
    ]
  },
  read: (written, orders) => {
    const table = asTable(written)
    const mapping = suggestedImportMapping('leads', table.headers)
    const defaults = { ...NO_DEFAULTS, channel_id: 8 }
    const read = readList(table, { list: 'leads', mapping, names: NAMES, defaults, orders, nowMs: NOW })
    if (read.list !== 'leads') throw new Error('another list was read')
    const rows = new Map(read.lines.good.map(({ line, row }) => [line, row]))
    const dayOf = (instant: string | null | undefined) =>
      typeof instant === 'string' ? saoPauloDay(Date.parse(instant)) : ''
    return {
      days: read.days,
      valueOf: (field, line) => {
        const row = rows.get(line)
        if (field === 'birth_date') return row?.client.birth_date ?? ''
        if (field === 'end_of_validity') return row?.end_of_validity ?? ''
        return dayOf(field === 'created_at' ? row?.created_at : row?.ended_at)
      },
    }
  },
}

const CLIENTS: ListOfDays = {
  columns: (random) => {
    const rows = rowsOf(random)
    const births = rows.map(valuesOf(random, '1930-01-01', '2008-12-31'))
    const made = rows.map(valuesOf(random, '2019-06-01', '2026-11-20'))
    return [
      columnOf(
        null,
        'Nome',
        'text',
        rows.map((row) => `Ana ${row}`),
      ),
      columnOf('birth_date', 'Data de nascimento', 'birth', births),
      ...(random.happens(0.5) ? [columnOf(null, 'Data de cadastro', 'one' as const, made)] : []),
    ]
  },
  read: (written, orders) => {
    const table = asTable(written)
    const mapping = suggestedImportMapping('clients', table.headers)
    const read = readList(table, {
      list: 'clients',
      mapping,
      names: NAMES,
      defaults: NO_DEFAULTS,
      orders,
      nowMs: NOW,
    })
    if (read.list !== 'clients') throw new Error('another list was read')
    const rows = new Map(read.lines.good.map(({ line, row }) => [line, row.client.birth_date]))
    return { days: read.days, valueOf: (_, line) => rows.get(line) ?? '' }
  },
}

const LISTS = [RENEWALS, LEADS, CLIENTS]

interface Wrong {
  readonly field: string
  readonly line: number
  readonly value: string
  readonly instead: string
}

/** The days that were read as another one, of columns of which `isJudged` holds. */
function wrongDays(table: WrittenTable, { valueOf }: Read, isJudged: (field: string) => boolean): Wrong[] {
  return table.columns.flatMap(({ field, values }) =>
    field === null || !isJudged(field)
      ? []
      : values.flatMap((value, row) => {
          const instead = valueOf(field, row + 2)
          // A lead without a day of creation has that of another of its days.
          return value === '' || instead === '' || instead === value
            ? []
            : [{ field, line: row + 2, value, instead }]
        }),
  )
}

const doubted = ({ days }: Read) =>
  new Set(days.flatMap(({ field, doubt }) => (doubt === null ? [] : [field])))

/** Some of these writers, in this order. */
const some = (random: Chance, writers: readonly (readonly [number, Writer])[]) =>
  writers.flatMap(([often, writer]) => (random.happens(often) ? [writer] : []))

interface MadeTable {
  readonly list: ListOfDays
  readonly table: WrittenTable
  readonly order: DayOrder
}

function made(seed: number, writersOf: (random: Chance, order: DayOrder) => Writer[]): MadeTable {
  const random = chance(seed)
  const list = random.pick(LISTS)
  const order = random.pick(ORDERS)
  return { list, order, table: written(trueTable(list.columns(random)), writersOf(random, order), random) }
}

const seeds = Array.from({ length: TABLES }, (_, place) => place + 1)
/** Longer than they take on a busy machine. */
const LONG = 180_000

describe('days of a file', () => {
  test(
    'are never read as other days in silence',
    () => {
      for (const seed of seeds) {
        const { list, table } = made(seed, (random, order) => {
          const isOpened = random.happens(0.4)
          return [
            ...some(random, [
              [0.3, withGaps],
              [0.2, inCertainWays],
              [0.2, asInstants],
              // Of a column with right dates, and with dates that were changed over, nobody can tell which is which.
              [isOpened ? 0 : 0.3, asTypedDates],
              [0.2, aColumnInOrder(otherThan(order))],
              [0.3, asRanges(order)],
              [isOpened ? 0 : 0.2, aStray(otherThan(order))],
            ]),
            inOrder(order),
            ...some(random, [[0.3, withWordsBehind]]),
            ...(isOpened ? [openedByExcel(random.pick(ORDERS))] : []),
          ]
        })
        const read = list.read(table, NO_ORDERS)
        const doubts = doubted(read)
        const wrong = wrongDays(table, read, (field) => !doubts.has(field))
        expect(wrong, `table ${seed}\n${shownTable(table)}`).toEqual([])
      }
    },
    LONG,
  )

  test(
    'are read as they were written, once their order is chosen',
    () => {
      for (const seed of seeds) {
        const { list, table, order } = made(seed, (random, writtenIn) => [
          ...some(random, [
            [0.3, withGaps],
            [0.3, inCertainWays],
            [0.3, asInstants],
            [0.3, asRanges(writtenIn)],
          ]),
          inOrder(writtenIn),
          ...some(random, [[0.3, withWordsBehind]]),
        ])
        const chosen = Object.fromEntries(
          table.columns.flatMap(({ field }) => (field === null ? [] : [[field, order]])),
        )
        const read = list.read(table, { chosen, saved: {} })
        expect(
          wrongDays(table, read, () => true),
          `table ${seed}\n${shownTable(table)}`,
        ).toEqual([])
      }
    },
    LONG,
  )

  test(
    'that a spreadsheet has turned into dates are right in one of the two orders',
    () => {
      for (const seed of seeds.slice(0, TABLES / 4)) {
        const { list, table } = made(seed, (random, order) => [
          inOrder(order),
          openedByExcel(random.pick(ORDERS)),
        ])
        for (const { field } of list.read(table, NO_ORDERS).days) {
          const wrong = ORDERS.map((order) => {
            const read = list.read(table, { chosen: { [field]: order }, saved: {} })
            return wrongDays(table, read, (name) => name === field)
          })
          expect(wrong, `table ${seed}, ${field}\n${shownTable(table)}`).toContainEqual([])
        }
      }
    },
    LONG,
  )

  test('of a plain file are read, and without a doubt', () => {
    let cells = 0
    let right = 0
    for (const seed of seeds.slice(0, TABLES / 10)) {
      const { list, table } = made(seed, () => [inOrder('day-first')])
      const read = list.read(table, NO_ORDERS)
      const doubts = doubted(read)
      for (const { field, values } of table.columns) {
        if (field === null) continue
        cells += values.length
        if (!doubts.has(field))
          right += values.filter((value, row) => read.valueOf(field, row + 2) === value).length
      }
    }
    // Days of the first twelve of a month alone, and files of one or two lines, say nothing.
    expect(right / cells).toBeGreaterThan(0.6)
  })
})
