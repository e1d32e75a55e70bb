/** Filters that a user saved by a name, on this device: docs/rules.md#saved-filters */
import { foldText } from '../text/fold.ts'
import { compareNames } from '../text/name-order.ts'
import { type BoardView, isBoardView } from './board-view.ts'

export interface SavedFilter {
  readonly id: string
  readonly name: string
  readonly view: BoardView
}

export const MOST_SAVED = 30
export const LONGEST_NAME = 60

const isSavedFilter = (value: unknown): value is SavedFilter =>
  typeof value === 'object' &&
  value !== null &&
  typeof Reflect.get(value, 'id') === 'string' &&
  typeof Reflect.get(value, 'name') === 'string' &&
  isBoardView(Reflect.get(value, 'view'))

/** Returns the filters of a stored value. What does not fit is left out. */
export const savedFiltersFrom = (value: unknown): readonly SavedFilter[] =>
  Array.isArray(value) ? value.filter(isSavedFilter) : []

const isNamed = (name: string) => (filter: SavedFilter) => foldText(filter.name) === foldText(name)

/** Returns why the name can't be saved, or null. `id`: of the filter that is renamed. */
export function nameProblem(filters: readonly SavedFilter[], name: string, id: string | null): string | null {
  if (name.trim() === '') return 'Dê um nome ao filtro.'
  const other = filters.find(isNamed(name.trim()))
  // A new filter of the same name takes the place of the old one.
  if (id !== null && other !== undefined && other.id !== id) return 'Já existe um filtro com este nome.'
  const isNew = id === null && other === undefined
  return isNew && filters.length >= MOST_SAVED ? `Até ${MOST_SAVED} filtros. Exclua um antes.` : null
}

const inOrder = (filters: readonly SavedFilter[]) =>
  filters.toSorted((one, other) => compareNames(one.name, other.name))

export const withFilter = (filters: readonly SavedFilter[], saved: SavedFilter): readonly SavedFilter[] =>
  inOrder([...filters.filter((filter) => filter.id !== saved.id && !isNamed(saved.name)(filter)), saved])

export const withoutFilter = (filters: readonly SavedFilter[], id: string): readonly SavedFilter[] =>
  filters.filter((filter) => filter.id !== id)

const OF_A_PERSON = ['clientName', 'cpf', 'phone', 'leadId', 'oldNumber'] as const

/** Whether the filter may name a client. */
export const namesClient = ({ view }: SavedFilter): boolean =>
  view.kind === 'results' && OF_A_PERSON.some((name) => view.filters[name] !== undefined)
