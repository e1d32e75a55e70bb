/** The filters of the bar that name a field of the lead, of which the board index has a column. */
import { keysOf } from '../record/parts.ts'
import { BOARD_FILTERS, type BoardFilters } from './board-filters.ts'

export const FIELD_FILTERS = keysOf(BOARD_FILTERS).flatMap((name) => {
  const line = BOARD_FILTERS[name]
  return 'field' in line ? [{ name, ...line }] : []
})

/** Whether its tests and its condition are its own. */
export const isOwn = (name: keyof BoardFilters): boolean => 'own' in BOARD_FILTERS[name]

const NUMBERS = FIELD_FILTERS.flatMap((line) => (line.type === 'number' ? [line] : []))
const TEXTS = FIELD_FILTERS.flatMap((line) => (line.type === 'string' ? [line] : []))
export const NUMBER_FIELDS = NUMBERS.map(({ field }) => field)
export const TEXT_FIELDS = TEXTS.map(({ field }) => field)
export const NUMBER_QUERIES = NUMBERS.map(({ query }) => query)
export const TEXT_QUERIES = TEXTS.map(({ query }) => query)
