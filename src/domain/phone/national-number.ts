/**
 * Reads phones as Brazilians write them: with the country's code, trunk zeros, a carrier's code, an extension, several in
 * one text. docs/rules.md#documents-phones-money
 */
import { cleanPhone, isPhone } from './phone.ts'

const COUNTRY = '55'
const LONGEST = 11

/** 'ramal 12', 'r. 12', 'ext 12', 'x12' behind a number. */
const EXTENSION = /\b(?:ramal|ext(?:ens[aã]o)?|r)\b\.?\s*:?\s*\d+.*$|\s+x\s*\d+\s*$/iu
/** '0xx31', '(0XX31)': the place of the carrier's code. */
const ANY_CARRIER = /0\s*x\s*x/giu
const SEPARATORS = /[/;,|\n]|\s+(?:ou|e)\s+/iu
/** A country's code follows. */
const INTERNATIONAL = /^\D*(?:\+|00)/u
/** Another country's code. */
const FOREIGN = /^\D*(?:\+|00)\s*(?!5\s*5)/u

/**
 * Returns the digits of one number without the country's code, the zero before the area code and the carrier's code, and
 * without its extension. What is no phone of this country comes back as its digits: `isPhone` refuses them.
 */
export function nationalNumber(text: string): string {
  const plain = text.replace(EXTENSION, '').replaceAll(ANY_CARRIER, '0')
  const digits = cleanPhone(plain)
  if (FOREIGN.test(plain)) return digits
  const withoutZeros = digits.replace(/^0+/, '')
  if (INTERNATIONAL.test(plain)) return withoutZeros.slice(COUNTRY.length).replace(/^0+/, '')
  if (withoutZeros.length <= LONGEST) return withoutZeros
  const rest = withoutZeros.slice(2)
  if (withoutZeros.startsWith(COUNTRY) || digits.startsWith('0')) {
    const national = rest.replace(/^0+/, '')
    if (isPhone(national)) return national
  }
  return withoutZeros
}

/** Returns the numbers of a text that may have several, each by `nationalNumber`. */
export const phonesIn = (text: string): string[] =>
  text
    .split(SEPARATORS)
    .filter((part) => /\d/.test(part))
    .map(nationalNumber)

/**
 * Returns the digits of a text that is typed or pasted into a field, at most eleven. A key too many after a complete
 * number changes nothing.
 */
export function typedPhone(text: string): string {
  const digits = cleanPhone(text)
  const isWhole =
    /^\(?\d{2}\)?/u.test(text) && digits.length === LONGEST + 1 && isPhone(digits.slice(0, LONGEST))
  if (isWhole && !digits.startsWith('0')) return digits.slice(0, LONGEST)
  const [first = ''] = phonesIn(text)
  // While a number is typed, the country's code can be distinguished from an area code only now.
  const isCountry = first.length > LONGEST && first.startsWith(COUNTRY)
  return (isCountry ? first.slice(COUNTRY.length) : first).slice(0, LONGEST)
}
