/** A broker's line of the day: now as a beam, a dot for each return. The figures beside it say the same in words. */
import { dayHours, nowOnLine, placeOnLine } from '../../../domain/day/line.ts'
import type { TeamDot } from '../../../domain/day/team.ts'
import type { BusinessCalendar } from '../../../domain/sla/business-calendar.ts'
import { dayNumber } from '../../../domain/time/day-number.ts'
import classes from './TeamScreen.module.css'

interface TeamBeamProps {
  readonly dots: readonly TeamDot[]
  readonly nowMs: number
  readonly calendar: BusinessCalendar
}

const percent = (part: number) => `${(part * 100).toFixed(2)}%`

export function TeamBeam({ dots, nowMs, calendar }: TeamBeamProps) {
  const today = dayNumber(nowMs)
  const hours = dayHours(
    today,
    calendar,
    dots.map(({ atMs }) => atMs),
  )
  const place = (atMs: number) => percent(placeOnLine(atMs, hours))
  // A day that nobody works has neither a past nor a now.
  const isWorked = calendar.isWorkingDay(today) || dots.length > 0
  const now = isWorked ? nowOnLine(nowMs, hours) : null
  return (
    <span className={classes.beam} aria-hidden>
      {isWorked ? <span className={classes.past} style={{ width: place(nowMs) }} /> : null}
      {dots.map(({ atMs, isLate }, index) => (
        <span
          // Two returns may be due at the same time.
          key={`${atMs} ${index}`}
          className={classes.dot}
          data-late={isLate || undefined}
          style={{ insetInlineStart: place(atMs) }}
        />
      ))}
      {now === null ? null : <span className={classes.now} style={{ insetInlineStart: percent(now) }} />}
    </span>
  )
}
