/** O Dashboard, os leads e o que se faz com eles. */
import {
  breaks,
  conflicts,
  does,
  erased,
  forbids,
  missing,
  notConfigured,
  type OperationTexts,
  other,
  overQuota,
  runs,
  tooMany,
} from '../operation.ts'

const RULE = breaks('Uma regra não permite isso agora. `message` diz qual, `errors` diz em que campo.')
const CONFLICT = conflicts('Outra pessoa mudou o lead antes, ou um pedido anterior dele ainda não terminou.')
const ERASED = erased('Os dados pessoais do cliente foram apagados.')
const TAKEN = other(401, 'proposal_taken', 'A proposta já está registrada em outro lead. A sessão continua.')
const QUOTA = overQuota('O que se pode indicar ou buscar num dia acabou. Tente de novo amanhã.')

export const BOARD = {
  'GET /leads/list-count': does(
    'Contar os leads do Dashboard',
    'Quantos leads há por status e por canal, e quantos agendamentos estão abertos e atrasados.',
  ),
  'GET /leads/list-broker': does(
    'Listar os leads do Dashboard',
    'Os leads que o usuário vê, na ordem do Dashboard, pelos filtros dados. Com `isCallReport=1` a chamada é o Relatório de Ligações, com filtros e resposta próprios.',
    forbids('O seu perfil não pode ler o Dashboard; com `isCallReport=1`, o Relatório de Ligações.'),
  ),
  'POST /leads/list': does(
    'Listar os leads do Dashboard por POST',
    'Os mesmos filtros de `GET /leads/list-broker`, no corpo.',
  ),
  'GET /leads/referrals': does(
    'Listar as próprias indicações',
    'Os leads que o usuário indicou, pelos filtros do Dashboard.',
  ),
  'GET /leads/older': does(
    'Ler o lead a capturar primeiro',
    'O lead do canal que o corretor precisa capturar antes dos outros. null: não há.',
  ),
  'GET /leads/:id': does('Ler um lead', 'O lead com os nomes por trás dos números e com o cliente.'),
  'GET /leads/:id/timeline': does(
    'Ler o histórico de um lead',
    'Quem mudou o lead, quando, em que aparelho, e cada campo antes e depois. O mais recente primeiro.',
  ),
  'GET /leadChannel/:id': does('Ler o fluxo do canal de um lead', 'A ordem dos status no canal do lead.'),
  'GET /leads/next-status/:id': does(
    'Ler o próximo status de um lead',
    'O status que vem depois do atual no fluxo do canal.',
  ),
  'GET /leads-permissions/:id': does(
    'Ler o que se pode fazer com um lead',
    'Se o usuário pode ligar, negociar, cotar e finalizar agora.',
  ),
} satisfies OperationTexts

