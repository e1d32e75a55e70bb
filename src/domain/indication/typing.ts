/** How values are typed and shown, for both forms: docs/rules.md#documents-phones-money. Typed values are texts. */
import { cleanDigits } from '../documents/masks.ts'
import type { Typing } from '../documents/typing.ts'
import { MONEY_TYPING } from '../money/money-typing.ts'
import { PHONE_TYPING } from '../phone/phone-typing.ts'
import { dayTyping } from '../time/day-typing.ts'
import type { DetailInput } from './detail-fields.ts'

const digits = (length: number) => (text: string) => cleanDigits(text).slice(0, length)
const capitals = (length: number) => (text: string) =>
  text
    .replace(/[^0-9A-Za-z]/g, '')
    .toUpperCase()
    .slice(0, length)
const plain = (value: string) => value

/** RG: nine digits. */
export const RG_TYPING: Typing = { clean: digits(9), format: plain, keyboard: 'numeric' }

/** Birth dates and dates of acquisition. */
export const pastDayTyping = (nowMs: () => number): Typing => dayTyping('past', nowMs)

/** Returns the inputs under a mask; the others take any text. */
export const typings = (nowMs: () => number): Readonly<Partial<Record<DetailInput, Typing>>> => ({
  few: { clean: digits(2), format: plain, keyboard: 'numeric' },
  money: MONEY_TYPING,
  date: pastDayTyping(nowMs),
  phone: PHONE_TYPING,
  chassi: { clean: capitals(17), format: plain, keyboard: 'text' },
  renavam: { clean: digits(11), format: plain, keyboard: 'numeric' },
})
