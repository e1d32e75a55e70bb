/** The list of problems. Each is a button that focuses its field. */
import type { FieldProblem } from '../../../domain/lead/field-problem.ts'
import { focusField } from './fields.ts'
import classes from './LeadForm.module.css'

interface ProblemSummaryProps {
  readonly form: string
  readonly problems: readonly FieldProblem[]
}

export function ProblemSummary({ form, problems }: ProblemSummaryProps) {
  if (problems.length === 0) return null
  return (
    <div className={classes.problems} role="alert" id={`${form}-problems`} tabIndex={-1}>
      <strong>
        {problems.length === 1 ? 'Falta corrigir:' : `Faltam corrigir ${problems.length} campos:`}
      </strong>
      <ul>
        {problems.map(({ field, message }) => (
          <li key={`${field} ${message}`}>
            <button type="button" className={classes.problem} onClick={() => focusField(form, field)}>
              {message}
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}
