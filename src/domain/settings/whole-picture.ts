/**
 * Whether a PNG or JPEG is there to its end. A download that broke off begins like a picture and shows half of one, or none.
 * docs/rules.md#brokerage
 */
import { pictureType } from './brokerage.ts'

/** 8 of signature. A chunk: length, kind, data, sum. */
const SIGNATURE = 8
const AROUND = 12

/** The sum of a chunk by the standard's polynomial. */
function crc32(bytes: Uint8Array): number {
  let sum = 0xffffffff
  for (const byte of bytes) {
    sum ^= byte
    for (let bit = 0; bit < 8; bit++) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0)
  }
  return (sum ^ 0xffffffff) >>> 0
}

/** Header first, then its data, then the end; each part as long as it says, with its sum. */
function isWholePng(bytes: Uint8Array): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const kinds: string[] = []
  let at = SIGNATURE
  while (at + AROUND <= bytes.length) {
    const end = at + AROUND + view.getUint32(at)
    if (end > bytes.length) return false
    const named = bytes.subarray(at + 4, end - 4)
    if (crc32(named) !== view.getUint32(end - 4)) return false
    kinds.push(String.fromCharCode(...named.subarray(0, 4)))
    if (kinds.at(-1) === 'IEND') return kinds[0] === 'IHDR' && kinds.includes('IDAT')
    at = end
  }
  return false
}

/** Its frame has a size, and the marker of the end is there. Some cameras write more behind it. */
function isWholeJpeg(bytes: Uint8Array): boolean {
  let at = 2
  while (at + 4 <= bytes.length) {
    if (bytes[at] !== 0xff) return false
    const marker = bytes[at + 1] ?? 0
    const length = (bytes[at + 2] ?? 0) * 256 + (bytes[at + 3] ?? 0)
    // The data begin: behind them no other 0xff 0xd9 than the end is legal.
    if (marker === 0xda)
      return bytes.subarray(at).some((byte, place, data) => byte === 0xff && data[place + 1] === 0xd9)
    if (length < 2) return false
    at += 2 + length
  }
  return false
}

export const isWholePicture = (bytes: Uint8Array): boolean => {
  const type = pictureType(bytes)
  return type === 'image/png' ? isWholePng(bytes) : type === 'image/jpeg' && isWholeJpeg(bytes)
}

export const CUT_PICTURE =
  'A imagem está cortada ou estragada. Abra-a, salve de novo como PNG ou JPEG e escolha outra vez.'
