/** Views of the lead board (tabs, sub-menus, filters), their counters and slices: docs/rules.md#board. */

import { areFilters, type BoardFilters } from './board-filters.ts'

export type BoardView =
  /** One of the six status tabs; `channelId` and `insuranceId` (VN 1, VU 2, VD 3) narrow Origem. */
  | {
      readonly kind: 'status'
      readonly status: number
      readonly channelId?: number
      readonly insuranceId?: number
    }
  | {
      readonly kind: 'schedules'
      readonly sevenDays: boolean
      /** 'Meus': the user's own appointments. 'Livres': without a broker. Absent: 'Todos'. */
      readonly whose?: 'own' | 'free'
    }
  /** 'Resultados'; `status` is the per-status button pressed, if any. */
  | { readonly kind: 'results'; readonly filters: BoardFilters; readonly status?: number }

export interface BoardCounters {
  /** Counters of the tabs by status 1 to 6. `news` counts unclaimed leads created in the last working hour. */
  readonly byStatus: Readonly<Record<number, { total: number; news: number; lateScheduling: number }>>
  /** Unclaimed leads by channel, for the menu of Origem. `vn`, `vu`, `vd` count the insurances 1, 2 and 3. */
  readonly byChannel: Readonly<Record<number, { total: number; vn: number; vu: number; vd: number }>>
  readonly schedules: { pending: number; late: number; nextSevenDays: number }
  /** The user's own appointments, by `schedulingsOf`. */
  readonly own: { open: number; late: number }
  readonly total: number
}

/**
 * A slice of the view's order. `total` counts the whole view. `byStatus` has the counts of the result buttons. The last `later`
 * leads of Origem are scheduled for a later day: docs/rules.md#order-of-cards
 */
export interface BoardSlice {
  readonly uids: readonly string[]
  readonly total: number
  readonly later: number
  readonly byStatus: Readonly<Record<number, number>>
}

const isOptionalNumber = (value: unknown) => value === undefined || Number.isInteger(value)

/** Whether a stored value is a view. Without a schema, as the board is drawn before the schemas' code is loaded. */
export function isBoardView(value: unknown): value is BoardView {
  if (typeof value !== 'object' || value === null || !('kind' in value)) return false
  const field = (name: string): unknown => Reflect.get(value, name)
  if (value.kind === 'schedules')
    return (
      typeof field('sevenDays') === 'boolean' &&
      [undefined, 'own', 'free'].some((whose) => whose === field('whose'))
    )
  if (value.kind === 'results') return areFilters(field('filters')) && isOptionalNumber(field('status'))
  return (
    value.kind === 'status' &&
    Number.isInteger(field('status')) &&
    isOptionalNumber(field('channelId')) &&
    isOptionalNumber(field('insuranceId'))
  )
}
