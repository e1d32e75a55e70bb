/**
 * Bytes in the 45 signs that a QR code stores most densely (RFC 9285): two bytes are three signs. A reader returns them as text
 * unchanged, which it does not do with bytes.
 */
const SIGNS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:'
const BASE = SIGNS.length
const BYTE = 256

export function toBase45(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += 2) {
    const [high = 0, low] = bytes.subarray(at, at + 2)
    const [value, signs] = low === undefined ? [high, 2] : [high * BYTE + low, 3]
    for (let place = 0, rest = value; place < signs; place++, rest = Math.floor(rest / BASE))
      text += SIGNS[rest % BASE] ?? ''
  }
  return text
}

/** Returns null for what is not Base45. */
export function fromBase45(text: string): Uint8Array<ArrayBuffer> | null {
  if (text.length % 3 === 1) return null
  const bytes: number[] = []
  for (let at = 0; at < text.length; at += 3) {
    const values = Array.from(text.slice(at, at + 3), (sign) => SIGNS.indexOf(sign))
    if (values.includes(-1)) return null
    const [first = 0, second = 0, third] = values
    const value = first + second * BASE + (third ?? 0) * BASE * BASE
    const isPair = third !== undefined
    if (value >= (isPair ? BYTE * BYTE : BYTE)) return null
    if (isPair) bytes.push(Math.floor(value / BYTE))
    bytes.push(value % BYTE)
  }
  return Uint8Array.from(bytes)
}
