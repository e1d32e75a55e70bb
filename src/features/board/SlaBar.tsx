/** The SLA bar: how much of the time is used, and what is left in words. It moves; nothing around it does. */
import { remainingInWords, type SlaProgress } from '../../domain/sla/progress.ts'
import { formatDate } from '../../domain/time/sao-paulo.ts'
import classes from './SlaBar.module.css'

/** 'dd/MM': the countdown is days, its year goes without saying. */
const dayAndMonth = (deadline: string | null) => (deadline === null ? '' : formatDate(deadline).slice(0, 5))

/** `unclaimed`: a renewal lead that was captured needs no 'Puxar o Lead até a data' any more. */
export function SlaBar({ progress, unclaimed }: { progress: SlaProgress | undefined; unclaimed: boolean }) {
  if (progress === undefined || progress.kind === 'none') return <div className={classes.place} aria-hidden />
  const words = remainingInWords(progress)
  const late = progress.remainingMs < 0
  const countdown = progress.kind === 'countdown' && progress.deadline !== null
  return (
    <div className={classes.place}>
      <div className={classes.words}>
        <span className={classes.label}>
          {countdown
            ? unclaimed
              ? `Puxar o Lead até a data ${dayAndMonth(progress.deadline)}`
              : `Prazo até ${dayAndMonth(progress.deadline)}`
            : `Prazo de ${progress.limitHours} h`}
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
