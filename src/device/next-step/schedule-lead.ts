/** A scheduling by one tap, which can be taken back: docs/rules.md#my-day */
import type { Lead } from '../../domain/lead/lead.ts'
import { isOpenScheduling } from '../../domain/lead/lead-state.ts'
import { SCHEDULED_MESSAGE } from '../../domain/lead/scheduling.ts'
import { whenInWords } from '../../domain/notices/notice.ts'
import { runGroupWithToast } from '../run-group-with-toast.ts'

interface QuickScheduling {
  readonly lead: Lead
  readonly atMs: number
  readonly nowMs: number
  readonly onUndone?: ((uid: string) => void) | undefined
}

/** Opens the lead's scheduling at that time, and keeps what was agreed. Returns whether it is stored. */
export function scheduleLead(
  userId: number,
  { lead, atMs, nowMs, onUndone }: QuickScheduling,
): Promise<boolean> {
  const { lead_scheduling: last } = lead
  return runGroupWithToast(userId, {
    lead,
    commands: [
      {
        name: 'lead.schedule',
        args: {
          lead_uid: lead.uid,
          scheduling_date: new Date(atMs).toISOString(),
          description: isOpenScheduling(last) ? (last?.description ?? '') : '',
        },
      },
    ],
    told: SCHEDULED_MESSAGE,
    done: `Retorno ${whenInWords(atMs, nowMs)}`,
    onUndone,
  })
}
