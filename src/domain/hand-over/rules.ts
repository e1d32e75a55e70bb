/** For how long keys, certificates and codes of a hand-over hold, and what is said when they do not: docs/rules.md#hand-over */
import { DAY_MS, MINUTE_MS } from '../time/durations.ts'

/** The entry of the history, and the command's name where a device sends what another handed to it. */
export const HAND_OVER_ENTRY = 'lead.handOver'

/** A key of the ring seals for so long. */
const PERIOD_MS = 7 * DAY_MS
/** A code is read for so long after it was made. */
export const CODE_LIFE_MS = 10 * MINUTE_MS
/** The clocks of two devices without a network may differ so much. */
const SKEW_MS = 5 * MINUTE_MS
/** The server takes what was handed over for so long, as it believes times of a queue. */
const SENT_WITHIN_MS = 30 * DAY_MS
/** A device renews its keys when they are older. They hold for at least a week without a network. */
export const RENEW_AFTER_MS = DAY_MS / 2

/** The number of the period, by which a sealed code names its key. */
export const periodOf = (nowMs: number): number => Math.floor(nowMs / PERIOD_MS)

/** The periods whose keys a device gets: the one before for clocks that differ, and the next for a week without a network. */
export function periodsOf(nowMs: number): readonly number[] {
  const now = periodOf(nowMs)
  return [now - 1, now, now + 1]
}

/** When a certificate that is made now ends, epoch ms: with the last key of its ring. */
export const certificateEnd = (nowMs: number): number => (periodOf(nowMs) + 2) * PERIOD_MS

export const NO_KEYS =
  'Este aparelho ainda não tem as chaves para entregar na mão. Conecte-o à internet uma vez com o Farol aberto.'
export const OLD_KEYS =
  'Este aparelho está há dias demais sem internet para entregar na mão. Conecte-o uma vez com o Farol aberto.'
export const NOT_OURS =
  'Este código não é de um aparelho da sua corretora, ou este aparelho está há dias demais sem internet.'
export const OTHER_VERSION = 'Os dois aparelhos têm versões diferentes do Farol. Atualize-os e tente de novo.'
export const TOO_LONG =
  'Este lead tem texto demais para um código. Ele vai quando este aparelho tiver conexão.'
export const NOT_WAITING =
  'Este lead já foi enviado, ou não espera mais neste aparelho. Não precisa entregar.'
export const ALREADY_HERE = 'Este lead já está neste aparelho. Não precisa receber de novo.'
const EXPIRED = 'Este código venceu. Peça para mostrar outro.'
const OTHER_CLOCK = 'Os relógios dos dois aparelhos não combinam. Acerte a hora deles e tente de novo.'
const UNCERTIFIED = 'O aparelho que entregou não estava confirmado pela corretora quando mostrou o código.'
const TOO_LATE = 'Este lead foi entregue na mão há mais de 30 dias. Cadastre-o de novo.'

interface Certified {
  /** ISO 8601. */
  readonly from: string
  readonly until: string
}

const isCertifiedAt = ({ from, until }: Certified, handedMs: number) =>
  handedMs >= Date.parse(from) - SKEW_MS && handedMs <= Date.parse(until)

/** Returns why a reader without a network does not take the code at this time, or null. */
export function readingProblem(certificate: Certified, handedAt: string, nowMs: number): string | null {
  const handedMs = Date.parse(handedAt)
  if (handedMs > nowMs + SKEW_MS) return OTHER_CLOCK
  if (nowMs - handedMs > CODE_LIFE_MS + SKEW_MS) return EXPIRED
  return isCertifiedAt(certificate, handedMs) ? null : UNCERTIFIED
}

/** Returns why the server does not take what was handed over, or null. A reader may send it days later. */
export function sendingProblem(certificate: Certified, handedAt: string, nowMs: number): string | null {
  const handedMs = Date.parse(handedAt)
  if (handedMs > nowMs + SKEW_MS || !isCertifiedAt(certificate, handedMs)) return UNCERTIFIED
  return nowMs - handedMs > SENT_WITHIN_MS ? TOO_LATE : null
}
