/**
 * The text of a field of money while it is typed. It stays as typed until the user leaves the field: '1500' is R$ 1.500,00
 * and never R$ 15,00. docs/rules.md#documents-phones-money
 */
import type { Pasted, TypedChange, Typing } from '../documents/typing.ts'
import { formatMoney, moneyIn, readMoney } from './money.ts'

/** '1.500' and '1.500,5': the dots group thousands. */
const GROUPED = /^\d{1,3}(?:\.\d{3})+(?:,\d*)?$/u
/** '1500.505': a decimal point with a digit too many. */
const TOO_EXACT = /^(\d{4,}\.\d\d)\d+$/u

const grouped = (digits: string) => digits.replaceAll(/\B(?=(?:\d{3})+$)/gu, '.')

/** Returns an amount after one key. The dots of a grouped amount follow its digits, so that '1.500' less a digit is 150. */
function afterKey(text: string, before: string): string {
  const [whole = '', ...behind] = text.replaceAll(/[^\d.,]/g, '').split(',')
  const written = GROUPED.test(before) ? grouped(whole.replaceAll('.', '')) : whole.replace(TOO_EXACT, '$1')
  if (behind.length === 0) return written
  return `${written},${behind.join('').replaceAll('.', '').slice(0, 2)}`
}

/** Returns the text that the field shows. What arrives at once is written as it was read. An amount too large is not taken. */
function moneyShape(text: string, { before, whole }: TypedChange): string {
  const shaped = whole ? text : afterKey(text, before)
  const cents = readMoney(shaped)
  if (cents === null && /\d/.test(shaped)) return before
  if (!whole) return shaped
  return cents === null ? '' : formatMoney(cents)
}

function pastedMoney(text: string): Pasted {
  const cents = moneyIn(text)
  return cents === null
    ? { kind: 'none', words: 'Nenhum valor em reais no texto colado' }
    : { kind: 'found', value: String(cents) }
}

/** The typed value is the number of cents, or ''. */
export const MONEY_TYPING: Typing = {
  clean: (text) => String(readMoney(text) ?? ''),
  format: (value) => (value === '' ? '' : formatMoney(Number(value))),
  shape: moneyShape,
  find: pastedMoney,
  joins: true,
  keyboard: 'decimal',
  placeholder: '0,00',
}
