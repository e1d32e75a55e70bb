/** Tables with rows about a client, in words: exports, erasures and the audit name them. docs/rules.md#personal-data */

/** By table: the heading of its rows, and one or several of them in a sentence. */
export const PERSONAL_TABLES: Readonly<
  Record<string, readonly [heading: string, one: string, many: string]>
> = {
  calls: ['Ligações', 'telefone chamado', 'telefones chamados'],
  schedulings: ['Agendamentos', 'texto de agendamento', 'textos de agendamentos'],
  data_requests: ['Pedidos de titulares', 'pedido de titular', 'pedidos de titulares'],
  elective_leads: ['Propostas recebidas', 'proposta recebida', 'propostas recebidas'],
  lead_temps: ['Importações de renovação', 'importação de renovação', 'importações de renovação'],
  lead_duplicates: ['Leads duplicados', 'registro de duplicidade', 'registros de duplicidade'],
  held_indications: ['Indicações suspeitas', 'indicação suspeita', 'indicações suspeitas'],
  external_indications: ['Indicações externas', 'indicação externa', 'indicações externas'],
  renewals: ['Renovações', 'renovação importada', 'renovações importadas'],
  chat_history: ['Conversas com o assistente', 'conversa com o assistente', 'conversas com o assistente'],
  lead_files: ['Arquivos', 'arquivo', 'arquivos'],
  timeline: ['Histórico', 'registro de histórico', 'registros de histórico'],
  command_log: ['Pedidos de aparelhos', 'pedido de aparelho', 'pedidos de aparelhos'],
  mails: ['E-mails', 'e-mail', 'e-mails'],
  cep_cache: ['Consultas de CEP', 'consulta de CEP', 'consultas de CEP'],
  uploaded_files: ['Arquivos enviados', 'arquivo enviado', 'arquivos enviados'],
  client_merges: ['Cadastros juntados', 'cadastro juntado', 'cadastros juntados'],
  leads: ['Leads', 'lead', 'leads'],
  clients: ['Cadastros', 'cadastro', 'cadastros'],
}
