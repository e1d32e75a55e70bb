/** An icon with a number at its upper right, as of what is new or waits. */
import type { ReactNode } from 'react'
import classes from './CountedIcon.module.css'

interface CountedIconProps {
  /** 0 shows no number. */
  readonly count: number
  readonly isUrgent?: boolean
  readonly children: ReactNode
}

/** Decorative: the words or the label beside it say the number, too. */
export function CountedIcon({ count, isUrgent = false, children }: CountedIconProps) {
  return (
    <span
      className={classes.root}
      data-count={count > 99 ? '99+' : count || undefined}
      data-urgent={isUrgent || undefined}
      aria-hidden
    >
      {children}
    </span>
  )
}
