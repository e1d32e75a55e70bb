/** Why indications wait, in words. */
import type { Waiting } from './queue.ts'

const MINUTE_MS = 60_000

/** Returns one sentence about all of them. */
export function waitWords(waiting: readonly Waiting[], nowMs = Date.now()): string {
  const limit = Math.max(...waiting.map(({ limitedUntil }) => limitedUntil))
  if (limit > nowMs) {
    const minutes = Math.ceil((limit - nowMs) / MINUTE_MS)
    return `O limite de envios foi atingido: enviamos em ${minutes === 1 ? '1 minuto' : `${minutes} minutos`}.`
  }
  return navigator.onLine
    ? 'O servidor não respondeu ainda: tentamos de novo em instantes.'
    : `${waiting.length === 1 ? 'Será enviada' : 'Serão enviadas'} quando a internet voltar.`
}