export const LEADS = {
  'PUT /capture-lead/:id': runs(
    'Capturar um lead',
    'O usuário passa a ser o corretor do lead, que vai de Origem para o atendimento. Responde o lead.',
    conflicts('O lead já foi capturado por outro corretor, que a mensagem nomeia.'),
    RULE,
    ERASED,
  ),
  'POST /leads/scheduling': runs(
    'Agendar um lead, ou fechar o agendamento',
    'Com `status` 0 abre um agendamento; com 1 fecha o que está aberto.',
    missing('O lead não existe, ou não é visível para você.'),
    CONFLICT,
    RULE,
    ERASED,
  ),
  'POST /leads/:id/notes': runs(
    'Anotar em um lead',
    'Acrescenta a nota às informações adicionais, com o nome de quem escreveu e a hora. Nada do que já está lá muda, e nada que outra pessoa escreva ao mesmo tempo se perde.',
    RULE,
    ERASED,
  ),
  'PUT /cancel-lead/:id': runs(
    'Cancelar um lead',
    'Termina o lead sem venda, como engano. Ele sai do Dashboard.',
    CONFLICT,
    RULE,
    ERASED,
  ),
  'PUT /leads/:id': runs(
    'Mudar um lead',
    'O corpo tem uma de quatro formas: `{service_status}`; as quatro marcas de prazo com `isDeadlineEdit`; `{state, status}`, que avança, finaliza ou recupera; ou o formulário inteiro, que salva o que vier e dá os passos que nomear (`negociate`, `quoted`, `pending_sell`, e com `state` 3 a finalização). Campos que faltam ficam como estão.',
    TAKEN,
    CONFLICT,
    RULE,
    ERASED,
  ),
  'POST /leads': runs(
    'Criar um lead',
    'Cria um lead para um cliente que já existe (`client_id`). O que falta recebe os valores iniciais do formulário. Responde o lead com 201.',
    TAKEN,
    missing('O cliente não existe, ou não é visível para você.'),
    RULE,
    ERASED,
    QUOTA,
  ),
  'POST /external-lead': runs(
    'Indicar um cliente novo',
    'Cria o cliente e a indicação numa chamada. `indication_on_time` 0 quer dizer que a indicação veio fora do prazo.',
    TAKEN,
    missing('A concessionária não é sua.'),
    RULE,
    ERASED,
    QUOTA,
  ),
  'POST /leads/file': runs(
    'Anexar o PDF de um lead',
    'Um formulário com `lead_id` e `file`. O PDF novo substitui o anterior, que continua no histórico.',
    missing('O lead não existe, ou não é visível para você.'),
    CONFLICT,
    RULE,
    ERASED,
    tooMany('Arquivos demais hoje.'),
  ),
  'GET /leads/fileDownload': does(
    'Baixar o PDF de um lead',
    'O PDF atual do lead, ou com `file_uid` um anterior. Aceita `Range`.',
    missing('O lead não tem este arquivo, ou não é visível para você.'),
    other(416, 'invalid', 'O arquivo não tem os bytes pedidos em `Range`.'),
  ),
  'POST /quote/:leadId': does(
    'Abrir a cotação de um lead',
    'O link para o multicálculo, com os dados do cliente. O lead não muda: marque a cotação com `quoted` em `PUT /leads/{id}`.',
    breaks('Faltam dados do cliente, ou o lead não pode ser cotado agora.'),
    notConfigured('A concessionária não tem modelo de link de cotação.'),
  ),
  'POST /quote/simulate': does(
    'Simular uma cotação',
    'O link para o multicálculo antes de haver um lead.',
    breaks('Faltam dados do cliente, a concessionária não libera cotação, ou o indicador não pode simular.'),
    notConfigured('A concessionária não tem modelo de link de cotação.'),
  ),
  'POST /leadVerification': does(
    'Verificar o que foi feito de uma proposta',
    'Pede ao menos dois dos três filtros. Responde três partes: o resultado em palavras, o registro da proposta e o lead dela.',
    breaks('Faltam filtros: envie ao menos dois.'),
  ),
} satisfies OperationTexts

const FLOOD = tooMany('Envios demais desta rede ou por este link. `Retry-After` diz quando tentar de novo.')
const NO_LINK = missing('O código do link falta, está errado ou foi renovado.')

