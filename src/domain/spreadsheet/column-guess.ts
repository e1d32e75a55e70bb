/** Which column of a file is which field, by what the header and its neighbours mean. Pure. docs/rules.md#spreadsheets */
import { foldText } from '../text/fold.ts'
import { type HeaderWords, headerWords } from './header-words.ts'
import { foreignContacts, withoutKinds } from './neighbour-columns.ts'

/** A header that means the field, or does not, only beside others. */
export interface Beside {
  /** Whole headers by their stems: 'numero'. */
  readonly header: RegExp
  /** Their neighbours on either side. */
  readonly next: RegExp
  /** Any column of the file is near enough. */
  readonly anywhere?: boolean
  /** `field`: then it is this field. `other`: then it is another one. `doubt`: then it is doubtful. */
  readonly means: 'field' | 'other' | 'doubt'
}

export interface FieldLine {
  readonly label: string
  /** Without it no line can be imported. */
  readonly required: boolean
  /** Headers that name it. The better name comes first. */
  readonly headers: readonly string[]
  /** Headers that name it only alone: 'data', 'status', 'id'. */
  readonly alone?: readonly string[]
  /** Headers that often name it, and often something else. */
  readonly doubted?: readonly string[]
  /** Words, by their stems, that change nothing of what a header says: 'do segurado' behind 'CPF'. */
  readonly of?: readonly string[]
  /** Stems of headers that contain the field's name but mean another person or thing. */
  readonly not?: RegExp
  readonly beside?: readonly Beside[]
  /** Files have several of them, and one is as good as another. */
  readonly several?: boolean
  /** It belongs to a person, whose column is before it. */
  readonly ofPerson?: boolean
}

/** The fields of a list of data, in the order in which screens show them. */
export interface FieldTable<Field extends string> {
  readonly fields: readonly Field[]
  readonly lineOf: (field: Field) => FieldLine
}

/** The place of a field's column in a line; null: the file has none. */
export type ColumnOf<Field extends string> = (field: Field) => number | null

const SMALL_WORDS = new Set(['de', 'da', 'do', 'das', 'dos', 'o', 'a', 'dt'])

/** 'Nº da Apólice' becomes 'n apolice': no accents, case, signs and small words. */
export const plainHeader = (header: string): string =>
  foldText(header.replaceAll(/[º°ª]/g, ' '))
    .replaceAll(/[^a-z0-9]+/g, ' ')
    .trim()
    .split(' ')
    .filter((word) => !SMALL_WORDS.has(word))
    .join(' ')

interface Match<Field extends string> {
  readonly name: Field
  readonly column: number
  readonly score: number
}

/** A name with other words is a guess below this. */
const SURE = 100
const EXACT = 1000
const WITH_NEUTRAL = 500
const DOUBTED = 90

interface Names {
  /** Keys of whole headers, the better one first. */
  readonly keys: readonly string[]
  readonly doubted: readonly string[]
  /** Words of names that may have others beside them. */
  readonly parts: readonly (readonly string[])[]
  readonly neutral: ReadonlySet<string>
}

/** The order of words changes nothing: 'Vig. Final', 'Final Vig.'. */
const keyOf = (words: readonly string[]) => words.toSorted().join(' ')

const known = new WeakMap<FieldLine, Names>()
function namesOf(line: FieldLine): Names {
  const kept = known.get(line)
  if (kept !== undefined) return kept
  const wordsOf = (names: readonly string[]) => names.map((name) => headerWords(name).words)
  const parts = wordsOf(line.headers)
  const keys = [...parts, ...wordsOf(line.alone ?? [])].map(keyOf)
  const doubted = wordsOf(line.doubted ?? []).map(keyOf)
  const names = { keys, doubted, parts, neutral: new Set(['1', 'principal', 'atual', ...(line.of ?? [])]) }
  known.set(line, names)
  return names
}

/** What is compared with every field, made once. */
interface Header extends HeaderWords {
  readonly text: string
  readonly key: string
}

function headerOf(given: string): Header {
  const { words, unsure } = headerWords(given)
  return { words, unsure, text: words.join(' '), key: keyOf(words) }
}

