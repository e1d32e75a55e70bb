/** Where leads come from, and their files. */
import { IDENTITY } from '../clients.ts'
import { CONTRACT, PROPOSAL_FACTS } from '../proposals.ts'
import { columnsOf, KEYS, REFERENCE, sheet, type Tables, UNDER_WAY, USERS } from './table.ts'

const BROKERAGE_FILE = 'a file of the brokerage'
const UNDO_OF_IMPORT = 'what taking an import back in this database needs'
const PATH = 'a path of random characters'
const INSURER = 'an insurer'
const POLICY_DAYS = 'days of a policy'
const SENTENCE = 'a sentence of Farol, without values of the line'

export const INTAKE: Tables = {
  renewals: {
    sheet: sheet('renovacoes', 'A apólice que cada lead de renovação renova.'),
    noPerson: { [INSURER]: ['insurer'], [POLICY_DAYS]: ['end_of_validity'] },
    unsearched: { 'the number of a contract': ['policy_number'] },
    words: { previous_broker_id: 'Corretor anterior: o número em usuarios' },
  },
  lead_temps: {
    sheet: sheet('renovacoes-importadas', 'As apólices a vencer que foram importadas.'),
    noPerson: {
      [CONTRACT]: ['policy_number', 'number_key', 'item'],
      'a month': ['reference_month'],
      [INSURER]: ['insurer'],
      [POLICY_DAYS]: ['end_of_validity'],
      [USERS]: ['renovator_hierarchical_group'],
    },
    unsearched: { [IDENTITY]: ['client_info'] },
    words: {
      client_info: 'Dados do segurado como vieram',
      item: 'Item da apólice',
      number_key: 'Número da apólice só com letras e números, para comparar',
      update_status: 'Situação do processamento',
    },
  },
  returned_leads: {
    sheet: sheet('perdidos-que-voltaram', 'Leads perdidos que voltaram como novos.'),
    noPerson: { [POLICY_DAYS]: ['ends_on'] },
    words: {
      lost_uid: 'Lead perdido: o uid em leads',
      ends_on: 'Vencimento do seguro na outra corretora',
      lead_uid: 'Lead novo: o uid em leads',
    },
  },
  elective_leads: {
    sheet: sheet('propostas', 'As propostas que as concessionárias entregaram.'),
    ...columnsOf(PROPOSAL_FACTS),
  },
  lead_duplicates: {
    sheet: sheet('propostas-duplicadas', 'Tentativas de indicar uma proposta que já era de um lead.'),
    noPerson: { [CONTRACT]: ['proposal'] },
    unsearched: { [IDENTITY]: ['client_name'] },
    words: {
      client_name: 'Nome do cliente',
      vehicle: 'Veículo',
      user_relead: 'Quem tentou: o número em usuarios',
      relead_at: 'Data da tentativa',
      released_by: 'Quem liberou: o número em usuarios',
      released_at: 'Liberada em',
      used_at: 'Usada em',
    },
  },
  external_indications: {
    sheet: sheet('indicacoes-externas', 'As indicações que vieram pela página sem login.'),
    noPerson: {
      [REFERENCE]: ['insurance'],
      [KEYS]: ['consent_version', 'health_consent_version'],
    },
    unsearched: { [IDENTITY]: ['client'], [KEYS]: ['receipt_digest'] },
    words: {
      client_uid: 'Cliente indicado: o uid em clientes, ou em clientes-repetidos',
      details: 'Detalhes do seguro',
      with_auth: 'Se quem indicou tinha entrado com login',
      consent_version: 'Versão do texto sobre os dados',
      consent_at: 'Quando o texto foi aceito',
      health_consent_version: 'Versão do texto sobre dados de saúde',
      health_consent_at: 'Quando ele foi aceito',
      receipt_digest: 'Resumo do código do recibo',
    },
  },
  receipt_mails: { sheet: "a user's choice, which is made anew where the mails are sent from" },
  receipt_told: { sheet: 'mails of this database', noPerson: { [KEYS]: ['step'] } },
  held_indications: {
    sheet: UNDER_WAY,
    noPerson: { [KEYS]: ['key', 'by_link'] },
    unsearched: { [IDENTITY]: ['args'] },
  },
  in_person_diagnoses: {
    sheet: sheet('diagnosticos-presenciais', 'O diagnóstico presencial de cada lead.'),
    noPerson: { [KEYS]: ['kind'] },
    words: { kind: 'Tipo do diagnóstico' },
  },
  quiver_answers: {
    sheet: sheet('vendas-do-quiver', 'As últimas respostas do Quiver, que um relatório mostra.'),
    noPerson: { [KEYS]: ['kind'], 'days that were asked for': ['from_day', 'to_day'] },
    words: { from_day: 'Do dia', to_day: 'Até o dia', fetched_at: 'Recebida em' },
  },
  lead_files: {
    sheet: sheet('arquivos-dos-leads', 'Os PDFs de cada lead. Eles estão na pasta arquivos, pelo caminho.'),
    unsearched: { [PATH]: ['path'] },
    words: {
      id: 'Identificação do arquivo: o uid em arquivos',
      path: 'Caminho dentro da pasta arquivos',
      size: 'Tamanho em bytes',
      uploaded_by: 'Quem enviou: o número em usuarios',
      uploaded_at: 'Enviado em',
    },
  },
  import_keys: {
    sheet: sheet(
      'importados',
      'Por que número, documento ou nome uma linha de outro sistema é conhecida de novo.',
      { without: { import_id: 'of an import that can be taken back in this database alone' } },
    ),
    noPerson: { 'a digest, or a number of another system': ['key'], [KEYS]: ['list'] },
  },
  import_mappings: {
    sheet: sheet('mapeamentos-de-importacao', 'Os mapeamentos de colunas guardados com um nome.'),
    noPerson: {
      'names and headers of the brokerage': ['name', 'source', 'headers'],
      [KEYS]: ['list', 'day_orders'],
    },
    words: { day_orders: 'O que vem primeiro nas datas de cada campo: o dia ou o mês' },
  },
  imports: {
    sheet: UNDER_WAY,
    noPerson: {
      [KEYS]: ['state', 'list'],
      [BROKERAGE_FILE]: ['file_name', 'source'],
      'numbers of rows: a schema admits nothing else': ['choices'],
    },
  },
  import_rows: { sheet: UNDER_WAY },
  import_decisions: { sheet: UNDER_WAY, noPerson: { [SENTENCE]: ['reason'], [KEYS]: ['client_uids'] } },
  import_refusals: { sheet: UNDER_WAY, noPerson: { [CONTRACT]: ['old_number'] } },
  imported_records: { sheet: UNDO_OF_IMPORT, noPerson: { [KEYS]: ['kind'], 'names of fields': ['fields'] } },
  import_kept: {
    sheet: UNDO_OF_IMPORT,
    noPerson: { [KEYS]: ['kind'], 'a sentence of Farol, without values of the row': ['reason'] },
  },
  renewal_imports: { sheet: UNDER_WAY, noPerson: { [KEYS]: ['state'], [BROKERAGE_FILE]: ['file_name'] } },
  renewal_import_rows: { sheet: UNDER_WAY },
  renewal_import_decisions: {
    sheet: UNDER_WAY,
    noPerson: { [SENTENCE]: ['reason'], [KEYS]: ['temp_ids', 'client_uids'] },
  },
  renewal_import_refusals: {
    sheet: UNDER_WAY,
    noPerson: { [CONTRACT]: ['policy_number'], [SENTENCE]: ['reason'] },
  },
  uploaded_files: {
    sheet: sheet('arquivos', 'Todos os PDFs guardados, também os que esperam por um lead.'),
    unsearched: { [PATH]: ['path'] },
    words: { path: 'Caminho dentro da pasta arquivos', size: 'Tamanho em bytes' },
  },
  erased_files: {
    sheet: UNDER_WAY,
    noPerson: { 'a path of random characters, deleted with its file': ['path'] },
  },
}
