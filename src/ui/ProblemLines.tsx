/** The lines of a list of problems, without a look of their own: the page without login has its own style sheet. */

export interface ProblemLinesProps {
  readonly problems: readonly { readonly field: string; readonly message: string }[]
  readonly onProblem: (field: string) => void
  readonly buttonClass?: string | undefined
}

export function ProblemLines({ problems, onProblem, buttonClass }: ProblemLinesProps) {
  return (
    <>
      <strong>
        {problems.length === 1 ? 'Falta corrigir:' : `Falta corrigir ${problems.length} campos:`}
      </strong>
      <ul>
        {problems.map(({ field, message }) => (
          <li key={`${field} ${message}`}>
            <button type="button" className={buttonClass} onClick={() => onProblem(field)}>
              {message}
            </button>
          </li>
        ))}
      </ul>
    </>
  )
}
