/** One reader of mail addresses: typed, pasted, sent, of a file. docs/rules.md#documents-phones-money */

export const LONGEST_MAIL = 200

const ATOM = /[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+/u.source
const LABEL = /[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?/u.source
const ADDRESS = new RegExp(`^${ATOM}(?:\\.${ATOM})*@(?:${LABEL}\\.)+[A-Za-z]{2,}$`, 'u')

/** Whether a text can be a mail address. Only a sent mail proves that the address exists. */
export const isMailAddress = (text: string): boolean => text.length <= LONGEST_MAIL && ADDRESS.test(text)

/** A longer text is no list of addresses. */
const LONGEST_TEXT = 2000

/** 'Ana Reis <ana@exemplo.com.br>', '<ana@exemplo.com.br>'. */
const IN_ANGLES = /<\s*(?:mailto:)?\s*([^<>\s]+@[^<>\s]+)\s*>/iu
const MAILTO = /^mailto:\s*([^?\s]+)(?:\?.*)?$/iu

/** Returns the address of a text that names it as mail software does; what is written otherwise as it is. */
export function storedMail(text: string): string {
  const written = text.trim()
  if (written.length > LONGEST_TEXT) return written
  const inAngles = IN_ANGLES.exec(written)?.[1]
  const address = inAngles ?? MAILTO.exec(written)?.[1] ?? written
  return isMailAddress(address) ? address : written
}

/** Addresses of a list stand apart by these. */
const BETWEEN = /[;,|/\s]+/u
const AROUND = /^["'([<]+|[>\])"',;:.]+$/gu

/**
 * Returns the first address of a text that may have several and words around them; '' where no word has an '@', null where
 * the first that has one is none. A dot that ends a sentence is not part of it.
 */
export function mailIn(text: string): string | null {
  if (text.length > LONGEST_TEXT) return null
  const stored = storedMail(text)
  if (isMailAddress(stored)) return stored
  const inAngles = IN_ANGLES.exec(text)?.[1]
  if (inAngles !== undefined) return isMailAddress(inAngles) ? inAngles : null
  const words = text.split(BETWEEN).filter((word) => word.includes('@'))
  const [first] = words
  if (first === undefined) return ''
  // A comma in a domain is a slip: 'ana@exemplo,com.br'.
  if (/@[^\s@;|/]*,(?!\s)[^\s@;|/,]*(?:[;|/\s]|$)/u.test(text)) return null
  const address = first.replace(/^mailto:/iu, '').replaceAll(AROUND, '')
  return isMailAddress(address) ? address : null
}
