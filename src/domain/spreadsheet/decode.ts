/** Of which kind a file is, and the lines of one that is text. docs/rules.md#letters-of-a-file */
import type { CodePage } from './code-pages.ts'
import type { Decode, Encoding } from './decoder.ts'
import { type Letters, lettersOf, linesOfText } from './letters.ts'

export type { Decode } from './decoder.ts'

const startsWith = (bytes: Uint8Array, ...first: readonly number[]) =>
  first.every((byte, place) => bytes[place] === byte)

export const isZip = (bytes: Uint8Array): boolean => startsWith(bytes, 0x50, 0x4b)
/** The .xls of before 2007, or an .xlsx that asks for a password. */
export const isOldExcel = (bytes: Uint8Array): boolean => startsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0)

/** Signs in which zeros are counted. */
const COUNTED = 2000
/** Of the signs of a text of two bytes nearly all have a zero in the same half. */
const MOST = 0.7
const FEW = 0.02

/** Excel writes 'Texto Unicode' in two bytes a sign. Some programs leave out its byte order mark. */
function wideEncoding(bytes: Uint8Array): Encoding | null {
  if (startsWith(bytes, 0xff, 0xfe)) return 'utf-16le'
  if (startsWith(bytes, 0xfe, 0xff)) return 'utf-16be'
  const pairs = Math.min(COUNTED, Math.floor(bytes.length / 2))
  let [first, second] = [0, 0]
  for (let pair = 0; pair < pairs; pair++) {
    if (bytes[2 * pair] === 0) first++
    if (bytes[2 * pair + 1] === 0) second++
  }
  if (second > MOST * pairs && first <= FEW * pairs) return 'utf-16le'
  return first > MOST * pairs && second <= FEW * pairs ? 'utf-16be' : null
}

const BOM_LENGTH = 3

/** The lines of a text; null for bytes that are none. `accents`: the answer to what is not sure. Throws UnreadableFile. */
export function textLines(bytes: Uint8Array, decode: Decode, accents: CodePage | null): Letters | null {
  const wide = wideEncoding(bytes)
  if (wide === null) {
    if (bytes.includes(0)) return null
    const begin = startsWith(bytes, 0xef, 0xbb, 0xbf) ? BOM_LENGTH : 0
    return lettersOf({ bytes, begin, decode, chosen: accents })
  }
  const text = decode(bytes, wide)
  if (text === null || text.includes('\0')) return null
  const plain = text.replace(/^\uFEFF/u, '')
  return { lines: () => linesOfText(plain), options: [], isOpen: false }
}
