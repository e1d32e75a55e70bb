/** Reads a table as one of the lists. docs/rules.md#any-import */

import type { RenewalRow } from '../renewals/rows.ts'
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
import { type LineCells, lineCells, type RefusedLine, referenceOf } from './line-cells.ts'
import { type ImportMapping, type ListKind, recognisedOf } from './lists.ts'
import { type ImportDefaults, type ImportNames, NO_DEFAULTS, NO_NAMES, nameFinder } from './names.ts'
import { PARTNER_LINE_FIELDS, USER_LINE_FIELDS } from './people-fields.ts'
import { readClient } from './read-client.ts'
import { readLead } from './read-lead.ts'
import { readPartner, readUser } from './read-people.ts'
import { readRenewal, repeatedPolicy } from './read-renewal.ts'
import { RENEWAL_FIELDS } from './renewal-fields.ts'
import type { ClientRow, ImportRows, LeadRow, PartnerRow, UserRow } from './rows.ts'

interface ListFile {
  readonly bytes: Uint8Array
  readonly decode: Decode
  /** The name of the sheet; null for the one that looks most like the list. */
  readonly sheet: string | null
  /** How its letters are read where that is not sure. */
  readonly accents?: CodePage | null
  readonly list: ListKind
}

/** Throws UnreadableFile. */
export const readListTable = ({ list, ...file }: ListFile): Promise<Table> =>
  readTable({ ...file, score: recognisedOf(list) })

/** The lines with the list that they are of. */
export type ReadList = {
  readonly [List in ListKind]: {
    readonly list: List
    readonly lines: JudgedLines<ImportRows[List], RefusedLine>
    /** The columns of days, as they were read. */
    readonly days: readonly JudgedColumn[]
  }
}[ListKind]

interface Asked {
  readonly list: ListKind
  readonly mapping: ImportMapping
  /** A file of policies needs neither. */
  readonly names?: ImportNames
  readonly defaults?: ImportDefaults
  /** Of policies that have none. */
  readonly insurer?: string
  readonly orders?: ChosenOrders
  readonly nowMs: number
  /** Takes the lines instead of the answer. */
  readonly sink?: LineSink<ImportRows[ListKind], RefusedLine>
}

interface Reading<Name extends string, Row> {
  readonly fields: readonly ImportField<Name>[]
  readonly mapping: ImportMapping
  readonly read: (line: LineCells<Name>) => Row | null
  readonly repeated: Repeated<NoInfer<Row>>
  readonly sink: NoInfer<LineSink<Row, RefusedLine>> | undefined
}

/** Why a line repeats an earlier one of the file; null: it does not, and later ones are compared with it. */
type Repeated<Row> = (row: Row, line: number) => string | null

/** `keysOf`: what a second line of the file must not have, too; '' for a line that may be there twice. */
function repeatedKey<Row>(
  keysOf: (row: Row) => readonly (readonly [what: string, key: string])[],
): Repeated<Row> {
  const seen = new Map<string, number>()
  return (row, line) => {
    const keys = keysOf(row).filter(([, key]) => key !== '')
    for (const [what, key] of keys) {
      const earlier = seen.get(`${what} ${key}`)
      if (earlier !== undefined) return `${what} neste arquivo (linha ${earlier})`
    }
    for (const [what, key] of keys) seen.set(`${what} ${key}`, line)
    return null
  }
}

/** Fields by which a person is known. */
const KNOWING = ['document', 'cellphone', 'phone', 'mail'] as const

function readAll<Name extends string, Row>(
  { lines, headers = [] }: JudgedTable,
  { fields, mapping, read, repeated, sink }: Reading<Name, Row>,
): JudgedLines<Row, RefusedLine> {
  const placeOf = (name: string) => mapping[name] ?? null
  const judge = (whole: TableLine): Judged<Row, RefusedLine> => {
    const { line, cells } = whole
    const refusal = (reasons: readonly string[]) => ({
      refused: { line, reference: referenceOf(mapping, cells), reasons },
    })
    const faults = lineFaults(whole)
    const nobody = nobodyReason({
      cells,
      headers,
      name: placeOf('client_name') ?? placeOf('name'),
      known: KNOWING.map(placeOf),
    })
    if (nobody !== null) return refusal([...faults, nobody])
    const given = lineCells(fields, mapping, cells)
    const row = read(given)
    if (row === null || faults.length > 0) return refusal([...faults, ...given.reasons])
    const repeats = repeated(row, line)
    return repeats === null ? { row } : refusal([repeats])
  }
  return judgeLines(lines, judge, sink)
}

const repeatedNumber = () =>
  repeatedKey(({ old_number }: Pick<LeadRow | ClientRow, 'old_number'>) => [
    ['Número antigo repetido', foldText(old_number)],
  ])

/** Takes the policies with this insurer where they have none. */
const withInsurer = (
  sink: LineSink<RenewalRow, RefusedLine>,
  insurer: string,
): LineSink<RenewalRow, RefusedLine> => ({
  ...sink,
  good: ({ line, row }) => sink.good({ line, row: row.insurer === '' ? { ...row, insurer } : row }),
})

/** Reads all lines. Throws when the lines of the file are not the sum of what was read: none may vanish. */
export function readList(
  table: JudgedTable,
  { list, mapping, names = NO_NAMES, defaults = NO_DEFAULTS, insurer = '', orders, nowMs, sink }: Asked,
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
          repeated: repeatedNumber(),
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
          repeated: repeatedNumber(),
        }),
      }
    case 'users':
      return {
        list,
        days,
        lines: readAll(lines, {
          fields: USER_LINE_FIELDS,
          mapping,
          sink,
          read: (line): UserRow | null => readUser(line, { finder, defaults }),
          repeated: repeatedKey(({ mail, login }: UserRow) => [
            ['E-mail repetido', mail.toLowerCase()],
            ['Login repetido', login.toLowerCase()],
          ]),
        }),
      }
    case 'partners':
      return {
        list,
        days,
        lines: readAll(lines, {
          fields: PARTNER_LINE_FIELDS,
          mapping,
          sink,
          read: (line): PartnerRow | null => readPartner(line),
          repeated: repeatedKey(({ name, code_wf }: PartnerRow) => [
            ['Código repetido', foldText(code_wf ?? '')],
            ['Nome repetido', code_wf === null ? foldText(name) : ''],
          ]),
        }),
      }
    case 'renewals':
      return {
        list,
        days,
        lines: readAll(lines, {
          fields: RENEWAL_FIELDS,
          mapping,
          sink: sink && withInsurer(sink, insurer),
          read: (line): RenewalRow | null => readRenewal(line, nowMs),
          repeated: repeatedPolicy(),
        }),
      }
  }
}
