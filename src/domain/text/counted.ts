/** A number with its noun. Pure. */
const number = new Intl.NumberFormat('pt-BR')

/** Returns '1 lead', '1.200 leads'. */
export const counted = (count: number, one: string, many: string): string =>
  `${number.format(count)} ${count === 1 ? one : many}`
