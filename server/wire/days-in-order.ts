/** Days of a query that are no period. docs/rules.md#reports */
import { formatDay } from '../../src/domain/time/sao-paulo.ts'
import { HttpError } from './errors.ts'

/** Throws 400 where the first day is after the last one: an empty answer would look true, and turned days were not asked for. */
export function mustBeInOrder(from: string | undefined, to: string | undefined): void {
  if (from === undefined || to === undefined || from <= to) return
  const sentence = `O período começa em ${formatDay(from)}, depois de terminar em ${formatDay(to)}.`
  throw new HttpError(400, 'invalid', sentence)
}
