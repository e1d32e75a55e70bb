/** A line above a screen: information that does not interrupt the work. */
import type { ReactNode } from 'react'
import classes from './NoticeBar.module.css'

interface NoticeBarProps {
  readonly icon: ReactNode
  readonly children: ReactNode
  readonly action?: ReactNode
}

export function NoticeBar({ icon, children, action }: NoticeBarProps) {
  return (
    <div className={classes.root} role="status">
      <span className={classes.icon} aria-hidden>
        {icon}
      </span>
      <span className={classes.words}>{children}</span>
      {action}
    </div>
  )
}
