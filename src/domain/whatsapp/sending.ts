/** What Meta's service may send to a client, and why not. docs/rules.md#messages-sent */
import type { Client } from '../client/client.ts'
import type { Lead } from '../lead/lead.ts'
import { callablePhones, cleanPhone, isMobile } from '../phone/phone.ts'
import { DAY_MS } from '../time/durations.ts'
import { formatDay } from '../time/sao-paulo.ts'

/** After the client's last message. Within it any text may go, after it only a template that Meta approved. */
export const WINDOW_MS = DAY_MS
export const LONGEST_TEXT = 4096
/** A message that waited longer, on a device or here, is not sent: it is the broker's to say whether it still fits. */
export const STALE_MS = DAY_MS

/** Returns why no template is sent to the client, as a sentence; null: one may be. Free replies stay the broker's. */
export const optOutProblem = ({
  no_messages_since: since,
}: Pick<Client, 'no_messages_since'>): string | null =>
  since === null || since === undefined
    ? null
    : `Este cliente não quer mensagens desde ${formatDay(since)}. Modelos e automações não são enviados a ele.`

export const WINDOW_CLOSED =
  'O WhatsApp só aceita texto livre até 24 horas depois da última mensagem do cliente. Envie um modelo aprovado, sem mudar o texto, ou abra no WhatsApp.'
export const NOT_CONNECTED =
  'O WhatsApp da corretora não está ligado ao Farol. Abra a mensagem no seu WhatsApp.'
export const NO_NUMBER =
  'Nem você nem a corretora tem um número ligado ao Farol. Abra a mensagem no seu WhatsApp.'
export const NOT_APPROVED = 'Este modelo não foi aprovado na Meta. Abra a mensagem no seu WhatsApp.'
export const WAITED_TOO_LONG =
  'A mensagem esperou mais de um dia e não foi enviada. Confira se ainda serve e envie de novo.'
export const FOREIGN_NUMBER = 'Este número não é mais do cliente. Abra a mensagem de novo e confira.'

/** The mobiles that a message of the lead may go to. */
export const messagePhones = ({
  client_cellphone,
  client_phone,
}: Pick<Lead, 'client_cellphone' | 'client_phone'>) =>
  callablePhones({ cellphone: client_cellphone, phone: client_phone }).filter(({ phone }) => isMobile(phone))

export const isPhoneOf = (lead: Lead, phone: string): boolean =>
  messagePhones(lead).some((one) => cleanPhone(one.phone) === cleanPhone(phone))

/** Meta takes no line break, tab or row of spaces in a value. */
export const asParameter = (value: string): string => value.replaceAll(/\s+/gu, ' ').trim()
