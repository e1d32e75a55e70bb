/**
 * The code of a receipt: 16 characters of Crockford's alphabet, 80 random bits. The device that indicates makes it, so that it
 * is there without a network. docs/rules.md#receipt
 */

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'
export const RECEIPT_CODE_LENGTH = 16
const GROUP = 4
const CODE = /^[0-9a-hjkmnp-tv-z]{16}$/

/** The path of the page. The code follows behind '#': a browser sends it to no server, and no log has it. */
export const RECEIPT_PAGE = '/recibo'

/** Returns a new code. `random` fills the bytes: each gives five bits. */
export const newReceiptCode = (random: (bytes: Uint8Array<ArrayBuffer>) => Uint8Array): string =>
  Array.from(random(new Uint8Array(RECEIPT_CODE_LENGTH)), (byte) => ALPHABET[byte % ALPHABET.length]).join('')

/** Returns the code as it is stored, from any way in which it is typed or read aloud; null: it is none. */
export function readReceiptCode(typed: string): string | null {
  const code = typed
    .toLowerCase()
    .replaceAll(/[\s.\-–—]/g, '')
    .replaceAll('o', '0')
    .replaceAll(/[il]/g, '1')
  return CODE.test(code) ? code : null
}

/** Returns 'ABCD-EFGH-JKMN-PQRS'. */
export const shownReceiptCode = (code: string): string =>
  (code.toUpperCase().match(new RegExp(`.{1,${GROUP}}`, 'g')) ?? []).join('-')

export const receiptLink = (origin: string, code: string): string =>
  `${origin}${RECEIPT_PAGE}#${shownReceiptCode(code)}`
