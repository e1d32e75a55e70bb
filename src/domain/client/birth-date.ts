/** Which days somebody who is a client now may be born on. */
import { saoPauloDay } from '../time/sao-paulo.ts'

const FIRST_DAY = '1900-01-01'

/** Of a day YYYY-MM-DD: from 1900 until today in São Paulo. */
export const isBirthDate = (day: string, nowMs: number): boolean =>
  day >= FIRST_DAY && day <= saoPauloDay(nowMs)
