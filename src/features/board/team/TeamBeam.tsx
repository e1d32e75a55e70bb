/** A broker's line of the day: now as a beam, a dot for each return. The figures beside it say the same in words. */
import { placeOnLine } from '../../../domain/day/line.ts'
import type { TeamDot } from '../../../domain/day/team.ts'
import type { BusinessCalendar } from '../../../domain/sla/business-calendar.ts'
import classes from './TeamScreen.module.css'

interface TeamBeamProps {
  readonly dots: readonly TeamDot[]
  readonly nowMs: number
  readonly calendar: BusinessCalendar
}

const percent = (part: number) => `${(part * 100).toFixed(2)}%`

export function TeamBeam({ dots, nowMs, calendar }: TeamBeamProps) {
  const place = (atMs: number) => percent(placeOnLine(atMs, calendar))
  return (
    <span className={classes.beam} aria-hidden>
      <span className={classes.past} style={{ width: place(nowMs) }} />
      {dots.map(({ atMs, isLate }, index) => (
        <span
          // Two returns may be due at the same time.
          key={`${atMs} ${index}`}
          className={classes.dot}
          data-late={isLate || undefined}
          style={{ insetInlineStart: place(atMs) }}
        />
      ))}
      <span className={classes.now} style={{ insetInlineStart: place(nowMs) }} />
    </span>
  )
}
