/**
 * Written when the first round was mended, and asked once before anything was changed for it: of 41, 21 were answered by
 * their page, 18 by 'Não sei', 2 by a wrong page; 14 of 15 questions from outside got 'Não sei'.
 */
import { type Asked, by, type Round } from './round.ts'

const BROKER: readonly Asked[] = [
  ['nao ta deixando eu capturar', 'captura'],
  ['quero devolver um lead que peguei', 'captura|finalizar|formulario'],
  ['lead atrasado 2h o que significa', 'prazos'],
  ['sumiu o cliente que eu tava atendendo', 'quadro'],
  ['como boto o telefone do cliente no lead', 'formulario|clientes'],
  ['esqueci de marcar que liguei pro cliente', 'ligacoes'],
  ['adiar agendamento pra semana que vem', 'agendamentos'],
  ['bloqueou o popup da cotacao', 'cotacao'],
  ['cliente desistiu da compra, como fecho o lead', 'finalizar'],
  ['qual motivo coloco quando o preço ficou alto', 'finalizar'],
  ['onde vejo os leads que vencem esse mes pra renovar', 'renovacoes|rel-renovacoes|quadro'],
  ['a proposta da loja nao aparece pra mim', 'propostas'],
  ['trabalho na roça sem sinal, o app segura os dados?', 'sem-rede'],
  ['como sei se minhas alterações foram enviadas', 'sincronizacao|sem-rede'],
  ['nao consigo logar', 'entrar'],
  ['como mudo a senha', 'conta|entrar'],
  ['coloquei a venda com valor errado', 'finalizar|formulario'],
  ['minha comissao media', 'diagnostico'],
  ['baixar os leads em planilha', 'relatorios'],
  ['tem como ver o histórico de um lead', 'quadro|clientes|auditoria'],
]

const DEALERSHIP: readonly Asked[] = [
  ['qual dos meus vendedores indica mais', 'rel-ind-conce'],
  ['a indicacao que fiz ja foi atendida?', 'indicar|rel-atendimento'],
  ['nao tenho o email do cliente posso indicar assim mesmo', 'indicar'],
]

const PROMOTER: readonly Asked[] = [
  ['como mando meu link por email', 'indicacao-externa'],
  ['qr code nao abre', 'indicacao-externa'],
  ['meu amigo preencheu e nao apareceu pra mim', 'indicacao-externa|indicar'],
  ['posso indicar seguro de vida', 'indicacao-externa'],
  ['preciso de internet pra mostrar o qr', 'indicacao-externa'],
  ['quantas das minhas indicações venderam', 'rel-indicador|indicar'],
]

const ADMIN: readonly Asked[] = [
  ['bloquear acesso de um funcionario', 'usuarios'],
  ['como dou permissao de gerente pra alguem', 'usuarios'],
  ['subir arquivo de renovacao deu erro em algumas linhas', 'importar-renovacoes'],
  ['apolices sem corretor depois da importação', 'importar-renovacoes|processamentos'],
  ['feriado da cidade não conta no prazo', 'configuracoes|prazos'],
  ['token pra concessionaria mandar proposta', 'parceiros'],
  ['lead de tal loja sempre pro mesmo corretor', 'lead-corretor-config'],
  ['vendas canceladas no quiver', 'vendas-quiver'],
  ['quem apagou esse usuario', 'auditoria'],
  ['testar integracao do quiver', 'configuracoes|vendas-quiver'],
  ['cliente pediu pra ser esquecido', 'dados-pessoais'],
  ['qual corretor liga mais rapido', 'rel-ligacoes'],
]

const OUTSIDE: readonly string[] = [
  'qual o horario de atendimento da seguradora',
  'como faço backup do meu celular',
  'quanto é 15% de 3200',
  'preciso de um atestado médico',
  'cliente quer trocar o carro segurado, como endosso',
  'que dia é o pagamento',
  'quem é o dono da corretora',
  'melhor restaurante perto daqui',
  'tabela fipe do gol 2015',
  'como reclamo na ouvidoria',
  'cliente sofreu acidente e precisa de reboque',
  'como dirijo com pneu furado',
  'baixar telegram no computador',
  'qual a carencia do seguro de vida',
  'cotação do euro hoje',
]

export const SECOND: Round = {
  questions: [...by(3, BROKER), ...by(4, DEALERSHIP), ...by(5, PROMOTER), ...by(1, ADMIN)],
  outside: OUTSIDE,
}
