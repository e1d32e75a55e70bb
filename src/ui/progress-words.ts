/** Progress of long work in words: 'Baixando leads 12.400 de 50.000'. */
export interface ProgressNumbers {
  /** What goes on: 'Baixando leads'. */
  readonly label: string
  readonly done: number
  /** Null while nobody knows how many there will be. */
  readonly expected: number | null
}

const number = new Intl.NumberFormat('pt-BR')

/** Without the end while it is unknown; an end that was passed moves along. */
export function progressWords({ label, done, expected }: ProgressNumbers): string {
  const all = expected === null ? '' : ` de ${number.format(Math.max(expected, done))}`
  return `${label} ${number.format(done)}${all}`
}
