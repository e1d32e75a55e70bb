/** Tables of WhatsApp: docs/rules.md#whatsapp */
import { OF_LISTS } from '../lists.ts'
import { STRANGER_FACTS } from '../strangers.ts'
import { columnsOf, KEYS, OF_THIS_DATABASE, SECRET, sheet, type Tables, UNDER_WAY, USERS } from './table.ts'

export const WHATSAPP: Tables = {
  whatsapp_connection: {
    sheet: SECRET,
    noPerson: { [KEYS]: ['waba_id', 'token', 'app_secret', 'verify_token', 'state', 'last_error'] },
  },
  whatsapp_numbers: {
    sheet: 'of no use without the connection',
    noPerson: { [KEYS]: ['phone_number_id'], [USERS]: ['display_number'] },
  },
  whatsapp_events: {
    sheet: UNDER_WAY,
    noPerson: { [KEYS]: ['key', 'about', 'state'] },
    unsearched: { 'what waits for its turn, for seconds': ['payload'] },
  },
  whatsapp_messages: {
    sheet: 'what a later change of a message needs: the message is in the history of its lead',
    noPerson: { [KEYS]: ['hash', 'status'] },
  },
  whatsapp_people: {
    sheet: OF_THIS_DATABASE,
    unsearched: { 'the number of one person, by which an erasure finds it': ['bsuid', 'number'] },
  },
  whatsapp_strangers: {
    sheet: 'people without a lead, who are forgotten after 90 days',
    ...columnsOf(STRANGER_FACTS),
  },
  message_templates: OF_LISTS.message_templates,
  suggested_messages: {
    sheet: sheet(
      'mensagens-sugeridas',
      'As mensagens que foram sugeridas aos corretores, e o que cada um decidiu.',
    ),
    noPerson: {
      [KEYS]: ['reason_key', 'decision'],
      'why it is suggested, in words of Farol': ['reason'],
    },
    words: {
      reason_key: 'O que a mensagem sugerida tem por motivo, uma vez para cada lead',
      template_id: 'Modelo: o número dele em modelos-de-mensagem',
      sender_id: 'Quem enviou a mensagem que não foi: o número em usuarios',
      reason: 'Por que foi sugerida',
      decision:
        'O que foi dela: sent enviada, opened aberta no WhatsApp, dismissed dispensada, opted_out o cliente não quer mensagens',
    },
  },
  message_sendings: {
    sheet: 'what waits to be sent by this database, and what became of it',
    noPerson: {
      [KEYS]: ['state', 'message_hash'],
      'why Meta did not take a message, in words of Farol': ['problem'],
    },
    unsearched: { 'what waits for its turn, for seconds': ['phone', 'message'] },
  },
}
