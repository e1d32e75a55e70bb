/** Words of other systems for what a lead became, and for the roles of users. docs/rules.md#any-import */

import type { RoleId } from '../session/session-user.ts'
import { plainHeader } from '../spreadsheet/column-guess.ts'
import type { LeadResult } from './rows.ts'

const listed = <Value>(words: readonly (readonly [Value, string])[]): ReadonlyMap<string, Value> =>
  new Map(words.flatMap(([value, texts]) => texts.split(', ').map((text) => [text, value] as const)))

/** As `plainHeader` writes them. */
const RESULTS = listed<LeadResult>([
  [
    'open',
    'aberto, aberta, em aberto, novo, nova, lead novo, novo lead, pendente, aguardando, aguardando contato, sem contato, origem, nao iniciado, open, new, lead in, lead, unqualified, to contact, prospect, prospeccao, entrada',
  ],
  [
    'negotiating',
    'em negociacao, negociacao, negociando, em andamento, andamento, em atendimento, atendimento, em contato, contato feito, contato realizado, contatado, em cotacao, cotacao, cotado, cotacao enviada, proposta, proposta enviada, proposta feita, apresentacao, qualificacao, qualificado, agendado, aguardando retorno, follow up, pausado, pausada, vendido pendencia, in progress, in negotiation, negotiation, negotiations started, negotiating, contacted, contact made, connected, qualified, qualified to buy, appointment scheduled, presentation scheduled, demo scheduled, decision maker bought in, contract sent, proposal made, proposal sent, quoted, working, attempted to contact, open deal, bad timing',
  ],
  [
    'sold',
    'vendido, vendida, venda, venda concluida, venda realizada, ganho, ganha, negocio ganho, negocio fechado, fechado, fechada, fechado ganho, fechada ganha, fechamento, concluido, concluida, emitido, emitida, apolice emitida, contratado, convertido, sim, won, closed won, close won, deal won, sold, converted, customer, success, issued',
  ],
  [
    'lost',
    'perdido, perdida, negocio perdido, fechado perdido, fechada perdida, nao vendido, nao vendida, nao venda, sem venda, sem interesse, nao fechou, nao fechado, recusado, recusada, desistencia, desistiu, nao, lost, closed lost, close lost, deal lost, not sold, rejected, disqualified, unsuccessful',
  ],
  [
    'cancelled',
    'cancelado, cancelada, cancelamento, excluido, excluida, deletado, arquivado, arquivada, descartado, descartada, invalido, duplicado, cancelled, canceled, deleted, archived, discarded, junk, void',
  ],
])

/** null for a word that means none of them. */
export const resultOf = (text: string): LeadResult | null => RESULTS.get(plainHeader(text)) ?? null

const ROLES = listed<RoleId>([
  [1, 'administrador, administradora, admin, administrator, master, dono, socio, diretor, diretora, 1'],
  [2, 'gerente, gestor, gestora, supervisor, supervisora, coordenador, coordenadora, manager, lider, 2'],
  [
    3,
    'corretor, corretora, vendedor, vendedora, consultor, consultora, atendente, comercial, broker, seller, sales, salesperson, sales rep, agent, user, usuario, regular user, 3',
  ],
  [4, 'concessionaria, loja, revenda, dealership, dealer, 4'],
  [5, 'indicador, indicadora, promotor, promotora, referrer, 5'],
  [6, 'indicador especial, indicadora especial, especial, 6'],
  [7, 'parceiro indicador, parceira indicadora, parceiro, parceira, partner, 7'],
])

/** null for a word that means none of them. */
export const roleOf = (text: string): RoleId | null => ROLES.get(plainHeader(text)) ?? null
