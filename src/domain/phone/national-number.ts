/**
 * Reads phones as Brazilians write them: with the country's code, trunk zeros, a carrier's code, an extension, several in
 * one text. docs/rules.md#documents-phones-money
 */
import { cleanPhone, isPhone } from './phone.ts'

const COUNTRY = '55'
const LONGEST = 11
/** A plus, and as many digits as any country's number has. */
const LONGEST_FOREIGN = 16

/** 'ramal 12', 'r. 12', 'ext 12', 'x12' behind a number. */
const EXTENSION = /\b(?:ramal|ext(?:ens[aã]o)?|r)\b\.?\s*:?\s*\d+.*$|\s+x\s*\d+\s*$/iu
/** '0xx31', '(0XX31)': the place of the carrier's code. */
const ANY_CARRIER = /0\s*x\s*x/giu
/** Between two numbers. A hyphen, a blank and a dot are within them as well. */
const SEPARATORS = /[/;,|\n]|:{2,}|\s+(?:ou|e)\s+|(?<=\d)\s*(?=\+)/iu
/** A country's code follows. */
const INTERNATIONAL = /^[^\d+]*(?:\+|00)/u
/** Another country's code. */
const FOREIGN = /^[^\d+]*(?:\+|00)[\s(]*(?=\d)(?!5[\s)]*5)/u

/** Whether a text is another country's number. */
export const isForeign = (text: string): boolean => FOREIGN.test(text)

/**
 * Returns the digits of one number without the country's code, the zero before the area code and the carrier's code, and
 * without its extension. What is no phone of this country comes back as its digits, another country's with its '+':
 * `isPhone` refuses them.
 */
export function nationalNumber(text: string): string {
  const plain = text.replace(EXTENSION, '').replaceAll(ANY_CARRIER, '0')
  const digits = cleanPhone(plain)
  if (isForeign(plain)) return digits === '' ? '' : `+${digits}`.slice(0, LONGEST_FOREIGN)
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

/** A landline begins with 2 to 5. Numbers that nothing divides are told apart by it. */
const isWhole = (number: string) =>
  isPhone(number) && !number.startsWith('+') && (number.length === LONGEST || /^..[2-5]/u.test(number))

/** More would be a list of anything. */
const MOST_GROUPS = 16
const DIGITS = { fewest: 20, most: 60 } as const
/** With +55, a zero and a carrier's code. */
const LONGEST_WRITTEN = 16

/** All ways in which these groups of digits are whole numbers, one after the other. */
function waysOf(groups: readonly string[]): string[][] {
  if (groups.length === 0) return [[]]
  const ways: string[][] = []
  for (let count = 1; count <= groups.length; count++) {
    const written = groups.slice(0, count).join('')
    if (written.length > LONGEST_WRITTEN) break
    const number = nationalNumber(written)
    if (isWhole(number)) ways.push(...waysOf(groups.slice(count)).map((rest) => [number, ...rest]))
  }
  return ways
}

/** The numbers in digits that nothing divides: eleven, ten and so on. */
function waysOfGlued(digits: string): string[][] {
  if (digits === '') return [[]]
  return [10, 11, 12, 13].flatMap((length) => {
    const number = nationalNumber(digits.slice(0, length))
    const isNumber = digits.length >= length && isWhole(number)
    return isNumber ? waysOfGlued(digits.slice(length)).map((rest) => [number, ...rest]) : []
  })
}

/** The numbers of a text without a separator, where it can be divided in one way only. */
function divided(text: string): string[] | null {
  if (isForeign(text)) return null
  const plain = text.replaceAll(ANY_CARRIER, '0')
  const groups = plain.match(/\d+/gu) ?? []
  const { length } = groups.join('')
  if (length < DIGITS.fewest || length > DIGITS.most || groups.length > MOST_GROUPS) return null
  const byGroups = waysOf(groups)
  const ways = byGroups.length > 0 || groups.length > 1 ? byGroups : waysOfGlued(groups.join(''))
  const different = new Map(ways.map((way) => [way.join(), way]))
  const [only] = different.values()
  return different.size === 1 && only !== undefined ? only : null
}

/** Other numbers that say what they are. */
const OTHER_NUMBER = /\b(?:cpf|cnpj|rg|cep|ap[oó]lice)\b\W*\d[\d./-]*/giu
const WORDS = /\p{L}[\p{L}.:]*/u
const FEWEST_OF_PHONE = 8

/** The numbers between the words of a text, where one of them is a phone. Shorter ones are of something else. */
function betweenWords(text: string): string[] | null {
  if (isForeign(text) || !WORDS.test(text)) return null
  const numbers = text
    .split(WORDS)
    .filter((part) => cleanPhone(part).length >= FEWEST_OF_PHONE)
    .map(nationalNumber)
  return numbers.some(isPhone) ? numbers : null
}

/** Returns the numbers of a text that may have several, by any separator or none, each by `nationalNumber`. */
export const phonesIn = (text: string): string[] =>
  text
    .replaceAll(OTHER_NUMBER, ' ')
    .split(SEPARATORS)
    .filter((part) => /\d/.test(part))
    .flatMap((part) => {
      const number = nationalNumber(part)
      return isPhone(number) ? [number] : (divided(part) ?? betweenWords(part) ?? [number])
    })

/**
 * Returns the digits of a text that is typed into a field, at most eleven. A key too many after a complete number changes
 * nothing.
 */
export function typedPhone(text: string): string {
  const digits = cleanPhone(text)
  const isComplete =
    /^\(?\d{2}\)?/u.test(text) && digits.length === LONGEST + 1 && isPhone(digits.slice(0, LONGEST))
  if (isComplete && !digits.startsWith('0')) return digits.slice(0, LONGEST)
  const first = cleanPhone(phonesIn(text)[0] ?? '')
  // While a number is typed, the country's code can be distinguished from an area code only now.
  const isCountry = first.length > LONGEST && first.startsWith(COUNTRY)
  return (isCountry ? first.slice(COUNTRY.length) : first).slice(0, LONGEST)
}
