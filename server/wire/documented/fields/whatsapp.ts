/** Meanings of the fields of the connection to WhatsApp. */
import { counts, happens, type Meanings, says } from '../../../records/meaning.ts'
import { STRANGER_FACTS } from '../../../records/strangers.ts'
import { meaningsIn } from '../../../records/tables/table.ts'

const CONNECTION: Meanings = {
  waba_id: says('ID da conta do WhatsApp Business (WABA).', '102290129340398'),
  token: says('Token de acesso permanente. Em branco: fica o que está guardado.', 'EAAG…'),
  app_secret: says('Chave secreta do app da Meta. Em branco: fica a que está guardada.', 'a1b2c3…'),
  keeps_text: says('O texto das mensagens fica no histórico do lead.'),
  numbers: says('Os números da conexão.'),
  phone_number_id: says('ID do número na Meta.', '106540352242922'),
  display_number: says('O número, com o 55.', '5511987654321'),
  user_id: says('De quem é o número. null: da casa.', 12),
  owner: says('Nome de quem é o número. null: da casa.', 'Bruna Lima'),
  state: says('on: conectado. removed: a Meta ou o dono do número encerrou.', 'on'),
  state_since: happens('Desde quando está assim.'),
  verified_at: happens('Quando a Meta confirmou o endereço. null: ainda não.'),
  last_event_at: happens('Quando chegou o último aviso. null: nenhum.'),
  last_problem: says(
    'O último problema, em uma frase. null: nenhum.',
    'A assinatura de um aviso não confere.',
  ),
  last_problem_at: happens('Quando foi. null: nenhum.'),
  waiting: counts('Avisos que esperam a vez.', 0),
  history_ignored: counts('Mensagens do histórico importado, que não contam.', 0),
  verify_token: says('O código que a Meta pede junto com o endereço.', 'kB3…'),
  callback_url: says('O endereço a cadastrar na Meta.', 'https://farol.example.com/api/webhooks/whatsapp'),
}

export const WHATSAPP_BY_PATH: Readonly<Record<string, Meanings>> = {
  '/whatsapp': CONNECTION,
  '/whatsapp/strangers': meaningsIn(STRANGER_FACTS, 'own'),
  '/webhooks/whatsapp': {
    'hub.mode': says('Sempre subscribe.', 'subscribe'),
    'hub.verify_token': says('O código da conexão.', 'kB3…'),
    'hub.challenge': says('Volta como resposta.', '1158201444'),
    object: says('Sempre whatsapp_business_account.', 'whatsapp_business_account'),
    entry: says('As mudanças, por conta, como a Meta as descreve.'),
  },
}
