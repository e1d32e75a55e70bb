/** What was written last, and 'Desfazer' for nine minutes: docs/rules.md#outcomes */
import { useLiveQuery } from 'dexie-react-hooks'
import { openMirror } from '../../../db/open.ts'
import { lastOutcome } from '../../../db/outbox/last-outcome.ts'
import { takeOutcomeBack } from '../../../device/run-group-with-toast.ts'
import { offersTakingBack } from '../../../domain/lead/calls.ts'
import { useOnce } from '../../../ui/useOnce.ts'
import classes from './Outcomes.module.css'

export const UNDONE = 'Desfeito'

interface LastOutcomeLineProps {
  readonly userId: number
  readonly nowMs: number
  readonly onUndone: (uid: string) => void
}

export function LastOutcomeLine({ userId, nowMs, onUndone }: LastOutcomeLineProps) {
  const last = useLiveQuery(async () => lastOutcome(openMirror(userId)), [userId])
  const once = useOnce()
  if (last === undefined || last === null || !offersTakingBack(last.madeAt, nowMs)) return null
  const { call } = last
  const undo = async () => {
    if (await takeOutcomeBack(userId, call, UNDONE)) onUndone(call.lead_uid)
  }
  return (
    <p className={classes.last} role="group" aria-label="Último desfecho">
      <span>
        {last.clientName} · {last.done}
      </span>
      <button type="button" className={classes.undo} onClick={() => void once(undo, call.call_uid)}>
        Desfazer
      </button>
    </p>
  )
}
