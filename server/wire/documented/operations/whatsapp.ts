/** WhatsApp. */
import {
  breaks,
  conflicts,
  does,
  forbids,
  missing,
  type OperationTexts,
  other,
  tooMany,
} from '../operation.ts'

export const WHATSAPP = {
  'GET /whatsapp': does(
    'Ver a conexão com o WhatsApp',
    'Como está a conexão, o endereço e o código que a Meta pede. Token e chave secreta não são mostrados. `data` é null sem conexão.',
  ),
  'PUT /whatsapp': does(
    'Conectar o WhatsApp',
    'Faz a conexão ou a altera. Token e chave secreta em branco ficam como estão.',
    conflicts('Outra pessoa alterou a conexão desde a leitura.'),
    breaks('Falta o token ou a chave secreta, ou o usuário de um número não existe.'),
  ),
  'DELETE /whatsapp': does(
    'Desconectar o WhatsApp',
    'O Farol esquece token e chave. O que entrou fica no histórico dos leads; as conversas sem lead somem.',
    missing('Não há conexão.'),
  ),
  'GET /whatsapp/strangers': does(
    'Listar as conversas sem lead',
    'Quem escreveu nos últimos 90 dias e não é cliente. Gerentes e administradores veem as de todos os números; corretores, as dos seus.',
  ),
  'PUT /whatsapp/strangers/:id/ignored': does(
    'Ignorar uma conversa sem lead',
    'Ela some da lista. Repetir não muda nada.',
    missing('A conversa não existe, ou é de um número de outra pessoa.'),
  ),
  'GET /webhooks/whatsapp': does(
    'Confirmar o endereço à Meta',
    'A Meta chama ao cadastrar o endereço. A resposta é `hub.challenge`.',
    forbids('O código não confere, ou não há conexão.'),
    tooMany('Códigos errados demais desta rede. `Retry-After` diz quando tentar de novo.'),
  ),
  'POST /webhooks/whatsapp': does(
    'Receber avisos da Meta',
    'Com `X-Hub-Signature-256` sobre os bytes do corpo. Cada aviso é guardado uma vez antes da resposta, e tratado depois, em ordem.',
    other(401, 'credentials', 'A assinatura não confere. Nada foi guardado.'),
    missing('Não há conexão.'),
    tooMany('Avisos ou assinaturas erradas demais desta rede. `Retry-After` diz quando tentar de novo.'),
  ),
} satisfies OperationTexts
