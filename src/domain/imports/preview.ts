/**
 * What a list shows before its import: the first lines, the warnings, and what is in Farol already.
 * docs/rules.md#any-import
 */
import { formatDocument } from '../documents/cpf-cnpj.ts'
import { formatMoney } from '../money/money.ts'
import { ROLE_NAMES } from '../permissions/role-names.ts'
import { formatPhone } from '../phone/phone.ts'
import type { RenewalRow } from '../renewals/rows.ts'
import { type Preview, type PreviewCells, previewOf, type ShownRefusal } from '../spreadsheet/preview.ts'
import { monthFirstWarnings, shownDays } from '../spreadsheet/shown-days.ts'
import { foldText } from '../text/fold.ts'
import { formatNumber } from '../text/formats.ts'
import { formatDate, formatDay } from '../time/sao-paulo.ts'
import type { ImportNames } from './names.ts'
import type { ReadList } from './read-list.ts'
import type { ClientRow, LeadResult, LeadRow, PartnerRow, UserRow } from './rows.ts'
import { listWarnings } from './warnings.ts'

export const RESULT_NAMES: Readonly<Record<LeadResult, string>> = {
  open: 'Aberto',
  negotiating: 'Em negociação',
  sold: 'Vendido',
  lost: 'Perdido',
  cancelled: 'Cancelado',
}

type Entries = readonly { readonly id: number; readonly name: string }[]
const namesById = (entries: Entries) => {
  const names = new Map(entries.map(({ id, name }) => [id, name]))
  return (id: number | null) => (id === null ? '' : (names.get(id) ?? ''))
}
const dayOf = (instant: string | null) => (instant === null ? '' : formatDate(instant))
const roleName = namesById(ROLE_NAMES)

const CLIENT_CELLS: PreviewCells<ClientRow> = [
  ['Número antigo', ({ old_number }) => old_number],
  ['Cliente', ({ client }) => client.name],
  ['CPF/CNPJ', ({ client }) => formatDocument(client.cpf)],
  ['RG', ({ client }) => client.rg],
  ['Nascimento', ({ client }) => (client.birth_date === null ? '' : formatDay(client.birth_date))],
  ['Celular', ({ client }) => formatPhone(client.cellphone)],
  ['Telefone', ({ client }) => formatPhone(client.phone)],
  ['E-mail', ({ client }) => client.mail],
  [
    'Endereço',
    ({ client: { address } }) => [address.street, address.number].filter((part) => part !== '').join(', '),
  ],
  ['Cidade', ({ client }) => client.address.city],
  ['Estado', ({ client }) => client.address.state],
]

const leadCells = (names: ImportNames): PreviewCells<LeadRow> => {
  const user = namesById(names.users)
  const partner = namesById(names.partners)
  const channel = namesById(names.channels)
  const insurance = namesById(names.insurances)
  return [
    ['Número antigo', ({ old_number }) => old_number],
    ['Cliente', ({ client }) => client.name],
    ['CPF/CNPJ', ({ client }) => formatDocument(client.cpf)],
    ['Celular', ({ client }) => formatPhone(client.cellphone)],
    ['Criado em', ({ created_at }) => dayOf(created_at)],
    ['Resultado', ({ result }) => RESULT_NAMES[result]],
    ['Encerrado em', ({ ended_at }) => dayOf(ended_at)],
    ['Corretor', ({ broker_id }) => user(broker_id)],
    ['Indicador', ({ inviter_id }) => user(inviter_id)],
    ['Concessionária', ({ partner_id }) => partner(partner_id)],
    ['Canal', ({ channel_id }) => channel(channel_id)],
    ['Produto', ({ product, insurance_id }) => product || insurance(insurance_id)],
    [
      'Valor',
      ({ sale_value_cents }) => (sale_value_cents === null ? '' : `R$ ${formatMoney(sale_value_cents)}`),
    ],
  ]
}

const userCells = (names: ImportNames): PreviewCells<UserRow> => {
  const partner = namesById(names.partners)
  const channel = namesById(names.channels)
  const team = namesById(names.teams)
  return [
    ['Nome', ({ name }) => name],
    ['E-mail', ({ mail }) => mail],
    ['Login', ({ login }) => login],
    ['Telefone', ({ phone }) => formatPhone(phone)],
    ['Perfil', ({ role_id }) => roleName(role_id)],
    ['Canal', ({ channel_id }) => channel(channel_id)],
    ['Concessionárias', ({ partner_ids }) => partner_ids.map(partner).join(', ')],
    ['Equipe técnica', ({ technical_team_id }) => team(technical_team_id)],
  ]
}

