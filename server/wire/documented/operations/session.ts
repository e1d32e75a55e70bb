/** Sessão e contas. */
import {
  breaks,
  conflicts,
  does,
  forbids,
  missing,
  notConfigured,
  type OperationTexts,
  other,
  tooMany,
  unusable,
} from '../operation.ts'

const TRIES = tooMany('Tentativas demais. `Retry-After` diz em quantos segundos tentar de novo.')
const LINK = unusable('O link já foi usado, venceu ou não serve para isso. A mensagem diz qual é o caso.')
const PASSWORD = breaks('A senha nova é fraca, ou igual à atual.')

export const SESSION = {
  'POST /login': does(
    'Entrar',
    'Troca login e senha por um token. O token vai em `Authorization: Bearer …` em todas as outras chamadas. Sem `device_id`, ou com um em que o login nunca entrou, o usuário é avisado por e-mail. Quem tem segundo fator recebe `token: null` e segue com `POST /login/second-step`.',
    other(404, 'credentials', 'O login ou a senha não confere.'),
    other(410, 'credentials', 'O usuário disse ‘Não fui eu’: a senha não vale mais.'),
    TRIES,
  ),
  'POST /login/second-step': does(
    'Entrar com o segundo fator',
    'Termina a entrada que `POST /login` começou, com um código do aplicativo, uma chave de acesso ou um código de recuperação. Cada código vale uma vez. Com `remember`, este aparelho não pergunta de novo por 30 dias. Uma resposta perdida pode ser pedida de novo por um minuto, com a mesma `Idempotency-Key`.',
    other(400, 'rule', 'Falta a prova, ou veio mais de uma.'),
    other(404, 'credentials', 'A entrada não está mais à espera: comece de novo com a senha.'),
    breaks('O código ou a chave não confere, ou o código já foi usado.'),
    notConfigured('O segredo do aplicativo de códigos foi fechado por outra `DEVICE_KEYS_KEY`.'),
    TRIES,
  ),
  'POST /login/passkey/options': does(
    'Começar com uma chave de acesso',
    'O que o navegador precisa para usar uma chave. Com `step`, para o segundo passo dessa entrada; sem, a chave entra sozinha. Cada desafio vale uma vez, por cinco minutos.',
    other(404, 'credentials', 'A entrada não está mais à espera: comece de novo com a senha.'),
    breaks('Neste endereço nenhuma chave de acesso funciona, ou o usuário não tem uma daqui.'),
    TRIES,
  ),
  'POST /login/passkey': does(
    'Entrar com uma chave de acesso',
    'Troca a resposta da chave por um token, sem senha: o aparelho conferiu quem a usa.',
    other(404, 'credentials', 'A chave não é conhecida, ou a resposta não confere.'),
    other(410, 'credentials', 'O usuário disse ‘Não fui eu’: crie antes uma senha nova.'),
    breaks('Neste endereço nenhuma chave de acesso funciona.'),
    TRIES,
  ),
  'POST /passkeys/options': does(
    'Começar uma chave de acesso nova',
    'O que o navegador precisa para criar a chave. O desafio vale uma vez, por cinco minutos, nesta sessão.',
    breaks('Neste endereço nenhuma chave de acesso funciona, ou o usuário já tem chaves demais.'),
  ),
  'POST /passkeys': does(
    'Cadastrar uma chave de acesso',
    'Guarda a chave que o navegador criou. Com o primeiro fator vêm dez códigos de recuperação, mostrados só aqui.',
    conflicts('A chave já está cadastrada.'),
    breaks('A resposta não confere com o desafio, ou ele venceu.'),
  ),
  'PUT /passkeys/:id': does('Mudar o nome de uma chave', 'Muda o nome de uma das próprias chaves de acesso.'),
  'DELETE /passkeys/:id': does(
    'Remover uma chave de acesso',
    'Sem outro fator, os códigos de recuperação e os aparelhos lembrados também deixam de valer.',
    breaks('A corretora exige um segundo fator, e este é o único.'),
  ),
  'POST /sessions/confirm/passkey': does(
    'Começar a confirmar com uma chave de acesso',
    'O que o navegador precisa para `POST /sessions/confirm` com uma chave. null: o usuário não tem uma deste endereço.',
  ),
  'GET /second-factor': does(
    'Ler o próprio segundo fator',
    'O que o usuário configurou, sem nenhum segredo.',
  ),
  'POST /second-factor/code-app': does(
    'Começar o aplicativo de códigos',
    'Responde um segredo novo. Ele vale depois do primeiro código; até lá vale o anterior, se houver.',
  ),
  'POST /second-factor/code-app/confirm': does(
    'Ligar o aplicativo de códigos',
    'Confere o primeiro código do segredo novo. Com o primeiro fator vêm dez códigos de recuperação, mostrados só aqui. Uma resposta perdida pode ser pedida de novo por um minuto, com a mesma `Idempotency-Key`.',
    conflicts('Nenhum segredo espera por um código.'),
    breaks('O código não confere.'),
    notConfigured('O segredo que espera foi fechado por outra `DEVICE_KEYS_KEY`.'),
    TRIES,
  ),
  'DELETE /second-factor/code-app': does(
    'Desligar o aplicativo de códigos',
    'Sem outro fator, os códigos de recuperação e os aparelhos lembrados também deixam de valer.',
    breaks('A corretora exige um segundo fator, e este é o único.'),
  ),
  'POST /second-factor/recovery-codes': does(
    'Criar novos códigos de recuperação',
    'Responde dez códigos, mostrados só aqui. Os anteriores não valem mais.',
    breaks('O usuário não tem segundo fator.'),
  ),
  'DELETE /users/:id/second-factor': does(
    'Remover o segundo fator de um usuário',
    'Para quem perdeu o celular e os códigos. O usuário é avisado por e-mail.',
    breaks('É o próprio segundo fator.'),
  ),
  'GET /tokenconfirm': does(
    'Conferir o token',
    'Responde o usuário da sessão, com perfis, concessionárias e equipe técnica.',
  ),
  'GET /users/me': does('Ler o próprio usuário', 'O mesmo que `GET /tokenconfirm`.'),
  'POST /logout': does('Sair', 'Termina a sessão deste token. O token não vale mais.'),
  'GET /sessions': does(
    'Listar as próprias sessões',
    'As sessões abertas do usuário, a usada por último primeiro.',
  ),
  'GET /account-events': does(
    'Listar o que aconteceu com a própria conta',
    'Dos últimos 30 dias, o mais recente primeiro: entradas em aparelhos novos, mudanças do segundo fator, do PIN e das chaves dos aparelhos, e códigos errados depois da senha certa.',
  ),
  'POST /account-events/disown': does(
    'Dizer ‘Não fui eu’',
    'Termina todas as sessões, esta também, e o que foi configurado desde então. A senha não abre mais nada até que outra seja criada pela página da resposta.',
  ),
  'GET /sessions/new-devices': does(
    'Listar entradas em aparelhos novos',
    'As entradas do usuário nos últimos 30 dias em aparelhos em que ele nunca tinha entrado, a mais recente primeiro. A sessão deste token fica de fora.',
  ),
  'DELETE /sessions/:id': does(
    'Terminar uma sessão',
    'Termina uma das próprias sessões, em outro aparelho ou neste.',
  ),
  'POST /sessions/confirm': does(
    'Confirmar com a própria senha',
    'Com a senha ou uma chave de acesso, responde a confirmação que as chamadas protegidas pedem num cabeçalho. Ela vale cinco minutos, só nesta sessão.',
    other(400, 'rule', 'Falta a prova, ou vieram a senha e a chave.'),
    breaks('A senha ou a chave não confere.'),
    TRIES,
  ),
  'POST /sessions/end': does(
    'Terminar uma sessão por prova',
    'Termina a sessão cuja prova se envia, sem o token: para o aparelho que saiu sem rede. Com `forgets_keys` apaga também a metade da chave dele. A resposta não revela se a sessão existia.',
    tooMany('Pedidos demais desta rede. `Retry-After` diz quando tentar de novo.'),
  ),
  'POST /update-user': does(
    'Mudar os próprios dados',
    'Muda e-mail, telefone ou senha do usuário. A senha atual vai junto. O e-mail novo vale depois que o link enviado a ele for usado.',
    breaks('A senha atual não confere, a senha nova é fraca, ou o e-mail já é de outro usuário.'),
    TRIES,
  ),
  'PUT /devices/current': does(
    'Informar o estado do aparelho',
    'O que o aparelho desta sessão guarda e ainda não enviou. Substitui o que ele informou antes.',
  ),
  'GET /devices': does(
    'Listar os aparelhos',
    'Os de todos os usuários para quem gerencia usuários, senão os próprios. O de contato mais recente primeiro.',
  ),
  'POST /devices/:id/erase': does(
    'Mandar apagar um aparelho',
    'Termina na hora as sessões do aparelho. Os dados saem dele no próximo contato, e ele confirma depois. Pedir de novo não muda nada.',
    missing('O aparelho não existe, ou não é dos que você vê.'),
    forbids('Você não gerencia o dono do aparelho.'),
    breaks('Há alterações não enviadas no aparelho, e o pedido não diz que elas podem ser perdidas.'),
  ),
  'POST /devices/erase-order': does(
    'Perguntar se o aparelho deve ser apagado',
    'Para o aparelho, com o token da sessão que terminou, ou com `locked` se está bloqueado. `stage` diz até onde ele chegou: pergunta, recebeu ou apagou.',
  ),
  'GET /device-keys': does(
    'Ler a proteção do aparelho',
    'O mesmo que a entrada responde em `protection`, do aparelho desta sessão.',
    breaks('A sessão não é de um aparelho.'),
  ),
  'PUT /device-keys': does(
    'Guardar a metade do servidor',
    'A metade da chave do aparelho desta sessão e o segredo dele. Substitui a anterior, e o PIN termina com ela.',
    breaks('A sessão não é de um aparelho.'),
    notConfigured('O servidor não tem `DEVICE_KEYS_KEY`.'),
  ),
  'DELETE /device-keys': does(
    'Apagar a metade do servidor',
    'Do aparelho desta sessão, com o PIN.',
    breaks('A sessão não é de um aparelho.'),
  ),
  'PUT /device-keys/pin': does(
    'Ligar ou desligar o PIN',
    'Guarda a prova do PIN do aparelho desta sessão. null desliga o PIN.',
    conflicts('O aparelho não está protegido.'),
    breaks('A sessão não é de um aparelho.'),
    notConfigured('O servidor não tem `DEVICE_KEYS_KEY`.'),
  ),
  'POST /device-keys/pin-unlock': does(
    'Desbloquear com o PIN',
    'Para um aparelho bloqueado: com o segredo dele e a prova do PIN responde a metade do servidor. Depois de cinco erros seguidos o PIN é desligado.',
    other(404, 'credentials', 'O aparelho não abre com PIN, ou o PIN acaba de ser desligado: use a senha.'),
    breaks('O PIN não confere.'),
    TRIES,
    notConfigured('O servidor não tem `DEVICE_KEYS_KEY`.'),
  ),
  'GET /notices': does(
    'Ler o que a tela de entrada mostra',
    'Nome e logotipo da corretora, e se este servidor envia e-mails. Não pede token.',
  ),
  'GET /push-subscription': does(
    'Ler a inscrição de avisos',
    'A chave do servidor para avisos push, e se esta sessão os recebe.',
  ),
  'PUT /push-subscription': does(
    'Receber avisos neste aparelho',
    'Guarda a inscrição da sessão, como `PushSubscription.toJSON()` a escreve. Ela substitui a anterior.',
    breaks('O endereço não é de um serviço de avisos conhecido.'),
    tooMany('Inscrições demais. `Retry-After` diz quando tentar de novo.'),
  ),
  'DELETE /push-subscription': does('Parar os avisos', 'A sessão não recebe mais avisos push.'),
  'GET /screen-settings/:screen': does(
    'Ler como o usuário arrumou uma tela',
    'O que o usuário guardou da tela, e quando. null: nunca arrumou.',
  ),
  'PUT /screen-settings/:screen': does(
    'Guardar como o usuário arrumou uma tela',
    'Vale a mudança mais recente: a resposta é o que vale agora, que pode ser a de outro aparelho.',
  ),
} satisfies OperationTexts

