/**
 * The words about what the law requires to keep, and about clients that are erased after years without contact. Pure.
 * docs/rules.md#legal-keep
 */
import type { LegalKeep, LegalRecord, WithoutContact } from '../../../contract/legal-keep.ts'
import { formatDocument } from '../../../domain/documents/cpf-cnpj.ts'
import { counted } from '../../../domain/text/counted.ts'
import { formatNumber } from '../../../domain/text/formats.ts'
import { formatDay } from '../../../domain/time/sao-paulo.ts'
import type { FieldLine } from './personal-words.ts'

/** What the law requires to keep of the client's sales. The latest end comes first. */
export function keptLine(sales: readonly LegalKeep[]): string {
  const until = sales[0] === undefined ? '' : formatDay(sales[0].keep_until)
  return sales.length === 1
    ? `1 venda deste cliente está no prazo da guarda legal, até ${until}.`
    : `${formatNumber(sales.length)} vendas deste cliente estão no prazo da guarda legal, a última até ${until}.`
}

const day = (value: string | null) => (value === null ? '' : formatDay(value))

/** A kept record, without what is not known. */
export function keptRecordLines(record: LegalRecord): FieldLine[] {
  const lines: readonly (readonly [field: string, label: string, value: string | null])[] = [
    ['insured_name', 'Segurado', record.insured_name],
    ['insured_document', 'CPF/CNPJ', formatDocument(record.insured_document)],
    ['insurance', 'Seguro', record.insurance],
    ['proposal', 'Proposta', record.proposal],
    ['policy_number', 'Apólice', record.policy_number],
    ['sold_on', 'Venda', day(record.sold_on)],
    ['valid_until', 'Fim da vigência', day(record.valid_until)],
    ['keep_until', 'Guardado até', day(record.keep_until)],
    ['lead_id', 'Lead', String(record.lead_id)],
    ['client_id', 'Cliente', String(record.client_id)],
    ['reason', 'Motivo', record.reason],
  ]
  return lines.flatMap(([field, label, value]) =>
    value === null || value === '' ? [] : [{ field, label, value }],
  )
}

export function keptTotalLine({ data, total }: { data: readonly unknown[]; total: number }): string {
  if (total === 0) return 'Nenhum registro.'
  const shown = data.length < total ? ` Aqui estão os ${formatNumber(data.length)} que vencem primeiro.` : ''
  return `${counted(total, 'registro', 'registros')}.${shown}`
}

/** Who would go. */
export function goingLine({ years, clients, more, leads, open_leads, first }: WithoutContact): string {
  const time = counted(years, 'ano', 'anos')
  if (clients === 0) return `Com ${time}, ninguém sairia.`
  const open = open_leads === 0 ? '' : `, ${counted(open_leads, 'ainda aberto', 'ainda abertos')}`
  const shown = first.length < clients ? ` Os ${formatNumber(first.length)} há mais tempo sem contato:` : ''
  return `Com ${time}, sairiam ${more ? 'mais de ' : ''}${counted(clients, 'cliente', 'clientes')} e ${counted(leads, 'lead', 'leads')}${open}.${shown}`
}

export const setLine = (years: number): string =>
  years === 0 ? 'Hoje está desligado.' : `Hoje: depois de ${counted(years, 'ano', 'anos')}.`
