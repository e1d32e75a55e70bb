/** Reads a table as one of the lists. docs/rules.md#any-import */

import {
  type ChosenOrders,
  type JudgedColumn,
  type JudgedTable,
  judgeDays,
  withDaysRead,
} from '../spreadsheet/day-order.ts'
import type { Decode } from '../spreadsheet/decode.ts'
import { type JudgedLines, judgeLines } from '../spreadsheet/judged-lines.ts'
import { readTable, type Table, type TableLine } from '../spreadsheet/table.ts'
import { foldText } from '../text/fold.ts'
import { CLIENT_FIELDS } from './client-fields.ts'
import { DAY_FIELDS } from './day-fields.ts'
import type { ImportField } from './fields.ts'
import { LEAD_FIELDS } from './lead-fields.ts'
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
}

interface Reading<Name extends string, Row> {
  readonly fields: readonly ImportField<Name>[]
  readonly mapping: ImportMapping
  readonly read: (line: LineCells<Name>) => Row | null
  /** What a second line of the file must not have, too; '' for a line that may be there twice. */
  readonly keysOf: (row: Row) => readonly (readonly [what: string, key: string])[]
}

function readAll<Name extends string, Row>(
  lines: readonly TableLine[],
  { fields, mapping, read, keysOf }: Reading<Name, Row>,
): JudgedLines<Row, RefusedLine> {
  const seen = new Map<string, number>()
  return judgeLines(lines, ({ line, cells }) => {
    const given = lineCells(fields, mapping, cells)
    const row = read(given)
    const old_number = shownOldNumber(mapping, cells)
    if (row === null) return { refused: { line, old_number, reasons: given.reasons } }
    const keys = keysOf(row).filter(([, key]) => key !== '')
    for (const [what, key] of keys) {
      const earlier = seen.get(`${what} ${key}`)
      if (earlier !== undefined)
        return { refused: { line, old_number, reasons: [`${what} neste arquivo (linha ${earlier})`] } }
    }
    for (const [what, key] of keys) seen.set(`${what} ${key}`, line)
    return { row }
  })
}

const ofOldNumber = ({ old_number }: Pick<LeadRow | ClientRow, 'old_number'>) =>
  [['Número antigo repetido', foldText(old_number)]] as const

/** Reads all lines. Throws when the lines of the file are not the sum of what was read: none may vanish. */
export function readList(
  table: JudgedTable,
  { list, mapping, names, defaults, orders, nowMs }: Asked,
): ReadList {
  const days = judgeDays({ table, fields: DAY_FIELDS[list], mapping, orders })
  const lines = withDaysRead(table.lines, days)
  const finder = nameFinder(names)
  switch (list) {
    case 'clients':
      return {
        list,
        days,
        lines: readAll(lines, {
          fields: CLIENT_FIELDS,
          mapping,
          read: (line): ClientRow | null => readClient(line, nowMs),
          keysOf: ofOldNumber,
        }),
      }
    case 'leads':
      return {
        list,
        days,
        lines: readAll(lines, {
          fields: LEAD_FIELDS,
          mapping,
          read: (line): LeadRow | null => readLead(line, { finder, defaults, nowMs }),
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
          read: (line): PartnerRow | null => readPartner(line),
          keysOf: ({ name, code_wf }) => [
            ['Código repetido', foldText(code_wf ?? '')],
            ['Nome repetido', code_wf === null ? foldText(name) : ''],
          ],
        }),
      }
  }
}
