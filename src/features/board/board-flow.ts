/** The order of the tabs: an attendance flow in local storage, replaced by the chosen channel's. docs/rules.md#tabs */
import type { BoardView } from '../../domain/board/board-view.ts'
import type { Channel } from '../../domain/catalogue/catalogue.ts'
import { DEFAULT_STATUS_FLOW, ORIGIN } from '../../domain/lead/status.ts'

const KEY = 'farol_attendance_flow'

/** Without a schema, as the board is drawn before the schemas' code is loaded. */
const isFlow = (value: unknown): value is readonly number[] =>
  Array.isArray(value) && value.length > 0 && value.every(Number.isInteger)

export function readFlow(): readonly number[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? 'null')
    return isFlow(stored) ? stored : DEFAULT_STATUS_FLOW
  } catch {
    // Foreign text under our key: use the default order.
    return DEFAULT_STATUS_FLOW
  }
}

/**
 * Returns the order of tabs for a view: the chosen channel's, or the default where Origem shows all channels. Null:
 * the order stays as it is.
 */
export function flowOfView(
  view: BoardView,
  channels: ReadonlyMap<number, Pick<Channel, 'attendance_flow'>>,
): readonly number[] | null {
  if (view.kind !== 'status') return null
  if (view.channelId === undefined) return view.status === ORIGIN ? DEFAULT_STATUS_FLOW : null
  return channels.get(view.channelId)?.attendance_flow.status_flow ?? null
}

export function writeFlow(flow: readonly number[]): void {
  localStorage.setItem(KEY, JSON.stringify(flow))
}
