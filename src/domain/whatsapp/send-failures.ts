/** What Meta's errors of a message mean, in words, and what becomes of the message. docs/rules.md#messages-sent */

/** `retry`: the same message goes later. `stop`: it does not. */
export interface SendFailure {
  readonly words: string
  readonly act: 'retry' | 'stop'
  /** The client said no to WhatsApp itself. */
  readonly optOut?: true
  /** Nothing goes until an administrator has looked. */
  readonly account?: true
}

const BUSY: SendFailure = { words: 'o WhatsApp está recebendo mensagens demais da corretora', act: 'retry' }
const PASSING: SendFailure = { words: 'o WhatsApp está com problemas', act: 'retry' }
const TOKEN: SendFailure = {
  words: 'o acesso ao WhatsApp venceu ou foi retirado: um administrador precisa ligá-lo de novo',
  act: 'stop',
  account: true,
}
const TEMPLATE: SendFailure = {
  words: 'o modelo não existe ou está diferente na Meta: um administrador precisa conferi-lo',
  act: 'stop',
}
const PAUSED: SendFailure = {
  words: 'o Meta parou este modelo porque clientes reclamaram dele',
  act: 'stop',
}
const BLOCKED: SendFailure = {
  words: 'a conta do WhatsApp da corretora está bloqueada na Meta',
  act: 'stop',
  account: true,
}

const FAILURES: Readonly<Record<number, SendFailure>> = {
  0: TOKEN,
  1: PASSING,
  2: PASSING,
  3: TOKEN,
  4: BUSY,
  10: TOKEN,
  190: TOKEN,
  368: BLOCKED,
  80007: BUSY,
  130429: BUSY,
  130472: { words: 'o WhatsApp não entrega mensagens de divulgação a este cliente', act: 'stop' },
  130497: { words: 'o WhatsApp não deixa a corretora escrever a este país', act: 'stop' },
  131000: PASSING,
  131005: TOKEN,
  131008: TEMPLATE,
  131016: PASSING,
  131021: { words: 'o número do cliente é o da própria corretora', act: 'stop' },
  131026: { words: 'este número não está no WhatsApp ou não recebe mensagens comerciais', act: 'stop' },
  131031: BLOCKED,
  131042: { words: 'há um problema com o pagamento da conta na Meta', act: 'stop', account: true },
  131047: {
    words: 'passaram mais de 24 horas da última mensagem do cliente: só um modelo aprovado',
    act: 'stop',
  },
  131048: BUSY,
  131049: { words: 'o WhatsApp poupou o cliente de mais mensagens comerciais: espere um dia', act: 'stop' },
  131050: {
    words: 'o cliente pediu ao WhatsApp para não receber mensagens da corretora',
    act: 'stop',
    optOut: true,
  },
  131056: BUSY,
  131057: PASSING,
  132000: TEMPLATE,
  132001: TEMPLATE,
  132005: TEMPLATE,
  132007: TEMPLATE,
  132012: TEMPLATE,
  132015: PAUSED,
  132016: PAUSED,
  133004: PASSING,
  133010: { words: 'o número da corretora não está registrado na Meta', act: 'stop', account: true },
  135000: PASSING,
}

/** A code that is not known ends the message, and is told with its number. */
export const sendFailureOf = (code: number): SendFailure =>
  FAILURES[code] ?? { words: `o WhatsApp recusou a mensagem (erro ${code})`, act: 'stop' }

/** It is not known whether Meta took the message, so it is not sent again by itself. */
export const NOT_KNOWN =
  'não sabemos se a mensagem saiu: confira a conversa no WhatsApp antes de enviar de novo'
export const TOO_LATE = 'o WhatsApp não respondeu por um dia'
/** The server or its loop was off. */
export const WAITED = 'a mensagem esperou mais de um dia: confira se ainda serve'
export const WITHOUT_NUMBER = 'nem quem enviou nem a corretora tem um número ligado ao Farol'
export const ENDED_CONNECTION = 'o WhatsApp da corretora foi desligado do Farol'

const PAUSES_MS = [30_000, 2 * 60_000, 10 * 60_000, 30 * 60_000, 60 * 60_000]
const LONGEST_PAUSE_MS = 60 * 60_000

/** ms until the next try, after so many; never shorter than Meta asks for. */
export const sendPauseMs = (tries: number, askedMs: number | null): number =>
  Math.max(PAUSES_MS[tries - 1] ?? LONGEST_PAUSE_MS, askedMs ?? 0)
