/** Progress of long work in words: 'Baixando leads 12.400 de 50.000'. */
export interface ProgressNumbers {
  /** The kind of work: 'Baixando leads'. */
  readonly label: string
  readonly done: number
  /** Null while the total is unknown. */
  readonly expected: number | null
}

const number = new Intl.NumberFormat('pt-BR')

/** Returns the progress in words, without a total while it is unknown. A total that was exceeded grows with `done`. */
export function progressWords({ label, done, expected }: ProgressNumbers): string {
  const all = expected === null ? '' : ` de ${number.format(Math.max(expected, done))}`
  return `${label} ${number.format(done)}${all}`
}
