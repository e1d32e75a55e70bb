/** Which view the board shows, kept for this tab: a reload comes back to it, a new tab begins with Origem. */
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

/** One a user: another who signs in on this tab has their own. Not in the address, for filters name people. */
const keyOf = (userId: number) => `farol_board_view_${userId}`

export function readView(userId: number): BoardView {
  try {
    const parsed = viewSchema.safeParse(JSON.parse(sessionStorage.getItem(keyOf(userId)) ?? 'null'))
    return parsed.success ? parsed.data : ORIGIN_VIEW
  } catch {
    // Someone else's text under our key: Origem is as good a start.
    return ORIGIN_VIEW
  }
}

export function writeView(userId: number, view: BoardView): void {
  sessionStorage.setItem(keyOf(userId), JSON.stringify(view))
}
