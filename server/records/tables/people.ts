/** Clients and leads, with what was done with them. */
import { CALL_FACTS, SCHEDULING_FACTS } from '../calls.ts'
import { CLIENT_NO_MENTIONS, CLIENT_SHEET_WORDS, IDENTITY } from '../clients.ts'
import { NO_MENTIONS, NO_PERSON, SHEET_WORDS } from '../lead-fields.ts'
import { OBLIGATION_FACTS } from '../obligation-facts.ts'
import { columnsOf, KEYS, sheet, type Tables, UNDER_WAY, USERS } from './table.ts'

const UNDO_OF_CLIENTS = 'what an undo in this database needs: its result is in the clients and their leads'
const UNDO_OF_LEADS = 'what an undo in this database needs: its result is in the leads and their history'

const COMPUTED = 'follows from the clients: another database finds it anew'

export const PEOPLE: Tables = {
  clients: {
    sheet: sheet('clientes', 'Os clientes: nome, documento, contatos e endereço.'),
    unsearched: CLIENT_NO_MENTIONS,
    words: CLIENT_SHEET_WORDS,
  },
  client_aliases: {
    sheet: sheet('clientes-repetidos', 'Identificações antigas que levam ao mesmo cliente.'),
    words: { uid: 'Identificação antiga', client_uid: 'Cliente a que ela leva: o uid dele em clientes' },
  },
  client_distinctions: {
    sheet: sheet('clientes-diferentes', 'Pares de clientes que alguém disse que não são a mesma pessoa.'),
  },
  client_keys: { sheet: COMPUTED },
  client_pairs: { sheet: COMPUTED },
  client_key_changes: { sheet: COMPUTED },
  client_erasures: {
    sheet: sheet('clientes-apagados', 'Clientes cujos dados pessoais foram apagados: só as identificações.'),
    noPerson: { 'uids, by which devices let the data go': ['uids'] },
    words: { uids: 'Identificações do cliente e dos leads dele' },
  },
  client_merges: {
    sheet: UNDO_OF_CLIENTS,
    noPerson: {
      'uids and numbers of what a merge moved': ['moved_aliases', 'moved_requests'],
      [KEYS]: ['from_alias', 'kept'],
    },
    unsearched: { [IDENTITY]: ['alias_row', 'survivor_before', 'survivor_after'] },
  },
  client_merge_leads: { sheet: UNDO_OF_CLIENTS, unsearched: { [IDENTITY]: ['before', 'frozen'] } },
  leads: {
    sheet: sheet('leads', 'Os leads, com todos os campos: abertos, finalizados e cancelados.'),
    noPerson: NO_PERSON,
    unsearched: { ...NO_MENTIONS, [IDENTITY]: ['client_as_referred'] },
    words: {
      ...SHEET_WORDS,
      scheduling_description: 'Descrição do agendamento',
      scheduling_status: 'Situação do agendamento',
      client_as_referred: 'O cliente como o indicador o escreveu',
      notes_as_referred: 'As observações do indicador',
    },
  },
  timeline: {
    sheet: sheet('historico', 'O histórico de cada lead: quem fez o quê, quando, e o que mudou.'),
    noPerson: { [KEYS]: ['device_id', 'command'] },
    words: {
      command: 'O que foi feito',
      changes: 'Os campos que mudaram, antes e depois',
      occurred_at: 'Quando foi feito no aparelho',
      received_at: 'Quando chegou ao servidor',
    },
  },
  calls: {
    sheet: sheet('ligacoes', 'As ligações de cada lead, com o resultado.'),
    ...columnsOf(CALL_FACTS),
  },
  placed_calls: { sheet: UNDER_WAY },
  obligations: {
    sheet: sheet(
      'prazos-da-lei',
      'Os prazos da lei de cada lead: os que correm, os cumpridos e os dispensados.',
    ),
    ...columnsOf(OBLIGATION_FACTS),
  },
  schedulings: {
    sheet: sheet('agendamentos', 'Os agendamentos de cada lead.'),
    ...columnsOf(SCHEDULING_FACTS),
  },
  lead_transfers: {
    sheet: UNDO_OF_LEADS,
    noPerson: { [USERS]: ['leaver'], 'numbers of leads, and sentences of Farol': ['answer'] },
  },
  planned_moves: { sheet: UNDER_WAY },
  lead_transfer_leads: {
    sheet: UNDO_OF_LEADS,
    noPerson: { 'broker, state, status and capture of a lead': ['before'] },
  },
}
