/** Reads and writes amounts of money. docs/rules.md#documents-phones-money. The wire's decimals: lead/sale-value.ts */
import { formatHundredths } from '../text/formats.ts'

/** R$ 999.999.999,99. */
const MOST_CENTS = 99_999_999_999
const CURRENCY = /R\$|\b(?:BRL|reais|real)\b/giu
const AMOUNT = /^[.,]?\d[\d.,]*$/u

/** Returns '1.234,56'. */
export const formatMoney = (cents: number): string => formatHundredths(cents / 100)

/** Whether the only sign of a text groups thousands: '1.500' and '1,500', but not '1500.000' or '0.500'. */
const groupsThousands = (before: string, after: string) => /^[1-9]\d{0,2}$/.test(before) && after.length === 3

/** Returns the digits before and behind the decimal sign. Of two different signs the last is the decimal one. */
function partsOf(amount: string): { readonly whole: string; readonly decimals: string } {
  const last = Math.max(amount.lastIndexOf('.'), amount.lastIndexOf(','))
  const [before, sign, after] = [amount.slice(0, Math.max(last, 0)), amount[last], amount.slice(last + 1)]
  const isRepeated = sign !== undefined && before.includes(sign) && !/[.,]/.test(before.replaceAll(sign, ''))
  const isGroup = isRepeated || (!/[.,]/.test(before) && groupsThousands(before, after))
  const digits = (text: string) => text.replaceAll(/[.,]/g, '')
  return sign === undefined || isGroup
    ? { whole: digits(amount), decimals: '' }
    : { whole: digits(before), decimals: after }
}

/**
 * Returns the cents of an amount as people type or paste it: '1500', '1.500', 'R$ 1.500,00', '1,500.00'. Returns null
 * where the text is none: empty, negative, with other words, or beyond R$ 999.999.999,99.
 */
export function readMoney(text: string): number | null {
  const amount = text
    .replaceAll(CURRENCY, '')
    .replaceAll(/\s/g, '')
    .replace(/[.,]+$/u, '')
  if (!AMOUNT.test(amount)) return null
  const { whole, decimals } = partsOf(amount)
  const cents = Number(whole) * 100 + Math.round(Number(decimals.slice(0, 3).padEnd(3, '0')) / 10)
  return cents <= MOST_CENTS ? cents : null
}

/** Signs and words that make another number of one: other currencies, parts, multiples, what is owed. */
const OTHER_AMOUNT =
  /[%€£¥×*()]|US\$|\b(?:usd|eur|mil|milh\w*|mi|k|x|ou|a cada|por|parcelas?|vezes)\b|\d\s*x\b|[-–−]\s*(?:R\$\s*)?\d|\d\s*[-–−]$/iu

/** Returns the cents of the one amount in the words of a text; null where it has none or several, or other ones. */
export function moneyIn(text: string): number | null {
  const plain = readMoney(text)
  if (plain !== null || OTHER_AMOUNT.test(text.trim())) return plain
  const [number, ...others] = text.match(/\d(?:[\d.,]*\d)?/gu) ?? []
  return number === undefined || others.length > 0 ? null : readMoney(number)
}
