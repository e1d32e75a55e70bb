/** The fields of 'Leads'. docs/rules.md#any-import */

import { OTHER_DAYS } from '../spreadsheet/other-headers.ts'
import { END_HEADERS, END_OF_VALIDITY } from '../spreadsheet/policy-headers.ts'
import {
  BIRTH_DATE,
  CELLPHONE,
  CLIENT_NAME,
  DOCUMENT,
  HOUSE_NUMBER,
  LAST_NAME,
  LONGEST_OLD_NUMBER,
  MAIL,
  MIDDLE_NAME,
  PHONE,
} from './client-fields.ts'
import { importField } from './fields.ts'

/** Days of other things than the lead's own life. */
const OTHER_DAY =
  /\b(?:nascimento|parcela|boletos?|vigencia|vencimento|validade|cnh|ultimo|last|proxim[oa]|next|hora|time day|modificacao|modified|atualizacao|atualizado|updated?|prevista?|expected|tarefa|atividade|activity)\b/u
const aDay = { not: OTHER_DAY, of: ['data', 'lead', 'hora'] }
/** The name of a person or company, which the server finds. */
const LONGEST_NAME = 200
/** Figures of something else than the sale. */
const OTHER_AMOUNT =
  /\b(?:comissao|moeda|currency|franquia|parcela|media|ponderado|weighted|company|email|telefone|celular|whatsapp|endereco|address|custom|field|campo|relation|website|event|veiculo|bem|fipe|imovel|segurado|mercado|cobertura|entrada|iof|data)\b/u

