/** The lines of a file as expiring policies, or the reasons why not. Pure. docs/rules.md#renewal-import */
import { z } from 'zod'
import type { ClientFields } from '../client/changes.ts'
import { EMPTY_CLIENT } from '../client/fields.ts'
import { mailIn } from '../client/mail-address.ts'
import { type Cell, documentOf, identifierOf, isSheetError, phonesOf, textOf } from '../spreadsheet/cells.ts'
import { dayOf } from '../spreadsheet/day-cells.ts'
import {
  type ChosenOrders,
  type JudgedColumn,
  type JudgedTable,
  judgeDays,
  withDaysRead,
} from '../spreadsheet/day-order.ts'
import {
  type Judged,
  type JudgedLines,
  judgeLines,
  type LineOf,
  type LineSink,
  lineFaults,
} from '../spreadsheet/judged-lines.ts'
import { nobodyReason } from '../spreadsheet/nobody-line.ts'
import type { TableLine } from '../spreadsheet/table.ts'
import { cutText } from '../text/cut.ts'
import { addDays, saoPauloDay } from '../time/sao-paulo.ts'
import {
  RENEWAL_COLUMNS,
  RENEWAL_DAYS,
  RENEWAL_FIELDS,
  type RenewalField,
  type RenewalMapping,
} from './columns.ts'
import { isSameTerm, policyKey } from './policy-key.ts'

/** An expiring policy of a file. */
export const renewalRowSchema = z.object({
  policy_number: z.string(),
  /** Of a fleet's policy; '' where the file has none. Rows of earlier versions have none. */
  item: z.string().default(''),
  product: z.string(),
  client_name: z.string(),
  document: z.string(),
  cellphone: z.string(),
  phone: z.string(),
  mail: z.string(),
  insurer: z.string(),
  /** YYYY-MM-DD. */
  end_of_validity: z.string(),
  group: z.string(),
  /** What of the line was left out. */
  notes: z.array(z.string()),
})
export type RenewalRow = z.infer<typeof renewalRowSchema>

export type GoodLine = LineOf<RenewalRow>

export interface RefusedLine {
  readonly line: number
  readonly policy_number: string
  readonly reasons: readonly string[]
}

export interface ReadLines extends JudgedLines<RenewalRow, RefusedLine> {
  /** The columns of days, as they were read. */
  readonly days: readonly JudgedColumn[]
}

/** Days around today within which a policy may end. Another year is a slip of the keyboard. */
export const ENDS_WITHIN = { before: 366, after: 2 * 366 } as const

export const LONGEST_INSURER = 100
const LONGEST = {
  policy_number: 60,
  item: 30,
  product: 200,
  client_name: 200,
  insurer: LONGEST_INSURER,
  group: 60,
} as const
type Limited = keyof typeof LONGEST
const LIMITED = [
  'policy_number',
  'item',
  'product',
  'client_name',
  'insurer',
  'group',
] as const satisfies readonly Limited[]

const TOO_LONG: Readonly<Record<Limited, string>> = {
  policy_number: 'Apólice longa demais',
  item: 'Item longo demais',
  product: 'Produto longo demais',
  client_name: 'Nome do cliente longo demais',
  insurer: 'Seguradora longa demais',
  group: 'Grupo hierárquico longo demais',
}

/** YYYYMM of the policy's end. */
export const referenceMonth = ({ end_of_validity }: Pick<RenewalRow, 'end_of_validity'>): string =>
  end_of_validity.slice(0, 7).replace('-', '')

/** Takes the lines with this insurer where they have none. */
export const withInsurer = (
  sink: LineSink<RenewalRow, RefusedLine>,
  insurer: string,
): LineSink<RenewalRow, RefusedLine> => ({
  ...sink,
  good: ({ line, row }) => sink.good({ line, row: row.insurer === '' ? { ...row, insurer } : row }),
})

/** The client as the file has it. */
export const clientOfRow = (row: RenewalRow): ClientFields => ({
  ...EMPTY_CLIENT,
  name: row.client_name,
  cpf: row.document,
  cellphone: row.cellphone,
  phone: row.phone,
  mail: row.mail,
})

/** Equal groups: by case, spaces and leading zeros, which Excel drops, they do not differ. */
export const groupKey = (group: string): string => {
  const plain = group.trim().toUpperCase()
  return /^\d+$/.test(plain) ? plain.replace(/^0+(?=\d)/, '') : plain
}

function documentReasons(document: string | null): string[] {
  if (document === '') return ['Sem CPF/CNPJ']
  return document === null ? ['CPF/CNPJ inválido'] : []
}

function endReasons(end: string | null, today: string): string[] {
  if (end === '') return ['Sem vencimento do seguro']
  if (end === null) return ['Vencimento do seguro inválido']
  const fits = end >= addDays(today, -ENDS_WITHIN.before) && end <= addDays(today, ENDS_WITHIN.after)
  return fits ? [] : ['Vencimento do seguro longe demais de hoje']
}

