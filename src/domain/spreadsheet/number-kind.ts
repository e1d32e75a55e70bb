/** What the formats of an .xlsx make of its numbers. Pure. docs/rules.md#spreadsheets */

export type NumberKind = 'number' | 'day' | 'percent'

/** The numbers of Excel's own formats of days and times. */
const OWN_DAYS = [
  [14, 22],
  [27, 36],
  [45, 47],
  [50, 58],
] as const
const OWN_PERCENTS = [9, 10] as const

/** What of a format is shown as it is: locale, colour, escaped and quoted signs, a blank as wide as a sign. */
const LITERAL = /\[[$\-\w]*\]|\\.|"[^"]*"|[*_]./gu

function isDayFormat(code: string): boolean {
  if (/\[(?:h+|m+|s+)\]/iu.test(code)) return true
  const shown = code.replaceAll(LITERAL, '').toLowerCase()
  if (/^\s*(?:general|geral|@)\s*$/u.test(shown)) return false
  return /[yd]|m{3,}|am\/pm|a\/p|(?:^|[^a-z])[hs]{1,2}(?:[^a-z]|$)/u.test(shown)
}

/** What numbers in the format show. `code`: what the file says of it; undefined for Excel's own. */
export function numberKind(id: number, code: string | undefined): NumberKind {
  if (code === undefined) {
    if (OWN_DAYS.some(([first, last]) => id >= first && id <= last)) return 'day'
    return OWN_PERCENTS.some((own) => own === id) ? 'percent' : 'number'
  }
  if (isDayFormat(code)) return 'day'
  return code.replaceAll(LITERAL, '').includes('%') ? 'percent' : 'number'
}
