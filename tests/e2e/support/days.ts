/** Days that lie ahead whenever a test runs: past ones are refused. */
import { addDays, saoPauloDay } from '../../../src/domain/time/sao-paulo.ts'

/** `YYYY-MM-DD`, so many days from today in São Paulo, where the tests' browsers are. */
export const dayAhead = (days: number): string => addDays(saoPauloDay(Date.now()), days)
