/** Exported rows and an erasure's counts in words. Pure. docs/rules.md#personal-data */
import { fieldName } from '../../../contract/field-names.ts'
import type { ErasureCounts } from '../../../contract/personal-data.ts'
import { PERSON_NAMES } from '../../../domain/client/fields.ts'
import { rowWords, shownColumns } from '../../../domain/client/personal-tables.ts'
import { callResultOf, callResultWords } from '../../../domain/lead/calls.ts'
import { fieldLabel, fieldValue, isEmpty, type Names, NO_NAMES } from '../../../domain/lead/field-words.ts'
import { obligationKind } from '../../../domain/obligations/kinds.ts'
import { REQUEST_KIND_WORDS } from '../../../domain/privacy/data-requests.ts'
import { ownValue } from '../../../domain/record/own-value.ts'
import { counted } from '../../../domain/text/counted.ts'
import { formatNumber } from '../../../domain/text/formats.ts'

/** These have lines of their own. */
const SAID_APART: ReadonlySet<string> = new Set(['clients', 'leads'])

export const tableHeading = (table: string): string => rowWords(table)?.[0] ?? table

/** What an erasure takes, a line each. */
export function erasureLines({ leads, rows }: ErasureCounts): string[] {
  const others = Object.entries(rows).flatMap(([table, count]) => {
    const words = rowWords(table)
    return SAID_APART.has(table) || words === null ? [] : [counted(count, words[1], words[2])]
  })
  return [
    'Nome, documentos, nascimento, contatos e endereço',
    ...(leads === 0 ? [] : [`Produto, placa, chassi e observações de ${counted(leads, 'lead', 'leads')}`]),
    ...others,
  ]
}

/** null: no lead is open. */
export function openLeadsLine({ open_leads: open }: ErasureCounts): string | null {
  if (open === 0) return null
  return open === 1
    ? '1 lead deste cliente ainda está aberto. Depois ele só poderá ser cancelado.'
    : `${formatNumber(open)} leads deste cliente ainda estão abertos. Depois eles só poderão ser cancelados.`
}

export interface FieldLine {
  readonly field: string
  readonly label: string
  readonly value: string
}

type Row = Readonly<Record<string, unknown>>

const schedulingStatus = (value: unknown) => (value === 1 ? 'Encerrado' : 'Aberto')

function callStatus(value: unknown, { uid, duration }: Row): string {
  const result = callResultOf({ uid, status: value, duration })
  return result === null ? 'Sem resultado' : callResultWords(result)
}

/** What a history says of the person itself. */
const personChanges = (value: unknown) =>
  Object.entries(isRow(value) ? value : {})
    .filter(([field]) => /^(typed\.)?client\./.test(field))
    .map(([field, change]) => {
      const after = isRow(change) ? change.after : null
      return `${fieldLabel(field)}: ${fieldValue(field, after, NO_NAMES)}`
    })
    .join('; ') || '—'

const limitKind = (value: unknown) =>
  (typeof value === 'string' ? obligationKind(value)?.label : undefined) ?? '—'

/** Values of columns that are shown in words of their own. Nested objects are shown field by field. */
const VALUES: Readonly<Record<string, (value: unknown, row: Row) => string>> = {
  'calls.status': callStatus,
  'timeline.changes': personChanges,
  'obligations.kind': limitKind,
  'schedulings.status': schedulingStatus,
  'data_requests.kind': (value) => ownValue(REQUEST_KIND_WORDS, String(value)) ?? '',
}

/** What a row of another table says. Of a table that this version does not know, every column. */
export function rowLines(table: string, row: Row, names: Names): FieldLine[] {
  const shown = shownColumns(table)
  if (shown === null) return fieldLines(row, names)
  return Object.entries(shown).flatMap(([field, label]): FieldLine[] => {
    const value = row[field]
    const words = VALUES[`${table}.${field}`]
    if (words !== undefined) return [{ field, label, value: words(value, row) }]
    if (isEmpty(value)) return []
    if (isRow(value)) return fieldLines(value, names, [field])
    return [{ field, label, value: fieldValue(field, value, names) }]
  })
}

/** Fields of Farol's own bookkeeping, and copies of fields that are shown elsewhere. */
const SILENT: ReadonlySet<string> = new Set([
  'uid',
  'id',
  'version',
  'client_uid',
  'lead_uid',
  'client_name',
  'client_cpf',
  'client_phone',
  'client_cellphone',
  'file_path',
  'session_id',
])

/** Fields of imports that have the client's field under a name of their own. */
const ALIASES: Readonly<Record<string, string>> = {
  client_name: 'client.name',
  client_cpf: 'client.cpf',
  client_cellphone: 'client.cellphone',
  client_phone: 'client.phone',
  client_mail: 'client.mail',
  observation: 'additional_information',
  chassis: 'product_details.chassis',
  license_plate: 'product_details.license_plate',
  year: 'product_details.year',
  brand: 'product_details.brand',
  details: 'product_details.details',
  ...Object.fromEntries(PERSON_NAMES.map((name) => [name, `client.${name}`])),
  email: 'client.mail',
}

/** 'client_informations.address.cep' is shown as 'client.address.cep'. */
function shownAs(path: readonly string[]): string {
  const last = path.at(-1) ?? ''
  if (path[0] === 'product_informations' && last === 'name') return 'product'
  if (path.includes('address')) return `client.address.${last}`
  return path.length > 1 ? (ALIASES[last] ?? last) : last
}

function labelOf(path: readonly string[]): string {
  const field = shownAs(path)
  return fieldName(field) ?? fieldLabel(field)
}

/** What a row says, without blanks: nested objects field by field. */
export function fieldLines(row: Row, names: Names, above: readonly string[] = []): FieldLine[] {
  return Object.entries(row).flatMap(([key, value]): FieldLine[] => {
    const path = [...above, key]
    if (isEmpty(value) || value === false || (above.length === 0 && SILENT.has(key))) return []
    if (isRow(value) && key !== 'lead_scheduling') return fieldLines(value, names, path)
    const words = Array.isArray(value)
      ? value.map(String).join(', ')
      : fieldValue(shownAs(path), value, names)
    return [{ field: path.join('.'), label: labelOf(path), value: words }]
  })
}

const isRow = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
