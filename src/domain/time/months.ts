/** The months by number: docs/rules.md#catalogues. */

const MONTHS =
  'Janeiro Fevereiro Março Abril Maio Junho Julho Agosto Setembro Outubro Novembro Dezembro'.split(' ')

/** Returns the name of a month 1 to 12, null for any other. */
export function monthName(month: number | null): string | null {
  return month === null ? null : (MONTHS[month - 1] ?? null)
}

/** Returns '25 de março de 2027', '1º de março de 2027' of a day YYYY-MM-DD. */
export function dayInWords(day: string): string {
  const [year = '', month = '', date = ''] = day.split('-')
  const number = Number(date) === 1 ? '1º' : String(Number(date))
  return `${number} de ${monthName(Number(month))?.toLowerCase() ?? ''} de ${year}`
}
