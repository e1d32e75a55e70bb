/** The encodings of one byte a sign in which Brazilian software writes files. Pure. docs/rules.md#letters-of-a-file */

/** Signs from byte 128 on. Bytes that Windows-1252 leaves open are control signs, as in browsers. */
const UPPER = {
  'windows-1252':
    '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ' +
    '\u00a0¡¢£¤¥¦§¨©ª«¬\u00ad®¯°±²³´µ¶·¸¹º»¼½¾¿ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖ×ØÙÚÛÜÝÞßàáâãäåæçèéêëìíîïðñòóôõö÷øùúûüýþÿ',
  /** DOS in Brazil. */
  cp850:
    'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤' +
    'ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0',
  /** Mac Roman. */
  macintosh:
    'ÄÅÇÉÑÖÜáàâäãåçéèêëíìîïñóòôöõúùûü†°¢£§•¶ß®©™´¨≠ÆØ∞±≤≥¥µ∂∑∏π∫ªºΩæø¿¡¬√ƒ≈∆«»…\u00a0ÀÃÕŒœ' +
    '–—“”‘’÷◊ÿŸ⁄€‹›ﬁﬂ‡·‚„‰ÂÊÁËÈÍÎÏÌÓÔ\uf8ffÒÚÛÙıˆ˜¯˘˙˚¸˝˛ˇ',
} as const

export type CodePage = keyof typeof UPPER
export const CODE_PAGES: readonly CodePage[] = ['windows-1252', 'cp850', 'macintosh']

const FIRST = 128

const bytesBySign: Readonly<Record<CodePage, ReadonlyMap<string, number>>> = {
  'windows-1252': byteMap('windows-1252'),
  cp850: byteMap('cp850'),
  macintosh: byteMap('macintosh'),
}

function byteMap(page: CodePage): ReadonlyMap<string, number> {
  const signs = Array.from(UPPER[page], (sign, place) => [sign, FIRST + place] as const)
  // ISO-8859-1 has control signs where Windows-1252 has others.
  const control = Array.from(
    { length: 32 },
    (_, place) => [String.fromCharCode(FIRST + place), FIRST + place] as const,
  )
  return new Map(page === 'windows-1252' ? [...control, ...signs] : signs)
}

/** The sign of a byte from 128 on. */
export const signOf = (byte: number, page: CodePage): string => UPPER[page][byte - FIRST] ?? ''

/** The text of bytes, of which each is a sign of `latin` ('\u00e9' is the byte 0xe9). */
export const pageText = (latin: string, page: CodePage): string =>
  // oxlint-disable-next-line no-control-regex
  latin.replaceAll(/[\u0080-\u00ff]/gu, (byte) => signOf(byte.charCodeAt(0), page))

/** The bytes of a text in an encoding; null where it lacks one of its signs. */
export function pageBytes(text: string, page: CodePage): number[] | null {
  const bytes: number[] = []
  for (const sign of text) {
    const code = sign.charCodeAt(0)
    const byte = code < FIRST ? code : bytesBySign[page].get(sign)
    if (byte === undefined) return null
    bytes.push(byte)
  }
  return bytes
}

const isFollowing = (byte: number | undefined) => byte !== undefined && byte >= 0x80 && byte <= 0xbf

/** How many bytes a sign of UTF-8 has that begins with this one; 0 where none does. */
function lengthOf(byte: number): number {
  if (byte < 0x80) return 1
  if (byte >= 0xc2 && byte <= 0xdf) return 2
  if (byte >= 0xe0 && byte <= 0xef) return 3
  return byte >= 0xf0 && byte <= 0xf4 ? 4 : 0
}

/** The text of bytes in UTF-8; null where they are none. */
export function utf8Text(bytes: readonly number[]): string | null {
  let text = ''
  for (let at = 0; at < bytes.length; ) {
    const first = bytes[at] ?? 0
    const length = lengthOf(first)
    const rest = bytes.slice(at + 1, at + length)
    if (length === 0 || rest.length < length - 1 || !rest.every(isFollowing)) return null
    const lead = length === 1 ? first : first & (0x7f >> length)
    const code = rest.reduce((sum, byte) => sum * 64 + (byte & 0x3f), lead)
    if (code > 0x10_ff_ff || (code >= 0xd8_00 && code <= 0xdf_ff) || (length === 3 && code < 0x8_00))
      return null
    text += String.fromCodePoint(code)
    at += length
  }
  return text
}
