/** The text of a date-time field and the instant it means in São Paulo. */
import { formatTime, instantOf, saoPauloDay } from '../../../domain/time/sao-paulo.ts'
import { isWholeMoment } from '../../../ui/MomentInput.tsx'

/** ISO 8601; null while the field is not whole. */
export function momentOf(text: string): string | null {
  const [day = '', time = ''] = text.split('T')
  return isWholeMoment(text) ? instantOf(day, time) : null
}

/** 'YYYY-MM-DDTHH:mm' in São Paulo; '' for none. */
export function momentText(instant: string | null): string {
  if (instant === null) return ''
  const ms = Date.parse(instant)
  return `${saoPauloDay(ms)}T${formatTime(ms)}`
}

const inWords = new Intl.DateTimeFormat('pt-BR', {
  timeZone: 'America/Sao_Paulo',
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
})

/** What stands under a date-time field: the moment in words, or whose time it is. */
export function momentWords(text: string): string {
  const moment = momentOf(text)
  return moment === null ? 'Horário de Brasília' : inWords.format(new Date(moment))
}
