/** What a file of expiring policies shows before the import. docs/rules.md#renewal-import */
import { formatDocument } from '../documents/cpf-cnpj.ts'
import { formatPhone } from '../phone/phone.ts'
import { type Preview, type PreviewCells, previewOf, type ShownRefusal } from '../spreadsheet/preview.ts'
import { monthFirstWarnings, shownDays } from '../spreadsheet/shown-days.ts'
import { formatDay } from '../time/sao-paulo.ts'
import type { ReadLines, RenewalRow } from './rows.ts'
import { fileWarnings } from './warnings.ts'

const CELLS: PreviewCells<RenewalRow> = [
  ['Apólice', ({ policy_number }) => policy_number],
  ['Item', ({ item }) => item],
  ['Produto', ({ product }) => product],
  ['Cliente', ({ client_name }) => client_name],
  ['CPF/CNPJ', ({ document }) => formatDocument(document)],
  ['Celular', ({ cellphone }) => formatPhone(cellphone)],
  ['Telefone', ({ phone }) => formatPhone(phone)],
  ['E-mail', ({ mail }) => mail],
  ['Seguradora', ({ insurer }) => insurer],
  ['Vencimento', ({ end_of_validity }) => formatDay(end_of_validity)],
  ['Grupo', ({ group }) => group],
]

export const renewalRefusals = ({ refused }: ReadLines): ShownRefusal[] =>
  refused.map(({ line, policy_number, reasons }) => ({
    line,
    reference: policy_number,
    reason: reasons.join('; '),
  }))

interface Seen {
  readonly lines: ReadLines
  readonly headers: readonly string[]
  readonly nowMs: number
}

export const renewalPreview = ({ lines, headers, nowMs }: Seen): Preview => ({
  ...previewOf({ lines, refusals: renewalRefusals(lines), cells: CELLS }),
  days: shownDays(lines.days, headers, nowMs),
  warnings: [...monthFirstWarnings(lines.days, headers), ...fileWarnings(lines.good, nowMs)],
  withoutInsurer: lines.good.filter(({ row }) => row.insurer === '').length,
})
