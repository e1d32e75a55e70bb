/** Reads a table as one of the lists. docs/rules.md#any-import */
import { amountSigns } from '../spreadsheet/amount-signs.ts'
import type { CodePage } from '../spreadsheet/code-pages.ts'
import {
  type ChosenOrders,
  type JudgedColumn,
  type JudgedTable,
  judgeDays,
  withDaysRead,
} from '../spreadsheet/day-order.ts'
import type { Decode } from '../spreadsheet/decode.ts'
import {
  type Judged,
  type JudgedLines,
  judgeLines,
  type LineSink,
  lineFaults,
} from '../spreadsheet/judged-lines.ts'
import { nobodyReason } from '../spreadsheet/nobody-line.ts'
import { readTable, type Table, type TableLine } from '../spreadsheet/table.ts'
import { foldText } from '../text/fold.ts'
import { CLIENT_FIELDS } from './client-fields.ts'
import { DAY_FIELDS } from './day-fields.ts'
import type { ImportField } from './fields.ts'
import { LEAD_LIST_FIELDS } from './lead-fields.ts'
import { type LineCells, lineCells, type RefusedLine, shownOldNumber } from './line-cells.ts'
import { type ImportList, type ImportMapping, recognisedOf } from './lists.ts'
import { type ImportDefaults, type ImportNames, nameFinder } from './names.ts'
import { PARTNER_FIELDS, USER_FIELDS } from './people-fields.ts'
import { readClient } from './read-client.ts'
import { readLead } from './read-lead.ts'
import { readPartner, readUser } from './read-people.ts'
import type { ClientRow, ImportRows, LeadRow, PartnerRow, UserRow } from './rows.ts'

interface ListFile {
  readonly bytes: Uint8Array
  readonly decode: Decode
  /** The name of the sheet; null for the one that looks most like the list. */
  readonly sheet: string | null
  /** How its letters are read where that is not sure. */
  readonly accents?: CodePage | null
  readonly list: ImportList
}

/** Throws UnreadableFile. */
export const readListTable = ({ list, ...file }: ListFile): Promise<Table> =>
  readTable({ ...file, score: recognisedOf(list) })

export type ListLines<List extends ImportList> = JudgedLines<ImportRows[List], RefusedLine>

/** The lines with the list that they are of. */
export type ReadList = {
  readonly [List in ImportList]: {
    readonly list: List
    readonly lines: ListLines<List>
    /** The columns of days, as they were read. */
    readonly days: readonly JudgedColumn[]
  }
}[ImportList]

interface Asked {
  readonly list: ImportList
  readonly mapping: ImportMapping
  readonly names: ImportNames
  readonly defaults: ImportDefaults
  readonly orders?: ChosenOrders
  readonly nowMs: number
  /** Takes the lines instead of the answer. */
  readonly sink?: LineSink<ImportRows[ImportList], RefusedLine>
}

interface Reading<Name extends string, Row> {
  readonly fields: readonly ImportField<Name>[]
  readonly mapping: ImportMapping
  readonly read: (line: LineCells<Name>) => Row | null
  /** What a second line of the file must not have, too; '' for a line that may be there twice. */
  readonly keysOf: (row: NoInfer<Row>) => readonly (readonly [what: string, key: string])[]
  readonly sink: NoInfer<LineSink<Row, RefusedLine>> | undefined
}

/** Fields by which a person is known. */
const KNOWING = ['document', 'cellphone', 'phone', 'mail'] as const

function readAll<Name extends string, Row>(
  { lines, headers = [] }: JudgedTable,
  { fields, mapping, read, keysOf, sink }: Reading<Name, Row>,
): JudgedLines<Row, RefusedLine> {
  const seen = new Map<string, number>()
  const placeOf = (name: string) => mapping[name] ?? null
  const judge = (whole: TableLine): Judged<Row, RefusedLine> => {
    const { line, cells } = whole
    const old_number = shownOldNumber(mapping, cells)
    const nobody = nobodyReason({
      cells,
      headers,
      name: placeOf('client_name') ?? placeOf('name'),
      known: KNOWING.map(placeOf),
    })
    if (nobody !== null) return { refused: { line, old_number, reasons: [nobody] } }
    const faults = lineFaults(whole)
    const given = lineCells(fields, mapping, cells)
    const row = read(given)
    if (row === null || faults.length > 0)
      return { refused: { line, old_number, reasons: [...faults, ...given.reasons] } }
    const keys = keysOf(row).filter(([, key]) => key !== '')
    for (const [what, key] of keys) {
      const earlier = seen.get(`${what} ${key}`)
      if (earlier !== undefined)
        return { refused: { line, old_number, reasons: [`${what} neste arquivo (linha ${earlier})`] } }
    }
    for (const [what, key] of keys) seen.set(`${what} ${key}`, line)
    return { row }
  }
  return judgeLines(lines, judge, sink)
}

const ofOldNumber = ({ old_number }: Pick<LeadRow | ClientRow, 'old_number'>) =>
  [['Número antigo repetido', foldText(old_number)]] as const

/** Reads all lines. Throws when the lines of the file are not the sum of what was read: none may vanish. */
export function readList(
  table: JudgedTable,
  { list, mapping, names, defaults, orders, nowMs, sink }: Asked,
): ReadList {
  const days = judgeDays({ table, fields: DAY_FIELDS[list], mapping, orders })
  const lines = { ...table, lines: withDaysRead(table.lines, days) }
  const finder = nameFinder(names)
  const signsOf = (field: string) => amountSigns(table.lines, mapping[field] ?? null)
  const signs = { sale_value: signsOf('sale_value'), commission_value: signsOf('commission_value') }
  switch (list) {
    case 'clients':
      return {
        list,
        days,
        lines: readAll(lines, {
          fields: CLIENT_FIELDS,
          mapping,
          sink,
          read: (line): ClientRow | null => readClient(line, nowMs),
          keysOf: ofOldNumber,
        }),
      }
    case 'leads':
      return {
        list,
        days,
        lines: readAll(lines, {
          fields: LEAD_LIST_FIELDS,
          mapping,
          sink,
          read: (line): LeadRow | null => readLead(line, { finder, defaults, signs, nowMs }),
          keysOf: ofOldNumber,
        }),
      }
    case 'users':
      return {
        list,
        days,
        lines: readAll(lines, {
          fields: USER_FIELDS,
          mapping,
          sink,
          read: (line): UserRow | null => readUser(line, { finder, defaults }),
          keysOf: ({ mail, login }) => [
            ['E-mail repetido', mail.toLowerCase()],
            ['Login repetido', login.toLowerCase()],
          ],
        }),
      }
    case 'partners':
      return {
        list,
        days,
        lines: readAll(lines, {
          fields: PARTNER_FIELDS,
          mapping,
          sink,
          read: (line): PartnerRow | null => readPartner(line),
          keysOf: ({ name, code_wf }) => [
            ['Código repetido', foldText(code_wf ?? '')],
            ['Nome repetido', code_wf === null ? foldText(name) : ''],
          ],
        }),
      }
  }
}
