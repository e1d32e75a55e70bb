/** Clientes, dados pessoais, usuários e cadastros. */
import { LIST_TABLES, MANAGED_LISTS } from '../../../../src/domain/catalogue/lists.ts'
import { LIST_FACTS } from '../../../records/lists.ts'
import {
  breaks,
  conflicts,
  does,
  erased,
  forbids,
  inUse,
  missing,
  notConfigured,
  type OperationTexts,
  runs,
  tooMany,
} from '../operation.ts'

const ERASED = erased('Os dados pessoais do cliente foram apagados.')
const LOOK_UPS = tooMany('Buscas de clientes demais. `Retry-After` diz quando tentar de novo.')
const CLIENT = [
  conflicts('Outra pessoa mudou o cliente antes.'),
  breaks('Uma regra não permite isso. `errors` diz em que campo.'),
] as const

export const CLIENTS = {
  'GET /clients': does('Listar os clientes', 'Os clientes que o usuário vê, por páginas. A primeira é 1.'),
  'GET /clients/list': does(
    'Procurar clientes',
    'Os clientes por parte do nome ou do e-mail, cada um com seus leads.',
  ),
  'GET /clients/list/export': does(
    'Exportar a lista de clientes',
    'A planilha com todos os clientes dos filtros. A exportação fica na auditoria.',
  ),
  'POST /clients': runs(
    'Criar um cliente',
    'Responde o cliente com seu número. O que falta fica vazio.',
    ...CLIENT,
    ERASED,
  ),
  'PUT /clients/:id': runs(
    'Mudar um cliente',
    'Campos que faltam ficam como estão. Outro CPF/CNPJ com o mesmo nome corrige o cadastro. Um nome sem nada do anterior pede `identity: correct`. Outro CPF/CNPJ com outro nome é outra pessoa e é recusado.',
    ...CLIENT,
    ERASED,
  ),
  'POST /client-by-cpf': does(
    'Buscar um cliente por CPF ou CNPJ',
    'Com ou sem máscara. `data` é null quando nenhum cliente tem o documento.',
    LOOK_UPS,
  ),
  'GET /client-by-name/:name': does(
    'Buscar clientes por nome',
    'Até dez clientes. Nomes que começam com o texto vêm primeiro. Acentos não contam.',
    LOOK_UPS,
  ),
} satisfies OperationTexts

const CLIENT_GONE = missing('Não há tal cliente.')

export const CLIENT_MERGES = {
  'GET /client-duplicates': does(
    'Listar clientes repetidos',
    'Pares de clientes que podem ser a mesma pessoa, com os motivos e uma nota de 0 a 100. Os mais fortes vêm primeiro.',
  ),
  'GET /client-comparison': does(
    'Comparar dois clientes',
    'Os dois cadastros lado a lado, com os motivos e a nota.',
    CLIENT_GONE,
  ),
  'PUT /client-duplicates/dismissed': does(
    'Dizer que dois clientes não são a mesma pessoa',
    'O par sai da lista. `dismissed` false o traz de volta. Repetir não muda nada.',
    CLIENT_GONE,
    breaks('É o mesmo cliente duas vezes.'),
  ),
  'POST /client-merges': does(
    'Juntar dois clientes',
    'Leads, arquivos, histórico e pedidos passam ao cliente que fica. `from_alias` diz em que campos vale o valor do outro. Repetir não muda nada.',
    CLIENT_GONE,
    conflicts('Um dos clientes mudou ou já foi juntado.'),
    breaks('É o mesmo cliente duas vezes.'),
    erased('Os dados pessoais de um dos clientes foram apagados.'),
  ),
  'GET /client-merges': does(
    'Listar junções de clientes',
    'As que ainda podem ser desfeitas. Com `client_uid`, todas as desse cliente.',
  ),
  'POST /client-merges/:id/undo': does(
    'Desfazer uma junção',
    'O outro cliente volta com os leads que tinha. O que foi digitado depois no cliente que ficou continua nele: `kept`. Vale por sete dias. Repetir não muda nada.',
    missing('Não há tal junção.'),
    conflicts('Já passaram sete dias, ou há uma junção mais recente do mesmo cliente.'),
    ERASED,
  ),
  'GET /known-contact': does(
    'Ver quem já tem um contato',
    'Clientes do próprio alcance com este telefone, e-mail ou documento. Conta como uma busca de cliente.',
    LOOK_UPS,
  ),
} satisfies OperationTexts

