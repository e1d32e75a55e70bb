/** Parses a date as Brazilians type it: day, month, year, separators optional, the year of two or four digits. */

/** Returns YYYY-MM-DD, or null where the text is no calendar day. */
export function parseTypedDate(text: string): string | null {
  const trimmed = text.trim()
  const parts =
    /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4}|\d{2})$/.exec(trimmed) ??
    /^(\d{2})(\d{2})(\d{4}|\d{2})$/.exec(trimmed)
  if (parts === null) return null
  const [day = 0, month = 0, year = 0] = parts.slice(1).map(Number)
  const full = year < 100 ? 2000 + year : year
  const date = new Date(Date.UTC(full, month - 1, day))
  const exists =
    date.getUTCFullYear() === full && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
  return exists ? date.toISOString().slice(0, 10) : null
}
