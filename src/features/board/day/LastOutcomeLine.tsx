/** What was written last, and 'Desfazer' for nine minutes: docs/rules.md#outcomes */
import { useLiveQuery } from 'dexie-react-hooks'
import { openMirror } from '../../../db/open.ts'
import { lastOutcome } from '../../../db/outbox/last-outcome.ts'
import { takeOutcomeBack } from '../../../device/run-group-with-toast.ts'
import { offersTakingBack } from '../../../domain/lead/calls.ts'
import { useOnce } from '../../../ui/useOnce.ts'
import classes from './Outcomes.module.css'

interface LastOutcomeLineProps {
  readonly userId: number
  readonly nowMs: number
  readonly onUndone: (uid: string) => void
}

export function LastOutcomeLine({ userId, nowMs, onUndone }: LastOutcomeLineProps) {
  const last = useLiveQuery(async () => lastOutcome(openMirror(userId)), [userId])
  const once = useOnce()
  if (last === undefined || last === null || !offersTakingBack(last.madeAt, nowMs)) return null
  const undo = async () => {
    if (await takeOutcomeBack(userId, last)) onUndone(last.lead_uid)
  }
  return (
    <p className={classes.last} role="group" aria-label="Última ação">
      <span>
        {last.clientName} · {last.done}
      </span>
      <button type="button" className={classes.undo} onClick={() => void once(undo, last.uid)}>
        Desfazer
      </button>
    </p>
  )
}
