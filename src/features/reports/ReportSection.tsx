/** A table of a report under its heading, with what can be done with it. */
import { Title } from '@mantine/core'
import type { ReactNode, RefCallback } from 'react'
import classes from './Reports.module.css'

interface ReportSectionProps {
  readonly title: string
  /** Of a heading that takes the focus. */
  readonly takeHeading: RefCallback<HTMLHeadingElement> | null
  /** Beside the heading: of all rows. */
  readonly rowAction: ReactNode
  readonly exports: ReactNode
  readonly children: ReactNode
}

export function ReportSection({ title, takeHeading, rowAction, exports, children }: ReportSectionProps) {
  return (
    <section className={classes.section} aria-label={title}>
      <div className={classes.head}>
        <Title
          order={2}
          size="h5"
          {...(takeHeading === null
            ? {}
            : { ref: takeHeading, tabIndex: -1, className: classes.heading ?? '' })}
        >
          {title}
        </Title>
        {rowAction === null ? null : (
          <div className={`${classes.controls} ${classes.rowAction}`}>{rowAction}</div>
        )}
        {exports === null ? null : <div className={classes.controls}>{exports}</div>}
      </div>
      {children}
    </section>
  )
}
