/**
 * The line of time of a card: its nearest duty, and the used part of its limit, which has a word of its own where the duty is
 * a return. Only the line re-renders on a tick.
 */
import { useSyncExternalStore } from 'react'
import type { CardTime } from '../../domain/sla/duty.ts'
import { formatDate } from '../../domain/time/sao-paulo.ts'
import { DeadlineBar, DeadlineTrack } from '../../ui/DeadlineBar.tsx'
import type { ProgressFeed } from './progress-feed.ts'
import classes from './SlaBar.module.css'

interface Timed {
  readonly feed: ProgressFeed
  readonly uid: string
}

interface SlaBarProps extends Timed {
  /** Whether to show 'Puxar o Lead até a data': before a renewal is captured. */
  readonly pulls: boolean
  /** Whether a bar will appear once the worker has answered. */
  readonly expected: boolean
}

const useTime = ({ feed, uid }: Timed): CardTime | undefined =>
  useSyncExternalStore(feed.subscribe, () => feed.of(uid))

export function SlaBar({ pulls, expected, ...timed }: SlaBarProps) {
  const time = useTime(timed)
  if (time === undefined || time.duty === null)
    return (
      <div
        className={classes.place}
        data-empty={!expected || undefined}
        data-pulls={pulls || undefined}
        data-fleeting="content"
        aria-hidden
      />
    )
  const { progress, limit, duty } = time
  const { percent, colour } = progress
  return (
    <div
      className={classes.place}
      data-pulls={pulls || undefined}
      data-duty={duty.isLate ? 'late' : 'due'}
      data-fleeting="content"
    >
      {pulls && progress.deadline !== null ? (
        <div className={classes.pull}>
          Puxar o Lead até a data <b>{formatDate(progress.deadline)}</b>
        </div>
      ) : null}
      <DeadlineBar
        label={duty.label}
        words={duty.words}
        late={duty.isLate}
        {...(duty.kind === 'limit' ? { percent, colour } : {})}
      />
      {duty.kind === 'limit' || limit === null ? null : (
        <div className={classes.limit} title={limit.full}>
          <span>Prazo</span>
          <DeadlineTrack percent={percent} colour={colour} words={limit.words} />
        </div>
      )}
    </div>
  )
}

/** The words alone, for a line of the list. */
export function DutyWords(timed: Timed) {
  const duty = useTime(timed)?.duty ?? null
  if (duty === null) return null
  return (
    <span
      className={classes.words}
      data-duty={duty.isLate ? 'late' : 'due'}
      data-fleeting="whole"
      title={duty.full}
    >
      <span data-label>{duty.label} </span>
      {duty.words}
    </span>
  )
}
