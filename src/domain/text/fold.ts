/**
 * Folds text for search and order, equally on device and server: the database's collation has no effect.
 * docs/rules.md#names-and-texts
 */
import { withoutInvisible } from './invisible.ts'

/** The apostrophes that keyboards, phones and Word write, and the accents that are typed alone in their place. */
const APOSTROPHES = "'\u2018\u2019\u201a\u201b\u2032\u2035\u02b9-\u02bc\u02c8\u00b4`\uff07"
/** Accents, once a letter is taken apart, and accents that are typed alone. */
const DIACRITICS = '\u0300-\u036f\\^\u00a8\u00af\u00b7\u00b8\u02c6-\u02cf\u02d8-\u02dd'
const LEFT_OUT = new RegExp(`[${DIACRITICS}${APOSTROPHES}]`, 'g')
const EVERY_APOSTROPHE = new RegExp(`[${APOSTROPHES}]`, 'g')

/**
 * Returns the text in lower case, without accents, apostrophes and invisible characters, with single spaces: 'davila' for
 * 'D’Ávila'. `folded_text` of the database (migration 0047) returns the same. A change of it folds the stored names anew,
 * by a migration and by FORMAT of `src/board-index/snapshot.ts`.
 */
export function foldText(text: string): string {
  return withoutInvisible(text.normalize('NFD').replace(LEFT_OUT, ''))
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim()
}

const plainLetter = (letter: string): string => {
  const plain = letter.normalize('NFD').replace(LEFT_OUT, '').toLowerCase()
  return plain.length === letter.length ? plain : letter
}

/** Folds letter by letter, so that places in the text stay. Every apostrophe becomes the one of the keyboard. */
export const foldLetters = (text: string): string =>
  Array.from(text.replace(EVERY_APOSTROPHE, "'")).map(plainLetter).join('')
