/**
 * Written when the second round was mended, and asked once before anything was changed for it: of 54, 39 were answered by
 * their page, 3 by a choice with it, 9 by 'Não sei' (7 of them with the page among the nearest), 3 by a wrong page; all
 * 15 questions from outside got 'Não sei'.
 */
import { type Asked, by, type Round } from './round.ts'

const BROKER: readonly Asked[] = [
  ['tem um lead parado na origem, posso ficar com ele?', 'captura'],
  ['prazo estourado, o que acontece', 'prazos'],
  ['qual a cor da barra quando ta no fim', 'prazos'],
  ['como pesquiso lead pelo nome', 'quadro'],
  ['filtro por corretor', 'quadro'],
  ['onde eu digito a placa do carro', 'formulario'],
  ['cep nao preenche o endereço', 'formulario'],
  ['como salvo o formulario', 'formulario'],
  ['o cliente atendeu, onde clico', 'ligacoes'],
  ['abrir conversa no whats do cliente', 'ligacoes'],
  ['como marco reuniao com cliente', 'agendamentos'],
  ['tirar lead dos agendamentos', 'agendamentos'],
  ['falta data de nascimento pra cotar', 'cotacao'],
  ['nao consigo finalizar o lead', 'finalizar'],
  ['onde coloco a comissão', 'finalizar'],
  ['pague menos o que é', 'finalizar'],
  ['cancelei o lead sem querer', 'finalizar'],
  ['cadastrar lead offline', 'criar-lead|sem-rede'],
  ['autoindicação como faço', 'me-indico'],
  ['proposta duplicada', 'propostas|leads-duplicados'],
  ['dashboard nao atualiza', 'sincronizacao|quadro|sem-rede'],
  ['tem duas pessoas mexendo no lead', 'sincronizacao'],
  ['recuperar rascunho', 'sincronizacao|sair'],
  ['o app ta pedindo a senha de novo', 'entrar'],
  ['redefinir senha', 'entrar'],
  ['colocar farol na area de trabalho do pc', 'instalar'],
  ['desligar as notificaçoes', 'avisos'],
  ['tema claro', 'conta'],
  ['renovação sem dono', 'renovacoes'],
  ['imprimir relatorio', 'relatorios'],
  ['rel de perdas', 'rel-perdas'],
  ['funil de vendas por equipe', 'funil'],
]

const DEALERSHIP: readonly Asked[] = [
  ['como faço pra indicar cliente da loja pra seguro', 'indicar'],
  ['quero ver minhas indicações em atendimento', 'indicar'],
  ['conversao das indicações da loja', 'rel-ind-conce'],
]

const PROMOTER: readonly Asked[] = [
  ['copiar meu link', 'indicacao-externa'],
  ['trocar o link por outro', 'indicacao-externa'],
  ['indicar bike', 'indicacao-externa'],
  ['cliente sem rg dá pra indicar', 'indicacao-externa'],
  ['que dados o meu amigo tem que informar', 'indicacao-externa'],
  ['tempo de processamento da indicação', 'rel-indicador'],
]

const ADMIN: readonly Asked[] = [
  ['mudar perfil de corretor pra gerente', 'usuarios'],
  ['resetar a senha de um corretor', 'usuarios'],
  ['desativar seguro que nao vendemos mais', 'seguros'],
  ['concessionaria nao aparece na cotação', 'parceiros|cotacao'],
  ['corretor nao ve leads de um canal', 'equipes'],
  ['renovar chave da loja', 'parceiros'],
  ['subir a planilha do mes', 'importar-renovacoes'],
  ['mudar expediente', 'configuracoes'],
  ['registro de quem exportou dados', 'auditoria|dados-pessoais'],
  ['redator escreve mensagem', 'assistente'],
  ['dar as renovações pro joao', 'processamentos'],
  ['leads por origem', 'leads-origem'],
  ['sistema quiver não conecta', 'vendas-quiver|configuracoes'],
]

const OUTSIDE: readonly string[] = [
  'quanto ta o litro da gasolina',
  'como declaro imposto de renda',
  'o seguro cobre enchente?',
  'o cliente quer parcelar em 10x no cartão',
  'prazo para indenização do sinistro',
  'como peço vale transporte',
  'onde compro um tablet barato',
  'qual seguradora paga mais comissao',
  'como faço um currículo',
  'carro reserva por quantos dias',
  'meu mouse parou de funcionar',
  'qual a multa por cancelar o seguro',
  'telefone do corpo de bombeiros',
  'significado do nome farol',
  'resultado da loteria',
]

export const THIRD: Round = {
  questions: [...by(3, BROKER), ...by(4, DEALERSHIP), ...by(5, PROMOTER), ...by(1, ADMIN)],
  outside: OUTSIDE,
}
