/** Made-up CPF and CNPJ. */

/** A check digit behind; the weights rise from 2 to `most`. */
const withCheck = (text: string, most: number): string => {
  const rest =
    Array.from(text)
      .toReversed()
      .reduce((sum, digit, place) => sum + Number(digit) * (2 + (place % (most - 1))), 0) % 11
  return `${text}${rest < 2 ? 0 : 11 - rest}`
}

/** Both check digits behind the nine digits of a CPF, or the twelve of a CNPJ. */
export const withChecks = (start: string): string => {
  const most = start.length === 9 ? 11 : 9
  return withCheck(withCheck(start, most), most)
}
