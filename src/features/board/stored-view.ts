/** The board's current view, stored for this browser tab: a reload restores it, a new tab begins with Origem. */
import { z } from 'zod'
import type { BoardView } from '../../domain/board/board-view.ts'
import { ORIGIN } from '../../domain/lead/status.ts'

export const ORIGIN_VIEW: BoardView = { kind: 'status', status: ORIGIN }

const id = z.number().int().exactOptional()
const text = z.string().exactOptional()
const filters = z.object({
  clientName: text,
  leadId: id,
  cpf: text,
  brokerId: id,
  startDate: text,
  endDate: text,
})
const viewSchema: z.ZodType<BoardView> = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('status'), status: z.number().int(), channelId: id, insuranceId: id }),
  z.object({ kind: z.literal('schedules'), sevenDays: z.boolean() }),
  z.object({ kind: z.literal('results'), filters, status: id }),
])

/** One key a user: another user of this tab has another view. Not in the address, since filters name people. */
const keyOf = (userId: number) => `farol_board_view_${userId}`

export function readView(userId: number): BoardView {
  try {
    const parsed = viewSchema.safeParse(JSON.parse(sessionStorage.getItem(keyOf(userId)) ?? 'null'))
    return parsed.success ? parsed.data : ORIGIN_VIEW
  } catch {
    // Foreign text under our key: begin with Origem.
    return ORIGIN_VIEW
  }
}

/** Keeps a view that another screen names. One that does not fit changes nothing. */
export function storeView(userId: number, view: unknown): void {
  const parsed = viewSchema.safeParse(view)
  if (parsed.success) writeView(userId, parsed.data)
}

export function writeView(userId: number, view: BoardView): void {
  sessionStorage.setItem(keyOf(userId), JSON.stringify(view))
}
