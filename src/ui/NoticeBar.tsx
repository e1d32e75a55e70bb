/** A quiet line above a screen: something that the user should know, that doesn't stop the work. */
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