const PARTNER_CELLS: PreviewCells<PartnerRow> = [
  ['Nome', ({ name }) => name],
  ['Código', ({ code_wf }) => code_wf ?? ''],
]

const RENEWAL_CELLS: PreviewCells<RenewalRow> = [
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

/** What is in Farol, by what lines are known. */
export interface KnownInFarol {
  /** Documents of clients, as far as this device has them. */
  readonly documents: readonly string[]
}

const sentence = (count: number, one: string, many: string): string[] =>
  count === 0 ? [] : [count === 1 ? `1 ${one}` : `${formatNumber(count)} ${many}`]

function knownClients(rows: readonly (ClientRow | LeadRow)[], { documents }: KnownInFarol): number {
  const known = new Set(documents)
  return rows.filter(({ client }) => client.cpf !== '' && known.has(client.cpf)).length
}

function knownWords(read: ReadList, names: ImportNames, known: KnownInFarol): string[] {
  switch (read.list) {
    case 'clients':
      return sentence(
        knownClients(
          read.lines.good.map(({ row }) => row),
          known,
        ),
        'cliente já está no Farol pelo CPF/CNPJ: só o que está em branco será completado.',
        'clientes já estão no Farol pelo CPF/CNPJ: só o que está em branco será completado.',
      )
    case 'leads':
      return sentence(
        knownClients(
          read.lines.good.map(({ row }) => row),
          known,
        ),
        'lead é de um cliente que já está no Farol pelo CPF/CNPJ, e fica com ele.',
        'leads são de clientes que já estão no Farol pelo CPF/CNPJ, e ficam com eles.',
      )
    case 'users': {
      const mails = new Set(names.users.map(({ email }) => email.toLowerCase()))
      return sentence(
        read.lines.good.filter(({ row }) => mails.has(row.mail.toLowerCase())).length,
        'usuário já existe com este e-mail e fica como está.',
        'usuários já existem com estes e-mails e ficam como estão.',
      )
    }
    case 'partners': {
      const codes = new Set(names.partners.map(({ code_wf }) => foldText(code_wf ?? '')))
      codes.delete('')
      const named = new Set(names.partners.map(({ name }) => foldText(name)))
      return sentence(
        read.lines.good.filter(
          ({ row }) => codes.has(foldText(row.code_wf ?? '')) || named.has(foldText(row.name)),
        ).length,
        'concessionária já existe e fica como está.',
        'concessionárias já existem e ficam como estão.',
      )
    }
    case 'renewals':
      return []
  }
}

export const listRefusals = ({ lines }: ReadList): ShownRefusal[] =>
  lines.refused.map(({ line, reference, reasons }) => ({ line, reference, reason: reasons.join('; ') }))

function shownLines(read: ReadList, names: ImportNames): Preview {
  const refusals = listRefusals(read)
  switch (read.list) {
    case 'clients':
      return previewOf({ lines: read.lines, refusals, cells: CLIENT_CELLS })
    case 'leads':
      return previewOf({ lines: read.lines, refusals, cells: leadCells(names) })
    case 'users':
      return previewOf({ lines: read.lines, refusals, cells: userCells(names) })
    case 'partners':
      return previewOf({ lines: read.lines, refusals, cells: PARTNER_CELLS })
    case 'renewals':
      return {
        ...previewOf({ lines: read.lines, refusals, cells: RENEWAL_CELLS }),
        withoutInsurer: read.lines.good.filter(({ row }) => row.insurer === '').length,
      }
  }
}

interface Seen {
  readonly read: ReadList
  readonly names: ImportNames
  readonly known: KnownInFarol
  readonly headers: readonly string[]
  readonly nowMs: number
}

export const listPreview = ({ read, names, known, headers, nowMs }: Seen): Preview => ({
  ...shownLines(read, names),
  days: shownDays(read.days, headers, nowMs),
  warnings: [...monthFirstWarnings(read.days, headers), ...listWarnings(read, nowMs)],
  known: knownWords(read, names, known),
})
