/** What was written last, and 'Desfazer' for nine minutes: docs/rules.md#outcomes */
import { offersTakingBack } from '../../../domain/lead/calls.ts'
import { useOnce } from '../../../ui/useOnce.ts'
import { undoOutcome, useLastOutcome } from './last-outcome.ts'
import classes from './Outcomes.module.css'

interface LastOutcomeLineProps {
  readonly userId: number
  readonly nowMs: number
  readonly onUndone: (uid: string) => void
}

export function LastOutcomeLine({ userId, nowMs, onUndone }: LastOutcomeLineProps) {
  const last = useLastOutcome()
  const once = useOnce()
  const madeAt = last?.made.records[0]?.occurredAt
  if (last === null || madeAt === undefined || last.userId !== userId || last.made.inverses === null)
    return null
  if (!offersTakingBack(madeAt, nowMs)) return null
  const undo = async () => {
    if (await undoOutcome(last)) onUndone(last.call.lead_uid)
  }
  return (
    <p className={classes.last} role="group" aria-label="Último desfecho">
      <span>
        {last.clientName} · {last.done}
      </span>
      <button type="button" className={classes.undo} onClick={() => void once(undo, last.call.call_uid)}>
        Desfazer
      </button>
    </p>
  )
}
