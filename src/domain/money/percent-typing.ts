/** How a percentage is typed and pasted: at most 100, with up to two decimals. docs/rules.md#documents-phones-money */
import type { Pasted, Typing } from '../documents/typing.ts'
import { percentIn } from './percent.ts'

const MOST = 100
const LONGEST_WHOLE = 3

const percentOf = (text: string): number | null => {
  const value = Number.parseFloat(text.replace(',', '.'))
  return Number.isFinite(value) ? value : null
}

const percentWords = (value: number): string => String(value).replace('.', ',')

/** A comma stays until its digit is typed. */
function percentText(typed: string): string {
  const [digits = '', ...decimals] = typed
    .replace('.', ',')
    .replaceAll(/[^\d,]/g, '')
    .split(',')
  const whole = digits.replace(/^0+(?=\d)/, '').slice(0, LONGEST_WHOLE)
  const text = decimals.length === 0 ? whole : `${whole || '0'},${decimals.join('').slice(0, 2)}`
  return (percentOf(text) ?? 0) > MOST ? String(MOST) : text
}

function pastedPercent(text: string): Pasted {
  const found = percentIn(text)
  return found === null || found > MOST || Number(found.toFixed(2)) !== found
    ? { kind: 'none', words: 'Nenhum percentual até 100% no texto colado' }
    : { kind: 'found', value: String(found) }
}

/** The typed value is the number with a point, or ''. */
export const PERCENT_TYPING: Typing = {
  clean: (text) => String(percentOf(text) ?? ''),
  format: (value) => (value === '' ? '' : percentWords(Number(value))),
  shape: percentText,
  find: pastedPercent,
  joins: true,
  keyboard: 'decimal',
}
