/** The SLA bar: the used part of the time, and the rest in words. Only the bar re-renders on a tick. */
import { useSyncExternalStore } from 'react'
import { remainingInWords, type SlaProgress } from '../../domain/sla/progress.ts'
import { formatDate } from '../../domain/time/sao-paulo.ts'
import { DeadlineBar } from '../../ui/DeadlineBar.tsx'
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
  const pull = unclaimed && progress.kind === 'countdown' && progress.deadline !== null
  return (
    <div className={classes.place}>
      {pull ? (
        <div className={classes.pull}>
          Puxar o Lead até a data <b>{formatDate(progress.deadline)}</b>
        </div>
      ) : null}
      <DeadlineBar
        label={pull ? `Prazo de ${hours.format(progress.limitHours)} h` : labelOf(progress)}
        words={remainingInWords(progress)}
        late={progress.remainingMs < 0}
        percent={progress.percent}
        colour={progress.colour}
      />
    </div>
  )
}
