/** What is to be corrected in a form. Each problem is a button that leads to its field. */

import { ProblemLines, type ProblemLinesProps } from './ProblemLines.tsx'
import classes from './ProblemList.module.css'

interface ProblemListProps extends Omit<ProblemLinesProps, 'buttonClass'> {
  readonly id?: string
  readonly className?: string | undefined
}

export function ProblemList({ id, className = '', ...lines }: ProblemListProps) {
  if (lines.problems.length === 0) return null
  return (
    <div
      className={`${classes.root} ${className}`}
      role="alert"
      // A line that goes is no news, and those that stay were read.
      aria-atomic={false}
      id={id}
      tabIndex={id === undefined ? undefined : -1}
    >
      <ProblemLines {...lines} buttonClass={classes.problem} />
    </div>
  )
}
