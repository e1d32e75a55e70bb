/**
 * Which columns of a report's tables are shown, and in what order. The filter holds both as one list, so that an address
 * and a saved view have them: docs/rules.md#saved-views
 */
import type { ReportFilter } from './search.ts'
import type { ReportHead } from './table.ts'

/** `colunas`: 'table.column' in the user's order, with '-' before a hidden one. `ocultas`: hidden ones, of earlier versions. */
export type ColumnChoice = Pick<ReportFilter, 'colunas' | 'ocultas'>

interface Headed {
  readonly name: string
  readonly heads: readonly Pick<ReportHead, 'key'>[]
}

export interface ChosenColumn {
  readonly key: string
  readonly isShown: boolean
}

const HIDDEN = '-'
const bare = (entry: string) => (entry.startsWith(HIDDEN) ? entry.slice(HIDDEN.length) : entry)

/**
 * All columns in the user's order. Columns that the choice does not name, such as columns of a later version, follow.
 */
export function columnsInOrder({ name, heads }: Headed, { colunas = [], ocultas = [] }: ColumnChoice) {
  const chosen = new Map<string, boolean>()
  for (const entry of colunas) {
    const key = bare(entry).slice(name.length + 1)
    if (bare(entry) === `${name}.${key}`) chosen.set(key, !entry.startsWith(HIDDEN))
  }
  const known = heads.map(
    ({ key }): ChosenColumn => ({
      key,
      isShown: chosen.get(key) ?? !ocultas.includes(`${name}.${key}`),
    }),
  )
  const named = [...chosen.keys()].flatMap((key) => known.find((column) => column.key === key) ?? [])
  return [...named, ...known.filter(({ key }) => !chosen.has(key))]
}

/** The keys of the visible columns, in order. A choice that hides all of them hides none. */
export function visibleColumns(table: Headed, choice: ColumnChoice): readonly string[] {
  const columns = columnsInOrder(table, choice)
  const shown = columns.filter(({ isShown }) => isShown)
  return (shown.length === 0 ? columns : shown).map(({ key }) => key)
}

/** The choice with these columns of a table. A table as declared needs no entry. */
export function withColumns(
  { name, heads }: Headed,
  { colunas = [], ocultas = [] }: ColumnChoice,
  columns: readonly ChosenColumn[],
): ColumnChoice {
  const isOther = (entry: string) => !bare(entry).startsWith(`${name}.`)
  const isDeclared = columns.every(({ key, isShown }, place) => isShown && key === heads[place]?.key)
  const own = isDeclared ? [] : columns.map(({ key, isShown }) => `${isShown ? '' : HIDDEN}${name}.${key}`)
  const listed = [...colunas.filter(isOther), ...own]
  const hidden = ocultas.filter(isOther)
  return {
    colunas: listed.length === 0 ? undefined : listed,
    ocultas: hidden.length === 0 ? undefined : hidden,
  }
}

/** The columns with one of them moved by a place up (-1) or down (1). */
export function moved(columns: readonly ChosenColumn[], key: string, by: -1 | 1): readonly ChosenColumn[] {
  const from = columns.findIndex((column) => column.key === key)
  const [one, other] = [columns[from], columns[from + by]]
  return one === undefined || other === undefined ? columns : columns.with(from, other).with(from + by, one)
}