export const PERSONAL_DATA = {
  'GET /clients/:id/personal-data': does(
    'Exportar os dados de um cliente',
    'Tudo o que há sobre o cliente, para um pedido do titular. A exportação fica na auditoria.',
    ERASED,
  ),
  'DELETE /clients/:id/personal-data': does(
    'Apagar os dados de um cliente',
    'Apaga para sempre. O que a lei manda guardar fica, a menos que `keep` seja false. Repetir não muda nada.',
    breaks('A lei manda guardar papéis deste cliente: envie o motivo.'),
  ),
  'GET /clients/:id/personal-data/erasure': does(
    'Ver o que seria apagado',
    'Quantos leads e registros um apagamento tira, e o que a lei guarda. Não muda nada.',
    ERASED,
  ),
  'GET /clients/:id/personal-data/mentions': does(
    'Procurar menções a um cliente',
    'Onde textos de outros registros falam do cliente. Não muda nada. Siga `next` até null.',
    ERASED,
  ),
  'POST /clients/:id/personal-data/mentions/blank': does(
    'Apagar menções a um cliente',
    'Apaga as menções nos lugares dados, com todas as cópias. O resto de cada texto fica.',
  ),
  'POST /personal-data/legal-records': does(
    'Procurar o que a lei guarda',
    'Vendas de clientes apagados, as que terminam primeiro no alto.',
  ),
  'GET /personal-data/without-contact': does(
    'Ver quem está sem contato',
    'Quantos clientes sem negócio sairiam depois de tantos anos sem contato. Não muda nada.',
  ),
} satisfies OperationTexts

const ACCOUNT = [
  forbids('O seu perfil não pode cuidar de usuários com este perfil.'),
  breaks(
    'O login ou o e-mail já existe, um cadastro escolhido não existe, ou a mudança tiraria o último administrador.',
  ),
] as const

export const USERS = {
  'GET /users': does('Listar os usuários', 'Os usuários como os outros os veem: para nomes e escolhas.'),
  'GET /roles': does('Listar os perfis', 'Os perfis de acesso.'),
  'GET /users/inviter': does('Listar os indicadores', 'Os usuários que se podem escolher como indicador.'),
  'PUT /users/:id/phone': does(
    'Mudar o telefone de um indicador',
    'Do formulário do lead. Um texto vazio tira o telefone.',
    forbids('Você não pode mudar o telefone deste usuário.'),
  ),
  'GET /users/list': does(
    'Procurar usuários',
    'Os usuários por parte do nome ou do login, por páginas, com tudo o que a administração mostra.',
  ),
  'GET /users/access': does(
    'Ler os acessos dos usuários',
    'Quando cada usuário usou o Farol pela última vez, e as concessionárias que ele vê.',
  ),
  'GET /users/:id/hanging': does(
    'Ler o que está com um usuário',
    'O que precisa de destino quando ele sai: leads por status, agendamentos, regras, visões por e-mail, sessões e aparelhos.',
    forbids('O seu perfil não pode cuidar deste usuário.'),
  ),
  'GET /users/:id': does(
    'Ler um usuário',
    'O usuário com `revision`, que vai com a mudança.',
    forbids('O seu perfil não pode cuidar deste usuário.'),
  ),
  'POST /users': does(
    'Criar um usuário',
    'Um usuário ativo recebe o convite por e-mail. `mail` diz o que será feito dele.',
    ...ACCOUNT,
  ),
  'PUT /users/:id': does(
    'Mudar um usuário',
    'Envie o usuário inteiro. Com `revision`, uma mudança feita por outra pessoa desde a leitura é um conflito.',
    ...ACCOUNT,
    conflicts('O usuário mudou desde a leitura.'),
  ),
  'GET /administrators/emails': does(
    'Ler os e-mails novos de administradores',
    'Trocas de e-mail de administradores que outra pessoa pediu ou confirmou nos últimos 30 dias.',
  ),
  'POST /users/seen': does('Marcar os usuários como vistos', 'Nenhum usuário da lista conta mais como novo.'),
} satisfies OperationTexts

export const REFERENCE = {
  'GET /dashboard': does(
    'Ler todos os cadastros',
    'Canais, concessionárias, corretores, seguros, equipes, listas de escolhas e prazos, numa chamada.',
  ),
  'GET /channels': does('Listar os canais', 'Os canais com o fluxo de status de cada um.'),
  'GET /insurances': does('Listar os seguros', 'Os tipos de seguro.'),
  'GET /insurancesNoAuth': does('Listar os seguros sem token', 'Os tipos de seguro, para páginas sem login.'),
  'GET /partners': does('Listar as concessionárias', 'As concessionárias, de Parceiros.'),
  'GET /partners/by/auth': does(
    'Listar as próprias concessionárias',
    'As concessionárias do usuário; todas, quando ele não tem nenhuma.',
  ),
  'GET /technical-team': does('Listar as equipes técnicas', 'As equipes com os canais que atendem.'),
  'GET /technical-team/for/filter': does(
    'Listar as equipes para um filtro',
    'O mesmo que `GET /technical-team`.',
  ),
  'GET /callsResult': does(
    'Listar os resultados de ligação',
    'Os números e as palavras dos resultados de uma ligação.',
  ),
} satisfies OperationTexts

const RULE = breaks('Uma escolha não existe ou não serve. `errors` diz em que campo.')
const USED = inUse('Outros registros usam este. Desative em vez de remover.')
const created = (what: string) =>
  does(
    `Criar ${what}`,
    'Responde o registro como os aparelhos o recebem.',
    RULE,
    missing('O registro que a primeira chamada desta chave criou não existe mais.'),
  )