/** A header that is a name, or only has neutral words beside it, counts most; with other words it is a guess. */
function ownScore({ words, text, key }: Header, line: FieldLine): number {
  if (words.length === 0 || line.not?.test(text) === true) return 0
  const { keys, doubted, parts, neutral } = namesOf(line)
  const exact = keys.indexOf(key)
  if (exact >= 0) return EXACT - exact
  if (doubted.includes(key)) return DOUBTED
  const within = parts.filter((part) => part.every((word) => words.includes(word)))
  const plain = within.filter((part) => words.every((word) => part.includes(word) || neutral.has(word)))
  if (plain.length > 0) return WITH_NEUTRAL + Math.max(...plain.map((part) => part.join(' ').length))
  return Math.min(DOUBTED, Math.max(0, ...within.map((part) => part.join(' ').length)))
}

interface Headers {
  readonly all: readonly Header[]
  /** Columns of contacts that follow another person's. */
  readonly foreign: ReadonlySet<number>
}

function besideScore(line: FieldLine, { all }: Headers, column: number): Beside['means'] | null {
  if (line.beside === undefined) return null
  const textOf = (place: number) => all[place]?.text ?? ''
  const found = line.beside.find(({ header, next, anywhere }) => {
    if (!header.test(textOf(column))) return false
    if (anywhere === true) return all.some(({ text }) => next.test(text))
    return next.test(textOf(column - 1)) || next.test(textOf(column + 1))
  })
  return found?.means ?? null
}

function scoreOf(line: FieldLine, headers: Headers, column: number): number {
  const header = headers.all[column]
  if (header === undefined) return 0
  const beside = besideScore(line, headers, column)
  if (beside === 'field') return EXACT + 1
  if (beside === 'other') return 0
  const score = ownScore(header, line)
  const doubted =
    header.unsure || beside === 'doubt' || (line.ofPerson === true && headers.foreign.has(column))
  return doubted ? Math.min(score, DOUBTED) : score
}

function matchesOf<Field extends string>(
  { fields, lineOf }: FieldTable<Field>,
  given: readonly string[],
): Match<Field>[] {
  const all = withoutKinds(given).map(headerOf)
  const headers = { all, foreign: foreignContacts(all) }
  return all
    .flatMap((_, column) =>
      fields.map((name): Match<Field> => ({ name, column, score: scoreOf(lineOf(name), headers, column) })),
    )
    .filter(({ score }) => score > 0)
    .toSorted((one, other) => other.score - one.score || one.column - other.column)
}

/** The columns that the headers suggest. A column is used once, and the better match wins. */
export function suggestedColumns<Field extends string>(
  table: FieldTable<Field>,
  headers: readonly string[],
): ReadonlyMap<Field, number> {
  const found = new Map<Field, number>()
  const used = new Set<number>()
  for (const { name, column } of matchesOf(table, headers)) {
    if (found.has(name) || used.has(column)) continue
    found.set(name, column)
    used.add(column)
  }
  return found
}

/**
 * The fields whose suggestion should be looked at: the header has other words, or may be short for something else, or a
 * column that no field has names the field as well.
 */
export function doubtfulColumns<Field extends string>(
  table: FieldTable<Field>,
  headers: readonly string[],
  columnOf: ColumnOf<Field>,
): Field[] {
  const used = new Set(table.fields.flatMap((name) => columnOf(name) ?? []))
  const matches = matchesOf(table, headers)
  return table.fields.filter((name) => {
    const own = matches.find((match) => match.name === name && match.column === columnOf(name))
    if (own === undefined) return false
    const rival = matches.some(
      (match) => match.name === name && !used.has(match.column) && match.score >= SURE,
    )
    return own.score < SURE || (rival && table.lineOf(name).several !== true)
  })
}

/** The required fields that have no column. */
export const missingColumns = <Field extends string>(
  { fields, lineOf }: FieldTable<Field>,
  columnOf: ColumnOf<Field>,
): Field[] => fields.filter((name) => lineOf(name).required && columnOf(name) === null)
