/** Page, size and order of a list as its address carries them. A value that is not one of these counts as absent. */
import { z } from 'zod'
import { type Sort, sortOf } from '../../domain/table/row-order.ts'

export const PAGE_SIZES = [10, 25, 50, 100] as const
const DEFAULT_SIZE = 10

export const tableSearchSchema = z.object({
  /** From 1. */
  pagina: z.number().int().min(1).optional().catch(undefined),
  por_pagina: z
    .union(PAGE_SIZES.map((size) => z.literal(size)))
    .optional()
    .catch(undefined),
  /** A column's key; with '-' before it the greatest first. */
  ordem: z.string().max(60).optional().catch(undefined),
})
export type TableSearch = z.infer<typeof tableSearchSchema>

export interface TableState {
  /** From 1. */
  readonly page: number
  readonly perPage: number
  readonly sort: Sort | null
}

/** The state that an address names, with the defaults of what it does not. */
export function tableState(search: TableSearch, order: string | null = null): TableState {
  const by = search.ordem ?? order
  return {
    page: search.pagina ?? 1,
    perPage: search.por_pagina ?? DEFAULT_SIZE,
    sort: by === null ? null : sortOf(by),
  }
}

/** The address's part of a state. Defaults are left out. */
export function tableSearch({ page, perPage, sort }: TableState): TableSearch {
  return {
    pagina: page === 1 ? undefined : page,
    por_pagina: PAGE_SIZES.find((size) => size === perPage && size !== DEFAULT_SIZE),
    ordem: sort === null ? undefined : `${sort.descending ? '-' : ''}${sort.by}`,
  }
}
