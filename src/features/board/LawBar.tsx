/** The nearest limit of the law, where it ends before the lead's own. docs/rules.md#obligations */
import type { Lead } from '../../domain/lead/lead.ts'
import { lawCalendar } from '../../domain/obligations/calendar.ts'
import { OBLIGATION_KINDS } from '../../domain/obligations/kinds.ts'
import { lawBar } from '../../domain/obligations/law-bar.ts'
import type { Settings } from '../../domain/settings/settings.ts'
import { formatDay } from '../../domain/time/sao-paulo.ts'
import { DeadlineBar } from '../../ui/DeadlineBar.tsx'
import classes from './LeadCard.module.css'

interface LawBarProps {
  readonly lead: Lead
  readonly nowMs: number
  readonly settings: Settings
}

export function LawBar({ lead, nowMs, settings }: LawBarProps) {
  const bar = lawBar(lead, nowMs, settings, lawCalendar(settings.business_hours))
  if (bar === null) return null
  const { label, article } = OBLIGATION_KINDS[bar.limit.kind]
  return (
    // Its words are of a day, and a kept painting may be of another.
    <div
      className={classes.law}
      title={`${article}, até ${formatDay(bar.limit.until)}`}
      data-fleeting="content"
    >
      <DeadlineBar
        label={label}
        words={bar.words}
        late={bar.isLate}
        percent={bar.percent}
        colour={bar.colour}
      />
    </div>
  )
}
