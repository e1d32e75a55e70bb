/** The lines of a file as expiring policies, or the reasons why not. Pure. docs/rules.md#renewal-import */
import { z } from 'zod'
import { type ClientFields, EMPTY_CLIENT } from '../client/changes.ts'
import { clientProblems } from '../lead/save-rules.ts'
import { addDays, saoPauloDay } from '../time/sao-paulo.ts'
import { type Cell, dayOf, documentOf, phonesOf, textOf } from './cells.ts'
import type { RenewalField, RenewalMapping } from './columns.ts'
import type { RenewalTable, TableLine } from './table.ts'

/** An expiring policy of a file. */
export const renewalRowSchema = z.object({
  policy_number: z.string(),
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

export interface GoodLine {
  readonly line: number
  readonly row: RenewalRow
}

export interface RefusedLine {
  readonly line: number
  readonly policy_number: string
  readonly reasons: readonly string[]
}

export interface ReadLines {
  readonly good: readonly GoodLine[]
  readonly refused: readonly RefusedLine[]
}

/** Days around today within which a policy may end. Another year is a slip of the keyboard. */
export const ENDS_WITHIN = { before: 366, after: 2 * 366 } as const

const LONGEST = { policy_number: 60, product: 200, client_name: 200, insurer: 100, group: 60 } as const
type Limited = keyof typeof LONGEST
const LIMITED = [
  'policy_number',
  'product',
  'client_name',
  'insurer',
  'group',
] as const satisfies readonly Limited[]

const TOO_LONG: Readonly<Record<Limited, string>> = {
  policy_number: 'Apólice longa demais',
  product: 'Produto longo demais',
  client_name: 'Nome do cliente longo demais',
  insurer: 'Seguradora longa demais',
  group: 'Grupo hierárquico longo demais',
}

/** YYYYMM of the policy's end. */
export const referenceMonth = ({ end_of_validity }: Pick<RenewalRow, 'end_of_validity'>): string =>
  end_of_validity.slice(0, 7).replace('-', '')

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

type Read = { readonly row: RenewalRow } | { readonly reasons: readonly string[] }

/** Reads one line. Phones and e-mails that are none are left out and noted: the policy is worth more than they. */
export function readRow(cells: readonly Cell[], mapping: RenewalMapping, nowMs: number): Read {
  const cell = (field: RenewalField) => {
    const place = mapping[field]
    return place === null ? null : cells[place]
  }
  const document = documentOf(cell('document'))
  const today = saoPauloDay(nowMs)
  const end = dayOf(cell('end_of_validity'), today)
  const phones = phonesOf([cell('cellphone'), cell('phone')])
  const mail = textOf(cell('mail')).split(/[;,\s]/)[0] ?? ''
  const row: RenewalRow = {
    policy_number: textOf(cell('policy_number')),
    product: textOf(cell('product')),
    client_name: textOf(cell('client_name')),
    document: document ?? '',
    cellphone: phones.cellphone,
    phone: phones.phone,
    mail,
    insurer: textOf(cell('insurer')),
    end_of_validity: end ?? '',
    group: textOf(cell('group')),
    notes: phones.invalid > 0 ? ['Telefone inválido no arquivo'] : [],
  }
  const reasons = [
    ...(row.policy_number === '' ? ['Sem apólice'] : []),
    ...(row.client_name === '' ? ['Sem nome do cliente'] : []),
    ...documentReasons(document),
    ...endReasons(end, today),
    ...LIMITED.filter((field) => row[field].length > LONGEST[field]).map((field) => TOO_LONG[field]),
  ]
  if (reasons.length > 0) return { reasons }
  const isMail = mail.length <= 200 && clientProblems(clientOfRow(row), nowMs).length === 0
  return { row: isMail ? row : { ...row, mail: '', notes: [...row.notes, 'E-mail inválido no arquivo'] } }
}

const isBlank = ({ cells }: TableLine) => cells.every((cell) => textOf(cell) === '')

/** Reads all lines. A policy that an earlier line of the month has is refused. */
export function readLines(
  { lines }: Pick<RenewalTable, 'lines'>,
  mapping: RenewalMapping,
  nowMs: number,
): ReadLines {
  const good: GoodLine[] = []
  const refused: RefusedLine[] = []
  const seen = new Map<string, number>()
  for (const each of lines) {
    if (isBlank(each)) continue
    const { line, cells } = each
    const read = readRow(cells, mapping, nowMs)
    const policy_number = textOf(mapping.policy_number === null ? null : cells[mapping.policy_number]).slice(
      0,
      60,
    )
    if ('reasons' in read) {
      refused.push({ line, policy_number, reasons: read.reasons })
      continue
    }
    const key = `${referenceMonth(read.row)} ${read.row.policy_number}`
    const earlier = seen.get(key)
    if (earlier === undefined) {
      seen.set(key, line)
      good.push({ line, row: read.row })
    } else
      refused.push({ line, policy_number, reasons: [`Apólice repetida neste arquivo (linha ${earlier})`] })
  }
  return { good, refused }
}
