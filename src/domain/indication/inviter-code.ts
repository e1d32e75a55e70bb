/** The code of an inviter in a link: its number, a hyphen, and ten characters that only the server makes. */

const CODE = /^([1-9]\d{0,8})-([0-9a-hjkmnp-tv-z]{10})$/

/** Returns the inviter's number and the secret part; null for anything else, such as a plain number. */
export function readInviterCode(code: string): { readonly userId: number; readonly secret: string } | null {
  const parts = CODE.exec(code.trim().toLowerCase())
  const [, id, secret] = parts ?? []
  return id === undefined || secret === undefined ? null : { userId: Number(id), secret }
}
