/** Progress of long work in words: 'Baixando leads 12.400 de 50.000'. */
import { formatNumber } from '../domain/text/formats.ts'
export interface ProgressNumbers {
  /** The kind of work: 'Baixando leads'. */
  readonly label: string
  readonly done: number
  /** Null while the total is unknown. */
  readonly expected: number | null
}

/** Returns '12.400 de 50.000', without a total while it is unknown. A total that was exceeded grows with `done`. */
export function amountWords({ done, expected }: Omit<ProgressNumbers, 'label'>): string {
  const all = expected === null ? '' : ` de ${formatNumber(Math.max(expected, done))}`
  return `${formatNumber(done)}${all}`
}

/** Returns the label with the amount; the label alone before anything is done of an unknown total. */
export function progressWords({ label, ...amount }: ProgressNumbers): string {
  if (amount.done === 0 && amount.expected === null) return `${label}…`
  return `${label} ${amountWords(amount)}`
}
