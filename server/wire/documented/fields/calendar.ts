/** Meanings of the fields of a calendar's address. */
import { happens, type Meanings, says } from '../../../records/meaning.ts'

const FEED: Meanings = {
  name: says('Como o usuário chama o endereço.', 'Celular'),
  schedules: says('Mostra os retornos agendados.'),
  deadlines: says('Mostra os prazos dos leads.'),
  renewals: says('Mostra o vencimento do seguro a renovar.'),
  names: says('Mostra o nome do cliente, que fica então com quem guarda o calendário.'),
  alarm: says('Minutos do alarme antes do evento. null: sem alarme.', 15),
  created_at: happens('Quando o endereço em vigor foi feito'),
  last_used_at: happens('Última leitura, até o minuto. null: nunca foi lido'),
  url: says(
    'O endereço. Guarde-o: ele não é mostrado de novo.',
    'https://farol.example.com/api/calendar/exemplo.ics',
  ),
}

export const CALENDAR_BY_PATH: Readonly<Record<string, Meanings>> = {
  '/calendar-feeds': FEED,
  '/calendar/:file': { file: says('O segredo do endereço, e `.ics`.', 'exemplo.ics') },
}
