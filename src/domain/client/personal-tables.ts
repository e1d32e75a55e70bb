/**
 * Tables with texts about people, in words, each declared once: exports, erasures and the audit name their rows, a search for
 * mentions its places. Pure. docs/rules.md#personal-data, docs/rules.md#mentions
 */
import { EXCHANGE_FIELDS } from '../assistant/exchange-fields.ts'
import { CALL_FIELDS } from '../lead/call-fields.ts'
import { SCHEDULING_FIELDS } from '../lead/scheduling-fields.ts'
import { OBLIGATION_FIELDS } from '../obligations/fields.ts'
import { INCIDENT_FIELDS } from '../privacy/incident-fields.ts'
import { REQUEST_FIELDS } from '../privacy/request-fields.ts'
import { PROPOSAL_FIELDS } from '../proposal/fields.ts'
import { ownValue } from '../record/own-value.ts'
import { picked } from '../record/parts.ts'
import { STRANGER_FIELDS } from '../whatsapp/stranger-fields.ts'
import { ADDRESS_FIELDS, type ClientField, PERSON_FIELDS } from './fields.ts'

interface ColumnWords {
  /** Searched for mentions, under this name. */
  readonly mentions?: string
  /** Shown with a person's data, under this name. */
  readonly shown?: string
}

interface PersonalTable {
  /** Rows about a client: their heading, and one or several of them in a sentence. */
  readonly rows?: readonly [heading: string, one: string, many: string]
  /** As a place of mentions. */
  readonly place?: string
  /** In the order in which they are shown: `ColumnWords`, or the declared fields of a record, which may have them. */
  readonly columns?: Readonly<Record<string, object>>
}

const MENTIONING = Object.fromEntries(
  Object.entries<ClientField>({ ...PERSON_FIELDS, ...ADDRESS_FIELDS }).flatMap(
    ([name, { label, mentions }]) => (mentions ? [[name, { mentions: label }]] : []),
  ),
)

const both = (name: string): ColumnWords => ({ mentions: name, shown: name })
const mentions = (name: string): ColumnWords => ({ mentions: name })
const shown = (name: string): ColumnWords => ({ shown: name })
const RECEIVED = shown('Recebido em')
const CONTENT = { data: mentions('Conteúdo') }
const FILE = { file_name: mentions('Nome do arquivo') }
const DECISION = { place: 'Linha de importação a decidir', columns: CONTENT }
const REASON = { reason: mentions('Motivo') }

