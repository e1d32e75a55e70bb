/** 'Adiar' for 30 minutes without a schedule, which is told and can be taken back: docs/rules.md#my-day */
import { dropSkip, noteSkip } from '../../../db/mirror/day-record.ts'
import { openMirror } from '../../../db/open.ts'
import { FAILED, notifyFailure } from '../../../device/run-command-with-toast.ts'
import { SKIP_MS } from '../../../domain/day/skips.ts'
import type { Lead } from '../../../domain/lead/lead.ts'
import { formatTime } from '../../../domain/time/sao-paulo.ts'
import { notify } from '../../../ui/notify.ts'
import type { Day } from './useDay.ts'

interface Skip {
  readonly lead: Lead
  readonly day: Pick<Day, 'day' | 'nowMs'>
  readonly onPass: () => void
  readonly onUndone: (uid: string) => void
}

export async function skipLead(userId: number, { lead, day, onPass, onUndone }: Skip): Promise<void> {
  const tried = async (work: Promise<void>, then: () => void) => {
    try {
      await work
      then()
    } catch (error) {
      notifyFailure(FAILED, error)
    }
  }
  const db = openMirror(userId)
  const undo = () => void tried(dropSkip(db, day.day, lead.uid), () => onUndone(lead.uid))
  await tried(noteSkip(db, day.day, lead.uid, day.nowMs), () => {
    onPass()
    const words = `${lead.client_name} volta às ${formatTime(day.nowMs + SKIP_MS)}`
    notify.success(words, { label: 'Desfazer', run: undo })
  })
}
