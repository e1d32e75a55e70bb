/** The bar of a deadline: its name, the rest in words, and the used part of the time. docs/rules.md#sla-bar */
import type { ReactNode } from 'react'
import classes from './DeadlineBar.module.css'

interface DeadlineBarProps {
  readonly label: ReactNode
  /** 'faltam 3 dias' */
  readonly words: string
  readonly late: boolean
  /** 0 to 100. Absent: what is due has no length. */
  readonly percent?: number
  readonly colour?: 'green' | 'green-yellow' | 'green-yellow-red' | undefined
}

interface TrackProps extends Pick<DeadlineBarProps, 'words' | 'colour'> {
  readonly percent: number
}

/** The bar without its words. */
export function DeadlineTrack({ words, percent, colour }: TrackProps) {
  return (
    <div
      className={classes.track}
      role="progressbar"
      aria-label="Prazo"
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(percent)}
      aria-valuetext={words}
    >
      <div className={classes.fill} data-colour={colour} style={{ transform: `scaleX(${percent / 100})` }} />
    </div>
  )
}

export function DeadlineBar({ label, words, late, percent, colour }: DeadlineBarProps) {
  return (
    <>
      <div className={classes.words}>
        <span className={classes.label}>{label}</span>
        <span className={classes.left} data-late={late || undefined}>
          {words}
        </span>
      </div>
      {percent === undefined ? null : <DeadlineTrack words={words} percent={percent} colour={colour} />}
    </>
  )
}
