/** Text as search compares it: the same on device and server, whatever collation a database has. */

const MARKS = /\p{Diacritic}/gu

/** Lower case, no accents, single spaces. */
export function foldText(text: string): string {
  return text.normalize('NFD').replace(MARKS, '').toLowerCase().replace(/\s+/g, ' ').trim()
}
