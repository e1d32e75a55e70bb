/** The text of a file in the encodings in which spreadsheets save it. docs/rules.md#spreadsheets */

const startsWith = (bytes: Uint8Array, ...first: readonly number[]) =>
  first.every((byte, place) => bytes[place] === byte)

export const isZip = (bytes: Uint8Array): boolean => startsWith(bytes, 0x50, 0x4b)
/** The .xls of before 2007, or an .xlsx that asks for a password. */
export const isOldExcel = (bytes: Uint8Array): boolean => startsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0)

/** Its bytes may all be signs of a text, and would be read as one. */
export const isPdf = (bytes: Uint8Array): boolean => startsWith(bytes, 0x25, 0x50, 0x44, 0x46)

type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'

/** Decodes bytes; null where they are not in that encoding. */
export type Decode = (bytes: Uint8Array, encoding: Encoding) => string | null

/** Excel writes 'Texto Unicode' in two bytes a sign. Some programs leave out the mark at its beginning. */
function wideEncoding(bytes: Uint8Array): Encoding | null {
  if (startsWith(bytes, 0xff, 0xfe)) return 'utf-16le'
  if (startsWith(bytes, 0xfe, 0xff)) return 'utf-16be'
  if (bytes[0] !== 0 && bytes[1] === 0 && bytes[3] === 0) return 'utf-16le'
  if (bytes[0] === 0 && bytes[1] !== 0 && bytes[2] === 0) return 'utf-16be'
  return null
}

/** Returns the text without its mark; null for bytes that are none. */
export function decodeText(bytes: Uint8Array, decode: Decode): string | null {
  const wide = wideEncoding(bytes)
  // Each byte is some sign of Windows-1252, so it comes last.
  const text = wide === null ? (decode(bytes, 'utf-8') ?? decode(bytes, 'windows-1252')) : decode(bytes, wide)
  return text === null || text.includes('\0') ? null : text.replace(/^\uFEFF/u, '')
}