export const EXTERNAL = {
  'GET /externalInit': does(
    'Abrir o formulário de indicação',
    'O que a página sem login mostra: de quem é o link, os seguros, o responsável pelos dados, e o carimbo que vai com o envio.',
    NO_LINK,
    FLOOD,
  ),
  'POST /leads/externalLead': runs(
    'Enviar uma indicação externa',
    'Com `withAuth` 1 e um token, ou sem login com o código do link e o carimbo. Um problema de um campo responde 200 com `status` `fail` e `errors`.',
    other(401, 'session', 'Com `withAuth` 1: falta o token, ou a sessão terminou.'),
    forbids('Com `withAuth` 1: o seu perfil não tem indicação externa.'),
    NO_LINK,
    FLOOD,
    QUOTA,
  ),
  'POST /externalCep': does(
    'Buscar um CEP no formulário de indicação',
    'Como `POST /cepverify`, sem login, com o código do link.',
    NO_LINK,
    FLOOD,
    notConfigured('Este servidor não tem serviço de CEP.'),
  ),
  'GET /externalMail': does(
    'Ler o próprio link de indicação',
    'O link do usuário para a página sem login. Ele é feito no primeiro uso.',
  ),
  'POST /externalMail': does(
    'Enviar o próprio link por e-mail',
    'Envia o link do usuário a um endereço. `mail` diz o que será feito do e-mail.',
    tooMany('E-mails demais hoje. `Retry-After` diz quando tentar de novo.'),
  ),
  'POST /receipt': does(
    'Ler o recibo de uma indicação',
    'O andamento de uma indicação, pelo código que quem indicou recebeu, sem login. Um código errado, terminado ou revogado responde sempre o mesmo 404.',
    other(404, 'not_found', 'O código não abre nenhum recibo.'),
    FLOOD,
  ),
  'GET /receipt-news': does(
    'Ler o andamento das próprias indicações',
    'O que as indicações do usuário alcançaram nos últimos 30 dias, enquanto dura a autorização do cliente. Leads cancelados ficam de fora.',
  ),
  'GET /receipt-mails': does(
    'Ler se o andamento vai por e-mail',
    'Se o usuário recebe por e-mail o andamento das próprias indicações.',
  ),
  'PUT /receipt-mails': does(
    'Ligar ou desligar o andamento por e-mail',
    'Ligado, cada etapa alcançada dali em diante vai uma vez por e-mail.',
  ),
  'GET /held-indications': does(
    'Listar indicações suspeitas',
    'As indicações de uma enxurrada por um link, que esperam por um olhar antes de chegar ao Dashboard, a mais recente primeiro.',
  ),
  'POST /held-indications/decide': does(
    'Decidir indicações suspeitas',
    'Leva as indicações ao Dashboard, ou as descarta de vez. `uids` null: todas as que esperam.',
  ),
  'POST /externalMail/renew': does('Renovar o próprio link', 'Faz um link novo. O anterior não vale mais.'),
  'GET /externalMail/news': does(
    'Ler o que foi feito do próprio link',
    'Quem preencheu o formulário nos últimos 30 dias, quem foi chamado, como terminou, e os e-mails com o link.',
  ),
} satisfies OperationTexts

export const PROPOSALS = {
  'GET /elective-lead/new-list': does(
    'Listar as propostas que esperam',
    'As propostas das concessionárias que ainda não são leads.',
  ),
  'GET /elective_lead/search': does(
    'Buscar uma proposta',
    'A proposta que preenche o formulário do lead. Ela conta como importada quando `POST /leads` a nomeia em `elective_lead_id`.',
    missing('Nenhuma proposta tem este número nesta concessionária.'),
    breaks('Falta o número ou a concessionária, ou a proposta já é um lead.'),
  ),
  'PUT /elective_lead/bypass/:id': does(
    'Decidir sobre uma proposta repetida',
    'Diz se a proposta pode virar lead mais uma vez. A decisão é tomada uma vez só.',
    breaks('Já foi decidido.'),
  ),
  'POST /elective-lead': does(
    'Entregar uma proposta',
    'Para o sistema da concessionária, com a chave dela. Enviada de novo, a proposta é atualizada.',
    other(401, 'credentials', 'A chave da concessionária não confere, ou foi encerrada.'),
    forbids('A chave é de outra concessionária.'),
    breaks('O seguro ou a concessionária não existe, ou a proposta já é um lead.'),
    tooMany('Chaves erradas demais. `Retry-After` diz quando tentar de novo.'),
    notConfigured('Este servidor não recebe propostas.'),
  ),
} satisfies OperationTexts
