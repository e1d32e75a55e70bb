/** Days in the future at every run: past ones are refused. */
import { addDays, saoPauloDay } from '../../../src/domain/time/sao-paulo.ts'

/** `YYYY-MM-DD`, `days` from today in São Paulo, the time zone of the tests' browsers. */
export const dayAhead = (days: number): string => addDays(saoPauloDay(Date.now()), days)
