/** Meanings of the fields of a webhook and of what was sent to it. */
import { counts, happens, type Meanings, says } from '../../../records/meaning.ts'

const WEBHOOK_FIELDS: Meanings = {
  id: says('Identificação do webhook.', '0199b3a2-6f1c-4d3e-8a4b-2c5d6e7f8091'),
  name: says('Nome do sistema que recebe.', 'CRM da matriz'),
  url: says('Para onde os eventos vão, com https.', 'https://crm.exemplo.com.br/farol'),
  events: says('Os eventos que ele recebe.'),
  with_client: says('Nome, celular e e-mail do cliente vão junto.'),
  on: says('true liga, false desliga.'),
  state: says(
    'on: ligado. off: desligado. gone: o endereço disse que não existe mais. failing: dias só de falhas. restored: o banco foi restaurado.',
    'on',
  ),
  state_since: happens('Desde quando está assim.'),
  failing_since: happens('Desde quando só há falhas. null: o último envio deu certo, ou não houve nenhum.'),
  old_secret_until: happens('Até quando o segredo anterior ainda assina. null: só há um.'),
  waiting: counts('Envios que esperam.', 0),
  failed: counts('Envios de que se desistiu em sete dias.', 0),
  last_delivered_at: happens('Momento do último envio que deu certo. null: nenhum.'),
  secret: says('O segredo com que se confere a assinatura.', 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'),
}
const DELIVERY_FIELDS: Meanings = {
  id: says('Identificação do webhook.', '0199b3a2-6f1c-4d3e-8a4b-2c5d6e7f8091'),
  state: says('waiting: espera. delivered: chegou. failed: desistiu.', 'failed'),
  delivery: says('Número do envio.', 5120),
  'data.id': says('Número do envio: a ordem dos acontecimentos.', 5120),
  'data.message_id': says('O cabeçalho webhook-id.', 'msg_0199b3a2-6f1c-4d3e-8a4b-2c5d6e7f8091'),
  'data.kind': says('O evento.', 'lead.sold'),
  'data.lead_id': says('Número do lead. null: um teste, ou o lead não existe mais.', 1234),
  'data.state': says('waiting: espera. delivered: chegou. failed: desistiu.', 'failed'),
  'data.made_at': happens('Momento do acontecimento.'),
  'data.tries': counts('Tentativas.', 2),
  'data.tried_at': happens('Momento da última tentativa. null: nenhuma.'),
  'data.next_try_at': happens('Momento da próxima tentativa. null: nenhuma.'),
  'data.took_ms': says('Milissegundos da última tentativa. null: nenhuma.', 180),
  'data.status': says('Código da última resposta. null: não houve.', 500),
  'data.problem': says(
    'Por que a última tentativa falhou. null: não falhou.',
    'O endereço respondeu que teve um erro (código 500).',
  ),
}

export const WEBHOOKS_BY_PATH: Readonly<Record<string, Meanings>> = {
  '/webhooks': WEBHOOK_FIELDS,
  '/webhooks/:id/deliveries': DELIVERY_FIELDS,
}
