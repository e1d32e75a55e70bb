/** Webhooks. */
import { breaks, conflicts, does, missing, type OperationTexts } from '../operation.ts'

const GONE = missing('O webhook não existe.')
const ADDRESS = breaks('O endereço não serve, ou já há webhooks demais.')
const OFF = breaks('O webhook está desligado.')

export const WEBHOOKS = {
  'GET /webhooks': does(
    'Listar webhooks',
    'Os endereços de outros sistemas, o que cada um recebe e como vai o envio. O segredo não é mostrado.',
  ),
  'POST /webhooks': does(
    'Criar um webhook',
    'O segredo aparece só nesta resposta. Vale o que acontece daqui em diante.',
    ADDRESS,
  ),
  'PUT /webhooks/:id': does(
    'Alterar um webhook',
    'O que espera vai ao endereço novo.',
    GONE,
    conflicts('Outra pessoa alterou o webhook desde a leitura.'),
    breaks('O endereço não serve.'),
  ),
  'POST /webhooks/:id/secret': does(
    'Renovar o segredo',
    'O segredo novo aparece só nesta resposta. O anterior ainda assina por 24 horas.',
    GONE,
  ),
  'PUT /webhooks/:id/state': does(
    'Ligar ou desligar um webhook',
    'Desligado, ele não fica sabendo de nada, e o que espera não é enviado.',
    GONE,
  ),
  'DELETE /webhooks/:id': does('Remover um webhook', 'A lista de envios dele some junto.', GONE),
  'POST /webhooks/:id/test': does('Enviar um teste', 'Uma mensagem sem lead, pela mesma fila.', GONE, OFF),
  'GET /webhooks/:id/deliveries': does(
    'Listar os envios',
    'Os de 30 dias, o mais recente primeiro, com o código da resposta e o motivo de cada falha.',
    GONE,
  ),
  'POST /webhooks/:id/deliveries/:delivery/send-again': does(
    'Enviar de novo',
    'Com o mesmo webhook-id: quem já recebeu não faz nada.',
    missing('O webhook ou o envio não existe.'),
    OFF,
  ),
} satisfies OperationTexts
