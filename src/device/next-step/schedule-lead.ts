/** Opens and closes a lead's scheduling, which can be taken back: docs/rules.md#my-day */
import type { Lead } from '../../domain/lead/lead.ts'
import { isOpenScheduling } from '../../domain/lead/lead-state.ts'
import { CLOSED_MESSAGE, SCHEDULED_MESSAGE } from '../../domain/lead/scheduling.ts'
import { whenInWords } from '../../domain/notices/notice.ts'
import { runGroupWithToast } from '../run-group-with-toast.ts'

interface Closing {
  readonly lead: Lead
  /** What was agreed. Without it, what the lead says stays. */
  readonly description?: string | undefined
  readonly onUndone?: ((uid: string) => void) | undefined
}

interface Scheduling extends Closing {
  readonly atMs: number
  readonly nowMs: number
}

const agreed = ({ lead_scheduling: last }: Lead) => (isOpenScheduling(last) ? (last?.description ?? '') : '')

/** Opens the lead's scheduling at that time. Returns whether it is stored. */
export function scheduleLead(
  userId: number,
  { lead, atMs, nowMs, description = agreed(lead), onUndone }: Scheduling,
): Promise<boolean> {
  return runGroupWithToast(userId, {
    lead,
    commands: [
      {
        name: 'lead.schedule',
        args: {
          lead_uid: lead.uid,
          scheduling_date: new Date(atMs).toISOString(),
          description,
        },
      },
    ],
    told: SCHEDULED_MESSAGE,
    done: `Retorno ${whenInWords(atMs, nowMs)}`,
    onUndone,
  })
}

/** The return was done. Returns whether it is stored. */
export function closeScheduling(userId: number, { lead, description, onUndone }: Closing): Promise<boolean> {
  const note = description === undefined ? {} : { description }
  return runGroupWithToast(userId, {
    lead,
    commands: [{ name: 'lead.closeScheduling', args: { lead_uid: lead.uid, ...note } }],
    told: CLOSED_MESSAGE,
    done: 'Retorno feito',
    onUndone,
  })
}
