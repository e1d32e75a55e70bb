/** Configurações, privacidade e auditoria. */
import {
  breaks,
  conflicts,
  does,
  erased,
  missing,
  notConfigured,
  type OperationTexts,
  tooMany,
} from '../operation.ts'

const FILE = missing('O e-mail não está mais na pasta.')
const SERVICE = notConfigured('Este serviço não está configurado.')

export const SETTINGS = {
  'PUT /settings': does(
    'Mudar configurações',
    'O que falta fica como está. Com `base`, um valor que outra pessoa mudou no meio-tempo é um conflito.',
    conflicts('Outra pessoa mudou um dos valores no meio-tempo.'),
  ),
  'PUT /settings/logo': does(
    'Guardar o logotipo',
    'PNG ou JPEG de até 300 kB, em base64.',
    breaks('Não é um PNG ou JPEG inteiro, ou passa de 300 kB.'),
  ),
  'DELETE /settings/logo': does('Tirar o logotipo', 'Responde as configurações.'),
  'GET /brokerage/logo': does(
    'Baixar o logotipo',
    'A imagem, para e-mails e páginas sem login.',
    missing('Não há logotipo.'),
  ),
  'GET /health/findings': does(
    'Ler a saúde do servidor',
    'O que está bem e o que pede cuidado, cada achado com o que fazer.',
  ),
  'POST /health/clock': does(
    'Confirmar a hora do servidor',
    'E-mails, avisos e limpezas que esperavam por causa do relógio seguem.',
    conflicts('Os relógios do servidor e do banco diferem por mais de uma hora.'),
  ),
  'GET /settings/integrations': does(
    'Listar as integrações',
    'Os serviços de fora, as variáveis de cada um, e se está configurado.',
  ),
  'POST /settings/integrations/:name/test': does(
    'Testar uma integração',
    'Pergunta mesmo ao serviço. A mensagem diz o que ele respondeu.',
    breaks('O teste não pode ser feito: falta o seu endereço de e-mail.'),
    tooMany('Testes demais. `Retry-After` diz quando tentar de novo.'),
    SERVICE,
  ),
  'GET /first-steps': does(
    'Ler os primeiros passos',
    'O que uma instalação nova precisa até o primeiro lead, e o que já está feito.',
  ),
  'PUT /first-steps': does('Mostrar ou concluir os primeiros passos', 'Diz se o Dashboard os oferece.'),
  'PUT /first-steps/:step': does('Deixar um passo para depois', 'Deixa o passo para depois, ou o retoma.'),
  'POST /first-steps/mail': does(
    'Enviar um e-mail de teste',
    'Envia já um e-mail a quem chama. A mensagem diz o que o servidor de e-mail respondeu.',
    breaks('Você não tem endereço de e-mail.'),
    tooMany('Testes demais. `Retry-After` diz quando tentar de novo.'),
    SERVICE,
  ),
  'GET /settings/mail-files': does(
    'Listar os e-mails em arquivo',
    'Os e-mails que o servidor guardou por falta de servidor de e-mail, o mais recente primeiro.',
  ),
  'DELETE /settings/mail-files': does('Apagar todos os e-mails em arquivo', 'Apaga os que há neste momento.'),
  'GET /settings/mail-files/:name': does(
    'Baixar um e-mail em arquivo',
    'O e-mail inteiro. Cada leitura fica na auditoria.',
    FILE,
  ),
  'DELETE /settings/mail-files/:name': does('Apagar um e-mail em arquivo', 'Apaga o arquivo.', FILE),
  'GET /exports/whole': does(
    'Ler a exportação de tudo',
    'A última que alguém pediu, com o quanto já andou. null: ninguém pediu.',
  ),
  'POST /exports/whole': does(
    'Exportar tudo',
    'Começa em segundo plano a escrever um zip com planilhas e arquivos. Se uma exportação já espera ou anda, responde essa.',
  ),
  'GET /exports/whole/:id/file': does(
    'Baixar a exportação de tudo',
    'O zip, por 24 horas. Cada leitura fica na auditoria.',
    missing('O arquivo já foi apagado, ou ainda não está pronto.'),
  ),
} satisfies OperationTexts

const CHANGED = conflicts('Outra pessoa mudou o registro desde a leitura.')
const DAYS = breaks('Uma data está no futuro, ou antes da que ela segue. `errors` diz em que campo.')

export const PRIVACY = {
  'GET /data-requests': does(
    'Listar os pedidos de titulares',
    'Os que esperam primeiro, o mais antigo no alto; depois os respondidos.',
  ),
  'GET /data-requests/:id': does(
    'Ler um pedido de titular',
    'O pedido com `revision`, que vai com a mudança.',
  ),
  'POST /data-requests': does(
    'Registrar um pedido de titular',
    'Com `uid`, o mesmo formulário enviado de novo não faz outro pedido.',
    DAYS,
    erased('Os dados pessoais deste cliente foram apagados.'),
  ),
  'PUT /data-requests/:id': does(
    'Mudar um pedido de titular',
    'Envie o pedido inteiro.',
    CHANGED,
    DAYS,
    erased('Os dados pessoais deste cliente foram apagados.'),
  ),
  'DELETE /data-requests/:id': does('Remover um pedido de titular', 'Para um registro feito por engano.'),
  'PUT /data-requests/:id/answer': does(
    'Responder um pedido de titular',
    'Marca o pedido como respondido por quem chama, ou muda a resposta.',
    CHANGED,
    DAYS,
  ),
  'DELETE /data-requests/:id/answer': does(
    'Reabrir um pedido de titular',
    'A resposta sai e o pedido volta a esperar.',
  ),
  'GET /incidents': does(
    'Listar os incidentes',
    'Os incidentes de segurança, o conhecido por último primeiro.',
  ),
  'GET /incidents/:id': does('Ler um incidente', 'O incidente com `revision`, que vai com a mudança.'),
  'POST /incidents': does(
    'Registrar um incidente',
    'O que o formulário da ANPD pergunta. Com `uid`, o mesmo formulário enviado de novo não faz outro.',
    DAYS,
  ),
  'PUT /incidents/:id': does('Mudar um incidente', 'Envie o incidente inteiro.', CHANGED, DAYS),
} satisfies OperationTexts

export const AUDIT = {
  'GET /audit': does(
    'Ler a auditoria',
    'Quem fez o quê, quando, com os valores antes e depois. O mais recente primeiro.',
  ),
  'GET /audit/export': does(
    'Exportar a auditoria',
    'A planilha com os registros dos filtros, até os 10.000 mais recentes. A exportação fica na própria auditoria.',
  ),
} satisfies OperationTexts
