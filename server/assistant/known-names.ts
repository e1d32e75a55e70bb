/** Finds the names of people in a text: users' names, and words that are part of a client's name. */
import { sql } from 'kysely'
import { foldText } from '../../src/domain/text/fold.ts'
import type { Reader } from '../queries/lead-row.ts'

const WORD = /\p{L}[\p{L}'’-]*/gu
const BETWEEN: readonly string[] = ['da', 'de', 'do', 'das', 'dos', 'e']
const SHORTEST = 3
/** Words of a text that are looked up. A longer text is a table, whose columns of names are known. */
const MOST_WORDS = 5000

/** The text between the words of a name, and between names of a list. A name does not go on in the next line. */
const GAP = /^[^\S\n]*,?[^\S\n]+$/
const COMMA = /\s*,\s*/

/** Parts of names that are everyday words. Alone they are no name, even at the beginning of a sentence. */
const EVERYDAY: ReadonlySet<string> = new Set(
  'dias dia paz luz vale reis porto rio serra campos novo nova bela costa sol mar rosa branco preto leal franco claro'.split(
    ' ',
  ),
)

interface Word {
  readonly text: string
  readonly folded: string
  readonly from: number
  readonly to: number
}

const wordsOf = (text: string): Word[] =>
  [...text.matchAll(WORD)].slice(0, MOST_WORDS).map(({ 0: word, index }) => ({
    text: word,
    folded: foldText(word),
    from: index,
    to: index + word.length,
  }))

const isCapital = (word: string) => word[0] !== word[0]?.toLowerCase()

/** The names of all users: brokers, inviters, colleagues. */
export async function userNames(db: Reader): Promise<string[]> {
  const rows = await db.selectFrom('users').select('name').execute()
  return rows.map(({ name }) => name)
}

/** Returns the words that are part of a client's or a user's name. */
async function nameWords(
  db: Reader,
  words: readonly string[],
  users: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ word: string }>`
    select distinct word
    from (select unnest(string_to_array(name_folded, ' ')) as word from clients) w
    where word = any(${[...words]}::text[])`.execute(db)
  return new Set([
    ...rows.map(({ word }) => word),
    ...users.flatMap((name) => foldText(name).split(' ')).filter((word) => words.includes(word)),
  ])
}

/**
 * Returns the names in a text: two or more words in a row that are parts of names, in whatever case, and single ones
 * with a capital letter.
 */
export async function namesIn(db: Reader, text: string, users: readonly string[]): Promise<string[]> {
  const words = wordsOf(text)
  const asked = [...new Set(words.map(({ folded }) => folded).filter(({ length }) => length >= SHORTEST))]
  if (asked.length === 0) return []
  const known = await nameWords(db, asked, users)
  const names: string[] = []
  for (let place = 0; place < words.length; place++) {
    const run = runFrom({ text, words, known }, place)
    const [first] = run
    const last = run.at(-1)
    if (first === undefined || last === undefined) continue
    const isName = run.length > 1 || (isCapital(first.text) && !EVERYDAY.has(first.folded))
    if (isName)
      names.push(
        ...text
          .slice(first.from, last.to)
          .split(COMMA)
          .filter((name) => isCapital(name) || !EVERYDAY.has(foldText(name))),
      )
    place += run.length - 1
  }
  return names
}

interface Read {
  readonly text: string
  readonly words: readonly Word[]
  /** Folded parts of names. */
  readonly known: ReadonlySet<string>
}

/** The words from a place on that are parts of names, with 'da' or 'dos' between two of them. */
function runFrom({ text, words, known }: Read, start: number): Word[] {
  const run: Word[] = []
  for (let place = start; place < words.length; place++) {
    const word = words[place]
    if (word === undefined) break
    const before = run.at(-1)
    if (before !== undefined && !GAP.test(text.slice(before.to, word.from))) break
    const follows = run.length > 0 && BETWEEN.includes(word.folded)
    if (!known.has(word.folded) && !follows) break
    if (known.has(word.folded) || known.has(words[place + 1]?.folded ?? '')) run.push(word)
    else break
  }
  return run
}
