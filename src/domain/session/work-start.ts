/** When a user's day begins: 'HH:mm' or nothing. docs/rules.md#users */

export const WORK_START_INVALID = 'Horário de inicio de jornada inválido'
export const WORK_START_OUTSIDE = 'O horário deve estar entre 08:30 e 12:00'

const EARLIEST = '08:30'
const LATEST = '12:00'

/** Returns what is wrong with it as a sentence, or null. An empty one is allowed. */
export function workStartProblem(time: string): string | null {
  if (time === '') return null
  if (!/^([01]\d|2[0-3]):[0-5]\d$/.test(time)) return WORK_START_INVALID
  return time < EARLIEST || time > LATEST ? WORK_START_OUTSIDE : null
}