/** A lead's fields have their own names: `src/domain/lead/field-words.ts`. */
const TABLES: Readonly<Record<string, PersonalTable>> = {
  calls: {
    rows: ['Ligações', 'telefone chamado', 'telefones chamados'],
    columns: CALL_FIELDS,
  },
  obligations: {
    rows: ['Prazos da lei', 'texto de prazo da lei', 'textos de prazos da lei'],
    place: 'Prazo da lei',
    columns: OBLIGATION_FIELDS,
  },
  schedulings: {
    rows: ['Agendamentos', 'texto de agendamento', 'textos de agendamentos'],
    place: 'Agendamento',
    columns: SCHEDULING_FIELDS,
  },
  data_requests: {
    rows: ['Pedidos de titulares', 'pedido de titular', 'pedidos de titulares'],
    place: 'Pedido de titular',
    columns: picked(REQUEST_FIELDS, ['received_on', 'kind', 'contact', 'details', 'answered_on', 'answer']),
  },
  elective_leads: {
    rows: ['Propostas recebidas', 'proposta recebida', 'propostas recebidas'],
    place: 'Proposta recebida',
    columns: { ...PROPOSAL_FIELDS, created_at: RECEIVED },
  },
  lead_temps: {
    rows: ['Importações de renovação', 'importação de renovação', 'importações de renovação'],
    place: 'Renovação importada',
    columns: {
      reference_month: shown('Mês'),
      policy_number: shown('Apólice'),
      product: both('Produto'),
      insurer: shown('Seguradora'),
      end_of_validity: shown('Vencimento do seguro'),
      client_info: shown('Cliente'),
      additional_information: both('Informações adicionais'),
    },
  },
  lead_duplicates: {
    rows: ['Leads duplicados', 'registro de duplicidade', 'registros de duplicidade'],
    place: 'Lead duplicado',
    columns: {
      proposal: shown('Proposta'),
      client_name: shown('Nome'),
      vehicle: both('Veículo'),
      created_at: RECEIVED,
    },
  },
  held_indications: {
    rows: ['Indicações suspeitas', 'indicação suspeita', 'indicações suspeitas'],
    columns: { args: shown('Indicação'), received_at: RECEIVED },
  },
  whatsapp_strangers: {
    rows: ['Conversas sem lead', 'conversa sem lead', 'conversas sem lead'],
    columns: STRANGER_FIELDS,
  },
  whatsapp_people: { rows: ['Números do WhatsApp', 'número do WhatsApp', 'números do WhatsApp'] },
  whatsapp_events: { rows: ['Avisos do WhatsApp', 'aviso do WhatsApp', 'avisos do WhatsApp'] },
  external_indications: {
    rows: ['Indicações externas', 'indicação externa', 'indicações externas'],
    place: 'Indicação externa',
    columns: {
      client: shown('Cliente'),
      insurance: shown('Seguro'),
      details: both('Detalhes'),
      created_at: RECEIVED,
    },
  },
  renewals: {
    rows: ['Renovações', 'renovação importada', 'renovações importadas'],
    columns: {
      policy_number: shown('Apólice'),
      insurer: shown('Seguradora'),
      end_of_validity: shown('Fim da vigência'),
    },
  },
  chat_history: {
    rows: ['Conversas com o assistente', 'conversa com o assistente', 'conversas com o assistente'],
    place: 'Conversa com o assistente',
    columns: EXCHANGE_FIELDS,
  },
  lead_files: { rows: ['Arquivos', 'arquivo', 'arquivos'] },
  timeline: {
    rows: ['Histórico', 'registro de histórico', 'registros de histórico'],
    place: 'Histórico',
    columns: {
      /** Of a lead that is another client's by now. */
      lead_id: shown('Lead'),
      occurred_at: shown('Data'),
      changes: { mentions: 'Mudanças', shown: 'Cliente' },
    },
  },
  command_log: {
    rows: ['Pedidos de aparelhos', 'pedido de aparelho', 'pedidos de aparelhos'],
    place: 'Alteração recebida de um aparelho',
    columns: { args: mentions('Conteúdo'), result: mentions('Resposta') },
  },
  mails: {
    rows: ['E-mails', 'e-mail', 'e-mails'],
    place: 'E-mail',
    columns: {
      subject: mentions('Assunto'),
      body_text: mentions('Texto'),
      body_html: mentions('Texto formatado'),
    },
  },
  cep_cache: { rows: ['Consultas de CEP', 'consulta de CEP', 'consultas de CEP'] },
  uploaded_files: { rows: ['Arquivos enviados', 'arquivo enviado', 'arquivos enviados'] },
  client_merges: { rows: ['Cadastros juntados', 'cadastro juntado', 'cadastros juntados'] },
  leads: {
    rows: ['Leads', 'lead', 'leads'],
    place: 'Lead',
    columns: {
      product: mentions('Produto'),
      product_details: mentions('Detalhes do produto'),
      additional_information: mentions('Informações adicionais'),
      insurance_details: mentions('Detalhes do seguro'),
      notes_as_referred: mentions('Informações da indicação'),
      scheduling_description: mentions('Texto do agendamento'),
    },
  },
  clients: {
    rows: ['Cadastros', 'cadastro', 'cadastros'],
    place: 'Endereço de outro cliente',
    columns: MENTIONING,
  },
  audit_log: { place: 'Auditoria', columns: { before: mentions('Antes'), after: mentions('Depois') } },
  chat_personas: {
    place: 'Persona do assistente',
    columns: { name: mentions('Nome'), description: mentions('Descrição'), prompt: mentions('Instruções') },
  },
  import_refusals: { place: 'Linha recusada de importação de lista', columns: REASON },
  import_rows: { place: 'Linha de importação de lista', columns: CONTENT },
  imports: { place: 'Importação de lista', columns: FILE },
  quiver_answers: { place: 'Vendas do Quiver', columns: { answer: mentions('Conteúdo') } },
  renewal_import_refusals: { place: 'Linha recusada de importação', columns: REASON },
  renewal_import_decisions: DECISION,
  import_decisions: DECISION,
  renewal_import_rows: { place: 'Linha de importação', columns: CONTENT },
  renewal_imports: { place: 'Importação de renovações', columns: FILE },
  report_views: {
    place: 'Visão de relatório',
    columns: { name: mentions('Nome'), filter: mentions('Filtro') },
  },
  security_incidents: { place: 'Incidente de segurança', columns: INCIDENT_FIELDS },
  users: { place: 'Usuário', columns: { observation: mentions('Observações') } },
}

/** Returns the words of this kind, by column; null: the table has none. */
function columnsBy(table: string, use: keyof ColumnWords): Readonly<Record<string, string>> | null {
  const columns = ownValue(TABLES, table)?.columns ?? {}
  const words = Object.entries(columns).flatMap(([column, facts]): [string, string][] => {
    const name: unknown = Object.entries(facts).find(([key]) => key === use)?.[1]
    return typeof name === 'string' ? [[column, name]] : []
  })
  return words.length === 0 ? null : Object.fromEntries(words)
}

/** The words of a client's rows in the table; null: it has none. */
export const rowWords = (table: string): NonNullable<PersonalTable['rows']> | null =>
  ownValue(TABLES, table)?.rows ?? null

/** What is shown of a client's row, column by column; null: every column. */
export const shownColumns = (table: string) => columnsBy(table, 'shown')

interface PlaceWords {
  readonly heading: string
  readonly columns: Readonly<Record<string, string>>
}

/** The names of the places that may contain a mention of a person, by table. */
export const MENTION_PLACES: Readonly<Record<string, PlaceWords>> = Object.fromEntries(
  Object.entries(TABLES).flatMap(([table, { place }]) =>
    place === undefined ? [] : [[table, { heading: place, columns: columnsBy(table, 'mentions') ?? {} }]],
  ),
)