export const ACCOUNTS = {
  'GET /password/verify/:hash': does(
    'Ler um link de e-mail',
    'De quem é o link e para quê. Abrir não gasta o link.',
    LINK,
    TRIES,
  ),
  'POST /password/verify': does(
    'Definir a senha por um link',
    'Define a senha e gasta o link. Todas as sessões do usuário terminam.',
    LINK,
    PASSWORD,
    TRIES,
  ),
  'POST /password/disown': does(
    'Dizer ‘Não fui eu’ por um link',
    'Termina todas as sessões do usuário, e o que foi configurado desde o aviso. A senha não abre mais nada; um e-mail traz o link para criar outra.',
    LINK,
    TRIES,
  ),
  'POST /password/reset-mail': does(
    'Pedir um link para uma senha nova',
    'Envia o link ao e-mail do usuário. A resposta é a mesma, exista o login ou não.',
    TRIES,
  ),
  'POST /email/confirm': does(
    'Confirmar o e-mail novo por um link',
    'O e-mail novo passa a ser o do usuário. O antigo recebe um aviso.',
    LINK,
    breaks('O e-mail já é de outro usuário.'),
    TRIES,
  ),
  'POST /email/verify': does(
    'Enviar o convite de novo',
    'Envia um convite novo ao usuário. Só `id` conta. O link do convite anterior não vale mais.',
    missing('O usuário não existe.'),
    breaks('O usuário já confirmou, está inativo ou não tem e-mail.'),
  ),
  'GET /users/:id/mail': does(
    'Ler o último e-mail enviado a um usuário',
    'O que foi feito do último e-mail, e se os administradores copiam links por falta de servidor de e-mail.',
  ),
  'POST /users/:id/link': does(
    'Copiar um link de acesso',
    'Faz um link para passar à mão: do convite, de uma senha nova ou, com `what=email`, do e-mail que espera confirmação. Só sem servidor de e-mail.',
    other(409, 'rule', 'Este servidor envia e-mails: o link vai por e-mail.'),
    breaks('O usuário está inativo, ou nenhum e-mail espera confirmação.'),
  ),
} satisfies OperationTexts

