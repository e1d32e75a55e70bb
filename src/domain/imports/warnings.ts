/** What of a list should be looked at before the import begins. docs/rules.md#any-import */
import type { RenewalRow } from '../renewals/rows.ts'
import { personWarnings } from '../spreadsheet/shared-values.ts'
import { formatNumber } from '../text/formats.ts'
import { addDays, saoPauloDay } from '../time/sao-paulo.ts'
import type { ReadList } from './read-list.ts'
import type { ClientRow, LeadRow } from './rows.ts'

const counted = (count: number, one: string, many: string): string[] =>
  count === 0 ? [] : [count === 1 ? `1 ${one}` : `${formatNumber(count)} ${many}`]

const personOf = ({ client }: ClientRow | LeadRow) => ({
  name: client.name,
  document: client.cpf,
  cellphone: client.cellphone,
  mail: client.mail,
})

/** An attendance longer than this is probably a mistake in the file. */
const LONG_OPEN_DAYS = 365

function leadWarnings(rows: readonly LeadRow[], nowMs: number): string[] {
  const count = (fits: (row: LeadRow) => boolean) => rows.filter(fits).length
  const since = `${addDays(saoPauloDay(nowMs), -LONG_OPEN_DAYS)}T00:00:00.000Z`
  const isOpen = ({ result }: LeadRow) => result === 'open' || result === 'negotiating'
  return [
    ...counted(
      count((row) => isOpen(row) && row.created_at !== null && row.created_at < since),
      'lead aberto tem mais de um ano e vai para o Dashboard.',
      'leads abertos têm mais de um ano e vão para o Dashboard.',
    ),
    ...counted(
      count(({ created_at }) => created_at === null),
      'lead não tem data nenhuma e entra com a de hoje.',
      'leads não têm data nenhuma e entram com a de hoje.',
    ),
    ...counted(
      count(({ result, sale_value_cents }) => result === 'sold' && sale_value_cents === null),
      'venda não tem valor.',
      'vendas não têm valor.',
    ),
    ...counted(
      count(({ result, lost_sale }) => result === 'lost' && lost_sale === null),
      'lead perdido não tem motivo do catálogo.',
      'leads perdidos não têm motivo do catálogo.',
    ),
    ...counted(
      count(({ old_number }) => old_number === ''),
      'lead não tem número antigo e não será achado por ele.',
      'leads não têm número antigo e não serão achados por ele.',
    ),
  ]
}

function renewalWarnings(rows: readonly RenewalRow[], nowMs: number): string[] {
  const today = saoPauloDay(nowMs)
  const ended = rows.filter(({ end_of_validity }) => end_of_validity < today).length
  const noInsurer = rows.filter(({ insurer }) => insurer === '').length
  return [
    ...personWarnings(rows.map((row) => ({ ...row, name: row.client_name }))),
    ...(ended > 0 ? [ended === 1 ? '1 apólice já venceu.' : `${ended} apólices já venceram.`] : []),
    ...(noInsurer > 0
      ? [noInsurer === 1 ? '1 linha não tem seguradora.' : `${noInsurer} linhas não têm seguradora.`]
      : []),
  ]
}

/** How many lines had something left out, by what it was. */
function leftOut(rows: readonly { readonly notes: readonly string[] }[]): string[] {
  const counts = new Map<string, number>()
  for (const { notes } of rows) for (const note of notes) counts.set(note, (counts.get(note) ?? 0) + 1)
  return [...counts].map(
    ([note, count]) => `${note}: ${formatNumber(count)} ${count === 1 ? 'linha' : 'linhas'}.`,
  )
}

/** Returns a sentence for each finding; none for a file without any. */
export function listWarnings(read: ReadList, nowMs: number): string[] {
  switch (read.list) {
    case 'clients': {
      const rows = read.lines.good.map(({ row }) => row)
      return [...personWarnings(rows.map(personOf)), ...leftOut(rows)]
    }
    case 'leads': {
      const rows = read.lines.good.map(({ row }) => row)
      return [...personWarnings(rows.map(personOf)), ...leadWarnings(rows, nowMs), ...leftOut(rows)]
    }
    case 'users':
      return leftOut(read.lines.good.map(({ row }) => row))
    case 'partners':
      return leftOut(read.lines.good.map(({ row }) => row))
    case 'renewals':
      return renewalWarnings(
        read.lines.good.map(({ row }) => row),
        nowMs,
      )
  }
}
