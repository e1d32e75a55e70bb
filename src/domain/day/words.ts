/** Why a lead is for now, as the broker reads it: docs/rules.md#my-day */
import { momentInWords, whenInWords } from '../notices/notice.ts'
import { lateInWords, type Moment, spanInWords, workingDaysInWords } from '../sla/span-words.ts'
import { counted } from '../text/counted.ts'
import { dayNumber } from '../time/day-number.ts'
import { dayInWords } from '../time/near-days.ts'
import { formatTime } from '../time/sao-paulo.ts'

/** Which limit of a lead ends. */
export type DayLimit = 'capture' | 'first-call' | 'finish'

/** `isOwn`: the user promised it. */
export const lateReturnReason = (atMs: number, moment: Moment, isOwn: boolean): string => {
  const isToday = dayNumber(atMs) === dayNumber(moment.nowMs)
  const when = isToday ? `às ${formatTime(atMs)} de hoje` : `em ${momentInWords(atMs, moment.nowMs)}`
  return `${isOwn ? 'Você prometeu ligar' : 'Retorno prometido'} ${when} · ${lateInWords(atMs, moment)}`
}

/** `contactMs` null: nobody has spoken to the client yet. */
export const fireReason = (contactMs: number | null, { nowMs }: Moment): string =>
  contactMs === null
    ? 'Cliente quente, ainda sem contato'
    : `Cliente quente, sem contato desde ${dayInWords(contactMs, nowMs)}`

const LIMITS: Readonly<Record<DayLimit, string>> = {
  capture: 'A captura',
  'first-call': 'A 1ª ligação',
  finish: 'O prazo de atendimento',
}

const endsInWords = (endMs: number, { nowMs }: Moment) =>
  dayNumber(endMs) === dayNumber(nowMs)
    ? `vence em ${spanInWords(endMs - nowMs)}`
    : `vence ${whenInWords(endMs, nowMs)}`

export const limitReason = (limit: DayLimit, endMs: number, moment: Moment): string =>
  `${LIMITS[limit]} ${endsInWords(endMs, moment)}`

export const returnReason = (atMs: number, { nowMs }: Moment): string => `Retorno ${whenInWords(atMs, nowMs)}`

/** `endMs` null: no limit is running. */
export const captureReason = (isOwn: boolean, endMs: number | null, moment: Moment): string =>
  [isOwn ? 'Separado para você' : 'Livre para você', endMs === null ? [] : endsInWords(endMs, moment)]
    .flat()
    .join(' · ')

/** `endDay` in days since 1970-01-01. */
export function renewalReason(endDay: number, { nowMs }: Moment): string {
  const days = endDay - dayNumber(nowMs)
  if (days === 0) return 'O seguro vence hoje'
  return days === 1 ? 'O seguro vence amanhã' : `O seguro vence em ${counted(days, 'dia', 'dias')}`
}

export const noStepReason = (days: number): string => `Sem próximo passo há ${workingDaysInWords(days)}`
export const pendingSaleReason = (days: number): string => `Venda pendente há ${workingDaysInWords(days)}`