const changed = (what: string) =>
  does(
    `Mudar ${what}`,
    'Envie o registro inteiro: o que falta recebe o valor inicial. Com `revision`, a mudança de outra pessoa não se perde.',
    RULE,
    conflicts('Outra pessoa mudou o registro desde a `revision` enviada.'),
  )
const opened = (what: string) => does(`Ler ${what}`, 'O registro com `revision`, que vai com a mudança.')
const removed = (what: string) => does(`Remover ${what}`, 'Só o que nenhum outro registro usa.', USED)

/** The four calls of each list that administration keeps. */
export const MANAGED: OperationTexts = Object.fromEntries(
  LIST_TABLES.flatMap((table) => {
    const { path } = MANAGED_LISTS[table]
    const { documented } = LIST_FACTS[table]
    return [
      [`POST ${path}`, created(documented)],
      [`GET ${path}/:id`, opened(documented)],
      [`PUT ${path}/:id`, changed(documented)],
      [`DELETE ${path}/:id`, removed(documented)],
    ]
  }),
)

export const CATALOGUES = {
  'GET /lead-broker-config': does(
    'Listar as regras de corretor',
    'As regras de Lead Corretor Config, com os nomes de canal, concessionária e corretor.',
  ),
  // In place of the text that each list has.
  'GET /partners/:id': does(
    'Ler uma concessionária',
    'A concessionária com o modelo do link de cotação, que os aparelhos não recebem.',
  ),
  'GET /partners/:id/keys': does(
    'Listar as chaves de uma concessionária',
    'As chaves com que o sistema da concessionária entrega propostas. A chave em si não é mostrada.',
  ),
  'POST /partners/:id/keys': does(
    'Fazer uma chave',
    'A chave aparece só nesta resposta. O servidor guarda apenas o resumo dela.',
  ),
  'POST /partner-keys/:id/renew': does(
    'Renovar uma chave',
    'Faz outra chave com o mesmo nome e encerra esta.',
    missing('A chave não existe, ou já foi encerrada.'),
  ),
  'DELETE /partner-keys/:id': does(
    'Encerrar uma chave',
    'O sistema da concessionária não entrega mais propostas com ela.',
    missing('A chave não existe, ou já foi encerrada.'),
  ),
} satisfies OperationTexts

const BUSY = tooMany('A resposta anterior ainda não terminou, ou são perguntas demais.')
const NO_SERVICE = notConfigured('Este servidor não tem serviço de inteligência artificial.')
const PERSONA = missing('A persona não existe.')

export const ASSISTANT = {
  'GET /ai/persona': does('Listar as personas', 'As personas do assistente, e quem recebe as perguntas.'),
  'PUT /ai/persona/:id': does(
    'Mudar uma persona',
    'Nome, descrição e instruções.',
    conflicts('Outra pessoa mudou a persona desde a `revision` enviada.'),
  ),
  'DELETE /ai/persona/:id': does(
    'Devolver a persona original',
    'A persona volta às palavras que o Farol traz.',
  ),
  'GET /ai/chat-history': does(
    'Ler uma conversa',
    'As próprias perguntas e as respostas, a mais antiga primeiro.',
  ),
  'GET /ai/chat': does(
    'Perguntar ao assistente',
    'Responde o texto inteiro de uma vez.',
    PERSONA,
    BUSY,
    NO_SERVICE,
  ),
  'POST /ai/chat': does(
    'Perguntar e receber aos poucos',
    'Eventos (text/event-stream): o que foi consultado, o texto aos poucos, e o fim.',
    PERSONA,
    BUSY,
    NO_SERVICE,
  ),
} satisfies OperationTexts

const NOT_DONE = missing('A transferência não existe, ou não foi feita.')

export const TRANSFERS = {
  'PUT /lead-transfers/:uid': does(
    'Transferir leads',
    'Passa até 5.000 leads a um corretor, reparte-os, ou os devolve a Origem, numa só transação. A mesma identificação transfere uma vez só.',
    breaks('O corretor não pode receber leads.'),
    conflicts('A identificação já passou outros leads, ou para outro destino.'),
  ),
  'POST /lead-transfers/plan': does(
    'Ver como os leads seriam repartidos',
    'Quem receberia quantos dos leads, se fossem repartidos agora. Não transfere nada.',
  ),
  'GET /lead-transfers': does(
    'Listar as transferências',
    'As que ainda podem ser desfeitas, a mais nova primeiro.',
  ),
  'POST /lead-transfers/:uid/undo': does(
    'Desfazer uma transferência',
    'Devolve o que ninguém mudou desde então. `left_leads` tem os outros, com o motivo.',
    NOT_DONE,
    conflicts('O prazo de uma hora passou, ou ela já foi desfeita.'),
    breaks('Não sobraria nenhum administrador ativo.'),
  ),
} satisfies OperationTexts
