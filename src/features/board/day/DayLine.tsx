/** The line of time: a column beside the lead from 1024 px, a strip under the head below that. docs/rules.md#my-day */
import type { CSSProperties } from 'react'
import { type DayDot, dayLine } from '../../../domain/day/day-line.ts'
import type { Lead } from '../../../domain/lead/lead.ts'
import { businessCalendar } from '../../../domain/sla/business-calendar.ts'
import { withCapital } from '../../../domain/text/capital.ts'
import { counted } from '../../../domain/text/counted.ts'
import { dayNumber } from '../../../domain/time/day-number.ts'
import { shortDate, weekdayWord } from '../../../domain/time/near-days.ts'
import { formatTime } from '../../../domain/time/sao-paulo.ts'
import classes from './DayLine.module.css'
import type { Day } from './useDay.ts'

interface DayLineProps {
  readonly day: Day
  readonly leads: ReadonlyMap<string, Lead>
}

interface PlaceStyle extends CSSProperties {
  readonly '--place': number
}
const placeStyle = (place: number): PlaceStyle => ({ '--place': place })

/** How near to now, as a part of the hours: its words would lie over those of now, beside the lead or in the strip too. */
const nearness = (distance: number) => (distance < 0.04 ? 'close' : distance < 0.12 ? 'near' : undefined)

/** 'amanhã, 19/11', 'segunda, 30/11' */
function dayOf(atMs: number, nowMs: number): string {
  const day = dayNumber(atMs)
  return `${day === dayNumber(nowMs) + 1 ? 'amanhã' : weekdayWord(day)}, ${shortDate(atMs)}`
}

const KIND_WORDS = { return: 'Retorno', limit: 'Prazo' } as const

export function DayLine({ day, leads }: DayLineProps) {
  const { queue, nowMs, hours } = day
  const line = dayLine(queue, nowMs, businessCalendar(hours))
  const whose = ({ uids }: DayDot) =>
    uids.length > 1 ? `${uids.length} leads` : (leads.get(uids[0] ?? '')?.client_name ?? '1 lead')
  return (
    <section className={classes.root} aria-label="Linha do dia">
      <p className={classes.late} data-late={line.late > 0 || undefined}>
        {line.late === 0 ? 'Nada atrasado' : counted(line.late, 'atrasado', 'atrasados')}
      </p>
      {line.isAhead ? <h2 className={classes.day}>{withCapital(dayOf(line.startMs, nowMs))}</h2> : null}
      {line.isAhead && line.dots.length === 0 ? (
        <p className={classes.nothing}>Nenhum retorno marcado.</p>
      ) : (
        <Track line={line} nowMs={nowMs} whose={whose} />
      )}
    </section>
  )
}

interface TrackProps {
  readonly line: ReturnType<typeof dayLine>
  readonly nowMs: number
  readonly whose: (dot: DayDot) => string
}

function Track({ line, nowMs, whose }: TrackProps) {
  return (
    <div className={classes.track}>
      {line.ticks.map(({ atMs, place }) => (
        <span
          key={atMs}
          className={classes.tick}
          style={placeStyle(place)}
          data-near={line.now === null ? undefined : nearness(Math.abs(place - line.now))}
          aria-hidden
        >
          {formatTime(atMs)}
        </span>
      ))}
      {line.now === null ? null : (
        <span className={classes.now} style={placeStyle(line.now)}>
          <span className={classes.nowTime}>
            <span className={classes.hidden}>Agora </span>
            {formatTime(nowMs)}
          </span>
        </span>
      )}
      <ol className={classes.dots}>
        {line.dots.map((dot) => (
          <li
            key={`${dot.atMs} ${dot.uids[0]}`}
            className={classes.dot}
            style={placeStyle(dot.place)}
            data-kind={dot.kind}
            title={`${KIND_WORDS[dot.kind]} às ${formatTime(dot.atMs)} · ${whose(dot)}`}
          >
            <span className={classes.words}>
              <span className={classes.hidden}>{KIND_WORDS[dot.kind]} às </span>
              <time dateTime={new Date(dot.atMs).toISOString()}>{formatTime(dot.atMs)}</time>{' '}
              <span className={classes.whose}>{whose(dot)}</span>
            </span>
          </li>
        ))}
      </ol>
    </div>
  )
}
