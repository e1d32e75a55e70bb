/** Birth dates of clients: docs/rules.md#documents-phones-money */
import { saoPauloDay } from '../time/sao-paulo.ts'

const FIRST_BIRTH_DATE = '1900-01-01'

/** Whether a client may be born on a day YYYY-MM-DD: from 1900 until today in São Paulo. */
export const isBirthDate = (day: string, nowMs: number): boolean =>
  day >= FIRST_BIRTH_DATE && day <= saoPauloDay(nowMs)
