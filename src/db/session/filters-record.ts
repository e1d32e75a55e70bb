/** The record of the lists' last filters (last-filters.ts). Checked by hand: the first screen's menu needs it before the schemas. */

/** Name of the `meta` record. */
export const LAST_FILTERS = 'lastFilters'

/** By path: what the address of the list carried. The list's own schema checks it when it opens. */
export type LastFilters = Readonly<Record<string, Readonly<Record<string, unknown>>>>

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isFilters = (value: unknown): value is LastFilters =>
  isObject(value) && Object.values(value).every(isObject)

/** Returns the filters of a stored record; none if it is not one. */
export const filtersFrom = (value: unknown): LastFilters => (isFilters(value) ? value : {})
