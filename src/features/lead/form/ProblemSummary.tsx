/** The list of problems. Each is a button that focuses its field. */
import type { FieldProblem } from '../../../domain/lead/field-problem.ts'
import { ProblemList } from '../../../ui/ProblemList.tsx'
import { focusField } from './fields.ts'
import classes from './LeadForm.module.css'

interface ProblemSummaryProps {
  readonly form: string
  readonly problems: readonly FieldProblem[]
}

export function ProblemSummary({ form, problems }: ProblemSummaryProps) {
  return (
    <ProblemList
      id={`${form}-problems`}
      className={classes.problems}
      problems={problems}
      onProblem={(field) => focusField(form, field)}
    />
  )
}
