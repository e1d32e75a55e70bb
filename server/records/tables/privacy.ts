/** What the law asks for. */
import { REQUEST_FACTS } from '../data-requests.ts'
import { INCIDENT_FACTS } from '../incidents.ts'
import { columnsOf, sheet, type Tables } from './table.ts'

/** What the law keeps of a sale, until its day. */
const LAW_TEXTS = ['insurance', 'proposal', 'policy_number', 'insured_name', 'insured_document', 'reason']

export const PRIVACY: Tables = {
  legal_records: {
    sheet: sheet('guarda-legal', 'O que a lei manda guardar de vendas a clientes apagados.'),
    keptByLaw: [...LAW_TEXTS, 'sold_on', 'valid_until', 'keep_until'],
    unsearched: { 'the law keeps it until its day: docs/rules.md#legal-keep': LAW_TEXTS },
    words: {
      client_id: 'Número do cliente',
      sold_on: 'Vendido em',
      valid_until: 'Vigente até',
      insured_name: 'Nome do segurado',
      insured_document: 'Documento do segurado',
    },
  },
  data_requests: {
    sheet: sheet('pedidos-de-titulares', 'Os pedidos de titulares de dados pessoais.'),
    ...columnsOf(REQUEST_FACTS),
  },
  security_incidents: {
    sheet: sheet('incidentes', 'O registro de incidentes de segurança.'),
    ...columnsOf(INCIDENT_FACTS),
  },
}