export const LEAD_LIST_FIELDS = [
  importField(
    'old_number',
    'Número antigo',
    'numero antigo, numero lead, n lead, id lead, codigo lead, id negocio, id negociacao, id oportunidade, codigo negocio, deal id, record id, record id deal, lead id, opportunity id, id antigo, codigo antigo, numero proposta, id externo, external id',
    '8841',
    {
      alone: ['id', 'codigo', 'cod', 'numero', 'n', 'protocolo'],
      beside: HOUSE_NUMBER,
      longest: LONGEST_OLD_NUMBER,
    },
  ),
  importField(
    'created_at',
    'Criado em',
    'criado em, data criacao, data cadastro, cadastrado em, data entrada, data lead, data indicacao, indicado em, data abertura, aberto em, negocio criado em, deal created, lead created, create date, created at, created on, created date, creation date, date created, add time, created',
    '02/05/2025 09:30',
    { ...aDay, alone: ['data', 'date'] },
  ),
  importField(
    'captured_at',
    'Capturado em',
    'capturado em, data captura, captura, data atribuicao, atribuido em, assumido em, owner assigned date, assigned at, assigned date',
    '02/05/2025 10:00',
    aDay,
  ),
  importField(
    'first_call_at',
    'Primeiro contato em',
    'primeiro contato em, data primeiro contato, primeiro contato, data primeira ligacao, primeira ligacao, primeira ligacao em, data contato, contatado em, first call, first contact, first contact date, first contacted at',
    '02/05/2025 11:15',
    aDay,
  ),
  importField(
    'proposal_at',
    'Proposta em',
    'proposta em, data proposta, proposta enviada em, data envio proposta, data cotacao, cotado em, cotacao enviada em, data orcamento, proposal date, quote date, quoted at, proposal sent at',
    '03/05/2025',
    aDay,
  ),
  importField(
    'ended_at',
    'Encerrado em',
    'encerrado em, data encerramento, data fechamento, fechado em, negocio fechado em, deal closed on, data fim, data final, finalizado em, data finalizacao, data conclusao, concluido em, close date, closed date, closed at, closed on, end date',
    '06/05/2025',
    aDay,
  ),
  importField(
    'sold_at',
    'Vendido em',
    'vendido em, data venda, ganho em, data ganho, won time, won date, won at, sale date, sold at',
    '',
    { ...aDay, doubted: ['data emissao', 'emissao', 'emitido em'] },
  ),
  importField(
    'lost_at',
    'Perdido em',
    'perdido em, data perda, lost time, lost date, lost at, data cancelamento, cancelado em',
    '',
    aDay,
  ),
  importField(
    'result',
    'Resultado',
    'resultado, status negocio, status negociacao, situacao negocio, situacao lead, status lead, lead status, deal status, status venda, situacao, status, estado negociacao, estado, deal stage, negocio status, etapa, fase, stage, etapa negociacao',
    'Vendido',
    {
      not: /\b(?:civil|motivo|reason|data|uf|federal|pagamento|email|ligacao|call)\b/u,
      // The state of a country.
      beside: [
        {
          header: /^(?:estado|state)$/u,
          next: /\b(?:cidade|municipio|bairro|cep|pais|country)\b/u,
          means: 'other',
        },
      ],
    },
  ),
  importField(
    'lost_reason',
    'Motivo da não venda',
    'motivo nao venda, motivo perda, motivo, razao perda, motivo cancelamento, lost reason, closed lost reason, loss reason, reason lost',
    '',
    { not: /\b(?:anotacao|observacao|ganho|won)\b/u, longest: LONGEST_NAME },
  ),
  CLIENT_NAME,
  MIDDLE_NAME,
  LAST_NAME,
  DOCUMENT,
  CELLPHONE,
  PHONE,
  MAIL,
  BIRTH_DATE,
  importField(
    'broker',
    'Corretor',
    'corretor, nome corretor, e mail corretor, email corretor, responsavel, nome responsavel, vendedor, consultor, atendente, proprietario, negocio proprietario, dono, produtor, deal owner, owner, lead owner, contact owner, assigned to, sales rep, seller, agent, user',
    'Ana Corretora',
    {
      not: /\b(?:equipes?|teams?|cpf|telefone|celular|whatsapp|data|id|codigo|susep)\b/u,
      longest: LONGEST_NAME,
    },
  ),
  importField(
    'inviter',
    'Indicador',
    'indicador, nome indicador, indicado por, quem indicou, e mail indicador, promotor, referred by, referrer, referral',
    'João Indicador',
    { not: /\b(?:cpf|telefone|celular|whatsapp|data)\b/u, longest: LONGEST_NAME },
  ),
  importField(
    'partner',
    'Concessionária',
    'concessionaria, nome concessionaria, loja, parceiro, revenda, dealership, dealer, partner, store, codigo concessionaria',
    'Concessionária Centro',
    {
      not: /\b(?:cpf|cnpj|telefone|celular|whatsapp|data)\b/u,
      doubted: ['filial', 'unidade'],
      longest: LONGEST_NAME,
    },
  ),
  importField(
    'channel',
    'Canal',
    'canal, canal entrada, origem, fonte, origem lead, fonte lead, midia, lead source, deal source, original source, source, channel, source channel',
    'Site',
    { not: /\b(?:campanha|campaign|id|data|apolice)\b/u, longest: LONGEST_NAME },
  ),
  importField(
    'product',
    'Produto',
    'produto, produtos, nome produto, tipo seguro, ramo, seguro, linha, modalidade, product, products, product name, line business, insurance type',
    'Auto',
    {
      not: /\b(?:valor|codigo|quantidade|amount|quantity|data|vencimento|vigencia|fim|inicio|seguradora)\b/u,
      longest: LONGEST_NAME,
    },
  ),
  importField(
    'sale_value',
    'Valor da venda',
    'valor venda, valor unico, premio total, premio liquido, premio, valor premio, valor negocio, valor negociacao, valor total, valor, deal value, amount, deal amount, value, total value, premium',
    '2.350,00',
    { not: OTHER_AMOUNT, of: ['reais', 'seguro'] },
  ),
  importField(
    'commission',
    'Comissão (%)',
    'comissao percentual, percentual comissao, porcentagem comissao, percentual com, comissao, commission percentage, commission rate, commission',
    '15',
    { not: /\b(?:valor|r|reais|value|amount|data)\b/u },
  ),
  importField(
    'commission_value',
    'Comissão (R$)',
    'valor comissao, comissao valor, comissao r, comissao reais, commission value, commission amount',
    '',
    { not: /\bdata\b/u, of: ['reais'] },
  ),
  importField(
    'insurer',
    'Seguradora',
    'seguradora, nome seguradora, companhia, cia, cia seguradora, insurer, insurance company, carrier',
    'Porto Seguro',
    {
      not: /\b(?:anterior|codigo|cnpj|susep|telefone|apolice|numero)\b/u,
      doubted: ['congenere'],
      longest: 100,
    },
  ),
  importField('end_of_validity', 'Fim da vigência', END_HEADERS.join(', '), '06/05/2026', {
    ...END_OF_VALIDITY,
    not: new RegExp(`${OTHER_DAYS.source}|\\b(?:outra|concorrente|anterior)\\b`, 'u'),
    doubted: [...END_OF_VALIDITY.doubted, 'termino'],
  }),
  importField(
    'endorsement_date',
    'Fim na outra corretora',
    'fim na outra corretora, vencimento outra corretora, vencimento congenere, fim vigencia congenere, vencimento na outra corretora, vencimento seguro outra corretora, vencimento concorrente',
    '',
  ),
  importField(
    'additional_information',
    'Observações',
    'observacoes, observacao, obs, anotacoes, anotacao, notas, comentarios, comentario, descricao, detalhes, informacoes adicionais, notes, note, description, comments',
    'Prefere contato à tarde',
    { not: /\b(?:ramo|produto|motivo)\b/u, longest: 4000, several: true },
  ),
] as const
