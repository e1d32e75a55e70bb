/** What is to be corrected in a form. Each problem is a button that leads to its field. */

import { ProblemLines, type ProblemLinesProps } from './ProblemLines.tsx'
import classes from './ProblemList.module.css'

interface ProblemListProps extends Pick<ProblemLinesProps, 'problems' | 'onProblem'> {
  readonly id?: string
  readonly className?: string | undefined
}

export function ProblemList({ id, className = '', problems, onProblem }: ProblemListProps) {
  if (problems.length === 0) return null
  return (
    <div
      className={`${classes.root} ${className}`}
      role="alert"
      id={id}
      tabIndex={id === undefined ? undefined : -1}
    >
      <ProblemLines problems={problems} onProblem={onProblem} buttonClass={classes.problem} />
    </div>
  )
}
