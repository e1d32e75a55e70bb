/** The names of the places that may contain a mention of a person: docs/rules.md#mentions. Pure. */
import { ADDRESS_FIELDS, type ClientField, PERSON_FIELDS } from './fields.ts'

const MENTIONING = Object.fromEntries(
  Object.entries<ClientField>({ ...PERSON_FIELDS, ...ADDRESS_FIELDS }).flatMap(
    ([name, { label, mentions }]) => (mentions ? [[name, label]] : []),
  ),
)

interface PlaceWords {
  readonly heading: string
  readonly columns: Readonly<Record<string, string>>
}

/** By table. A lead's fields have their own names: `src/domain/lead/field-words.ts`. */
export const MENTION_PLACES: Readonly<Record<string, PlaceWords>> = {
  audit_log: { heading: 'Auditoria', columns: { before: 'Antes', after: 'Depois' } },
  chat_history: {
    heading: 'Conversa com o assistente',
    columns: {
      input_prompt: 'Pergunta',
      chat_response: 'Resposta',
      consulted: 'O que foi consultado',
      marks: 'Nomes da conversa',
    },
  },
  chat_personas: {
    heading: 'Persona do assistente',
    columns: { name: 'Nome', description: 'Descrição', prompt: 'Instruções' },
  },
  clients: { heading: 'Endereço de outro cliente', columns: MENTIONING },
  command_log: {
    heading: 'Alteração recebida de um aparelho',
    columns: { args: 'Conteúdo', result: 'Resposta' },
  },
  data_requests: {
    heading: 'Pedido de titular',
    columns: { details: 'O pedido, em palavras', answer: 'Resposta' },
  },
  elective_leads: {
    heading: 'Proposta recebida',
    columns: { product_informations: 'Produto', additional_information: 'Informações adicionais' },
  },
  external_indications: { heading: 'Indicação externa', columns: { details: 'Detalhes' } },
  import_refusals: { heading: 'Linha recusada de importação de lista', columns: { reason: 'Motivo' } },
  import_rows: { heading: 'Linha de importação de lista', columns: { data: 'Conteúdo' } },
  imports: { heading: 'Importação de lista', columns: { file_name: 'Nome do arquivo' } },
  lead_duplicates: { heading: 'Lead duplicado', columns: { vehicle: 'Veículo' } },
  lead_temps: {
    heading: 'Renovação importada',
    columns: { product: 'Produto', additional_information: 'Informações adicionais' },
  },
  leads: {
    heading: 'Lead',
    columns: {
      product: 'Produto',
      product_details: 'Detalhes do produto',
      additional_information: 'Informações adicionais',
      insurance_details: 'Detalhes do seguro',
      notes_as_referred: 'Informações da indicação',
      scheduling_description: 'Texto do agendamento',
    },
  },
  mails: {
    heading: 'E-mail',
    columns: { subject: 'Assunto', body_text: 'Texto', body_html: 'Texto formatado' },
  },
  quiver_answers: { heading: 'Vendas do Quiver', columns: { answer: 'Conteúdo' } },
  renewal_import_refusals: { heading: 'Linha recusada de importação', columns: { reason: 'Motivo' } },
  renewal_import_decisions: { heading: 'Linha de importação a decidir', columns: { data: 'Conteúdo' } },
  import_decisions: { heading: 'Linha de importação a decidir', columns: { data: 'Conteúdo' } },
  renewal_import_rows: { heading: 'Linha de importação', columns: { data: 'Conteúdo' } },
  renewal_imports: { heading: 'Importação de renovações', columns: { file_name: 'Nome do arquivo' } },
  report_views: { heading: 'Visão de relatório', columns: { name: 'Nome', filter: 'Filtro' } },
  schedulings: { heading: 'Agendamento', columns: { description: 'Texto' } },
  security_incidents: {
    heading: 'Incidente de segurança',
    columns: {
      description: 'O que aconteceu',
      measures_before: 'Segurança antes',
      measures_after: 'Segurança depois',
      risks: 'Riscos',
      delay_reasons: 'Motivos da demora',
      measures_taken: 'Medidas tomadas',
      dpo_contact: 'Contato do encarregado',
      subjects_told_how: 'Como foram avisados',
      anpd_not_told_reason: 'Por que não foi comunicado',
    },
  },
  timeline: { heading: 'Histórico', columns: { changes: 'Mudanças' } },
  users: { heading: 'Usuário', columns: { observation: 'Observações' } },
}

/** What an erasure can't reach, by name. docs/operations.md#personal-data has the same list for who runs the server. */
export const OUT_OF_REACH: readonly string[] = [
  'Cópias de segurança (backups) do servidor, até serem apagadas',
  'E-mails já enviados, na caixa de quem os recebeu',
  'Planilhas, relatórios e arquivos salvos em computadores e celulares',
  'Papéis impressos e anotações fora do Farol',
  'Mensagens no WhatsApp',
  'Gravações e registros da central telefônica',
  'O que a seguradora, o Quiver e as concessionárias guardam',
  'Textos que o serviço de IA guarda pelo prazo dele',
  'Conteúdo de PDFs anexados a leads de outras pessoas',
  'O que está em aparelhos sem rede: formulários não salvos e alterações à espera de envio',
  'Trechos que só dizem um apelido, o primeiro nome ou uma descrição da pessoa',
]