export const SERVICES = {
  'GET /integrations': does('Ler os serviços deste servidor', 'Quais serviços o aplicativo pode oferecer.'),
  'POST /cepverify': does(
    'Buscar o endereço de um CEP',
    'Aceita o CEP com ou sem máscara. `items` é null quando o CEP não existe.',
    notConfigured('Este servidor não tem serviço de CEP.'),
  ),
  'POST /vsphone': does(
    'Ligar pela central telefônica',
    'A central chama o corretor (`user`) e depois o número (`extension`). Ela devolve o resultado sob `call_id`.',
    breaks('A central recusou a ligação, ou `call_id` já é de outra ligação.'),
    notConfigured('Este servidor não tem central telefônica.'),
  ),
  'POST /vsphone/result': does(
    'Informar o resultado de uma ligação',
    'Para a central telefônica, com a chave dela. Repetir não muda nada.',
    other(401, 'credentials', 'A chave da central não confere.'),
    missing('Ninguém pediu nem registrou esta ligação.'),
    tooMany('Chaves erradas demais. `Retry-After` diz quando tentar de novo.'),
    notConfigured('Este servidor não tem chave para a central.'),
  ),
} satisfies OperationTexts

export const SYNC = {
  'GET /sync': does(
    'Receber o que mudou',
    'Uma página das linhas que o usuário vê e que mudaram desde `cursor`. Sem `cursor`: tudo. `more` diz se há outra página.',
  ),
  'POST /sync/push': does(
    'Enviar comandos',
    'Executa até 50 comandos na ordem dada. Cada um tem sua chave: enviado de novo, não é feito de novo. A chamada responde 200 também quando um comando é recusado ou conflita; veja `outcome`.',
    other(426, 'app_too_old', 'A versão do aplicativo é antiga demais.'),
  ),
  'POST /hand-over/keys': does(
    'Buscar as chaves para entregar leads na mão',
    'Confirma a chave com que o aparelho desta sessão assina, e responde as chaves com que ele fecha e abre códigos. Valem de uma a duas semanas sem rede. O servidor não guarda nada.',
    other(400, 'invalid', '`public_key` não é um ponto da curva P-256.'),
    breaks('A sessão não é de um aparelho.'),
    notConfigured('O servidor não tem `DEVICE_KEYS_KEY`.'),
  ),
  'POST /sync/sealed': does(
    'Enviar comandos de um aparelho bloqueado',
    'Abre o envio que o aparelho fechou para a chave do servidor e o executa como `POST /sync/push`, com o token que está dentro. Enviado de novo, nada é feito de novo.',
    other(401, 'session', 'O token de dentro não vale mais.'),
    forbids('O perfil não sincroniza.'),
    other(400, 'invalid', 'O envio foi fechado para outra chave, está danificado ou não tem comandos.'),
    breaks('O envio foi fechado há mais de 7 dias.'),
    other(426, 'app_too_old', 'A versão do aplicativo é antiga demais.'),
    tooMany('Envios demais desta rede. `Retry-After` diz quando tentar de novo.'),
    notConfigured('O servidor não tem `DEVICE_KEYS_KEY`.'),
  ),
  'GET /sync/events': does(
    'Ouvir que algo mudou',
    'Eventos (text/event-stream) sem dados: cada um pede uma nova leitura de `GET /sync`.',
    tooMany('Conexões demais abertas ao mesmo tempo. `Retry-After` diz quando tentar de novo.'),
  ),
  'PUT /sync/files/:uid': does(
    'Enviar os bytes de um PDF',
    'Guarda o PDF sob a identificação que o aparelho fez. O comando `lead.attachFile` o liga ao lead depois. Repetir não muda nada.',
    conflicts('A identificação já é de um arquivo de outro usuário.'),
    breaks('Não é um PDF, ou está vazio.'),
    tooMany('Arquivos demais hoje.'),
  ),
} satisfies OperationTexts
