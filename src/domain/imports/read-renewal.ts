/** Reads a line of a file of expiring policies. docs/rules.md#renewal-import */
import { isSameTerm, policyKey } from '../renewals/policy-key.ts'
import { LONGEST_INSURER, type RenewalRow } from '../renewals/rows.ts'
import { documentOf, identifierOf, phonesOf } from '../spreadsheet/cells.ts'
import { dayOf } from '../spreadsheet/day-cells.ts'
import { cutText } from '../text/cut.ts'
import { addDays, saoPauloDay } from '../time/sao-paulo.ts'
import { RENEWAL_DAYS } from './day-fields.ts'
import type { LineCells } from './line-cells.ts'
import { mailOf } from './read-client.ts'
import type { RENEWAL_FIELDS } from './renewal-fields.ts'

type RenewalLine = LineCells<(typeof RENEWAL_FIELDS)[number]['name']>

/** Days around today within which a policy may end. Another year is a slip of the keyboard. */
const ENDS_WITHIN = { before: 366, after: 2 * 366 } as const

/** Characters, and what a longer text is refused with. */
const LIMITS = [
  ['policy_number', 60, 'Apólice longa demais'],
  ['item', 30, 'Item longo demais'],
  ['product', 200, 'Produto longo demais'],
  ['client_name', 200, 'Nome do cliente longo demais'],
  ['insurer', LONGEST_INSURER, 'Seguradora longa demais'],
  ['group', 60, 'Grupo hierárquico longo demais'],
] as const

function policyReasons(policy: string | null): string[] {
  if (policy === null) return ['O Excel cortou o número da apólice']
  if (policy === '') return ['Sem apólice']
  // '0' and 'RENOVAÇÃO' stand for a number that is not known.
  const isNumber = /\d/u.test(policy) && /[1-9\p{L}]/u.test(policy)
  return isNumber ? [] : [`O número da apólice não é um número: ‘${cutText(policy, 40)}’`]
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

/**
 * Reads a line; null where it is refused: `line.reasons` says why. Phones and e-mails that are none are left out and noted:
 * the policy is worth more than they.
 */
export function readRenewal(line: RenewalLine, nowMs: number): RenewalRow | null {
  const { cell, text, hasFailed, reasons, notes } = line
  const failed = notes.splice(0)
  const today = saoPauloDay(nowMs)
  const policy = identifierOf(cell('policy_number'))
  const document = documentOf(cell('document'))
  const end = dayOf(cell('end_of_validity'), today, RENEWAL_DAYS.end_of_validity)
  const phones = phonesOf([cell('cellphone'), cell('phone')])
  if (phones.invalid > 0) notes.push('Telefone inválido no arquivo')
  const mail = mailOf(line)
  notes.push(...failed)
  const row: RenewalRow = {
    policy_number: policy ?? '',
    item: identifierOf(cell('item')) ?? '',
    product: text('product'),
    client_name: text('client_name'),
    document: document ?? '',
    cellphone: phones.cellphone,
    phone: phones.phone,
    mail,
    insurer: text('insurer'),
    end_of_validity: end ?? '',
    group: identifierOf(cell('group')) ?? '',
    notes,
  }
  // A formula that failed has its own reason.
  if (!hasFailed('policy_number')) reasons.push(...policyReasons(policy))
  if (!hasFailed('client_name') && row.client_name === '') reasons.push('Sem nome do cliente')
  if (!hasFailed('document')) reasons.push(...documentReasons(document))
  if (!hasFailed('end_of_validity')) reasons.push(...endReasons(end, today))
  reasons.push(...LIMITS.flatMap(([name, longest, reason]) => (row[name].length > longest ? [reason] : [])))
  return reasons.length > 0 ? null : row
}

/** A policy of an earlier line. */
interface SeenPolicy {
  readonly line: number
  readonly end: string
}

/** Why a line is refused whose policy an earlier line of the file has, in the same term; else null. */
export function repeatedPolicy(): (row: RenewalRow, line: number) => string | null {
  const seen = new Map<string, SeenPolicy[]>()
  return (row, line) => {
    const key = policyKey(row)
    const known = seen.get(key) ?? []
    const earlier = known.find(({ end }) => isSameTerm(end, row.end_of_validity))
    if (earlier !== undefined) return `Apólice repetida neste arquivo (linha ${earlier.line})`
    seen.set(key, [...known, { line, end: row.end_of_validity }])
    return null
  }
}
