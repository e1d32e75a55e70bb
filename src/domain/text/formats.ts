/**
 * Numbers and lists as Brazilians write them. Each formatter is made at its first use: the first one of a page takes some 20 ms, which
 * the loading of its code has no room for. docs/gotchas.md
 */
import { atFirstUse } from '../record/at-first-use.ts'

interface Formatter<Value> {
  readonly format: (value: Value) => string
}

function formatOf<Value>(make: () => Formatter<Value>): (value: Value) => string {
  const formatter = atFirstUse(make)
  return (value) => formatter().format(value)
}

export const numberFormat = (options: Intl.NumberFormatOptions = {}): ((value: number | bigint) => string) =>
  formatOf(() => new Intl.NumberFormat('pt-BR', options))

export const dateFormat = (options: Intl.DateTimeFormatOptions): ((value: Date | number) => string) =>
  formatOf(() => new Intl.DateTimeFormat('pt-BR', options))

const formatDecimals = numberFormat()
const THOUSANDS = /\B(?=(\d{3})+$)/g

/** Returns '1.234', '0,125': three decimals at most. A whole number needs no formatter: the first screen has no other. */
export const formatNumber = (value: number | bigint): string =>
  Number.isSafeInteger(value) ? String(value).replace(THOUSANDS, '.') : formatDecimals(value)

/** Returns '1.234,5', '3': one decimal at most. */
export const formatTenths = numberFormat({ maximumFractionDigits: 1 })

/** Returns '1.234,50'. */
export const formatHundredths = numberFormat({ minimumFractionDigits: 2, maximumFractionDigits: 2 })

/** Returns 'R$ 1.234,50', with a no-break space. */
export const formatReais = numberFormat({ style: 'currency', currency: 'BRL' })

/** Returns 'a, b e c'. */
export const joinAll = formatOf<Iterable<string>>(() => new Intl.ListFormat('pt-BR', { type: 'conjunction' }))

/** Returns 'a, b ou c'. */
export const joinAny = formatOf<Iterable<string>>(() => new Intl.ListFormat('pt-BR', { type: 'disjunction' }))
