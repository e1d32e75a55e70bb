/** The days that stand in a text, as they are written. They are not read here. docs/rules.md#imported-dates */

/** A day of two numbers and a year. Which of both is the month is to be found out. */
export interface NumbersAndYear {
  readonly first: number
  readonly second: number
  /** The same day, its two first numbers changed over. */
  readonly turned: string
}

export interface WrittenDay {
  readonly text: string
  readonly index: number
  /** null: the year comes first, or the month has its name. */
  readonly numbers: NumbersAndYear | null
}

const SIGN = /\s*[/.-]\s*/u.source
const SIGN_OR_BLANK = `(?:${SIGN}|\\s+)`
const MONTH = '(?:jan|f[ei][vb]|mar|a[bp]r|ma[iy]|jun|jul|a[gu][ogu]|se[tp]|o[uc]t|nov|de[zc])[a-zç]*'
const YEAR = '(\\d{4}|\\d{2})(?!\\d)'
/** Days with the year first stand before the others: '2026-03-25 10:00' has '03-25 10' in it. */
const DAYS = new RegExp(
  [
    `(?<!\\d)\\d{4}${SIGN}\\d{1,2}${SIGN}\\d{1,2}(?!\\d)`,
    `(?<!\\d)(\\d{1,2})(${SIGN_OR_BLANK})(\\d{1,2})(${SIGN_OR_BLANK})${YEAR}`,
    `(?<!\\d)\\d{1,2}[º°]?[\\s/.-]*(?:de\\s+)?${MONTH}\\.?[\\s/.-]*(?:de\\s+)?${YEAR}`,
  ].join('|'),
  'giu',
)
/** Digits alone are a day, or two. In other texts they may be anything. */
const DIGITS = /^(\d{8}|\d{6})(?:\D+(\d{8}|\d{6}))?$/u
const DIGIT_PARTS = /^(\d{2})(\d{2})(\d{4}|\d{2})$/u
/** Eight digits have the year first if their last four are no year from 1900 on. */
const FIRST_YEAR = 1900

/** A text longer than this is searched as far. */
const LONGEST = 300

export const isCompactYearFirst = (digits: string): boolean =>
  digits.length === 8 && Number(digits.slice(4)) < FIRST_YEAR && Number(digits.slice(0, 4)) >= FIRST_YEAR

function ofDigits(text: string, index: number): WrittenDay {
  const [, first = '', second = '', year = ''] = DIGIT_PARTS.exec(text) ?? []
  const numbers = isCompactYearFirst(text)
    ? null
    : { first: Number(first), second: Number(second), turned: `${second}/${first}/${year}` }
  return { text, index, numbers }
}

export function writtenDays(text: string): WrittenDay[] {
  const start = text.slice(0, LONGEST)
  const digits = DIGITS.exec(start)
  if (digits !== null)
    return digits
      .slice(1)
      .flatMap((part, place) =>
        part === undefined ? [] : ofDigits(part, place === 0 ? 0 : start.lastIndexOf(part)),
      )
  return [...start.matchAll(DAYS)].map(
    ({ 0: written, 1: first, 2: sign, 3: second, 4: other, 5: year, index }) => ({
      text: written,
      index,
      numbers:
        first === undefined
          ? null
          : {
              first: Number(first),
              second: Number(second),
              turned: `${second}${sign}${first}${other}${year}`,
            },
    }),
  )
}

/** The text with the two first numbers of its days changed over. */
export function turnedDays(text: string): string {
  let turned = ''
  let end = 0
  for (const { text: written, index, numbers } of writtenDays(text)) {
    turned += text.slice(end, index) + (numbers?.turned ?? written)
    end = index + written.length
  }
  return turned + text.slice(end)
}
