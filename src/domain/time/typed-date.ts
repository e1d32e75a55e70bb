/** Parses a date as Brazilians type it: day, month, year, separators optional, the year of two or four digits. */
import { isExists } from 'date-fns/isExists'
import { lightFormat } from 'date-fns/lightFormat'

/** Returns YYYY-MM-DD, or null where the text is no calendar day. */
export function parseTypedDate(text: string): string | null {
  const trimmed = text.trim()
  const parts =
    /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4}|\d{2})$/.exec(trimmed) ??
    /^(\d{2})(\d{2})(\d{4}|\d{2})$/.exec(trimmed)
  if (parts === null) return null
  const [day = 0, month = 0, year = 0] = parts.slice(1).map(Number)
  const full = year < 100 ? 2000 + year : year
  return isExists(full, month - 1, day) ? lightFormat(new Date(full, month - 1, day), 'yyyy-MM-dd') : null
}
