/** Folds text for search, equally on device and server: the database's collation has no effect. */

const MARKS = /\p{Diacritic}/gu

/** Returns the text in lower case, without accents, with single spaces. */
export function foldText(text: string): string {
  return text.normalize('NFD').replace(MARKS, '').toLowerCase().replace(/\s+/g, ' ').trim()
}
