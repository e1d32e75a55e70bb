/** The SLA bar: the used part of the time, and the rest in words. Only the bar re-renders on a tick. */
import { useSyncExternalStore } from 'react'
import { remainingInWords, type SlaProgress } from '../../domain/sla/progress.ts'
import { formatDate } from '../../domain/time/sao-paulo.ts'
import type { ProgressFeed } from './progress-feed.ts'
import classes from './SlaBar.module.css'

interface SlaBarProps {
  readonly feed: ProgressFeed
  readonly uid: string
  /** Whether to show 'Puxar o Lead até a data': only before a renewal is captured. */
  readonly unclaimed: boolean
  /** Whether a bar will appear once the worker has answered. */
  readonly expected: boolean
}

const hours = new Intl.NumberFormat('pt-BR')

function labelOf({ kind, deadline, limitHours }: SlaProgress): string {
  return kind === 'countdown' && deadline !== null
    ? `Prazo até ${formatDate(deadline)}`
    : `Prazo de ${hours.format(limitHours)} h`
}

export function SlaBar({ feed, uid, unclaimed, expected }: SlaBarProps) {
  const progress = useSyncExternalStore(feed.subscribe, () => feed.of(uid))
  if (progress === undefined || progress.kind === 'none')
    return <div className={classes.place} data-empty={!expected || undefined} aria-hidden />
  const words = remainingInWords(progress)
  const late = progress.remainingMs < 0
  const pull = unclaimed && progress.kind === 'countdown' && progress.deadline !== null
  return (
    <div className={classes.place}>
      {pull ? (
        <div className={classes.pull}>
          Puxar o Lead até a data <b>{formatDate(progress.deadline)}</b>
        </div>
      ) : null}
      <div className={classes.words}>
        <span className={classes.label}>
          {pull ? `Prazo de ${hours.format(progress.limitHours)} h` : labelOf(progress)}
        </span>
        <span className={classes.left} data-late={late || undefined}>
          {words}
        </span>
      </div>
      <div
        className={classes.track}
        role="progressbar"
        aria-label="Prazo"
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(progress.percent)}
        aria-valuetext={words}
      >
        <div
          className={classes.fill}
          data-colour={progress.colour}
          style={{ transform: `scaleX(${progress.percent / 100})` }}
        />
      </div>
    </div>
  )
}
