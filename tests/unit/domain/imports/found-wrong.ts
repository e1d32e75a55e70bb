/** What of a written file was read as something else. */
import { textOf } from '../../../../src/domain/spreadsheet/cells.ts'
import { type DayOrder, NO_ORDERS } from '../../../../src/domain/spreadsheet/day-order.ts'
import type { Table } from '../../../../src/domain/spreadsheet/table.ts'
import { UnreadableFile } from '../../../../src/domain/spreadsheet/unreadable-file.ts'
import type { MadeFile } from './made-files.ts'
import { type Mapping, openList, type Read, type ReadRow, readWith, suggested } from './read-back.ts'
import { isOfDays, type WrittenColumn, type WrittenTable } from './written-table.ts'

interface Wrong {
  readonly kind: string
  readonly detail: string
}

export interface ReadBack {
  readonly wrong: readonly Wrong[]
  /** Lines of persons, and how many of them were taken. */
  readonly lines: number
  readonly good: number
  /** Columns that are fields, and how many of them were found. */
  readonly columns: number
  readonly found: number
  readonly days: number
  readonly doubted: number
}

const UNREAD: ReadBack = { wrong: [], lines: 0, good: 0, columns: 0, found: 0, days: 0, doubted: 0 }
const ORDERS: readonly DayOrder[] = ['day-first', 'month-first']
const plain = (text: string) => text.normalize('NFC').replaceAll(/\s+/gu, ' ').trim()

/** null: it was refused as a whole. */
async function opened({ list, table, file }: MadeFile): Promise<Table | null> {
  try {
    const first = await openList(list, file.bytes, null)
    if (!first.areAccentsAsked) return first
    const names = table.columns.find(({ meaning }) => meaning === 'name')?.values.map(plain) ?? []
    const isRight = (sample: string) => names.some((name) => name.includes(plain(sample)))
    const right = first.accents.find(({ samples }) => samples.every(isRight))
    return right === undefined ? null : await openList(list, file.bytes, right.accents)
  } catch (error) {
    if (error instanceof UnreadableFile) return null
    throw error
  }
}

const sameHeaders = (read: Table, { columns }: WrittenTable) =>
  columns.every(({ header }, place) => plain(read.headers[place] ?? '') === plain(header))

const isPhone = (field: string | null | undefined) => field === 'phone' || field === 'cellphone'

/** Columns that were taken for a field without a doubt, and are none. */
const wrongColumns = ({ columns }: WrittenTable, mapping: Mapping, doubtful: readonly string[]): Wrong[] =>
  Object.entries(mapping).flatMap(([field, place]) => {
    const column = place === null ? undefined : columns[place]
    if (column === undefined || doubtful.includes(field) || column.field === field) return []
    if (isPhone(field) && isPhone(column.field)) return []
    return [{ kind: 'column', detail: `‘${column.header}’ as ${field}` }]
  })

const isSame = (meaning: WrittenColumn['meaning'], value: string, read: string) =>
  plain(value) === plain(read) ||
  (['money', 'percent'].includes(meaning) && value !== '' && read !== '' && Number(value) === Number(read))

/** A value is the true one, or left out with a note. */
function wrongValue(
  { field, header, meaning, values, cells }: WrittenColumn,
  row: number,
  read: ReadRow,
): Wrong[] {
  const [value, cell] = [values[row] ?? '', cells[row]]
  const instead = read.values[field ?? ''] ?? ''
  // A lead without a day of creation has that of another of its days.
  if (isSame(meaning, value, instead) || (field === 'created_at' && value === '')) return []
  if (instead === '' && read.notes.length > 0) return []
  const shown = cell instanceof Date ? textOf(cell) : JSON.stringify(cell)
  return [{ kind: meaning, detail: `‘${header}’ ${shown} is ‘${value}’, and was read as ‘${instead}’` }]
}

/** Phones are sorted by what they are, whichever column has them. */
function wrongPhones({ columns }: WrittenTable, row: number, { values, notes }: ReadRow): Wrong[] {
  const own = columns.filter(({ field }) => isPhone(field))
  const true_ = new Set(
    own.flatMap(({ values: all }) => all[row]?.split('+') ?? []).filter((each) => each !== ''),
  )
  const read = [values.cellphone ?? '', values.phone ?? ''].filter((each) => each !== '')
  const isRight = read.every((each) => true_.has(each)) && (read.length === true_.size || notes.length > 0)
  const cells = own.map(({ cells: all }) => JSON.stringify(all[row])).join(', ')
  return isRight ? [] : [{ kind: 'phone', detail: `${cells} was read as ${read.join(', ') || 'nothing'}` }]
}

/** Of all lines; of columns of which `isJudged` holds. */
function wrongLines({ table, file }: MadeFile, read: Read, isJudged: (field: string) => boolean): Wrong[] {
  const rows = new Map(file.lineOf.map((line, row) => [line, row]))
  const nobody = [...read.good].flatMap(([line, { values }]) =>
    rows.has(line) ? [] : [{ kind: 'nobody', detail: `line ${line}: ${values.client_name}` }],
  )
  const persons = [...rows].flatMap(([line, row]): Wrong[] => {
    const good = read.good.get(line)
    if (good === undefined)
      return read.refused.has(line) ? [] : [{ kind: 'vanished', detail: `line ${line}` }]
    const judged = table.columns.filter(
      ({ field }) => field !== null && field !== 'result' && !isPhone(field) && isJudged(field),
    )
    return [...judged.flatMap((column) => wrongValue(column, row, good)), ...wrongPhones(table, row, good)]
  })
  return [...nobody, ...persons]
}

/** Reads the file as its preview does, with the columns as a person corrects them. */
export async function readBack(made: MadeFile): Promise<ReadBack> {
  const { list, table, file, order } = made
  const read = await opened(made)
  // Headers in two encodings are not found; a person chooses the columns.
  if (read === null || !sameHeaders(read, table)) return UNREAD
  const { mapping, doubtful } = suggested(list, read.headers)
  const places = new Map(table.columns.map(({ field }, place) => [field, place]))
  const fields = Object.keys(mapping)
  const right = Object.fromEntries(fields.map((field) => [field, places.get(field) ?? null]))
  const known = fields.filter((field) => places.has(field))

  const first = readWith(list, read, { mapping: right, orders: NO_ORDERS })
  const doubts = new Set(first.days.flatMap(({ field, doubt }) => (doubt === null ? [] : [field])))
  const wrongIn = (chosen: DayOrder, isJudged: (field: string) => boolean) => {
    const orders = { chosen: Object.fromEntries(fields.map((field) => [field, chosen])), saved: {} }
    return wrongLines(made, readWith(list, read, { mapping: right, orders }), isJudged)
  }
  const all = () => true
  const afterChoice =
    made.days === 'ordered' && doubts.size > 0
      ? wrongIn(order, all)
      : made.days === 'opened'
        ? table.columns.filter(isOfDays).flatMap(({ field }) => {
            const both = ORDERS.map((each) => wrongIn(each, (name) => name === field))
            return both.some((wrong) => wrong.length === 0) ? [] : (both[0] ?? [])
          })
        : []
  return {
    wrong: [
      ...wrongColumns(table, mapping, doubtful),
      ...wrongLines(made, first, (field) => !doubts.has(field)),
      ...afterChoice,
    ],
    lines: file.lineOf.length,
    good: first.good.size,
    columns: known.length,
    found: known.filter((field) => mapping[field] === places.get(field)).length,
    days: first.days.length,
    doubted: doubts.size,
  }
}
