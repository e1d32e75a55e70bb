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
