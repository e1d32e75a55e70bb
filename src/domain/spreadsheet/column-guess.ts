/** Which column of a file is which field, by what the header means. Pure. docs/rules.md#spreadsheets */
import { foldText } from '../text/fold.ts'

export interface FieldLine {
  readonly label: string
  /** Without it no line can be imported. */
  readonly required: boolean
  /** Headers that name it, as `plainHeader` writes them. The better name comes first. */
  readonly headers: readonly string[]
  /** Headers that name it only alone: 'data', 'status', 'id'. */
  readonly alone?: readonly string[]
  /** Headers that contain the field's name but mean another person or thing. */
  readonly not?: RegExp
  /** Files have several of them, and one is as good as another. */
  readonly several?: boolean
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

/** A name that begins headers of other fields: 'Nome da seguradora'. */
const GENERAL = 'nome'
/** A header that is a field's name, or begins with it. */
const SURE = 100

/**
 * A header that is a name counts most, then one that begins with it ('E-mail do cliente'), then one that has the longer
 * name in it. 0: it does not name the field.
 */
function scoreOf(header: string, { headers, alone = [], not }: FieldLine): number {
  if (not?.test(header) === true) return 0
  const exact = [...headers, ...alone].indexOf(header)
  if (exact >= 0) return 1000 - exact
  const within = headers
    .filter((name) => ` ${header} `.includes(` ${name} `))
    .map((name) => name.length + (name !== GENERAL && header.startsWith(`${name} `) ? SURE : 0))
  return Math.max(0, ...within)
}

function matchesOf<Field extends string>(
  { fields, lineOf }: FieldTable<Field>,
  headers: readonly string[],
): Match<Field>[] {
  return headers
    .flatMap((header, column) => {
      const plain = plainHeader(header)
      return fields.map((name): Match<Field> => ({ name, column, score: scoreOf(plain, lineOf(name)) }))
    })
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
 * The fields whose suggestion should be looked at: the header only has the name in it, or a column that no field has
 * names the field as well.
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
