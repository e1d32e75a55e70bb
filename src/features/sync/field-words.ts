/** A lead's fields and their values in words, for showing two versions side by side. */
import type { CatalogueEntry, UserEntry } from '../../domain/catalogue/catalogue.ts'
import { CAPTURE_NOTE } from '../../domain/lead/capture.ts'
import { STATES, statusLine } from '../../domain/lead/status.ts'
import { formatDateTime } from '../../domain/time/sao-paulo.ts'

/** Names that numbers stand for. */
export interface Names {
  readonly users: readonly UserEntry[]
  readonly serviceStatuses: readonly CatalogueEntry[]
}

const LABELS: Readonly<Record<string, string>> = {
  broker_id: 'Corretor',
  state: 'Estado',
  status: 'Status',
  service_status: 'Situação do atendimento',
  lead_scheduling: 'Agendamento',
  capture_date: 'Data da captura',
  capture_on_time: 'Capturado no prazo',
  first_call_date: 'Primeira ligação',
  insurance_id: 'Seguro',
  partner_id: 'Parceiro',
  additional_information: 'Informações adicionais',
}

export function fieldLabel(field: string): string {
  return LABELS[field] ?? field.replaceAll('_', ' ')
}

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d/
const EMPTY = 'vazio'

function schedulingWords(value: object): string {
  const date =
    'scheduling_date' in value && typeof value.scheduling_date === 'string' ? value.scheduling_date : null
  const note = 'description' in value && typeof value.description === 'string' ? value.description : ''
  const closed = 'status' in value && value.status === 1
  const words = [
    date === null ? '' : formatDateTime(date),
    note === CAPTURE_NOTE ? '' : note,
    closed ? 'encerrado' : '',
  ]
  return words.filter((word) => word !== '').join(' · ') || EMPTY
}

export function fieldValue(field: string, value: unknown, names: Names): string {
  if (value === null || value === undefined || value === '') return EMPTY
  if (typeof value === 'object') return schedulingWords(value)
  if (typeof value === 'boolean') return value ? 'Sim' : 'Não'
  if (typeof value === 'string') return INSTANT.test(value) ? formatDateTime(value) : value
  if (typeof value !== 'number') return EMPTY
  switch (field) {
    case 'broker_id':
      return names.users.find((user) => user.id === value)?.name ?? `Usuário ${value}`
    case 'service_status':
      return names.serviceStatuses.find((entry) => entry.var_id === value)?.value ?? String(value)
    case 'state':
      return STATES[value] ?? String(value)
    case 'status':
      return statusLine(value).label
    default:
      return field.endsWith('_on_time') ? (value === 1 ? 'Sim' : 'Não') : String(value)
  }
}
