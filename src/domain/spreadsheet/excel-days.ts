/** Days as Excel keeps them: numbers in a format that shows a day. Pure. docs/rules.md#spreadsheets */

const DAY_MS = 86_400_000
const FROM_1900 = Date.UTC(1899, 11, 31)
const FROM_1904 = Date.UTC(1904, 0, 1)
/** Excel counts a 29 February 1900, which there was not. */
const NO_DAY = 60

/** The day of a number. */
export function dayOfSerial(serial: number, isFrom1904: boolean): Date {
  if (isFrom1904) return new Date(FROM_1904 + Math.round(serial * DAY_MS))
  const days = serial >= NO_DAY ? serial - 1 : serial
  return new Date(FROM_1900 + Math.round(days * DAY_MS))
}

/** The numbers of Excel's own formats of days and times. */
const OWN = [
  [14, 22],
  [27, 36],
  [45, 47],
  [50, 58],
] as const

/** What of a format is shown as it is: locale, colour, escaped and quoted signs, a blank as wide as a sign. */
const LITERAL = /\[[$\-\w]*\]|\\.|"[^"]*"|[*_]./gu

/** Whether numbers in the format are days or times. `code`: what the file says of it; undefined for Excel's own. */
export function isDayFormat(id: number, code: string | undefined): boolean {
  if (code === undefined) return OWN.some(([first, last]) => id >= first && id <= last)
  if (/\[(?:h+|m+|s+)\]/iu.test(code)) return true
  const shown = code.replaceAll(LITERAL, '').toLowerCase()
  if (/^\s*(?:general|geral|@)\s*$/u.test(shown)) return false
  return /[yd]|m{3,}|am\/pm|a\/p|(?:^|[^a-z])[hs]{1,2}(?:[^a-z]|$)/u.test(shown)
}
