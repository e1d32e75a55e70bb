/** 'Sem próximo passo': a lead in attendance waits for nothing, and its broker is asked for a time. docs/rules.md#my-day */
import { useState } from 'react'
import { lacksNextStep } from '../../domain/day/schedulings.ts'
import type { Lead } from '../../domain/lead/lead.ts'
import { schedulerProblem } from '../../domain/lead/scheduling.ts'
import type { SessionUser } from '../../domain/session/session-user.ts'
import { useCorrectedNow } from '../useCorrectedNow.ts'
import classes from './NextStepLine.module.css'
import { QuickTimeButtons } from './QuickTimeButtons.tsx'
import { scheduleLead } from './schedule-lead.ts'
import { useQuickTimes } from './useQuickTimes.ts'

interface NextStepLineProps {
  readonly lead: Lead
  readonly user: SessionUser
  readonly onUndone?: (uid: string) => void
}

export function NextStepLine({ lead, user, onUndone }: NextStepLineProps) {
  const nowMs = useCorrectedNow(user.id)
  const times = useQuickTimes(user.id, nowMs)
  const [busy, setBusy] = useState(false)
  // A manager may schedule any lead. Its broker alone is asked.
  if (lead.broker_id !== user.id || !lacksNextStep(lead) || schedulerProblem(lead, user) !== null) return null
  const schedule = async (atMs: number) => {
    setBusy(true)
    await scheduleLead(user.id, { lead, atMs, nowMs, onUndone })
    setBusy(false)
  }
  return (
    <div className={classes.line} role="group" aria-label="Próximo passo">
      <span className={classes.words}>Sem próximo passo. Quando falar de novo?</span>
      <QuickTimeButtons
        times={times}
        label="Agendar"
        disabled={busy}
        onChoose={({ atMs }) => void schedule(atMs)}
      />
    </div>
  )
}