/** '0' and 'RENOVAÇÃO' stand for a number that is not known. */
const isPolicyNumber = (policy: string) => /\d/u.test(policy) && /[1-9\p{L}]/u.test(policy)

type Read = { readonly row: RenewalRow } | { readonly reasons: readonly string[] }

/** Reads one line. Phones and e-mails that are none are left out and noted: the policy is worth more than they. */
export function readRow(cells: readonly Cell[], mapping: RenewalMapping, nowMs: number): Read {
  const raw = (field: RenewalField) => {
    const place = mapping[field]
    return place === null ? null : cells[place]
  }
  const failed = RENEWAL_FIELDS.filter((field) => isSheetError(raw(field)))
  const cell = (field: RenewalField) => (failed.includes(field) ? null : raw(field))
  const policy = identifierOf(cell('policy_number'))
  const document = documentOf(cell('document'))
  const today = saoPauloDay(nowMs)
  const end = dayOf(cell('end_of_validity'), today, RENEWAL_DAYS.end_of_validity)
  const phones = phonesOf([cell('cellphone'), cell('phone')])
  const writtenMail = textOf(cell('mail'))
  const mail = mailIn(writtenMail)
  const isNoMail = mail === null || (mail === '' && writtenMail !== '')
  const row: RenewalRow = {
    policy_number: policy ?? '',
    item: identifierOf(cell('item')) ?? '',
    product: textOf(cell('product')),
    client_name: textOf(cell('client_name')),
    document: document ?? '',
    cellphone: phones.cellphone,
    phone: phones.phone,
    mail: mail ?? '',
    insurer: textOf(cell('insurer')),
    end_of_validity: end ?? '',
    group: identifierOf(cell('group')) ?? '',
    notes: [
      ...(phones.invalid > 0 ? ['Telefone inválido no arquivo'] : []),
      ...(isNoMail ? ['E-mail inválido no arquivo'] : []),
      ...failed.map((field) => `${RENEWAL_COLUMNS[field].label} com erro da planilha no arquivo`),
    ],
  }
  const hasFailed = (field: RenewalField) => failed.includes(field)
  const reasons = [
    ...failed
      .filter((field) => RENEWAL_COLUMNS[field].required)
      .map((field) => `${RENEWAL_COLUMNS[field].label} com erro da planilha: ${textOf(raw(field))}`),
    ...(policy === null ? ['O Excel cortou o número da apólice'] : []),
    ...(policy === '' && !hasFailed('policy_number') ? ['Sem apólice'] : []),
    ...(policy !== null && policy !== '' && !isPolicyNumber(policy)
      ? [`O número da apólice não é um número: ‘${cutText(policy, 40)}’`]
      : []),
    ...(row.client_name === '' && !hasFailed('client_name') ? ['Sem nome do cliente'] : []),
    ...(hasFailed('document') ? [] : documentReasons(document)),
    ...(hasFailed('end_of_validity') ? [] : endReasons(end, today)),
    ...LIMITED.filter((field) => row[field].length > LONGEST[field]).map((field) => TOO_LONG[field]),
  ]
  return reasons.length > 0 ? { reasons } : { row }
}

/** A policy of an earlier line. */
interface SeenPolicy {
  readonly line: number
  readonly end: string
}

/**
 * Reads all lines. A policy that an earlier line has is refused. Throws when the lines of the file are not the sum of what
 * was read.
 */
export function readLines(
  table: JudgedTable,
  mapping: RenewalMapping,
  nowMs: number,
  {
    orders,
    sink,
  }: { readonly orders?: ChosenOrders; readonly sink?: LineSink<RenewalRow, RefusedLine> } = {},
): ReadLines {
  const { headers = [] } = table
  const days = judgeDays({ table, fields: RENEWAL_DAYS, mapping, orders })
  const seen = new Map<string, SeenPolicy[]>()
  const contacts = [mapping.document, mapping.cellphone, mapping.phone, mapping.mail]
  const judge = (whole: TableLine): Judged<RenewalRow, RefusedLine> => {
    const { line, cells } = whole
    const nobody = nobodyReason({ cells, headers, name: mapping.client_name, known: contacts })
    const read = nobody === null ? readRow(cells, mapping, nowMs) : { reasons: [nobody] }
    const policy_number = textOf(mapping.policy_number === null ? null : cells[mapping.policy_number]).slice(
      0,
      60,
    )
    const faults = lineFaults(whole)
    if ('reasons' in read) return { refused: { line, policy_number, reasons: [...faults, ...read.reasons] } }
    if (faults.length > 0) return { refused: { line, policy_number, reasons: faults } }
    const key = policyKey(read.row)
    const known = seen.get(key) ?? []
    const earlier = known.find(({ end }) => isSameTerm(end, read.row.end_of_validity))
    if (earlier !== undefined)
      return {
        refused: {
          line,
          policy_number,
          reasons: [`Apólice repetida neste arquivo (linha ${earlier.line})`],
        },
      }
    seen.set(key, [...known, { line, end: read.row.end_of_validity }])
    return { row: read.row }
  }
  return { ...judgeLines(withDaysRead(table.lines, days), judge, sink), days }
}
