/** The text of a day's field under the mask 99/99/9999 while it is typed. docs/rules.md#dates-and-times */
import { cleanDigits } from '../documents/masks.ts'
import type { TypedChange, Typing } from '../documents/typing.ts'
import { formatDay, saoPauloDay } from './sao-paulo.ts'
import { LONGEST_DAY, readDay, type ShortYears } from './typed-date.ts'

const LENGTH = 8
const ISO_DAY = /^\d{4}-\d\d-\d\d$/u

/** '02/11/1985' of '02111985'; an incomplete day as far as it goes. */
const grouped = (digits: string) =>
  [digits.slice(0, 2), digits.slice(2, 4), digits.slice(4)].filter(Boolean).join('/')

const digitsIn = (text: string) => cleanDigits(text).slice(0, LENGTH)

/** '2/1/' is '02/01/'. A digit within the text is left alone: the user may be about to replace the one before it. */
const padded = (text: string) =>
  text.slice(0, LONGEST_DAY).replaceAll(/\d+(?=[/.\s-])/gu, (digits) => digits.padStart(2, '0'))

/** Returns how days are typed. The typed value is the day's digits, '02111985', or those that are typed so far. */
export function dayTyping(years: ShortYears, nowMs: () => number): Typing {
  const read = (text: string) => readDay(text, saoPauloDay(nowMs()), years)
  return {
    clean: (text) => {
      const day = read(text)
      return day === null ? digitsIn(text) : digitsOfDay(day)
    },
    format: grouped,
    shape: (text, { whole }: TypedChange) => {
      const day = whole ? read(text) : null
      if (day !== null) return formatDay(day)
      return grouped(digitsIn(whole || /[/.\s-]$/.test(text) ? padded(text) : text))
    },
    keyboard: 'numeric',
    placeholder: 'dd/mm/aaaa',
  }
}

/** Returns the digits of a day YYYY-MM-DD as the field shows them; what is no day as it is. */
export const digitsOfDay = (day: string | null): string =>
  day !== null && ISO_DAY.test(day) ? cleanDigits(formatDay(day)) : (day ?? '')

/** Returns YYYY-MM-DD for the eight digits of a calendar day; an incomplete or wrong day as it is; null for none. */
export function dayOfDigits(typed: string): string | null {
  if (typed === '') return null
  return (typed.length === LENGTH ? readDay(typed, '') : null) ?? typed
}

/** Whether a value of `dayOfDigits` is incomplete or wrong. */
export const isUnfinishedDay = (day: string | null): boolean => day !== null && !ISO_DAY.test(day)
