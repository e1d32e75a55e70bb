/** What a cell says without the signs by which spreadsheets and databases keep a text or none. docs/rules.md#spreadsheets */

/** ="00123": a formula that keeps the zeros. */
const FORMULA = /^=\s*"((?:[^"]|"")*)"$/u
/** '00123: a text that looks like a number. A name such as ’t Hooft keeps its own. */
const APOSTROPHE = /^'(?!(?:t|s|n)\s)\s*/iu

/** What databases, other software and people write for nothing. */
const NOTHING =
  /^(?:\(?null\)?|\\n|n[/.][adic]\.?|nan|none|nil|nulo|undefined|[-–—_.*]+|0000-00-00(?:[ T]00:00:00)?|00\/00\/0000|n[ãa]o (?:informad[oa]|consta|possui|tem)|sem informa[çc][ãa]o)$/iu
const LONGEST_NOTHING = 20

/** Returns the text of a cell that is one line; '' where it says nothing. */
export function keptText(text: string): string {
  const first = text[0]
  const plain =
    first === '='
      ? text.replace(FORMULA, '$1').replaceAll('""', '"')
      : first === "'"
        ? text.replace(APOSTROPHE, '')
        : text
  return plain.length <= LONGEST_NOTHING && NOTHING.test(plain) ? '' : plain
}

/** Software that takes every number for a decimal writes '52998224725.0'. */
export const withoutDecimalZero = (text: string): string =>
  /^\d+[.,]0+$/u.test(text) ? text.replace(/[.,]0+$/u, '') : text
