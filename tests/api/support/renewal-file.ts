/** Files of expiring policies for tests, and the form that sends one. */
import { suggestedImportMapping } from '../../../src/domain/imports/lists.ts'
import { addDays, saoPauloDay } from '../../../src/domain/time/sao-paulo.ts'
import { sheetForm } from './sheet-form.ts'

export const HEADERS = [
  'Apólice',
  'Produto',
  'Segurado',
  'CPF/CNPJ',
  'Celular',
  'Telefone',
  'E-mail',
  'Seguradora',
  'Fim de vigência',
  'Grupo hierárquico',
] as const

/** The day `days` after today, as a spreadsheet of Brazil writes it. */
export const dayAhead = (days: number, nowMs = Date.now()) => addDays(saoPauloDay(nowMs), days)
export const written = (day: string) => day.split('-').toReversed().join('/')

const POLICY = {
  policy: 'AP-1',
  product: 'Auto',
  name: 'Ana Lima',
  document: '529.982.247-25',
  cellphone: '(31) 98888-7777',
  phone: '',
  mail: 'ana@exemplo.com.br',
  insurer: 'Porto Seguro',
  end: written(dayAhead(40)),
  group: 'G12',
}
export type Policy = Partial<typeof POLICY>

export const policyCells = (policy: Policy = {}): string[] => Object.values({ ...POLICY, ...policy })

export const csv = (...policies: readonly Policy[]): string =>
  [HEADERS.join(';'), ...policies.map((policy) => policyCells(policy).join(';'))].join('\r\n')

export interface SentFile {
  readonly content: string | Uint8Array
  readonly name?: string
  readonly mapping?: object
  readonly channel_id?: number | string
  readonly inviter_id?: number | string
  readonly partner_id?: number | string
  readonly sheet?: string
  readonly insurer?: string
  readonly day_orders?: object
}

/** The form of POST /lead-temps/import. */
export function importForm(sent: SentFile, token: string) {
  const fields = {
    mapping: JSON.stringify(sent.mapping ?? suggestedImportMapping('renewals', HEADERS)),
    channel_id: sent.channel_id ?? 27,
    inviter_id: sent.inviter_id ?? 3,
    partner_id: sent.partner_id ?? '',
    sheet: sent.sheet ?? '',
    insurer: sent.insurer ?? '',
    ...(sent.day_orders === undefined ? {} : { day_orders: JSON.stringify(sent.day_orders) }),
  }
  const file = { name: sent.name ?? 'novembro.csv', content: sent.content }
  return sheetForm({ url: '/api/lead-temps/import', fields, file }, token)
}
